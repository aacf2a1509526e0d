#include "narrowphase/joined_touches.h"

#include <algorithm>
#include <functional>
#include <tuple>

#include "narrowphase/near_parts.h"

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

JoinedTouches::JoinedTouches(const State& state, Workers& workers, std::span<const std::uint8_t> wanted)
    : state_(state), wanted_(wanted) {
  const std::size_t count = state.contacts.size();
  if (count == 0 || (!wanted.empty() && std::ranges::find_if(wanted, std::identity()) == wanted.end()))
    return;
  place(workers);
  touches_.resize(count);
  const auto& pair = state.contacts.pair;
  const auto begin_of_pair = [&](std::size_t k) {
    while (k > 0 && k < count && pair[k] == pair[k - 1]) --k;
    return k;
  };
  workers.for_costly_ranges(count, [&](std::size_t begin, std::size_t end) {
    join_pairs(begin_of_pair(begin), begin_of_pair(end));
  });
  join_at_surfaces();
}

// Only bodies that touch are looked at, and walls, which may cover each other.
void JoinedTouches::place(Workers& workers) {
  const Contacts& contacts = state_.contacts;
  const Bodies& bodies = state_.bodies;
  std::vector<std::uint8_t> needed(bodies.size(), 0);
  for (std::size_t k = 0; k < contacts.size(); ++k)
    if (is_wanted(k)) needed[contacts.pair[k].a] = needed[contacts.pair[k].b] = true;
  std::vector<BodyIndex> order;
  for (BodyIndex i = 0; i < bodies.size(); ++i)
    if (needed[i] || !bodies.free(i)) order.push_back(i);
  placements_.update(state_, {order, 0}, 0, workers);
  std::vector<Pair> pairs;
  std::vector<Parts> parts;
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    if (!is_wanted(k) || !has_many_parts(state_, contacts.pair[k])) continue;
    pairs.push_back(contacts.pair[k]);
    parts.push_back(contacts.parts[k]);
  }
  placements_.place_near(state_, near_parts_of(state_, pairs, parts), 0, workers);
}

// Of contacts [begin, end), which are those of whole pairs.
void JoinedTouches::join_pairs(std::size_t begin, std::size_t end) {
  const Contacts& contacts = state_.contacts;
  std::vector<TouchPlace> places;
  for (std::size_t first = begin, last = begin; first < end; first = last) {
    places.clear();
    for (; last < end && contacts.pair[last] == contacts.pair[first]; ++last)
      places.push_back({&touches_[last], &touches_[last].bed});
    if (!is_wanted(first)) continue;
    for (std::size_t k = first; k < last; ++k) {
      prefetch(k);
      touches_[k] = touch_of(state_, placements_, k);
    }
    join_parts(state_, contacts.pair[first], {contacts.parts.data() + first, last - first}, places);
  }
}

void JoinedTouches::join_at_surfaces() {
  const Contacts& contacts = state_.contacts;
  if (!placements_.has_surfaces()) return;
  std::vector<SurfaceTouch> at_surfaces;
  for (std::size_t k = 0; k < contacts.size(); ++k)
    if (is_wanted(k) && touches_surface(placements_, contacts.pair[k]))
      at_surfaces.emplace_back(placements_, contacts.pair[k], contacts.parts[k],
                               TouchPlace{&touches_[k], &touches_[k].bed});
  join_surfaces(state_, at_surfaces);
}

// What a contact reads of its higher body lies somewhere in memory, so it is asked for some contacts before:
// first where it is, then what it is.
void JoinedTouches::prefetch(std::size_t contact) const {
  constexpr std::size_t far_ahead = 8, close_ahead = 4;
  const Contacts& contacts = state_.contacts;
  if (contact + far_ahead >= contacts.size()) return;
  const auto is_solid = [&](std::size_t k) {
    return is_wanted(k) && is_polyhedral(state_.shapes[state_.bodies.shape[contacts.pair[k].b]].kind);
  };
  if (const std::size_t k = contact + far_ahead; is_solid(k))
    placements_.prefetch(contacts.pair[k].b, contacts.parts[k].b);
  if (const std::size_t k = contact + close_ahead; is_solid(k))
    placements_.prefetch_geometry(contacts.pair[k].b, contacts.parts[k].b);
}

std::vector<double> JoinedTouches::depths(Workers& workers) const {
  std::vector<double> all(touches_.size());
  workers.for_costly_ranges(all.size(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k) {
      prefetch(k);
      all[k] = depth(k);
    }
  });
  return all;
}

double JoinedTouches::depth(std::size_t contact) const {
  const TouchOnBed& touch = touches_[contact];
  if (!(touch.overlap > 0)) return 0;
  return depth_of(state_, placements_, state_.contacts.pair[contact], state_.contacts.parts[contact], touch);
}

}  // namespace scree
