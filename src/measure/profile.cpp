#include "measure/profile.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "base/math.h"

namespace scree {
namespace {

std::vector<std::uint8_t> supported(const State& state) {
  const Contacts& contacts = state.contacts;
  std::vector<std::uint8_t> counts(state.bodies.size(), contacts.size() == 0);
  for (const Pair& pair : contacts.pair) counts[pair.a] = counts[pair.b] = 1;
  for (BodyIndex i = 0; i < state.bodies.size(); ++i) counts[i] = counts[i] && state.bodies.free(i);
  return counts;
}

class Columns {
 public:
  explicit Columns(double width) : width_(width) {}

  void disc(const Vec2& centre, double radius) {
    visit(centre.x() - radius, centre.x() + radius, [&](double left, double right) {
      const double x = std::clamp(centre.x(), left, right);
      const double d = x - centre.x();
      return Vec2(x, centre.y() + std::sqrt(std::max(0.0, radius * radius - d * d)));
    });
    base_ = std::min(base_, centre.y() - radius);
  }

  void segment(Vec2 p, Vec2 q) {
    if (q.x() < p.x()) std::swap(p, q);
    visit(p.x(), q.x(), [&](double left, double right) {
      const auto at = [&](double x) {
        return x <= p.x()   ? p
               : x >= q.x() ? q
                            : Vec2(x, p.y() + (x - p.x()) / (q.x() - p.x()) * (q.y() - p.y()));
      };
      const Vec2 one = at(left), other = q.x() > p.x() ? at(right) : q;
      return one.y() > other.y() ? one : other;
    });
    base_ = std::min({base_, p.y(), q.y()});
  }

  Profile result() const {
    Profile profile{{}, base_, width_};
    for (const auto& [number, point] : highest_) profile.top.push_back(point);
    return profile;
  }

 private:
  // Asks for the highest point in each of the columns between two places.
  template <class Top>
  void visit(double from, double to, const Top& top) {
    if (!std::isfinite(from) || !std::isfinite(to)) return;
    const double first = std::floor(from / width_), last = std::floor(to / width_);
    if (!(std::abs(first) < 1e15 && std::abs(last) < 1e15)) return;
    for (auto n = static_cast<std::int64_t>(first); n <= static_cast<std::int64_t>(last); ++n) {
      const double left = std::max(from, static_cast<double>(n) * width_);
      const double right = std::min(to, static_cast<double>(n + 1) * width_);
      if (left > right) continue;
      const Vec2 point = top(left, right);
      if (!point.allFinite()) continue;
      const auto [entry, is_new] = highest_.try_emplace(n, point);
      if (!is_new && point.y() > entry->second.y()) entry->second = point;
    }
  }

  double width_;
  double base_ = std::numeric_limits<double>::infinity();
  std::map<std::int64_t, Vec2> highest_;
};

class Projection {
 public:
  Projection(const State& state, const SideView& view) : state_(state), view_(view) {}

  bool in_sector(BodyIndex i) const {
    if (!view_.sector) return true;
    const Vec3 level = flat(state_.bodies.position[i]);
    return level.dot(view_.along) >= *view_.sector * level.norm();
  }

  void draw(BodyIndex i, Columns& columns) const {
    const Bodies& b = state_.bodies;
    const Shape& shape = state_.shapes[b.shape[i]];
    const auto place = [&](const Vec3& v) {
      return seen(b.position[i] + b.orientation[i] * Vec3(b.scale[i] * v));
    };
    if (is_round(shape.kind))
      columns.disc(seen(b.position[i]), b.scale[i] * shape.radius);
    else if (bounded(shape) && shape.parts.empty() && shape.figures.empty())
      draw_oval(shape, place, columns);
    for (const auto& part : shape.parts)
      for (std::size_t h = 0; h < part->half_edges.size(); h += 2)
        columns.segment(place(part->vertices[part->half_edges[h].origin]),
                        place(part->vertices[part->half_edges[h + 1].origin]));
    for (const auto& figure : shape.figures)
      for (std::uint32_t v = 0; v < figure->size(); ++v) {
        const Vec2 p = figure->vertices[v] + figure->place;
        const Vec2 q = figure->vertices[figure->next(v)] + figure->place;
        columns.segment(place({p.x(), p.y(), 0}), place({q.x(), q.y(), 0}));
      }
  }

 private:
  // A shape without corners that is not round is drawn as the oval in its box.
  template <class Place>
  static void draw_oval(const Shape& shape, const Place& place, Columns& columns) {
    constexpr int sides = 64;
    const auto corner = [&](int n) {
      const math::SinCos turn = math::sincos(2 * math::pi * n / sides);
      return place({shape.half_extents.x() * turn.cos, shape.half_extents.y() * turn.sin, 0});
    };
    for (int n = 0; n < sides; ++n) columns.segment(corner(n), corner(n + 1));
  }

  Vec3 flat(const Vec3& x) const {
    const Vec3 d = x - view_.origin;
    return d - d.dot(view_.up) * view_.up;
  }
  Vec2 seen(const Vec3& x) const {
    const double height = (x - view_.origin).dot(view_.up);
    return {view_.sector ? flat(x).norm() : (x - view_.origin).dot(view_.along), height};
  }

  const State& state_;
  const SideView& view_;
};

}  // namespace

Vec3 up_of(const State& state) {
  const double g = state.gravity.norm();
  if (g > 0) return -state.gravity / g;
  return state.dimension == 2 ? Vec3::UnitY() : Vec3::UnitZ();
}

SideView plane_view(const State& state) {
  const Vec3 up = up_of(state);
  return {Vec3::Zero(), up, up.cross(Vec3::UnitZ()).normalized(), std::nullopt};
}

Profile surface_profile(const State& state, const SideView& view) {
  const Bodies& b = state.bodies;
  const std::vector<std::uint8_t> counts = supported(state);
  double diameter = 0, largest = 0, grains = 0;
  for (BodyIndex i = 0; i < b.size(); ++i) {
    if (!counts[i]) continue;
    diameter += 2 * equivalent_radius(state, i);
    largest = std::max(largest, b.scale[i] * state.shapes[b.shape[i]].radius);
    grains += 1;
  }
  if (!(diameter > 0)) return {};
  // One grain much larger than the others shall not lie across millions of columns.
  constexpr double most_columns = 1e4;
  Columns columns(std::max(diameter / grains, 2 * largest / most_columns));
  const Projection projection(state, view);
  for (BodyIndex i = 0; i < b.size(); ++i)
    if (counts[i] && projection.in_sector(i)) projection.draw(i, columns);
  return columns.result();
}

}  // namespace scree
