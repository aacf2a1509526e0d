// `scree bench`: repeatable measurements on built-in scenes. A figure is the median of several
// stretches of one run, with their spread, and the state is checked and printed beside it.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/resource.h>
#include <CLI/CLI.hpp>

#include <algorithm>

#include "base/text.h"
#include "bench_neighbours.h"
#include "bench_profile.h"
#include "bench_states.h"
#include "commands.h"
#include "run/laboratory.h"

namespace scree::app {
namespace {

struct BenchFlags {
  std::string name;
  BenchState state;
  std::vector<int> threads{0};
  int repeats = 5;
  std::uint64_t steps = 0;
  bool json = false;
  bool profile = false;
};

double median_of(std::vector<double> numbers) {
  std::ranges::sort(numbers);
  return numbers[numbers.size() / 2];
}

struct Result {
  Summary summary;
  Cascade cascade;
  double young = 0;               // of the first material
  std::vector<double> rates;      // of the stretches, in order
  std::vector<double> speed_ups;  // of each against the stretch with the first number of threads before it
  std::uint64_t memory = 0;       // the most that the program had, in bytes
  double median() const { return median_of(rates); }
  double least() const { return std::ranges::min(rates); }
  double most() const { return std::ranges::max(rates); }
  double pairs_per_body() const {
    return static_cast<double>(summary.overlapping_pairs) / static_cast<double>(summary.bodies);
  }
};

std::uint64_t most_memory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

// Steps in a second or so, where there are many bodies.
std::uint64_t steps_of(const Benchmark& benchmark, const BenchFlags& flags, double bodies) {
  const std::uint64_t few = static_cast<std::uint64_t>(std::max(10.0, 5e5 / bodies));
  return flags.steps > 0 ? flags.steps : std::min(benchmark.steps, few);
}

double rate_of(Laboratory& lab, std::uint64_t steps) {
  lab.stepping_seconds = 0;
  lab.body_updates = 0;
  for (std::uint64_t n = 0; n < steps; ++n) lab.advance();
  return static_cast<double>(lab.body_updates) / lab.stepping_seconds;
}

// One result for each number of threads. Their stretches take turns: the machine may be faster now than in a
// minute, but the ratio of two that follow each other says something.
std::vector<Result> measure(const Benchmark& benchmark, const BenchFlags& flags) {
  std::vector<std::unique_ptr<Laboratory>> labs(flags.threads.size());
  const auto most = static_cast<std::size_t>(std::ranges::max_element(flags.threads) - flags.threads.begin());
  BenchState wanted = flags.state;
  wanted.threads = flags.threads[most];
  labs[most] = settled(benchmark, wanted);  // it may have to settle; the others find that in the cache
  wanted.fresh = false;
  for (std::size_t n = 0; n < labs.size(); ++n) {
    wanted.threads = flags.threads[n];
    if (!labs[n]) labs[n] = settled(benchmark, wanted);
  }
  const double bodies = static_cast<double>(labs.front()->state().bodies.size());
  const std::uint64_t steps = steps_of(benchmark, flags, bodies);
  std::vector<Result> results(labs.size());
  for (const auto& lab : labs) {
    for (std::uint64_t n = 0; n < std::min<std::uint64_t>(steps, 20); ++n) lab->advance();  // caches fill up
    lab->reset_counters();
    lab->reset_threads_used();
  }
  for (int r = 0; r < flags.repeats; ++r)
    for (std::size_t n = 0; n < labs.size(); ++n) {
      results[n].rates.push_back(rate_of(*labs[n], steps));
      results[n].speed_ups.push_back(results[n].rates.back() / results[0].rates.back());
    }
  for (std::size_t n = 0; n < labs.size(); ++n) {
    Laboratory& lab = *labs[n];
    Result& result = results[n];
    result.cascade = lab.stepper().counters().cascade;
    result.summary = lab.summary();
    result.young = lab.spec().materials.front().young;
    result.memory = most_memory();
    if (flags.profile) print_profile(lab, bodies * static_cast<double>(steps) * flags.repeats);
  }
  return results;
}

std::string json_of(const Cascade& c) {
  return fmt::format(
      "{{\"candidates\": {}, \"spheres\": {}, \"last_plane\": {}, \"projection\": {}, \"reflection\": {}, "
      "\"entered\": {}, \"without_layer\": {}, \"cut\": {}, \"overlapping\": {}}}",
      c.candidates, c.spheres, c.last_plane, c.projection, c.reflection, c.entered, c.without_layer, c.cut,
      c.overlapping);
}

void print_json(const std::vector<Result>& results) {
  for (const Result& r : results) {
    const Summary& s = r.summary;
    std::string stages;
    for (const auto& [name, seconds] : s.stages)
      stages += fmt::format("{}\"{}\": {}", stages.empty() ? "" : ", ", name, seconds);
    fmt::print(
        "{{\"bench\": \"{}\", \"bodies\": {}, \"threads\": {}, \"threads_used\": {}, \"steps\": {}, "
        "\"repeats\": {}, "
        "\"updates_per_second\": {}, \"updates_per_second_min\": {}, \"updates_per_second_max\": {}, "
        "\"speed_up\": {}, "
        "\"coordination\": {}, \"contacts\": {}, \"overlapping_pairs_per_body\": {}, \"candidate_pairs\": "
        "{}, "
        "\"young\": {}, \"dt\": {}, \"max_overlap\": {}, \"energy_balance_error\": {}, "
        "\"memory_bytes\": {}, \"state_hash\": \"{}\", \"cascade\": {}, \"stages\": {{{}}}}}\n",
        s.scene, s.bodies, s.threads, s.threads_used, s.steps, r.rates.size(), r.median(), r.least(),
        r.most(), median_of(r.speed_ups), s.coordination, s.contacts, r.pairs_per_body(), s.candidate_pairs,
        r.young, s.dt, s.max_overlap, s.energy_balance_error, r.memory, s.state_hash, json_of(r.cascade),
        stages);
  }
}

void print_table(const std::vector<Result>& results) {
  fmt::print("{:<11} {:>8} {:>7} {:>5} {:>11} {:>9} {:>9} {:>5} {:>10} {:>7} {:>7} {:>9} {:>8}  {}\n",
             "scene", "bodies", "threads", "used", "updates/s", "least", "most", "coord", "pairs/body",
             "Y [Pa]", "dt [s]", "overlap", "MiB", "state_hash");
  for (const Result& r : results) {
    const Summary& s = r.summary;
    fmt::print(
        "{:<11} {:>8} {:>7} {:>5.2f} {:>11.4g} {:>9.3g} {:>9.3g} {:>5.2f} {:>10.2f} {:>7.1g} {:>7.2g} "
        "{:>9.2g} {:>8}  "
        "{}\n",
        s.scene, s.bodies, s.threads, s.threads_used, r.median(), r.least(), r.most(), s.coordination,
        r.pairs_per_body(), r.young, s.dt, s.max_overlap, r.memory >> 20, s.state_hash);
  }
  for (std::size_t n = 1, first = 0; n < results.size(); ++n) {
    const Result& r = results[n];
    if (r.summary.scene != results[first].summary.scene) {
      first = n;
      continue;
    }
    fmt::print("{}: {} threads are {:.2f} times as fast as {} ({:.2f} to {:.2f})\n", r.summary.scene,
               r.summary.threads, median_of(r.speed_ups), results[first].summary.threads,
               std::ranges::min(r.speed_ups), std::ranges::max(r.speed_ups));
  }
}

int bench(const BenchFlags& flags) {
  std::vector<Result> results;
  std::vector<std::string> names;
  for (const Benchmark& b : benchmarks()) {
    names.emplace_back(b.scene);
    if (!flags.name.empty() && flags.name != b.scene) continue;
    for (Result& result : measure(b, flags)) results.push_back(std::move(result));
  }
  if (results.empty()) {
    names.emplace_back("neighbours");
    const std::string near = nearest(flags.name, names);
    throw InputError(fmt::format("there is no benchmark '{}'{}", flags.name,
                                 near.empty() ? fmt::format("; there are {}", fmt::join(names, ", "))
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
  auto flags = std::make_shared<BenchFlags>();
  CLI::App* sub = app.add_subcommand("bench", "repeatable measurements");
  std::string names;
  for (const Benchmark& b : benchmarks()) names += fmt::format("{}{}", names.empty() ? "" : ", ", b.scene);
  sub->add_option("NAME", flags->name, fmt::format("one benchmark: {} (default: all)", names));
  sub->add_option(
         "--threads", flags->threads,
         "threads (default: all cores); several numbers, as in 1,2, take turns (the memory is that of "
         "all)")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(CLI::Range(1, 1024));
  sub->add_option("--repeats", flags->repeats, "stretches measured (default: 5)")->check(CLI::Range(1, 1000));
  sub->add_option("--steps", flags->steps, "steps per stretch")->check(CLI::PositiveNumber);
  CLI::Option* bodies =
      sub->add_option("--bodies", flags->state.bodies, "bed: at least so many, as copies of the small one")
          ->check(CLI::Range(1, 20'000'000));
  sub->add_flag("--shuffle", flags->state.shuffle, "bed with --bodies: number the copies in random order")
      ->needs(bodies);
  sub->add_flag("--fresh", flags->state.fresh, "settle anew, do not take settled states from the cache");
  sub->add_flag("--plain", flags->state.plain,
                "only instructions that every processor has; the results are the same");
  sub->add_flag("--profile", flags->profile, "where the time goes, beside the least that is needed");
  sub->add_flag("--json", flags->json, "one line of JSON per benchmark");
  sub->footer(
      "Examples:\n  scree bench drum --json\n"
      "  scree bench neighbours --scenes drum --sizes 1000,10000   methods of the neighbour search\n");
  CLI::App* neighbours = add_bench_neighbours(*sub, action);
  sub->callback([flags, neighbours, &action] {
    if (neighbours->parsed()) {
      if (!flags->name.empty())
        throw InputError(fmt::format("neighbours is a benchmark of its own: leave out '{}'", flags->name));
      return;
    }
    action = [flags] { return bench(*flags); };
  });
}

}  // namespace scree::app
