#include "bench_neighbours.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cmath>
#include <map>

#include "base/text.h"
#include "bench_neighbours_table.h"
#include "io/atomic_file.h"
#include "say.h"

namespace scree::app {
namespace {

struct NeighboursFlags {
  std::vector<std::string> scenes, methods;
  std::vector<int> dimensions{2, 3}, threads{1};
  std::vector<std::size_t> sizes{100, 1000, 10'000, 100'000, 1'000'000};
  double cap = 2, motion = 0.01;
  std::string skin = "both", order = "shuffled", clock = "wall", csv;
  std::uint64_t seed = 1;
  bool json = false;
};

constexpr int stretches = 5;
// Lists are renewed twice before their margins fit the motion.
constexpr int searches_to_warm_up = 6, searches_to_learn = 56;
constexpr double caps_to_warm_up = 2, caps_to_learn = 8, caps_to_build = 4;
constexpr double share_of_cap = 0.5;     // for the quickest method
constexpr double much_slower = 4;        // than it
constexpr double most_together = 10;     // searches
constexpr double longest_stretch = 0.1;  // seconds: small scenes need no more
constexpr std::uint64_t most_steps = 1'000'000'000;

using Methods = std::vector<BroadPhaseKind>;

[[noreturn]] void refuse(const char* what, const std::string& wrong, const std::vector<std::string>& names) {
  const std::string near = nearest(wrong, names);
  throw InputError(fmt::format("there is no {} '{}'; {}", what, wrong,
                               near.empty() ? fmt::format("there are {}", fmt::join(names, ", "))
                                            : fmt::format("did you mean '{}'?", near)));
}

Methods methods_of(const NeighboursFlags& flags) {
  Methods chosen;
  std::vector<std::string> names;
  for (const BroadPhaseKind kind : all_broad_phases)
    if (is_offered(kind)) {
      names.emplace_back(word_of(kind));
      if (flags.methods.empty()) chosen.push_back(kind);
    }
  for (const std::string& name : flags.methods) {
    if (std::ranges::find(names, name) == names.end()) refuse("method", name, names);
    const BroadPhaseKind kind = *from_word<BroadPhaseKind>(name);
    if (std::ranges::find(chosen, kind) == chosen.end()) chosen.push_back(kind);
  }
  return chosen;
}

std::vector<const BoxSceneKind*> scenes_of(const NeighboursFlags& flags) {
  std::vector<const BoxSceneKind*> chosen;
  std::vector<std::string> names;
  for (const BoxSceneKind& kind : box_scenes()) {
    names.emplace_back(kind.name);
    if (flags.scenes.empty()) chosen.push_back(&kind);
  }
  for (const std::string& name : flags.scenes) {
    if (!find_box_scene(name)) refuse("scene of boxes", name, names);
    chosen.push_back(find_box_scene(name));
  }
  return chosen;
}

std::vector<SearchMode> modes_of(const NeighboursFlags& flags) {
  std::vector<SearchMode> modes;
  if (flags.skin != "on") modes.push_back(SearchMode::every_step);
  if (flags.skin != "off") modes.push_back(SearchMode::margins);
  return modes;
}

// What a method took for the smaller sizes of a scene, to know which sizes are beyond the cap.
class Forecast {
 public:
  void saw(double bodies, double seconds) { seen_.emplace_back(bodies, seconds); }
  void gave_up() { hopeless_ = true; }
  bool exceeds(double cap, double bodies, BroadPhaseKind kind) const {
    return hopeless_ || seconds(bodies, kind) > cap;
  }

 private:
  double seconds(double bodies, BroadPhaseKind kind) const {
    const bool all_pairs = kind == BroadPhaseKind::brute;
    if (seen_.empty()) return all_pairs ? 5e-10 * bodies * bodies : 0;
    const auto& [last_bodies, last_seconds] = seen_.back();
    double power = all_pairs ? 2 : 1.1;
    if (seen_.size() > 1 && !all_pairs) {
      const auto& [bodies_before, seconds_before] = seen_[seen_.size() - 2];
      power = std::clamp(std::log(last_seconds / seconds_before) / std::log(last_bodies / bodies_before), 1.0,
                         2.2);
    }
    return last_seconds * std::pow(bodies / last_bodies, power);
  }
  std::vector<std::pair<double, double>> seen_;
  bool hopeless_ = false;
};

void tell(const std::string& text) {
  if (isatty(STDERR_FILENO) != 0) say("\r\033[K{}", text);
}

// All sizes of one scene, dimension and number of threads.
class Block {
 public:
  Block(const NeighboursFlags& flags, const BoxSceneKind& scene, int dimension, int threads)
      : flags_(flags), methods_(methods_of(flags)), scene_(scene), dimension_(dimension), workers_(threads) {}

