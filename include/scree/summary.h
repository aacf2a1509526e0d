// What a run came to.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace scree {

// What makes a run doubtful; docs/warnings.md has all codes.
struct WarningReport {
  std::string code;
  std::string text;                          // what was seen, and what would help
  double first_time = 0;                     // s
  std::uint64_t count = 0;                   // how often it was seen
  double worst = 0;                          // docs/warnings.md: of what
  std::optional<std::uint64_t> body, other;  // ids of those first seen; of several the lowest
};

struct Summary {
  std::string scene;
  int dimension = 3;
  std::uint64_t bodies = 0;
  std::uint64_t dynamic_bodies = 0;
  std::uint64_t steps = 0;
  double time = 0;
  double dt = 0;
  double wall = 0;
  double updates_per_second = 0;
  double simulated_per_wall = 0;
  int threads = 1;          // granted
  double threads_used = 1;  // on average, by the time of steps, since the start or the last resume
  int ranks = 1;
  std::string device = "cpu";
  std::string neighbours;         // the method that finds them, at the end of the run
  std::string neighbours_reason;  // why
  double neighbours_share = 0;    // of the time of steps: margins, boxes, pairs, candidates
  std::uint64_t candidate_pairs = 0;
  std::uint64_t overlapping_pairs = 0;
  std::uint64_t contacts = 0;
  double coordination = 0;
  double kinetic_energy = 0;
  double potential_energy = 0;
  double elastic_energy = 0;
  double elastic_energy_stored = 0;
  double dissipated_energy = 0;
  double dissipated_by_damping = 0;
  double dissipated_by_friction = 0;
  double work_of_drives = 0;
  double energy_balance_error = 0;
  double energy_that_went_in = 0;  // J: what balance and created energy are compared with
  double created_energy = 0;  // J, by contacts: what springs hold and took along less the work done on them
  std::array<double, 3> momentum{};
  std::array<double, 3> angular_momentum{};
  double max_overlap = 0;
  double max_overlap_ever = 0;
  double max_depth = 0;  // the shortest way out, over the smaller body; of thin bodies twice their thickness,
                         // of walls 2.5 times
  double max_depth_ever = 0;
  std::uint64_t inserted = 0;  // bodies let in by inlets
  std::uint64_t removed = 0;   // bodies taken out by outlets
  std::vector<WarningReport> warnings;
  std::vector<std::string> notes;
  std::string state_hash;
  std::vector<std::pair<std::string, double>> stages;  // seconds, in the order of the step

  std::string json() const;  // one line
  std::string text() const;  // for people
};

}  // namespace scree
