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
}

// A touch as those see it with which it acts together: `sign` turns its normal so that all lead from one
// body.
struct Member {
  Touch* touch;
  double sign;
};

// What is touched only below its surface, through faces that others cover, goes with them.
void lend_normals(std::span<const Member> members) {
  Vec3 area = Vec3::Zero();
  for (const auto& [touch, sign] : members) area += sign * touch->area * touch->normal;
  const double whole = area.norm();
  if (!(whole > 0)) return;
  for (const auto& [touch, sign] : members)
    if (touch->area == 0) touch->normal = sign * area / whole;
}

void share_volumes(std::span<const Member> members) {
  double volume = 0;
  for (const Member& m : members) volume += m.touch->volume;
  for (const Member& m : members) m.touch->pair_volume = volume;
}

// The area that faces as each of them does. Round bodies under laws that know no volume touch with points,
// each of which bears all.
void share_areas(std::span<const Member> members) {
  for (const Member& m : members) {
    m.touch->facing_area = m.touch->area;
    if (!(m.touch->volume > 0)) continue;
    for (const Member& other : members)
      if (other.touch != m.touch)
        m.touch->facing_area +=
            other.touch->area * std::max(0.0, m.sign * other.sign * m.touch->normal.dot(other.touch->normal));
  }
}

}  // namespace

void join_parts(const State& state, Pair pair, std::span<const Parts> parts, std::span<Touch> touches) {
  if (touches.size() == 1) {  // most
    touches[0].pair_volume = touches[0].volume;
    touches[0].facing_area = touches[0].area;
    return;
  }
  static thread_local std::vector<Member> members;
  members.clear();
  for (Touch& touch : touches) members.push_back({&touch, 1});
  const Bodies& bodies = state.bodies;
  if (state.laws.of(bodies.material[pair.a], bodies.material[pair.b]).normal != NormalLaw::overlap_energy) {
    share_normals(state, pair, parts, touches);
    lend_normals(members);
  }
  share_volumes(members);
  share_areas(members);
}

SurfaceTouch::SurfaceTouch(const Placements& placements, Pair of_bodies, Parts of_parts, Touch& where)
    : pair(of_bodies), parts(of_parts), touch(&where) {
  const bool wall_is_a = placements.surface(pair.a) != no_body;
  const BodyIndex wall = wall_is_a ? pair.a : pair.b;
  grain = wall_is_a ? pair.b : pair.a;
  surface = placements.surface(wall);
  solid = placements.solid(wall);
}

void join_surfaces(const State& state, std::vector<SurfaceTouch>& touches) {
  std::ranges::sort(touches, {}, [](const SurfaceTouch& t) {
    return std::tuple(t.grain, t.surface, t.solid, t.pair, t.parts);
  });
  std::vector<Member> members;
  const auto for_runs = [&](std::size_t begin, std::size_t end, const auto& key, const auto& visit) {
    for (std::size_t next = begin; begin < end; begin = next) {
      while (next < end && key(touches[next]) == key(touches[begin])) ++next;
      if (next == begin + 1) continue;
      members.clear();
      for (std::size_t k = begin; k < next; ++k)
        members.push_back({touches[k].touch, touches[k].grain == touches[k].pair.a ? 1.0 : -1.0});
      visit(begin, next);
    }
  };
  for_runs(
      0, touches.size(), [](const SurfaceTouch& t) { return std::tuple(t.grain, t.surface); },
      [&](std::size_t begin, std::size_t end) {
        for_runs(
            begin, end, [](const SurfaceTouch& t) { return t.solid; },
            [&](std::size_t first, std::size_t) {
              const Bodies& b = state.bodies;
              const Pair pair = touches[first].pair;
              if (state.laws.of(b.material[pair.a], b.material[pair.b]).normal == NormalLaw::overlap_energy)
                share_volumes(members);
              else
                lend_normals(members);
            });
      });
  for_runs(
      0, touches.size(), [](const SurfaceTouch& t) { return std::tuple(t.grain, t.surface); },
      [&](std::size_t, std::size_t) { share_areas(members); });
}

bool touches_surface(const Placements& placements, Pair pair) {
  return placements.has_surfaces() &&
         (placements.surface(pair.a) != no_body || placements.surface(pair.b) != no_body);
}

JoinedTouches::JoinedTouches(const State& state, std::span<const std::uint8_t> wanted)
    : state_(state), wanted_(wanted) {
  const Contacts& contacts = state.contacts;
  const Bodies& bodies = state.bodies;
  // Only bodies that touch are looked at, and walls, which may cover each other.
  std::vector<std::uint8_t> needed(bodies.size(), 0);
  bool any = false;
  for (std::size_t k = 0; k < contacts.size(); ++k)
    if (is_wanted(k)) needed[contacts.pair[k].a] = needed[contacts.pair[k].b] = any = true;
  if (!any) return;
  std::vector<BodyIndex> order;
  for (BodyIndex i = 0; i < bodies.size(); ++i)
    if (needed[i] || !bodies.free(i)) order.push_back(i);
  Workers alone(1);
  placements_.update(state, {order, 0}, 0, alone);
  if (!placements_.has_surfaces()) return;
  for (std::size_t k = 0; k < contacts.size(); ++k)
    if (is_wanted(k) && touches_surface(placements_, contacts.pair[k])) at_surface_.push_back({k, {}});
  std::vector<SurfaceTouch> touches;
  std::vector<Touch> of_pair;
  for (std::size_t first = 0, end = 0; first < at_surface_.size(); first = end) {
    const std::size_t k = at_surface_[first].contact;
    while (end < at_surface_.size() && contacts.pair[at_surface_[end].contact] == contacts.pair[k]) ++end;
    join_pair(k, k + (end - first), of_pair);
    for (std::size_t n = first; n < end; ++n) {
      AtSurface& here = at_surface_[n];
      here.touch = of_pair[n - first];
      touches.emplace_back(placements_, contacts.pair[here.contact], contacts.parts[here.contact],
                           here.touch);
    }
  }
  join_surfaces(state, touches);
}

void JoinedTouches::join_pair(std::size_t begin, std::size_t end, std::vector<Touch>& touches) const {
  const Contacts& contacts = state_.contacts;
  touches.clear();
  for (std::size_t k = begin; k < end; ++k) touches.push_back(touch_of(state_, placements_, k));
  join_parts(state_, contacts.pair[begin], {contacts.parts.data() + begin, end - begin}, touches);
}

void JoinedTouches::of_pair(std::size_t begin, std::size_t end, std::vector<Touch>& touches) const {
  if (!touches_surface(placements_, state_.contacts.pair[begin])) return join_pair(begin, end, touches);
  touches.clear();
  auto known = std::ranges::lower_bound(at_surface_, begin, {}, &AtSurface::contact);
  for (std::size_t k = begin; k < end; ++k) touches.push_back((known++)->touch);
}

}  // namespace scree
