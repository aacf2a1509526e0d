// Scenes that flow. Paths are those of incompressible flows, so the density stays what it was.
#include <algorithm>

#include "base/math.h"
#include "bench/box_places.h"

namespace scree {
namespace {

constexpr std::size_t moved_bodies_together = 4096;

// A drum about the origin, half full, turning about y (in the plane: about z). Positions are kept in the
// frame of the surface: s along it, uphill; n out of the bed. Below the layer -d(s) < n < 0, d = d0 (1 - s^2
// / L^2), all turn with the drum; in it they flow down. The stream function is -w r^2 / 2 below and joins the
// value -w L^2 / 2 of the surface as the square of the height in the layer; so the speed at the surface is w
// L^2 / d0.
class Drum : public BoxScene {
 public:
  explicit Drum(const BoxSceneWish& wish) : BoxScene(wish) {
    Rng rng(wish.seed, 1);
    const double count = static_cast<double>(wish.bodies);
    const double spacing = lattice_spacing(dimension_, dimension_ == 2 ? 0.8 : 0.58);
    radius_ = std::max(2.0, dimension_ == 2 ? spacing * std::sqrt(2 * count / math::pi)
                                            : spacing * math::cbrt(2 * count / math::pi));
    at_ = enough_places(wish, rng, radius_, [&](double r) {
      const Box half_disc = {Vec3(-r, -r, 0), Vec3(r, 0, dimension_ == 2 ? 0 : r)};
      return lattice_inside(dimension_, half_disc, spacing,
                            [&](const Vec3& p) { return p.head<2>().squaredNorm() <= r * r; });
    });
    layer_ = 0.15 * radius_;
    turn_ = motion_ * layer_ / (radius_ * radius_);
    depth_ = dimension_ == 2 ? 0 : radius_;
    for (Vec3& p : at_) {
      p += shift(rng, dimension_, 0.5 * spacing);
      keep_inside(p);
      append_body(world(p), about_one(rng));
    }
    for (int piece = 0; piece < pieces; ++piece) append_wall({});
    turn_wall();
    if (dimension_ == 3)
      for (const double y : {-1.5, depth_ + 0.5})  // the lids
        append_wall({Vec3(-radius_ - 1, y, -radius_ - 1), Vec3(radius_ + 1, y + 1, radius_ + 1)});
    room_ = {Vec3(-radius_, -radius_, 0), Vec3(radius_, radius_, 0)};
    if (dimension_ == 3) room_ = {Vec3(-radius_, 0, -radius_), Vec3(radius_, depth_, radius_)};
  }
  std::unique_ptr<BoxScene> clone() const override { return std::make_unique<Drum>(*this); }

  void step(Workers& workers) override {
    workers.for_ranges(at_.size(), moved_bodies_together, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        Vec3& p = at_[i];
        const Vec3 way = velocity(p + 0.5 * velocity(p));
        p += way;
        keep_inside(p);
        travel_[i] = way.norm();
        place(i, world(p));
      }
    });
    turned_ += turn_;
    turn_wall();
  }

 private:
  static constexpr int pieces = 48;  // of the wall

  Vec3 velocity(const Vec3& p) const {
    const double s = p.x(), n = p.y();
    const double beyond = std::max(0.0, 1 - s * s / (radius_ * radius_));
    const double d = layer_ * beyond;
    if (n <= -d || beyond < 1e-6) return {-turn_ * n, turn_ * s, 0};
    const double slope = -2 * layer_ * s / (radius_ * radius_);
    const double height = 1 + n / d;
    // (stream function at the surface less that below the layer) / d
    const double step = -0.5 * turn_ * (radius_ * radius_ / layer_ - d);
    const double below = turn_ * (s + d * slope);
    return {2 * step * height, below * (1 - height * height) + 2 * step * height * (height - 1) * slope, 0};
  }
  void keep_inside(Vec3& p) const {
    p.y() = std::min(p.y(), 0.0);
    const double r2 = p.head<2>().squaredNorm();
    if (r2 > radius_ * radius_) p.head<2>() *= (1 - 1e-12) * radius_ / std::sqrt(r2);
    if (dimension_ == 3) p.z() = std::clamp(p.z(), 0.0, depth_);
  }
  Vec3 world(const Vec3& p) const {
    const double x = cosine * p.x() - sine * p.y(), up = sine * p.x() + cosine * p.y();
    return dimension_ == 2 ? Vec3(x, up, 0) : Vec3(x, p.z(), up);
  }
  // Flat pieces, one body thick.
  void turn_wall() {
    for (int piece = 0; piece < pieces; ++piece) {
      const math::SinCos from = math::sincos(turned_ + 2 * math::pi * piece / pieces),
                         to = math::sincos(turned_ + 2 * math::pi * (piece + 1) / pieces);
      Box box{Vec3(0, -1, 0), Vec3(0, depth_ + 1, 0)};
      for (const auto& [k, a, b] : {std::tuple{0, from.cos, to.cos}, {up(), from.sin, to.sin}}) {
        const double inner = radius_ + 0.5, outer = radius_ + 1.5;
        box.lower[k] = std::min({inner * a, outer * a, inner * b, outer * b});
        box.upper[k] = std::max({inner * a, outer * a, inner * b, outer * b});
      }
      boxes_[at_.size() + static_cast<std::size_t>(piece)] = box;
      travel_[at_.size() + static_cast<std::size_t>(piece)] = turn_ * (radius_ + 1.5);
    }
  }

