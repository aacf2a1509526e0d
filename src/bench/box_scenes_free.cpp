// Gas between walls or without end, and needles.
#include <algorithm>

#include "base/math.h"
#include "bench/around_places.h"
#include "bench/box_places.h"

namespace scree {
namespace {

// Velocities as in a gas in equilibrium; `motion` is their mean.
class Gas : public BoxScene {
 public:
  Gas(const BoxSceneWish& wish, bool periodic) : BoxScene(wish) {
    Rng rng(wish.seed, 7);
    const double count = static_cast<double>(wish.bodies);
    const double spacing = lattice_spacing(dimension_, 0.1);
    // Sites of the lattice are stretched to fill the room that the solid fraction asks for, whatever the
    // count.
    const double across = std::ceil(dimension_ == 2 ? std::sqrt(count) : math::cbrt(count));
    const double edge = spacing * (dimension_ == 2 ? std::sqrt(count) : math::cbrt(count));
    const Vec3 end = dimension_ == 2 ? Vec3(edge, edge, 0) : Vec3::Constant(edge);
    at_ = lattice_inside(dimension_, {Vec3::Zero(), end}, edge / across, [](const Vec3&) { return true; });
    thin_out(at_, wish, rng);
    room_ = {Vec3::Zero(), end};
    for (int k = 0; periodic && k < dimension_; ++k) cell_.periodic[static_cast<std::size_t>(k)] = true;
    cell_.length = Vec3::Constant(edge);
    const double mean = dimension_ == 2 ? std::sqrt(math::pi / 2) : std::sqrt(8 / math::pi);
    for (Vec3& p : at_) {
      // As good as anywhere: a gas has no order.
      p += shift(rng, dimension_, spacing);
      for (int k = 0; k < dimension_; ++k) {
        if (p[k] < 0) p[k] = -p[k];
        if (p[k] >= edge) p[k] = 2 * edge - p[k];
        p[k] = std::clamp(p[k], 0.0, 0.999999 * edge);
      }
      const double x = rng.normal(), y = rng.normal();
      way_.emplace_back(motion_ / mean * Vec3(x, y, dimension_ == 2 ? 0 : rng.normal()));
      append_body(p, about_one(rng));
      travel_[way_.size() - 1] = way_.back().norm();
    }
    if (!periodic) add_walls(edge);
  }
  std::unique_ptr<BoxScene> clone() const override { return std::make_unique<Gas>(*this); }

  void step(Workers& workers) override {
    const double edge = cell_.length.x();
    workers.for_ranges(at_.size(), 4096, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        Vec3& p = at_[i];
        p += way_[i];
        for (int k = 0; k < dimension_; ++k) {
          if (p[k] >= 0 && p[k] < edge) continue;
          if (cell_.periodic[static_cast<std::size_t>(k)])
            p[k] += p[k] < 0 ? edge : -edge;
          else {
            p[k] -= way_[i][k];
            way_[i][k] = -way_[i][k];
          }
        }
        place(i, p);
      }
    });
  }

 private:
  void add_walls(double edge) {
    for (int k = 0; k < dimension_; ++k)
      for (const bool high : {false, true}) {
        Box box = {Vec3::Constant(-1.5), Vec3::Constant(edge + 1.5)};
        box.lower[k] = high ? edge + 0.5 : -1.5;
        box.upper[k] = box.lower[k] + 1;
        append_wall(box);
      }
  }
  std::vector<Vec3> at_, way_;
};

// Rods with round ends. Each turns in a plane of its own, (p, q), and wanders around its place.
class Needles : public AroundPlaces {
 public:
  explicit Needles(const BoxSceneWish& wish) : AroundPlaces(wish) {
    Rng rng(wish.seed, 8);
    const double area = length - 1 + math::pi / 4;
    const double volume = math::pi / 4 * (length - 1) + math::pi / 6;
    const double count = static_cast<double>(wish.bodies);
    const double edge = std::max(
        2 * length, dimension_ == 2 ? std::sqrt(count * area / 0.3) : math::cbrt(count * volume / 0.1));
    const double across = std::ceil(dimension_ == 2 ? std::sqrt(count) : math::cbrt(count));
    const Vec3 end = dimension_ == 2 ? Vec3(edge, edge, 0) : Vec3::Constant(edge);
    std::vector<Vec3> places =
        lattice_inside(dimension_, {Vec3::Zero(), end}, edge / across, [](const Vec3&) { return true; });
    thin_out(places, wish, rng);
    turn_ = math::sincos(motion_ / (0.5 * length));
    for (const Vec3& place : places) {
      Turning t{direction(rng, dimension_), direction(rng, dimension_), 1, 0};
      t.q = dimension_ == 2 ? Vec3(-t.p.y(), t.p.x(), 0) : Vec3(t.p.unitOrthogonal());
      const Vec3 centre = place + shift(rng, dimension_, 0.5 * edge / across);
      append_body(centre, half_of(t.p), 1, dimension_ == 2 ? area : volume);
      turnings_.push_back(t);
      wander_last(centre, dimension_, 0.3, motion_, rng);
      travel_[turnings_.size() - 1] = 2 * motion_;
    }
    room_ = {Vec3::Constant(-0.5), end + Vec3::Constant(0.5)};
  }
  std::unique_ptr<BoxScene> clone() const override { return std::make_unique<Needles>(*this); }

  void step(Workers& workers) override {
    workers.for_ranges(turnings_.size(), bodies_together, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        Turning& t = turnings_[i];
        const double c = t.c * turn_.cos - t.s * turn_.sin;
        t.s = t.s * turn_.cos + t.c * turn_.sin;
        t.c = c;
        const Vec3 half = half_of(t.c * t.p + t.s * t.q);
        const Vec3 centre = 0.5 * (boxes_[i].lower + boxes_[i].upper);
        boxes_[i] = {centre - half, centre + half};
      }
    });
    wander(workers);
  }

 private:
  static constexpr double length = 20;

  struct Turning {
    Vec3 p, q;
    double c, s;
  };
  static Vec3 half_of(const Vec3& axis) {
    return (0.5 * (length - 1)) * axis.cwiseAbs() + Vec3::Constant(0.5);
  }
  math::SinCos turn_{};
  std::vector<Turning> turnings_;
};

}  // namespace

std::unique_ptr<BoxScene> make_box_gas(const BoxSceneWish& wish) {
  return std::make_unique<Gas>(wish, false);
}
std::unique_ptr<BoxScene> make_box_gas_periodic(const BoxSceneWish& wish) {
  return std::make_unique<Gas>(wish, true);
}
std::unique_ptr<BoxScene> make_box_needles(const BoxSceneWish& wish) {
  return std::make_unique<Needles>(wish);
}

}  // namespace scree
