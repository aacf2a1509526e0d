// Boxes that stay around their places: each moves to and fro on a line of its own.
#pragma once

#include <cmath>
#include <vector>

#include "base/rng.h"
#include "lab/box_places.h"

namespace scree {

class AroundPlaces : public BoxScene {
 public:
  using BoxScene::BoxScene;
  std::unique_ptr<BoxScene> clone() const override { return std::make_unique<AroundPlaces>(*this); }
  void step(Workers& workers) override { swing(workers); }

 protected:
  static constexpr std::size_t bodies_together = 4096;

  // What the last body that was appended does: up to nearly `most` from its place, by `pace` per step.
  void swing_last(const Vec3& place, const Vec3& along, double most, double pace, Rng& rng) {
    // Not all equally far: together they would be back after some hundred steps, and processors learn by
    // heart which way branches go in what repeats itself.
    const double reach = rng.uniform(0.75, 1) * most;
    pace = std::min(pace, reach);
    const double offset = rng.uniform(-reach, reach);
    swings_.push_back({place, along, reach, offset, rng.uniform() < 0.5 ? -pace : pace});
    travel_[swings_.size() - 1] = pace;
    move_to(swings_.size() - 1, place + offset * along);
  }
  void swing(Workers& workers) {
    workers.for_ranges(swings_.size(), bodies_together, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        Swing& s = swings_[i];
        if (std::abs(s.offset + s.pace) > s.reach) s.pace = -s.pace;
        s.offset += s.pace;
        move_to(i, s.place + s.offset * s.along);
      }
    });
  }

 private:
  struct Swing {
    Vec3 place, along;
    double reach, offset, pace;
  };
  void move_to(std::size_t i, const Vec3& centre) {
    const Vec3 half = 0.5 * (boxes_[i].upper - boxes_[i].lower);
    boxes_[i] = {centre - half, centre + half};
  }
  std::vector<Swing> swings_;
};

}  // namespace scree
