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

// A touch as those see it with which it acts together.
struct Member {
  Touch* touch;
  BedTouch* bed;
  double sign;  // turns its normal so that all lead from one body, which is a where it is above 0
  std::size_t solid;

  const Vec3& arm() const { return sign > 0 ? touch->arm_a : touch->arm_b; }  // of that body
  Vec3 area() const { return sign * touch->area * touch->normal; }
};

// How members are joined.
struct Joining {
  bool energy;      // laws with a potential: its gradient is right part by part, and so are normals
  bool mean_depth;  // the depth is a mean, as of what has corners; else the largest
  bool plane;
};

// One contact with a convex solid that was cut: all touch at one point, with one normal and one depth.
void make_one(std::span<const Member> members, const Joining& how) {
  double volume = 0, patch = 0, deepest = 0, width = 0, width2 = 0, lever = 0, lever2 = 0, least = 0;
  Vec3 point = Vec3::Zero(), area = Vec3::Zero();
  for (const Member& m : members) {
    const Touch& t = *m.touch;
    volume += t.volume;
    point += t.volume * m.arm();
    area += m.area();
    least += 1e-9 * t.area;
    if (t.overlap > 0) patch += t.volume / t.overlap;
    deepest = std::max(deepest, t.overlap);
    width += std::sqrt(t.width2);
    width2 += t.width2;
    lever += t.lever;
    lever2 += t.lever * t.lever;
  }
  if (!(volume > 0)) return;
  point /= volume;
  const double whole = area.norm();
  for (const Member& m : members) {
    Touch& t = *m.touch;
    const Vec3 shift = point - m.arm();
    t.moment -= shift.cross(t.area * t.normal);
    if (m.bed) m.bed->moment -= shift.cross(m.bed->slope * t.normal);
    t.arm_a += shift;
    t.arm_b += shift;
    if (!how.energy && whole > least) {
      t.area = std::max(0.0, m.area().dot(area) / whole);
      t.normal = m.sign * area / whole;
    }
    t.overlap = how.mean_depth && patch > 0 ? volume / patch : deepest;
    // Strips side by side are one long strip; patches, of which no more is known, one as large as all.
    t.width2 = how.plane ? width * width : width2;
    t.lever = how.plane ? lever : std::sqrt(lever2);
    t.share = t.volume / volume;
  }
}

// Members of one solid stand side by side.
template <class Visit>
void for_solids(std::span<const Member> members, const Visit& visit) {
  for (std::size_t begin = 0, end = 0; begin < members.size(); begin = end) {
    while (end < members.size() && members[end].solid == members[begin].solid) ++end;
    visit(members.subspan(begin, end - begin));
  }
}

// Solids that are touched at once share what is no sum, as far as they face alike. (Round bodies under laws
// that know no volume touch with points, each of which bears all.)
void share_among_solids(std::span<const Member> members) {
  const auto area_of = [](std::span<const Member> solid) {
    Vec3 area = Vec3::Zero();
    for (const Member& m : solid) area += m.area();
    return area;
  };
  for_solids(members, [&](std::span<const Member> solid) {
    const Vec3 area = area_of(solid);
    const double own = area.norm();
    if (!(own > 0) || !(solid[0].touch->volume > 0)) return;
    double facing = own;
    for_solids(members, [&](std::span<const Member> other) {
      if (other.data() != solid.data()) facing += std::max(0.0, area.dot(area_of(other)) / own);
    });
    for (const Member& m : solid) {
      m.touch->facing_area = facing;
      m.touch->share *= own / facing;
    }
  });
}

// What is touched only below its surface, through faces that others cover, goes with them, and bears nothing
// of its own.
void lend_normals(std::span<const Member> members, const Joining& how) {
  Vec3 area = Vec3::Zero();
  for (const Member& m : members) area += m.area();
  const double whole = area.norm();
  if (how.energy || !(whole > 0)) return;
  for (const Member& m : members) {
    if (m.touch->area > 0) continue;
    m.touch->normal = m.sign * area / whole;
    if (m.touch->volume > 0) m.touch->share = 0;
  }
}

void join(std::vector<Member>& members, const Joining& how) {
  std::ranges::stable_sort(members, {}, &Member::solid);
  for (const Member& m : members) {
    m.touch->share = 1;
    m.touch->facing_area = m.touch->area;
  }
  for_solids(members, [&](std::span<const Member> solid) {
    if (solid.size() > 1) make_one(solid, how);
  });
  lend_normals(members, how);
  share_among_solids(members);
}

Joining joining_of(const State& state, Pair pair) {
  const Bodies& b = state.bodies;
  const NormalLaw law = state.laws.of(b.material[pair.a], b.material[pair.b]).normal;
  const ContactKernel& kernel = kernel_of(state, pair);
  const bool bed = !uses_volume(law) && kernel.rests_on_bed;
  return {law == NormalLaw::overlap_energy || bed, !kernel.largest_depth_counts, state.dimension == 2};
}

}  // namespace