  static constexpr double sine = 0.5, cosine = 0.86602540378443865;  // the slope: 30 degrees
  double radius_ = 0, layer_ = 0, depth_ = 0;
  double turn_ = 0, turned_ = 0;  // angle per step, and so far
  std::vector<Vec3> at_;          // (s, n, place along the axis)
};

// A shaft above a funnel of 45 degrees whose mouth is a quarter as wide. Across, bodies keep their share of
// the half-width; down they move with a flux that falls to a tenth at the walls.
class Hopper : public BoxScene {
 public:
  explicit Hopper(const BoxSceneWish& wish) : BoxScene(wish) {
    Rng rng(wish.seed, 2);
    const double count = static_cast<double>(wish.bodies);
    const double spacing = lattice_spacing(dimension_, dimension_ == 2 ? 0.8 : 0.58);
    width_ = std::max(2.0, spacing * (dimension_ == 2 ? std::sqrt(count / 7.44) : math::cbrt(count / 14.3)));
    at_ = enough_places(wish, rng, width_, [&](double w) {
      Box all = {Vec3(-w, -w, 0), Vec3(w, w, 4 * w)};
      if (dimension_ == 2) all = {Vec3(-w, 0, 0), Vec3(w, 4 * w, 0)};
      return lattice_inside(dimension_, all, spacing, [&](const Vec3& p) {
        const double half = half_width(p[up()], w);
        return std::abs(p.x()) <= half && (dimension_ == 2 || std::abs(p.y()) <= half);
      });
    });
    for (Vec3& p : at_) {
      p += shift(rng, dimension_, 0.5 * spacing);
      const double half = half_width(p[up()], width_);
      Vec3 centre = p;
      for (int k = 0; k < up(); ++k) {
        p[k] = std::clamp(p[k] / half, -1.0, 1.0);
        centre[k] = half * p[k];
      }
      append_body(centre, about_one(rng));
    }
    add_walls();
    room_ = {Vec3(-width_, -width_, 0), Vec3(width_, width_, 0)};
    room_.lower[up()] = -refill_after * motion_ - 0.6;
    room_.upper[up()] = 4 * width_ + 0.6;
  }
  std::unique_ptr<BoxScene> clone() const override { return std::make_unique<Hopper>(*this); }

  void step(Workers& workers) override {
    const bool refill = ++steps_ % refill_after == 0;
    workers.for_ranges(at_.size(), moved_bodies_together, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        Vec3& p = at_[i];
        const double half = half_width(p[up()], width_);
        double down = motion_;
        for (int k = 0; k < up(); ++k) down *= (1 - 0.9 * p[k] * p[k]) * (0.25 * width_ / half);
        p[up()] -= down;
        double way2 = down * down;
        Vec3 centre(0, 0, 0);
        const double narrower = half_width(p[up()], width_);
        for (int k = 0; k < up(); ++k) {
          centre[k] = p[k] * narrower;
          way2 += p[k] * p[k] * (narrower - half) * (narrower - half);
        }
        if (refill && p[up()] < 0) p[up()] += 4 * width_;
        centre[up()] = p[up()];
        if (p[up()] >= 2 * width_)  // wide again, if it was refilled
          for (int k = 0; k < up(); ++k) centre[k] = p[k] * width_;
        travel_[i] = std::sqrt(way2);
        place(i, centre);
      }
    });
  }

 private:
  static constexpr int refill_after = 100;  // steps; meanwhile what has left falls on

  static double half_width(double height, double w) { return std::clamp(height + 0.25 * w, 0.25 * w, w); }

  // Upright ones in one piece, slopes in pieces four bodies long.
  void add_walls() {
    const double top = 4 * width_, out = width_ + 1;
    for (int k = 0; k < up(); ++k)
      for (const int side : {-1, 1}) {
        const auto wall = [&](double from, double to, double inner, double outer) {
          Box box = {Vec3::Constant(-out), Vec3::Constant(out)};
          box.lower[up()] = from;
          box.upper[up()] = to;
          box.lower[k] = std::min(side * inner, side * outer);
          box.upper[k] = std::max(side * inner, side * outer);
          append_wall(box);
        };
        const double slope = 0.75 * width_;
        wall(slope, top, width_ + 0.5, width_ + 1.5);
        for (double h = 0; h < slope; h += 4)
          wall(h, std::min(slope, h + 4), 0.25 * width_ + 0.7 + h,
               0.25 * width_ + 0.7 + std::min(slope, h + 4));
      }
  }

  double width_ = 0;  // half of the shaft's
  int steps_ = 0;
  std::vector<Vec3> at_;  // across: shares of the half-width; up: the height
};

