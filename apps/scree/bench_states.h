// What benchmarks measure, and how they come to a state that is worth measuring: settled and at work.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "run/laboratory.h"

namespace scree::app {

struct Benchmark {
  const char* scene;
  double settle;        // simulated seconds before measuring
  std::uint64_t steps;  // per stretch
  const char* what;
};

std::span<const Benchmark> benchmarks();

struct BenchState {
  int threads = 0;
  std::size_t bodies = 0;  // of `bed`: at least so many; 0: as the scene is
  bool shuffle = false;    // of a large bed: bodies in random order
  bool fresh = false;      // do not take settled states from the cache
  bool plain = false;      // only the instructions that every processor of the family has
};

// The scene, settled. What took long to settle is kept in the cache (bench/settled.h).
std::unique_ptr<Laboratory> settled(const Benchmark& benchmark, const BenchState& wanted);

}  // namespace scree::app