void join_parts(const State& state, Pair pair, std::span<const Parts> parts,
                std::span<const TouchPlace> touches) {
  if (touches.size() == 1) return stand_alone(touches[0]);
  static thread_local std::vector<Member> members;
  members.clear();
  const std::vector<std::size_t> solid = solids_of(state, pair, parts);
  double volume = 0, measure = 0;
  for (std::size_t n = 0; n < touches.size(); ++n) {
    const auto [touch, bed] = touches[n];
    members.push_back({touch, bed, 1, solid[n]});
    volume += touch->volume;
    if (bed) measure += bed->measure;
  }
  for (const auto& [touch, bed] : touches) {
    touch->pair_volume = volume;
    if (bed) bed->pair_measure = measure;
  }
  join(members, joining_of(state, pair));
}

SurfaceTouch::SurfaceTouch(const Placements& placements, Pair of_bodies, Parts of_parts, TouchPlace where)
    : pair(of_bodies), parts(of_parts), at(where) {
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
  const auto in_one_piece = [&](BodyIndex i) { return parts_of(state, i) == 1; };
  std::vector<Member> members;
  for (std::size_t begin = 0, end = 0; begin < touches.size(); begin = end) {
    const SurfaceTouch& first = touches[begin];
    while (end < touches.size() && touches[end].grain == first.grain && touches[end].surface == first.surface)
      ++end;
    const bool one_pair = touches[end - 1].pair == first.pair;
    if (one_pair) continue;  // known from joining parts
    // Compounds are left as their parts were joined: each touch counts as a solid of its own.
    members.clear();
    bool parts = false;
    for (std::size_t k = begin; k < end; ++k) {
      const SurfaceTouch& t = touches[k];
      parts |= !in_one_piece(t.pair.a) || !in_one_piece(t.pair.b);
      members.push_back({t.at.touch, t.at.bed, t.grain == t.pair.a ? 1.0 : -1.0, t.solid});
    }
    if (parts)
      for (std::size_t n = 0; n < members.size(); ++n) members[n].solid = n;
    for_solids(members, [](std::span<const Member> solid) {
      double volume = 0, measure = 0;
      for (const Member& m : solid) {
        volume += m.touch->volume;
        if (m.bed) measure += m.bed->measure;
      }
      for (const Member& m : solid) {
        m.touch->pair_volume = std::max(volume, m.touch->pair_volume);
        if (m.bed) m.bed->pair_measure = std::max(measure, m.bed->pair_measure);
      }
    });
    join(members, joining_of(state, first.pair));
  }
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
  placements_.place_near(state, near_parts_of(state, contacts.pair, contacts.parts), 0, alone);
  if (!placements_.has_surfaces()) return;
  for (std::size_t k = 0; k < contacts.size(); ++k)
    if (is_wanted(k) && touches_surface(placements_, contacts.pair[k])) at_surface_.push_back({k, {}});
  std::vector<SurfaceTouch> touches;
  std::vector<TouchOnBed> of_pair;
  for (std::size_t first = 0, end = 0; first < at_surface_.size(); first = end) {
    const std::size_t k = at_surface_[first].contact;
    while (end < at_surface_.size() && contacts.pair[at_surface_[end].contact] == contacts.pair[k]) ++end;
    join_pair(k, k + (end - first), of_pair);
    for (std::size_t n = first; n < end; ++n) {
      AtSurface& here = at_surface_[n];
      here.touch = of_pair[n - first];
      touches.emplace_back(placements_, contacts.pair[here.contact], contacts.parts[here.contact],
                           TouchPlace{&here.touch, &here.touch.bed});
    }
  }
  join_surfaces(state, touches);
}

void JoinedTouches::join_pair(std::size_t begin, std::size_t end, std::vector<TouchOnBed>& touches) const {
  const Contacts& contacts = state_.contacts;
  touches.clear();
  for (std::size_t k = begin; k < end; ++k) touches.push_back(touch_of(state_, placements_, k));
  std::vector<TouchPlace> places;
  for (TouchOnBed& touch : touches) places.push_back({&touch, &touch.bed});
  join_parts(state_, contacts.pair[begin], {contacts.parts.data() + begin, end - begin}, places);
}

void JoinedTouches::of_pair(std::size_t begin, std::size_t end, std::vector<TouchOnBed>& touches) const {
  if (!touches_surface(placements_, state_.contacts.pair[begin])) return join_pair(begin, end, touches);
  touches.clear();
  auto known = std::ranges::lower_bound(at_surface_, begin, {}, &AtSurface::contact);
  for (std::size_t k = begin; k < end; ++k) touches.push_back((known++)->touch);
}

}  // namespace scree
