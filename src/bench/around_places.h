// Boxes that stay around their places: each goes straight on until it is as far away as it may get, and then
// another way. Moving to and fro on one line instead would repeat itself: margins of a small crowd then hold
// for ever once they happened to be around the middle of every line, which no real bed will do. (Where there
// is only one axis to move along, as in the tower of the plane, it is to and fro.)
#pragma once

#include <algorithm>
#include <vector>

#include "base/rng.h"
#include "bench/box_places.h"

namespace scree {

class AroundPlaces : public BoxScene {
 public:
  using BoxScene::BoxScene;
  std::unique_ptr<BoxScene> clone() const override { return std::make_unique<AroundPlaces>(*this); }
  void step(Workers& workers) override { wander(workers); }

 protected:
  static constexpr std::size_t bodies_together = 4096;

  // What the last body that was appended does: up to nearly `most` from its place, along the first `axes`, by
  // `pace` per step.
  void wander_last(const Vec3& place, int axes, double most, double pace, Rng& rng) {
    const double reach =
        rng.uniform(0.75, 1) * most;  // not all equally far: on one axis that would repeat itself
    Walk walk{place, Vec3::Zero(), Vec3::Zero(), reach, std::min(pace, reach), rng.bits(), axes};
    walk.from_place = rng.uniform() * reach * walk.any_direction();
    walk.way = walk.pace * walk.any_direction();
    walks_.push_back(walk);
    travel_[walks_.size() - 1] = walk.pace;
    move_to(walks_.size() - 1, place + walk.from_place);
  }
  void wander(Workers& workers) {
    workers.for_ranges(walks_.size(), bodies_together, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        Walk& walk = walks_[i];
        if (walk.would_leave()) walk.turn();
        walk.from_place += walk.way;
        move_to(i, walk.place + walk.from_place);
      }
    });
  }

 private:
  struct Walk {
    Vec3 place, from_place, way;
    double reach, pace;
    std::uint64_t luck;
    int axes;

    bool would_leave() const { return (from_place + way).squaredNorm() > reach * reach; }
    void turn() {
      way = pace * any_direction();
      if (way.dot(from_place) > 0) way = -way;
      if (would_leave()) way = -pace * from_place.normalized();  // through the middle
    }
    Vec3 any_direction() {
      Vec3 v = Vec3::Zero();
      for (int k = 0; k < axes; ++k) {
        luck = luck * 6364136223846793005u + 1442695040888963407u;
        v[k] = static_cast<double>(luck >> 32) - 2147483647.5;  // never 0
      }
      return v.normalized();
    }
  };
  void move_to(std::size_t i, const Vec3& centre) {
    const Vec3 half = 0.5 * (boxes_[i].upper - boxes_[i].lower);
    boxes_[i] = {centre - half, centre + half};
  }
  std::vector<Walk> walks_;
};

}  // namespace scree
