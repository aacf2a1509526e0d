// What a run came to.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace scree {

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
  std::array<double, 3> momentum{};
  std::array<double, 3> angular_momentum{};
  double max_overlap = 0;
  double max_overlap_ever = 0;
  std::uint64_t inserted = 0;  // bodies let in by inlets
  std::uint64_t removed = 0;   // bodies taken out by outlets
  std::string state_hash;
  std::vector<std::pair<std::string, double>> stages;  // seconds, in the order of the step

  std::string json() const;  // one line
  std::string text() const;  // for people
};

}  // namespace scree
