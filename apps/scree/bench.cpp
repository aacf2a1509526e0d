// `scree bench`: repeatable measurements on built-in scenes. A figure is the median of several
// stretches of one run, with their spread, and the state is checked and printed beside it.
#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "commands.h"
#include "lab/laboratory.h"

namespace scree::app {
namespace {

struct Benchmark {
  const char* scene;
  double settle;        // simulated seconds before measuring
  std::uint64_t steps;  // per stretch
};

// Dense and at work: the drum that turns, the heap that runs out after its wall has gone, the stream on the
// packed wall, the discharge.
constexpr Benchmark benchmarks[] = {{"drum", 0.6, 600},
                                    {"embankment", 1.4, 600},
                                    {"shock", 1.2, 600},
                                    {"silo", 1.2, 600},
                                    {"chain", 0, 2000}};

struct Flags {
  std::string name;
  int threads = 0;
  int repeats = 5;
  std::uint64_t steps = 0;
  bool json = false;
};

struct Result {
  Summary summary;
  std::vector<double> rates;  // sorted
  double median() const { return rates[rates.size() / 2]; }
};

Result measure(const Benchmark& benchmark, const Flags& flags) {
  Laboratory lab(Scene::built_in(benchmark.scene).spec(), flags.threads);
  lab.begin();
  while (lab.state().clock.time() < benchmark.settle) lab.advance();
  lab.step().reset_stage_clock();
  Result result;
  const std::uint64_t steps = flags.steps > 0 ? flags.steps : benchmark.steps;
  for (int r = 0; r < flags.repeats; ++r) {
    lab.stepping_seconds = 0;
    lab.body_updates = 0;
    for (std::uint64_t n = 0; n < steps; ++n) lab.advance();
    result.rates.push_back(static_cast<double>(lab.body_updates) / lab.stepping_seconds);
  }
  std::ranges::sort(result.rates);
  result.summary = lab.summary();
  return result;
}

void print_json(const std::vector<Result>& results) {
  for (const Result& r : results) {
    const Summary& s = r.summary;
    std::string stages;
    for (const auto& [name, seconds] : s.stages)
      stages += fmt::format("{}\"{}\": {}", stages.empty() ? "" : ", ", name, seconds);
    fmt::print(
        "{{\"bench\": \"{}\", \"bodies\": {}, \"threads\": {}, \"steps\": {}, \"repeats\": {}, "
        "\"updates_per_second\": {}, \"updates_per_second_min\": {}, \"updates_per_second_max\": {}, "
        "\"coordination\": {}, \"contacts\": {}, \"candidate_pairs\": {}, \"dt\": {}, \"max_overlap\": {}, "
        "\"energy_balance_error\": {}, \"state_hash\": \"{}\", \"stages\": {{{}}}}}\n",
        s.scene, s.bodies, s.threads, s.steps, r.rates.size(), r.median(), r.rates.front(), r.rates.back(),
        s.coordination, s.contacts, s.candidate_pairs, s.dt, s.max_overlap, s.energy_balance_error,
        s.state_hash, stages);
  }
}

void print_table(const std::vector<Result>& results) {
  fmt::print("{:<12} {:>7} {:>7} {:>12} {:>12} {:>12} {:>6} {:>9} {:>9}  {}\n", "scene", "bodies", "threads",
             "updates/s", "least", "most", "coord", "overlap", "dt [s]", "state_hash");
  for (const Result& r : results) {
    const Summary& s = r.summary;
    fmt::print("{:<12} {:>7} {:>7} {:>12.4g} {:>12.4g} {:>12.4g} {:>6.2f} {:>9.2g} {:>9.3g}  {}\n", s.scene,
               s.bodies, s.threads, r.median(), r.rates.front(), r.rates.back(), s.coordination,
               s.max_overlap, s.dt, s.state_hash);
  }
}

int bench(const Flags& flags) {
  std::vector<Result> results;
  std::vector<std::string> names;
  for (const Benchmark& b : benchmarks) {
    names.emplace_back(b.scene);
    if (flags.name.empty() || flags.name == b.scene) results.push_back(measure(b, flags));
  }
  if (results.empty()) {
    const std::string near = nearest(flags.name, names);
    throw InputError(fmt::format("there is no benchmark '{}'{}", flags.name,
                                 near.empty() ? "; there are drum, embankment, shock, silo and chain"
                                              : fmt::format("; did you mean '{}'?", near)));
  }
  flags.json ? print_json(results) : print_table(results);
  // A figure of a run that has gone wrong is worth nothing.
  for (const Result& r : results)
    if (!(r.summary.energy_balance_error < 0.02))
      throw RunError(fmt::format("bench {}: the energy balance is off by {:.2g}", r.summary.scene,
                                 r.summary.energy_balance_error));
  return exit_done;
}

}  // namespace

void add_bench(CLI::App& app, Action& action) {
  auto flags = std::make_shared<Flags>();
  CLI::App* sub = app.add_subcommand("bench", "repeatable measurements");
  sub->add_option("NAME", flags->name, "one benchmark: drum, embankment, shock, silo, chain (default: all)");
  sub->add_option("--threads", flags->threads, "threads (default: all cores)")->check(CLI::Range(1, 1024));
  sub->add_option("--repeats", flags->repeats, "stretches measured (default: 5)")->check(CLI::Range(1, 1000));
  sub->add_option("--steps", flags->steps, "steps per stretch")->check(CLI::PositiveNumber);
  sub->add_flag("--json", flags->json, "one line of JSON per benchmark");
  sub->footer("Example:\n  scree bench drum --json\n");
  sub->callback([flags, &action] { action = [flags] { return bench(*flags); }; });
}

}  // namespace scree::app
