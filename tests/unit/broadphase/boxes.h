// Random boxes that move in many ways, for the comparison of broad phases.
#pragma once

#include <algorithm>
#include <cfenv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "base/ids.h"
#include "state/box.h"
#include "state/cell.h"

namespace scree::test {

// splitmix64: the same numbers on every machine.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(seed * 0x9e3779b97f4a7c15u + 1) {}
  std::uint64_t bits() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  double uniform(double low, double high) {
    return low + (high - low) * 0x1p-53 * static_cast<double>(bits() >> 11);
  }
  std::size_t below(std::size_t n) { return static_cast<std::size_t>(bits() % n); }
  bool chance(double p) { return uniform(0, 1) < p; }
  Vec3 vector(double low, double high) {
    const double x = uniform(low, high);
    const double y = uniform(low, high);
    return Vec3(x, y, uniform(low, high));
  }

 private:
  std::uint64_t state_;
};

inline Box box_of(const Vec3& centre, const Vec3& half) { return {centre - half, centre + half}; }

inline Box empty_box() {
  const double inf = std::numeric_limits<double>::infinity();
  return {Vec3::Constant(inf), Vec3::Constant(-inf)};
}

// Comparing a not-a-number would trap (see test_main.cpp): for tests that feed them on purpose.
class NoTraps {
 public:
  NoTraps() { std::feholdexcept(&saved_); }
  ~NoTraps() { std::fesetenv(&saved_); }
  NoTraps(const NoTraps&) = delete;
  NoTraps& operator=(const NoTraps&) = delete;

 private:
  std::fenv_t saved_;
};

enum class Motion { gentle, fast, jump_over, teleport, lattice, mixed };

// Boxes in a cell of about `size`, with sizes spread 1:50, walls, a floor, empty ones.
struct BoxWorld {
  Dice dice;
  Motion motion;
  double size;
  Cell cell;
  std::vector<Vec3> centre, half, velocity;
  std::vector<std::uint8_t> mobile, empty;
  std::vector<Box> boxes;

  BoxWorld(std::uint64_t seed, Motion how, std::size_t count, double extent, unsigned periodic_axes)
      : dice(seed), motion(how), size(extent) {
    cell.origin = on_lattice() ? Vec3(-3, 0, 5) : dice.vector(-2 * size, size);
    cell.length = on_lattice() ? Vec3(size, size + 1, size + 2) : Vec3(dice.vector(0.8 * size, 1.2 * size));
    for (int k = 0; k < 3; ++k) cell.periodic[static_cast<std::size_t>(k)] = ((periodic_axes >> k) & 1u) != 0;
    for (std::size_t i = 0; i < count; ++i) append();
    place();
  }

  bool on_lattice() const { return motion == Motion::lattice; }

  void append() {
    Vec3 at = cell.origin + cell.length.cwiseProduct(dice.vector(0, 1));
    // 1:50, small ones more frequent.
    const double r = 0.04 * std::exp2(dice.uniform(0, 5.65) * dice.uniform(0, 1));
    Vec3 h = r * dice.vector(0.5, 1.5);
    if (on_lattice()) {
      for (int k = 0; k < 3; ++k) {
        at[k] = std::floor(at[k]);
        h[k] = static_cast<double>(dice.below(3)) * 0.5;
      }
    }
    std::uint8_t moves = dice.chance(0.9);
    if (dice.chance(0.05)) {  // a floor or a wall across the whole cell or most of it
      const int normal = static_cast<int>(dice.below(3));
      for (int k = 0; k < 3; ++k)
        if (k != normal) h[k] = cell.length[k] * (on_lattice() ? 0.5 : dice.uniform(0.2, 0.7));
      moves = dice.chance(0.3);
    }
    if (!centre.empty() && dice.chance(0.05)) {  // just where another one is
      at = centre.back();
      h = half.back();
    }
    centre.push_back(at);
    half.push_back(h);
    velocity.push_back(dice.vector(-1, 1));
    mobile.push_back(moves);
    empty.push_back(dice.chance(0.05));
  }

  // Keeps the order, as Bodies::remove does.
  std::vector<BodyIndex> remove_some(double share) {
    std::vector<BodyIndex> new_index(centre.size(), no_body);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < centre.size(); ++i) {
      if (dice.chance(share)) continue;
      new_index[i] = static_cast<BodyIndex>(kept);
      centre[kept] = centre[i];
      half[kept] = half[i];
      velocity[kept] = velocity[i];
      mobile[kept] = mobile[i];
      empty[kept] = empty[i];
      ++kept;
    }
    centre.resize(kept);
    half.resize(kept);
    velocity.resize(kept);
    mobile.resize(kept);
    empty.resize(kept);
    return new_index;
  }

  void step() {
    Motion now = motion;
    if (now == Motion::mixed) now = static_cast<Motion>(dice.below(4));
    for (std::size_t i = 0; i < centre.size(); ++i) {
      if (dice.chance(0.3)) continue;
      Vec3& c = centre[i];
      switch (now) {
        case Motion::gentle: c += 0.002 * size * velocity[i]; break;
        case Motion::fast: c += 0.05 * size * velocity[i]; break;
        case Motion::jump_over: c += dice.vector(-0.4, 0.4) * size; break;
        case Motion::teleport:
          if (dice.chance(0.1)) c = cell.origin + cell.length.cwiseProduct(dice.vector(0, 1));
          break;
        default: c += Vec3(dice.vector(-1.5, 1.5).array().round()); break;
      }
      if (now != Motion::lattice && dice.chance(0.2)) half[i] *= dice.uniform(0.95, 1.05);
      if (dice.chance(0.02)) velocity[i] = dice.vector(-1, 1);
      if (dice.chance(0.01)) empty[i] ^= 1;
    }
    place();
  }

  // Bounces off open ends, wraps (or not yet) at periodic ones.
  void place() {
    boxes.resize(centre.size());
    for (std::size_t i = 0; i < centre.size(); ++i) {
      for (int k = 0; k < 3; ++k) {
        const double low = cell.origin[k];
        const double length = cell.length[k];
        const double out = std::floor((centre[i][k] - low) / length);
        if (cell.periodic[static_cast<std::size_t>(k)]) {
          if (std::abs(out) > 1 || dice.chance(0.7)) centre[i][k] -= length * out;
        } else if (out != 0) {
          const double wall = out < 0 ? low : low + length;
          centre[i][k] = 2 * wall - centre[i][k];
          velocity[i][k] = -velocity[i][k];
        }
      }
      boxes[i] = empty[i] != 0 ? empty_box() : box_of(centre[i], half[i]);
    }
  }
};

}  // namespace scree::test
