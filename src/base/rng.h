// Random numbers from a counter: Philox4x32-10 (Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as
// easy as 1, 2, 3", 2011). The n-th draw of a stream is a pure function of (seed, stream, n), so a scene
// is the same on every machine and a checkpoint needs to keep only the counter.
#pragma once

#include <array>
#include <cstdint>

#include "base/vector.h"

namespace scree {

// The bijection itself: ten rounds.
std::array<std::uint32_t, 4> philox4x32(std::array<std::uint32_t, 4> counter,
                                        std::array<std::uint32_t, 2> key);

class Rng {
 public:
  explicit Rng(std::uint64_t seed, std::uint64_t stream = 0, std::uint64_t counter = 0)
      : seed_(seed), stream_(stream), counter_(counter) {}

  std::uint64_t bits();                  // one draw: 64 random bits
  double uniform();                      // [0, 1), a multiple of 2^-53; one draw
  double uniform(double a, double b);    // [a, b); one draw
  double normal();                       // mean 0, deviation 1; two draws
  std::uint64_t below(std::uint64_t n);  // 0 ... n-1 without bias (0 for n = 0); nearly always one draw
  Vec3 unit_vector();                    // uniform on the sphere; two draws
  Vec3 in_unit_ball();                   // uniform in the ball; three draws
  Quat rotation();                       // uniform over all rotations; three draws

  // Draws made so far; Rng(seed, stream, counter) goes on from there.
  std::uint64_t counter() const { return counter_; }

 private:
  std::uint64_t seed_;
  std::uint64_t stream_;
  std::uint64_t counter_;
};

}  // namespace scree