// Sheared, ten bodies deep, over pieces of ground with tops at any height: the lowest bodies are among them.
class Terrain : public BoxScene {
 public:
  explicit Terrain(const BoxSceneWish& wish) : BoxScene(wish) {
    Rng rng(wish.seed, 3);
    const double spacing = lattice_spacing(dimension_, dimension_ == 2 ? 0.75 : 0.55);
    // Whole rows, so that the layer closes at the ends of the cell.
    const double count = static_cast<double>(wish.bodies);
    const auto across = static_cast<int>(
        std::max(8.0, std::ceil(dimension_ == 2 ? count / layers : std::sqrt(count / layers))));
    const double per_layer = dimension_ == 2 ? across : across * across;
    depth_ = spacing * std::ceil(count / per_layer);
    Vec3 end = Vec3::Constant(spacing * across);
    end[up()] = depth_;
    if (dimension_ == 2) end.z() = 0;
    at_ = lattice_inside(dimension_, {Vec3::Zero(), end}, spacing, [](const Vec3&) { return true; });
    thin_out(at_, wish, rng);
    cell_.periodic = {true, dimension_ == 3, false};
    cell_.length = Vec3::Constant(spacing * across);
    for (Vec3& p : at_) {
      p += shift(rng, dimension_, 0.5 * spacing);
      for (int k = 0; k < up(); ++k) p[k] = wrap(p[k]);
      append_body(p, about_one(rng));
    }
    const auto pieces = static_cast<int>(std::ceil(spacing * across / 1.5));
    const double piece = spacing * across / pieces;
    for (int n = 0; n < (dimension_ == 2 ? pieces : pieces * pieces); ++n) {
      Vec3 corner(n % pieces * piece, n / pieces * piece, 0);
      Vec3 size = Vec3::Constant(1.1 * piece);
      corner[up()] = -3;
      size[up()] = 3 + rng.uniform(-1, 0.8);
      if (dimension_ == 2) corner.z() = 0;
      append_wall({corner, corner + size});
    }
    room_ = {Vec3::Zero(), end};
    room_.lower[up()] = -0.2;
    room_.upper[up()] += 0.2;
  }
  std::unique_ptr<BoxScene> clone() const override { return std::make_unique<Terrain>(*this); }

  void step(Workers& workers) override {
    workers.for_ranges(at_.size(), moved_bodies_together, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        Vec3& p = at_[i];
        travel_[i] = motion_ * std::clamp(p[up()] / depth_, 0.0, 1.0);
        p.x() = wrap(p.x() + travel_[i]);
        place(i, p);
      }
    });
  }

 private:
  static constexpr double layers = 10;

  double wrap(double x) const {
    const double length = cell_.length.x();
    return x < 0 ? x + length : x >= length ? x - length : x;
  }

  double depth_ = 0;
  std::vector<Vec3> at_;
};

}  // namespace

std::unique_ptr<BoxScene> make_box_drum(const BoxSceneWish& wish) { return std::make_unique<Drum>(wish); }
std::unique_ptr<BoxScene> make_box_hopper(const BoxSceneWish& wish) { return std::make_unique<Hopper>(wish); }
std::unique_ptr<BoxScene> make_box_terrain(const BoxSceneWish& wish) {
  return std::make_unique<Terrain>(wish);
}

}  // namespace scree
