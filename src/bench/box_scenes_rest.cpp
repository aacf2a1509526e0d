// Scenes that stay where they are: heap, bed, tower.
#include <algorithm>

#include "base/math.h"
#include "bench/around_places.h"
#include "bench/box_places.h"

namespace scree {
namespace {

Box floor_below(const Box& room, int dimension) {
  Box box = {room.lower - Vec3::Constant(10), room.upper + Vec3::Constant(10)};
  const int up = dimension - 1;
  box.upper[up] = room.lower[up];
  box.lower[up] = room.lower[up] - 1;
  return box;
}

// A cone (triangle) of 25 degrees on a floor.
class Heap : public AroundPlaces {
 public:
  explicit Heap(const BoxSceneWish& wish) : AroundPlaces(wish) {
    Rng rng(wish.seed, 4);
    const double count = static_cast<double>(wish.bodies);
    const double spacing = lattice_spacing(dimension_, dimension_ == 2 ? 0.8 : 0.58);
    foot_ = std::max(3.0, spacing * (dimension_ == 2 ? std::sqrt(count / slope)
                                                     : math::cbrt(3 * count / (math::pi * slope))));
    std::vector<Vec3> places = enough_places(wish, rng, foot_, [&](double r) {
      Box all = {Vec3(-r, -r, 0), Vec3(r, r, slope * r)};
      if (dimension_ == 2) all = {Vec3(-r, 0, 0), Vec3(r, slope * r, 0)};
      return lattice_inside(dimension_, all, spacing,
                            [&](const Vec3& p) { return p[up()] <= slope * (r - across(p)); });
    });
    rolling_ = std::max<std::size_t>(1, wish.bodies / 1000);
    const std::size_t every = wish.bodies / rolling_;
    for (std::size_t i = 0; i < places.size(); ++i) {
      const Vec3 centre = places[i] + shift(rng, dimension_, 0.5 * spacing);
      append_body(centre, about_one(rng));
      const bool rolls = i % every == 0 && rollers_.size() < rolling_;
      wander_last(centre, dimension_, tremble, tremble, rng);
      if (rolls) add_roller(i, rng);
    }
    room_ = {Vec3::Constant(-foot_ - 1), Vec3::Constant(foot_ + 1)};
    room_.lower[up()] = -0.5;
    append_wall(floor_below(room_, dimension_));
    room_.upper[up()] = slope * foot_ + 1.5;
  }
  std::unique_ptr<BoxScene> clone() const override { return std::make_unique<Heap>(*this); }

  void step(Workers& workers) override {
    wander(workers);
    for (Roller& r : rollers_) {
      if (r.at + r.pace > foot_ || r.at + r.pace < 0) r.pace = -r.pace;
      r.at += r.pace;
      roll(r);
    }
  }

 private:
  static constexpr double slope = 0.46630765815499858;  // of 25 degrees
  static constexpr double tremble = 1e-5;

  // A grain on the slope: how far it is from the middle, and where it goes.
  struct Roller {
    std::size_t body;
    Vec3 outwards;
    double at, pace;
  };
  double across(const Vec3& p) const { return dimension_ == 2 ? std::abs(p.x()) : p.head<2>().norm(); }
  void add_roller(std::size_t body, Rng& rng) {
    Vec3 outwards(rng.uniform() < 0.5 ? -1 : 1, 0, 0);
    if (dimension_ == 3) outwards = direction(rng, 2);
    rollers_.push_back({body, outwards, rng.uniform(0, foot_), motion_ / std::sqrt(1 + slope * slope)});
    travel_[body] = motion_;
    roll(rollers_.back());
  }
  void roll(const Roller& r) {
    Vec3 centre = r.at * r.outwards;
    centre[up()] = slope * (foot_ - r.at) + 1;
    place(r.body, centre);
  }

  double foot_ = 0;  // radius
  std::size_t rolling_ = 0;
  std::vector<Roller> rollers_;
};

class Bed : public AroundPlaces {
 public:
  explicit Bed(const BoxSceneWish& wish) : AroundPlaces(wish) {
    Rng rng(wish.seed, 5);
    const double count = static_cast<double>(wish.bodies);
    const double spacing = lattice_spacing(dimension_, dimension_ == 2 ? 0.82 : 0.6);
    const double across = std::ceil(dimension_ == 2 ? std::sqrt(count) : math::cbrt(count));
    const double layers = std::ceil(count / (dimension_ == 2 ? across : across * across));
    Vec3 end = Vec3::Constant(spacing * across);
    end[up()] = spacing * layers;
    if (dimension_ == 2) end.z() = 0;
    room_ = {Vec3::Zero(), end};
    std::vector<Vec3> places = lattice_inside(dimension_, room_, spacing, [](const Vec3&) { return true; });
    thin_out(places, wish, rng);
    for (const Vec3& p : places) {
      append_body(p, about_one(rng));
      wander_last(p, dimension_, 0.3, motion_, rng);
    }
    append_wall(floor_below(room_, dimension_));
  }
  std::unique_ptr<BoxScene> clone() const override { return std::make_unique<Bed>(*this); }
};

// On each axis across, all bodies of a column have nearly the same ends: whoever sorts them does it for
// nothing.
class Tower : public AroundPlaces {
 public:
  explicit Tower(const BoxSceneWish& wish) : AroundPlaces(wish) {
    Rng rng(wish.seed, 6);
    const double layers =
        std::ceil(static_cast<double>(wish.bodies) / (dimension_ == 2 ? across : across * across));
    Vec3 end = Vec3::Constant(across);
    end[up()] = layers;
    if (dimension_ == 2) end.z() = 0;
    room_ = {Vec3::Constant(-0.2), end + Vec3::Constant(0.2)};
    std::vector<Vec3> places =
        lattice_inside(dimension_, {Vec3::Zero(), end}, 1, [](const Vec3&) { return true; });
    thin_out(places, wish, rng);
    for (const Vec3& p : places) {
      append_body(p, 1.001);  // one rests on the other
      wander_last(p, dimension_ - 1, 0.05, 0.1 * motion_, rng);
    }
    append_wall(floor_below({Vec3::Zero(), end}, dimension_));
  }
  std::unique_ptr<BoxScene> clone() const override { return std::make_unique<Tower>(*this); }

 private:
  static constexpr double across = 4;
};

}  // namespace

std::unique_ptr<BoxScene> make_box_heap(const BoxSceneWish& wish) { return std::make_unique<Heap>(wish); }
std::unique_ptr<BoxScene> make_box_bed(const BoxSceneWish& wish) { return std::make_unique<Bed>(wish); }
std::unique_ptr<BoxScene> make_box_tower(const BoxSceneWish& wish) { return std::make_unique<Tower>(wish); }

}  // namespace scree
