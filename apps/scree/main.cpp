// The program: `scree COMMAND`. Each command has a file of its own.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include <cfenv>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <iostream>

#include "base/text.h"
#include "bvh/embree_search.h"
#include "commands.h"
#include "say.h"

namespace {

using namespace scree;
using namespace scree::app;

bool known(const std::vector<std::string>& names, const std::string& name) {
  return std::ranges::find(names, name) != names.end();
}

// What is wrong with a command line, and the word the user most likely meant.
std::string complaint(const CLI::App& app, const CLI::ParseError& error, int argc, char** argv) {
  std::vector<std::string> commands, options;
  const auto all_of = [](const CLI::App* of) {
    return of->get_subcommands([](const CLI::App*) { return true; });
  };
  const auto add_options = [&](const CLI::App* of) {
    for (const CLI::Option* option : of->get_options())
      for (const std::string& name : option->get_lnames()) options.push_back("--" + name);
  };
  for (const CLI::App* sub : all_of(&app)) {
    commands.push_back(sub->get_name());
    add_options(sub);
    for (const CLI::App* below : all_of(sub)) add_options(below);
  }
  const std::string first = argc > 1 ? argv[1] : "";
  if (first.empty()) return fmt::format("a command is needed: {}", fmt::join(commands, ", "));
  if (!first.starts_with("-") && !known(commands, first)) {
    const std::string near = nearest(first, commands);
    return fmt::format("there is no command '{}'; {}", first,
                       near.empty() ? fmt::format("there are {}", fmt::join(commands, ", "))
                                    : fmt::format("did you mean `scree {}`?", near));
  }
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    const std::string name = word.substr(0, word.find('='));
    if (!name.starts_with("--") || known(options, name)) continue;
    const std::string near = nearest(name, options);
    if (!near.empty()) return fmt::format("{}; did you mean {}?", error.what(), near);
  }
  return error.what();
}

int refuse(const CLI::App& app, const CLI::ParseError& error, int argc, char** argv) {
  if (error.get_exit_code() == 0) {  // --help, --version
    app.exit(error);
    std::cout.flush();
    if (std::cout && std::fflush(stdout) == 0) return exit_done;
    say("scree: cannot write to standard output\n");
    return exit_failed;
  }
  say("scree: {}\n`scree --help` and `scree COMMAND --help` show what there is\n",
      complaint(app, error, argc, argv));
  return exit_wrong_input;
}

}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGXFSZ,
              SIG_IGN);  // a file that may not grow is an error of that write, not the end of the program
#if defined(__GLIBC__)
  // For tests: stop at the first operation without a meaningful result.
  if (const char* traps = std::getenv("SCREE_FP_TRAPS"); traps && *traps == '1')
    feenableexcept(FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW);
#endif
  CLI::App app("scree: a discrete element engine for particles with real shapes");
  app.set_version_flag("--version", "scree " SCREE_VERSION);
  app.require_subcommand(1);
  app.footer(
      "Examples:\n"
      "  scree run                                  run the default scene\n"
      "  scree run bounce --until 2 --json          a built-in scene, summary as JSON\n"
      "  scree run my.toml --set material.grain.friction=0.4 --output out/smooth\n"
      "  scree check my.toml                        every mistake of a scene file at once\n"
      "  scree resume out/smooth                    go on after an interruption\n");
  try {
    register_embree_search();
    Action action;
    add_run(app, action);
    add_check(app, action);
    add_scenes(app, action);
    add_resume(app, action);
    add_bench(app, action);
    add_render(app, action);
    add_mesh(app, action);
    add_measure(app, action);
    app.parse(argc, argv);
    const int code = action();
    if (std::fflush(stdout) != 0) throw RunError("cannot write to standard output");
    return code;
  } catch (const CLI::ParseError& error) {
    return refuse(app, error, argc, argv);
  } catch (const InputError& error) {
    for (const Problem& problem : error.problems()) say("{}\n", problem.text());
    return exit_wrong_input;
  } catch (const RunError& error) {
    say("scree: {}\n", error.what());
    return exit_failed;
  } catch (const std::bad_alloc&) {
    say("scree: not enough memory for this scene\n");
    return exit_failed;
  } catch (const std::exception& error) {
    say("scree: {}\n", error.what());
    return exit_failed;
  }
}
