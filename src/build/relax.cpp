// Gauss-Seidel on positions: each overlapping pair in turn moves apart by its overlap. Below the density of
// random close packing the sweeps end; the pairs come in a fixed order, so the result is reproducible.
#include "build/relax.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

#include "build/ball_grid.h"

namespace scree {
namespace {

// Pairs are pushed a little further apart than needed, so that the sweeps end instead of closing in.
constexpr double inflation = 0.01;
constexpr double skin = 0.3;  // of the neighbour list, in units of the largest radius
// Kept by accepted pairs, so that rounding in later changes of coordinates cannot bring an overlap back.
constexpr double safety = 1e-10;
// Against region and walls: a sphere fits into a slot of its own width.
constexpr double rounding = 1e-12;

struct BallPair {
  std::uint32_t i;
  std::uint32_t j;
};

Box bounds_of(const Packing& p, double margin) {
  Box b = p.region.bounds();
  b.lower -= Vec3::Constant(margin);
  b.upper += Vec3::Constant(margin);
  return b;
}

class Relaxation {
 public:
  explicit Relaxation(Packing& packing)
      : p_(packing),
        largest_(*std::max_element(p_.padded.begin(), p_.padded.end())),
        reach_(2.0 * largest_ * (1.0 + inflation) + skin * largest_),
        grid_(p_.cell, bounds_of(p_, 2.0 * largest_), reach_, p_.position.size()),
        listed_(p_.position) {}

  bool run(int sweeps) {
    list_pairs();
    for (int s = 0; s < sweeps; ++s) {
      for (std::size_t i = 0; i < p_.movable; ++i) confine(i);
      if (moved_far()) list_pairs();
      if (push() && all_inside()) return true;
    }
    return false;
  }

 private:
  bool moved_far() const {
    const double limit = 0.5 * skin * largest_;
    for (std::size_t i = 0; i < p_.movable; ++i)
      if ((p_.position[i] - listed_[i]).squaredNorm() > limit * limit) return true;
    return false;
  }

  void list_pairs() {
    grid_.clear();
    for (std::size_t i = 0; i < p_.position.size(); ++i)
      grid_.insert(static_cast<std::uint32_t>(i), p_.position[i]);
    pairs_.clear();
    for (std::size_t i = 0; i < p_.movable; ++i)
      grid_.near(p_.position[i], [&](std::uint32_t j) {
        if (j < p_.movable && j <= i) return true;
        const double reach = (p_.padded[i] + p_.padded[j]) * (1.0 + inflation) + skin * largest_;
        if (p_.cell.separation(p_.position[i], p_.position[j]).squaredNorm() < reach * reach)
          pairs_.push_back({static_cast<std::uint32_t>(i), j});
        return true;
      });
    listed_ = p_.position;
  }

  // One sweep; true when no pair overlapped, in which case nothing has moved.
  bool push() {
    bool apart = true;
    for (const BallPair& pair : pairs_)
      if (!keeps_apart(p_, pair.i, pair.j)) {
        apart = false;
        break;
      }
    if (apart) return true;
    for (const BallPair& pair : pairs_) {
      const Vec3 d = p_.cell.separation(p_.position[pair.i], p_.position[pair.j]);
      const double wanted = (p_.padded[pair.i] + p_.padded[pair.j]) * (1.0 + inflation);
      const double square = d.squaredNorm();
      if (square >= wanted * wanted) continue;
      const double distance = std::sqrt(square);
      // Two centres in one place part along an axis of the pair's own.
      const Vec3 direction = distance > 0.0
                                 ? Vec3(d / distance)
                                 : Vec3(Vec3::Unit((pair.i + pair.j) % (p_.region.is_layer() ? 2 : 3)));
      const double overlap = wanted - distance;
      if (pair.j < p_.movable) {
        p_.position[pair.i] -= 0.5 * overlap * direction;
        p_.position[pair.j] += 0.5 * overlap * direction;
      } else {
        p_.position[pair.i] -= overlap * direction;
      }
    }
    return false;
  }

  bool all_inside() const {
    for (std::size_t i = 0; i < p_.movable; ++i)
      if (!stays_inside(p_, p_.position[i], p_.radius[i])) return false;
    return true;
  }

  void confine(std::size_t i) {
    Vec3& x = p_.position[i];
    const double r = p_.radius[i];
    if (p_.walls) {
      const double distance = p_.walls(x);
      if (distance < r * (1.0 - rounding) - p_.coarseness) {
        // Out of the wall along the gradient of the distance.
        const double h = 1e-3 * r;
        Vec3 gradient;
        for (int k = 0; k < 3; ++k)
          gradient[k] = p_.walls(x + h * Vec3::Unit(k)) - p_.walls(x - h * Vec3::Unit(k));
        const double norm = gradient.norm();
        if (norm > 0.0) x += gradient * ((r - distance + inflation * r) / norm);
      }
    }
    x = p_.region.pull_inside(x, r);
  }

  Packing& p_;
  double largest_;
  double reach_;
  BallGrid grid_;
  std::vector<Vec3> listed_;  // positions when the pairs were listed
  std::vector<BallPair> pairs_;
};

}  // namespace

bool stays_inside(const Packing& packing, const Vec3& point, double radius) {
  const double least = radius * (1.0 - rounding);
  return packing.region.contains(point, least) &&
         !(packing.walls && packing.walls(point) < least - packing.coarseness);
}

bool keeps_apart(const Packing& packing, std::size_t i, std::size_t j) {
  const double least = (packing.padded[i] + packing.padded[j]) * (1.0 + safety);
  return packing.cell.separation(packing.position[i], packing.position[j]).squaredNorm() >= least * least;
}

bool relax(Packing& packing, int sweeps) {
  if (packing.movable == 0) return true;
  return Relaxation(packing).run(sweeps);
}

}  // namespace scree