  std::vector<NeighbourCell> measure() {
    for (const std::size_t size : flags_.sizes) {
      tell(fmt::format("{} in {}D: {} bodies", scene_.name, dimension_, size));
      const auto scene =
          scene_.make({dimension_, size, flags_.motion, flags_.order == "shuffled", flags_.seed});
      for (const SearchMode mode : modes_of(flags_)) compete(*scene, mode);
    }
    tell("");
    return std::move(cells_);
  }

 private:
  NeighbourCell empty_cell(const BoxScene& scene, BroadPhaseKind kind, SearchMode mode) const {
    NeighbourCell cell;
    cell.scene = scene_.name;
    cell.dimension = dimension_;
    cell.threads = workers_.threads();
    cell.bodies = scene.bodies();
    cell.walls = scene.boxes().size() - scene.bodies();
    cell.motion = flags_.motion;
    cell.shuffled = flags_.order == "shuffled";
    cell.method = word_of(kind);
    cell.mode = mode;
    cell.over_cap = true;
    return cell;
  }

  std::unique_ptr<NeighbourTrial> new_trial(std::unique_ptr<BoxScene> scene, BroadPhaseKind kind,
                                            SearchMode mode) {
    const TrialClock clock = flags_.clock == "wall" ? TrialClock::wall : TrialClock::processor;
    return std::make_unique<NeighbourTrial>(std::move(scene), make_broad_phase(kind, dimension_), mode,
                                            workers_, clock);
  }

  // All methods see the same motion: `auto` first gets to know them, then everybody starts where it stands.
  void compete(const BoxScene& scene, SearchMode mode) {
    const double bodies = static_cast<double>(scene.bodies());
    const auto hopeless = [&](BroadPhaseKind kind) {
      return forecasts_[{kind, mode}].exceeds(flags_.cap, bodies, kind);
    };
    std::unique_ptr<NeighbourTrial> learned;
    if (std::ranges::count(methods_, BroadPhaseKind::automatic) != 0 &&
        !hopeless(BroadPhaseKind::automatic)) {
      learned = new_trial(scene.clone(), BroadPhaseKind::automatic, mode);
      learned->start(searches_to_learn, caps_to_learn * flags_.cap);
      learned->run(most_steps, std::min(stretches * longest_stretch, share_of_cap * flags_.cap));
    }
    const std::unique_ptr<BoxScene> begin = learned ? learned->scene() : scene.clone();
    std::vector<Entrant> entrants;
    for (const BroadPhaseKind kind : methods_) {
      Forecast& forecast = forecasts_[{kind, mode}];
      NeighbourCell cell = empty_cell(scene, kind, mode);
      if (!hopeless(kind)) {
        auto trial =
            kind == BroadPhaseKind::automatic ? std::move(learned) : new_trial(begin->clone(), kind, mode);
        trial->start(searches_to_warm_up, caps_to_warm_up * flags_.cap);
        // The first search builds everything.
        const double seconds = std::max(trial->shortest_search(), trial->longest_search() / caps_to_build);
        cell.over_cap = seconds > flags_.cap;
        if (!cell.over_cap) {
          forecast.saw(bodies, seconds);
          entrants.push_back({cells_.size(), std::move(trial)});
        }
      }
      if (cell.over_cap) forecast.gave_up();
      cells_.push_back(std::move(cell));
    }
    measure(entrants);
  }

  struct Entrant {
    std::size_t cell;
    std::unique_ptr<NeighbourTrial> trial;
  };

  // The methods take turns: the machine may be faster now than in a minute. A stretch has as many steps as
  // the quickest can do in its time, and several searches, where there is time: not all cost the same. Those
  // that are much slower do fewer.
  void measure(const std::vector<Entrant>& entrants) {
    if (entrants.empty()) return;
    const double share = std::min(longest_stretch, share_of_cap * flags_.cap / stretches);
    double steps = 1, quickest = 1e300;
    for (const auto& [cell, trial] : entrants) {
      quickest = std::min(quickest, trial->seconds_per_step());
      const double searches = flags_.cap / (stretches * std::max(1e-9, trial->shortest_search()));
      steps = std::max({steps, share / trial->seconds_per_step(),
                        std::clamp(searches, 1.0, most_together) * trial->steps_per_search()});
    }
    const double most = much_slower * steps * quickest;
    for (int n = 0; n < stretches; ++n)
      for (const auto& [cell, trial] : entrants) trial->run(static_cast<std::uint64_t>(steps), most);
    for (const auto& [cell, trial] : entrants) {
      cells_[cell].figures = trial->figures();
      cells_[cell].ran = trial->method().name();
      cells_[cell].reason = trial->method().reason();
    }
  }

