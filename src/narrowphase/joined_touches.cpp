#include "narrowphase/joined_touches.h"

#include <algorithm>
#include <tuple>

#include "base/parallel.h"

namespace scree {
namespace {

// Number of the convex solid to which each touch belongs: that of its first touch.
std::vector<std::size_t> solids_of(const State& state, Pair pair, std::span<const Parts> parts) {
  const Shape& a = state.shapes[state.bodies.shape[pair.a]];
  const Shape& b = state.shapes[state.bodies.shape[pair.b]];
  const auto one = [](const Shape& shape, std::uint32_t i, std::uint32_t j) {
    return i == j || std::ranges::binary_search(shape.joints, std::pair(std::min(i, j), std::max(i, j)));
  };
  std::vector<std::size_t> solid(parts.size());
  for (std::size_t m = 0; m < parts.size(); ++m) {
    solid[m] = m;
    for (std::size_t n = 0; n < m; ++n) {
      if (solid[n] == solid[m] || !one(a, parts[m].a, parts[n].a) || !one(b, parts[m].b, parts[n].b))
        continue;
      const std::size_t low = std::min(solid[m], solid[n]), high = std::max(solid[m], solid[n]);
      std::replace(solid.begin(), solid.begin() + static_cast<std::ptrdiff_t>(m) + 1, high, low);
    }
  }
  return solid;
}

void share_normals(const State& state, Pair pair, std::span<const Parts> parts, std::span<Touch> touches) {
  const std::vector<std::size_t> solid = solids_of(state, pair, parts);
  for (std::size_t m = 0; m < touches.size(); ++m) {
    if (solid[m] != m) continue;
    Vec3 area = Vec3::Zero();
    double least = 0;
    for (std::size_t n = m; n < touches.size(); ++n)
      if (solid[n] == m) {
        area += touches[n].area * touches[n].normal;
        least += 1e-9 * touches[n].area;
      }
    if (!(area.norm() > least)) continue;
    const Vec3 normal = area.normalized();
    for (std::size_t n = m; n < touches.size(); ++n) {
      if (solid[n] != m) continue;
      touches[n].area = std::max(0.0, touches[n].area * touches[n].normal.dot(normal));
      touches[n].normal = normal;
    }
  }
  // A part that is touched only below its surface, through edges that others cover, goes with them.
  Vec3 area = Vec3::Zero();
  for (const Touch& touch : touches) area += touch.area * touch.normal;
  if (const double whole = area.norm(); whole > 0)
    for (Touch& touch : touches)
      if (touch.area == 0) touch.normal = area / whole;
}

// What they do together; `each` lets a function see every touch. One alone bears all of it, to the last bit.
template <class Each>
void share(const Each& each) {
  std::size_t count = 0;
  double volume = 0;
  Vec3 area = Vec3::Zero();
  each([&](const Touch& touch) {
    ++count;
    volume += touch.volume;
    area += touch.area * touch.normal;
  });
  each([&](Touch& touch) {
    touch.pair_volume = volume;
    touch.facing_area = count == 1 ? touch.area : std::max(touch.area, touch.normal.dot(area));
  });
}

}  // namespace

void join_parts(const State& state, Pair pair, std::span<const Parts> parts, std::span<Touch> touches) {
  if (touches.size() > 1) {
    const Bodies& bodies = state.bodies;
    const NormalLaw law = state.laws.of(bodies.material[pair.a], bodies.material[pair.b]).normal;
    if (law != NormalLaw::overlap_energy) share_normals(state, pair, parts, touches);
  }
  share([&](const auto& visit) { std::ranges::for_each(touches, visit); });
}

bool touches_surface(const Placements& placements, Pair pair) {
  return placements.has_surfaces() &&
         (placements.surface(pair.a) != no_body || placements.surface(pair.b) != no_body);
}

void join_surfaces(const Placements& placements, std::vector<SurfaceTouch>& touches) {
  for (SurfaceTouch& touch : touches) {
    const bool is_a = placements.surface(touch.pair.a) != no_body;
    touch.surface = placements.surface(is_a ? touch.pair.a : touch.pair.b);
    touch.grain = is_a ? touch.pair.b : touch.pair.a;
  }
  const auto contact = [](const SurfaceTouch& t) { return std::tuple(t.grain, t.surface); };
  std::ranges::sort(touches, {},
                    [](const SurfaceTouch& t) { return std::tuple(t.grain, t.surface, t.pair, t.parts); });
  for (auto begin = touches.begin(); begin != touches.end();) {
    const auto end = std::find_if(begin, touches.end(),
                                  [&](const SurfaceTouch& t) { return contact(t) != contact(*begin); });
    if (end - begin > 1)
      share([&](const auto& visit) {
        std::for_each(begin, end, [&](const SurfaceTouch& t) { visit(*t.touch); });
      });
    begin = end;
  }
}

JoinedTouches::JoinedTouches(const State& state) : state_(state) {
  Workers alone(1);
  std::vector<BodyIndex> order(state.bodies.size());
  for (BodyIndex i = 0; i < order.size(); ++i) order[i] = i;
  placements_.update(state, {order, 0}, 0, alone);
  if (!placements_.has_surfaces()) return;
  const Contacts& contacts = state.contacts;
  for (std::size_t k = 0; k < contacts.size(); ++k)
    if (touches_surface(placements_, contacts.pair[k])) at_surface_.push_back({k, {}});
  std::vector<SurfaceTouch> touches;
  for (std::size_t first = 0, end = 0; first < at_surface_.size(); first = end) {
    std::vector<Touch> of_pair;
    for (const Pair pair = contacts.pair[at_surface_[first].contact];
         end < at_surface_.size() && contacts.pair[at_surface_[end].contact] == pair; ++end)
      of_pair.push_back(touch_of(state, placements_, at_surface_[end].contact));
    const std::size_t k = at_surface_[first].contact;
    join_parts(state, contacts.pair[k], {contacts.parts.data() + k, of_pair.size()}, of_pair);
    for (std::size_t n = first; n < end; ++n) {
      AtSurface& here = at_surface_[n];
      here.touch = of_pair[n - first];
      touches.push_back({contacts.pair[here.contact], contacts.parts[here.contact], &here.touch});
    }
  }
  join_surfaces(placements_, touches);
}

void JoinedTouches::of_pair(std::size_t begin, std::size_t end, std::vector<Touch>& touches) {
  touches.clear();
  const Contacts& contacts = state_.contacts;
  if (touches_surface(placements_, contacts.pair[begin])) {
    auto known = std::ranges::lower_bound(at_surface_, begin, {}, &AtSurface::contact);
    for (std::size_t k = begin; k < end; ++k) touches.push_back((known++)->touch);
    return;
  }
  for (std::size_t k = begin; k < end; ++k) touches.push_back(touch_of(state_, placements_, k));
  join_parts(state_, contacts.pair[begin], {contacts.parts.data() + begin, end - begin}, touches);
}

}  // namespace scree
