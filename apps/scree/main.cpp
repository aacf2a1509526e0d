// The program: `scree COMMAND`. Each command has a file of its own.
#include <fmt/format.h>

#include <cfenv>
#include <cstdlib>
#include <exception>

#include "base/text.h"
#include "commands.h"

namespace {

using namespace scree;
using namespace scree::app;

// The word the user most likely meant, for a command or an option that does not exist.
std::string suggestion(const CLI::App& app, int argc, char** argv) {
  std::vector<std::string> commands, options;
  for (const CLI::App* sub : app.get_subcommands([](const CLI::App*) { return true; })) {
    commands.push_back(sub->get_name());
    for (const CLI::Option* option : sub->get_options())
      for (const std::string& name : option->get_lnames()) options.push_back("--" + name);
  }
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (i == 1 && !word.starts_with("-") && std::ranges::find(commands, word) == commands.end()) {
      const std::string near = nearest(word, commands);
      return near.empty() ? "" : fmt::format("did you mean `scree {}`?", near);
    }
    const std::string name = word.substr(0, word.find('='));
    if (!name.starts_with("--") || std::ranges::find(options, name) != options.end()) continue;
    const std::string near = nearest(name, options);
    if (!near.empty()) return fmt::format("did you mean {}?", near);
  }
  return "";
}

int refuse(const CLI::App& app, const CLI::ParseError& error, int argc, char** argv) {
  if (error.get_exit_code() == 0) return app.exit(error);  // --help, --version
  const std::string hint = suggestion(app, argc, argv);
  fmt::print(stderr, "scree: {}{}\n`scree --help` and `scree COMMAND --help` show what there is\n", error.what(),
             hint.empty() ? "" : "; " + hint);
  return exit_wrong_input;
}

}  // namespace

int main(int argc, char** argv) {
#if defined(__GLIBC__)
  // For tests: stop at the first operation without a meaningful result.
  if (const char* traps = std::getenv("SCREE_FP_TRAPS"); traps && *traps == '1')
    feenableexcept(FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW);
#endif
  CLI::App app("scree: a discrete element engine for particles with real shapes");
  app.set_version_flag("--version", "scree " SCREE_VERSION);
  app.require_subcommand(1);
  app.footer("Examples:\n"
             "  scree run                                  run the default scene\n"
             "  scree run bounce --until 2 --json          a built-in scene, summary as JSON\n"
             "  scree run my.toml --set material.grain.friction=0.4 --output out/smooth\n"
             "  scree check my.toml                        every mistake of a scene file at once\n"
             "  scree resume out/smooth                    go on after an interruption\n");
  Action action;
  add_run(app, action);
  add_check(app, action);
  add_scenes(app, action);
  add_resume(app, action);
  add_bench(app, action);
  try {
    app.parse(argc, argv);
    return action();
  } catch (const CLI::ParseError& error) {
    return refuse(app, error, argc, argv);
  } catch (const InputError& error) {
    for (const Problem& problem : error.problems()) fmt::print(stderr, "{}\n", problem.text());
    return exit_wrong_input;
  } catch (const RunError& error) {
    fmt::print(stderr, "scree: {}\n", error.what());
    return exit_failed;
  } catch (const std::bad_alloc&) {
    fmt::print(stderr, "scree: not enough memory for this scene\n");
    return exit_failed;
  } catch (const std::exception& error) {
    fmt::print(stderr, "scree: {}\n", error.what());
    return exit_failed;
  }
}