  const NeighboursFlags& flags_;
  Methods methods_;
  const BoxSceneKind& scene_;
  int dimension_;
  Workers workers_;
  std::map<std::pair<BroadPhaseKind, SearchMode>, Forecast> forecasts_;
  std::vector<NeighbourCell> cells_;
};

int bench_neighbours(NeighboursFlags flags) {
  methods_of(flags);  // complains
  std::ranges::sort(flags.sizes);
  flags.sizes.erase(std::ranges::unique(flags.sizes).begin(), flags.sizes.end());
  std::string csv = csv_heading() + "\n";
  // Written after every scene, and once at the start: a folder that is not there is better told now.
  const auto save = [&] {
    if (!flags.csv.empty()) write_atomically(flags.csv, csv);
  };
  const auto scenes = scenes_of(flags);
  save();
  for (const BoxSceneKind* scene : scenes)
    for (const int dimension : flags.dimensions)
      for (const int threads : flags.threads) {
        const std::vector<NeighbourCell> cells = Block(flags, *scene, dimension, threads).measure();
        for (const NeighbourCell& cell : cells) {
          csv += csv_of(cell) + "\n";
          if (flags.json) fmt::print("{}\n", json_of(cell));
        }
        save();
        if (!flags.json) print_neighbours(cells);
        std::fflush(stdout);
      }
  return exit_done;
}

template <class T>
CLI::Option* add_list(CLI::App& app, const char* name, T& target, const std::string& what) {
  return app.add_option(name, target, what)->delimiter(',')->allow_extra_args(false);
}

}  // namespace

CLI::App* add_bench_neighbours(CLI::App& bench, Action& action) {
  auto flags = std::make_shared<NeighboursFlags>();
  CLI::App* sub = bench.add_subcommand("neighbours", "methods of the neighbour search on moving boxes");
  std::string scenes = "Scenes of boxes:\n", methods;
  for (const BoxSceneKind& kind : box_scenes()) scenes += fmt::format("  {:<13} {}\n", kind.name, kind.what);
  for (const BroadPhaseKind kind : all_broad_phases)
    if (is_offered(kind)) methods += fmt::format("{}{}", methods.empty() ? "" : ", ", word_of(kind));
  add_list(*sub, "--scenes", flags->scenes, "scenes of boxes, as in drum,gas (default: all)");
  add_list(*sub, "--methods", flags->methods, fmt::format("of {} (default: all)", methods));
  add_list(*sub, "--dimension", flags->dimensions, "2, 3 or 2,3 (default: both)")
      ->check(CLI::IsMember({2, 3}));
  add_list(*sub, "--sizes", flags->sizes, "numbers of bodies (default: 100,1000,10000,100000,1000000)")
      ->check(CLI::Range(1, 20'000'000));
  add_list(*sub, "--threads", flags->threads, "numbers of threads, as in 1,2 (default: 1)")
      ->check(CLI::Range(1, 1024));
  sub->add_option(
         "--cap", flags->cap,
         "seconds for one cell of the table; where searches take longer, or building takes four times "
         "as long, it is left out, and so are larger sizes (default: 2)")
      ->check(CLI::Range(1e-6, 1e6));
  sub->add_option(
         "--skin", flags->skin,
         "on: boxes with margins, searched again when a body has left its own, as a run does it; off: "
         "the boxes themselves, in every step (default: both)")
      ->check(CLI::IsMember({"on", "off", "both"}));
  sub->add_option("--motion", flags->motion,
                  "the way of the quickest bodies per step in sizes (default: 0.01)")
      ->check(CLI::Range(1e-6, 1.0));
  sub->add_option("--order", flags->order, "numbers of the bodies: shuffled or rows (default: shuffled)")
      ->check(CLI::IsMember({"shuffled", "rows"}));
  sub->add_option(
         "--clock", flags->clock,
         "wall, or processor: for one thread on a machine with other work; adds some 200 ns per step "
         "(default: wall)")
      ->check(CLI::IsMember({"wall", "processor"}));
  sub->add_option("--seed", flags->seed, "of the places (default: 1)");
  sub->add_flag("--json", flags->json, "one line of JSON per cell");
  sub->add_option("--csv", flags->csv, "the cells as a table in this file, too");
  sub->footer(
      scenes +
      "The table has nanoseconds per body and step (median, least and most of five stretches, the mean if "
      "these have few searches; * the best), "
      "and per\n"
      "body: bytes, pairs; per body and update: exchanges, moved, nodes, tests; anew: the share of updates "
      "that\n"
      "built everything; steps: between two searches, with margins.\n"
      "Example:\n  scree bench neighbours --scenes drum,hopper --dimension 2 --sizes 200,2000,20000\n");
  sub->callback([flags, &action] { action = [flags] { return bench_neighbours(*flags); }; });
  return sub;
}

}  // namespace scree::app
