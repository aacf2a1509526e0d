#include "geometry/hull/merge.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "geometry/hull/polish.h"

namespace scree {
namespace {

constexpr std::uint32_t no_index = std::numeric_limits<std::uint32_t>::max();

std::size_t count_of_facets(const Polyhedron& facets) { return facets.face_start.size() - 1; }

// Grows groups of facets, the largest facets first, because their planes are the most certain.
class Grouping {
 public:
  Grouping(const Polyhedron& facets, double distance, const std::vector<char>& apart)
      : facets_(facets), distance_(distance), apart_(apart) {
    const std::size_t n = count_of_facets(facets);
    group_.assign(n, no_index);
    refused_by_.assign(n, no_index);
    seen_in_.assign(facets.vertices.size(), no_index);
    first_half_edge_.assign(n, no_index);
    for (std::size_t h = 0; h < facets.half_edges.size(); ++h) {
      first_half_edge_[facets.half_edges[h].face] = static_cast<std::uint32_t>(h);
    }
    std::vector<double> area(n);
    std::vector<std::uint32_t> order(n);
    for (std::size_t f = 0; f < n; ++f) {
      area[f] = twice_area(facets.vertices, facets.corners_of(f)).norm();
      order[f] = static_cast<std::uint32_t>(f);
    }
    std::stable_sort(order.begin(), order.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return area[a] > area[b]; });
    for (const std::uint32_t f : order) {
      if (group_[f] == no_index) grow_from(f);
    }
  }

  std::uint32_t groups() const { return groups_; }
  const std::vector<std::uint32_t>& group() const { return group_; }

 private:
  void grow_from(std::uint32_t seed) {
    members_.clear();
    vertices_.clear();
    add(seed);
    if (!apart_[seed]) {
      // For a first look any normal of the facet will do; most facets have no neighbour in their plane.
      fit_.centre = facets_.vertices[vertices_[0]];
      fit_.normal = twice_area(facets_.vertices, facets_.corners_of(seed)).stableNormalized();
      while (fit_.sound() && spread()) fit_points(facets_.vertices, vertices_, Vec3(fit_.normal), fit_);
      if (members_.size() > 1 && !all_near(fit_)) {
        for (const std::uint32_t f : members_) group_[f] = no_index;
        group_[seed] = groups_;
      }
    }
    ++groups_;
  }

  void add(std::uint32_t facet) {
    group_[facet] = groups_;
    members_.push_back(facet);
    for (const std::uint32_t v : facets_.corners_of(facet)) {
      if (seen_in_[v] == groups_) continue;
      seen_in_[v] = groups_;
      vertices_.push_back(v);
    }
  }

  double height(const FaceFit& fit, std::uint32_t v) const {
    return std::abs(fit.normal.dot(facets_.vertices[v] - fit.centre));
  }

  // Takes in neighbours near to the plane, and their neighbours in turn: the list of members grows meanwhile.
  bool spread() {
    const std::size_t before = members_.size();
    std::size_t looked_at = 0;
    while (looked_at < members_.size()) {
      const std::uint32_t first = first_half_edge_[members_[looked_at++]];
      std::uint32_t h = first;
      do {
        const std::uint32_t other = facets_.half_edges[h ^ 1].face;
        if (group_[other] == no_index && !apart_[other] && refused_by_[other] != groups_)
          take_or_refuse(other);
        h = facets_.half_edges[h].next;
      } while (h != first);
    }
    return members_.size() > before;
  }

  // Without doubt what is within half the distance, as the plane will be fitted to it later. What stands out
  // a little more may do when the plane is fitted to it at once: the fourth corner of a square stands out
  // from the plane of three by four times the height that all have over the plane of all.
  void take_or_refuse(std::uint32_t facet) {
    double highest = 0;
    for (const std::uint32_t v : facets_.corners_of(facet)) {
      if (seen_in_[v] != groups_) highest = std::max(highest, height(fit_, v));
    }
    if (highest <= 0.5 * distance_) {
      add(facet);
      return;
    }
    refused_by_[facet] = groups_;
    if (!(highest <= 4 * distance_)) return;
    const std::size_t before = vertices_.size();
    for (const std::uint32_t v : facets_.corners_of(facet)) {
      if (seen_in_[v] != groups_) vertices_.push_back(v);
    }
    fit_points(facets_.vertices, vertices_, Vec3(fit_.normal), trial_);
    const bool near = all_near(trial_);
    vertices_.resize(before);
    if (!near) return;
    add(facet);
    std::swap(fit_, trial_);
  }

  bool all_near(const FaceFit& fit) const {
    return fit.sound() && std::all_of(vertices_.begin(), vertices_.end(),
                                      [&](std::uint32_t v) { return height(fit, v) <= distance_; });
  }

  const Polyhedron& facets_;
  double distance_;
  const std::vector<char>& apart_;
  std::uint32_t groups_ = 0;
  std::vector<std::uint32_t> group_;            // of each facet
  std::vector<std::uint32_t> seen_in_;          // of each vertex: the last group that had it
  std::vector<std::uint32_t> refused_by_;       // of each facet: the last group that did not want it
  std::vector<std::uint32_t> first_half_edge_;  // of each facet: one of them
  std::vector<std::uint32_t> members_, vertices_;
  FaceFit fit_, trial_;
};

// The rims of groups as polygons. Half-edges on a rim have another group on their other side.
class Rims {
 public:
  Rims(const Polyhedron& facets, const Grouping& grouping)
      : facets_(facets), group_(grouping.group()), loops_(grouping.groups()), bad_(grouping.groups(), 0) {
    sectors_.assign(facets.vertices.size(), 0);
    for (std::size_t h = 0; h < facets.half_edges.size(); ++h) {
      if (on_rim(h)) ++sectors_[facets.half_edges[h].origin];
    }
    std::vector<char> walked(facets.half_edges.size(), 0);
    std::vector<std::uint32_t> last_loop(facets.vertices.size(), no_index);
    for (std::size_t h = 0; h < facets.half_edges.size(); ++h) {
      if (on_rim(h) && !walked[h]) walk(static_cast<std::uint32_t>(h), walked, last_loop);
    }
    for (std::size_t g = 0; g < loops_.size(); ++g) {
      if (loops_[g].empty()) bad_[g] = 1;
    }
  }

  std::vector<std::vector<std::uint32_t>>& loops() { return loops_; }
  bool is_bad(std::uint32_t group) const { return bad_[group] != 0; }
  bool all_good() const {
    return std::all_of(bad_.begin(), bad_.end(), [](char bad) { return !bad; });
  }

 private:
  std::uint32_t group_at(std::size_t h) const { return group_[facets_.half_edges[h].face]; }
  bool on_rim(std::size_t h) const { return group_at(h) != group_at(h ^ 1); }

  void walk(std::uint32_t start, std::vector<char>& walked, std::vector<std::uint32_t>& last_loop) {
    const std::uint32_t group = group_at(start);
    std::vector<std::uint32_t>& loop = loops_[group];
    if (!loop.empty()) bad_[group] = 1;  // a second rim: the group has a hole
    loop.clear();
    std::uint32_t h = start;
    do {
      walked[h] = 1;
      const std::uint32_t v = facets_.half_edges[h].origin;
      if (last_loop[v] == group) bad_[group] = 1;  // pinched
      last_loop[v] = group;
      // Where only two groups meet, the vertex is in the middle of an edge.
      if (sectors_[v] >= 3) loop.push_back(v);
      h = facets_.half_edges[h].next;
      while (!on_rim(h)) h = facets_.half_edges[h ^ 1].next;
    } while (h != start);
    if (loop.size() >= 3) return;
    // A sickle between two others: none of them is what it should be.
    bad_[group] = 1;
    do {
      bad_[group_at(h ^ 1)] = 1;
      h = facets_.half_edges[h].next;
      while (!on_rim(h)) h = facets_.half_edges[h ^ 1].next;
    } while (h != start);
  }

  const Polyhedron& facets_;
  const std::vector<std::uint32_t>& group_;
  std::vector<std::uint32_t> sectors_;  // of each vertex: groups around it
  std::vector<std::vector<std::uint32_t>> loops_;
  std::vector<char> bad_;
};

// Faces from polygons: vertices numbered in their order, each polygon from its lowest on, polygons in order.
void assemble(std::vector<std::vector<std::uint32_t>> loops, MergedFacets& merged) {
  for (const std::vector<std::uint32_t>& loop : loops) {
    merged.points.insert(merged.points.end(), loop.begin(), loop.end());
  }
  std::sort(merged.points.begin(), merged.points.end());
  merged.points.erase(std::unique(merged.points.begin(), merged.points.end()), merged.points.end());
  std::vector<std::uint32_t> order(loops.size()), place(loops.size());
  for (std::size_t g = 0; g < loops.size(); ++g) {
    for (std::uint32_t& v : loops[g]) {
      const auto at = std::lower_bound(merged.points.begin(), merged.points.end(), v);
      v = static_cast<std::uint32_t>(at - merged.points.begin());
    }
    std::rotate(loops[g].begin(), std::min_element(loops[g].begin(), loops[g].end()), loops[g].end());
    order[g] = static_cast<std::uint32_t>(g);
  }
  std::sort(order.begin(), order.end(),
            [&](std::uint32_t a, std::uint32_t b) { return loops[a] < loops[b]; });
  merged.hull.face_start.push_back(0);
  for (std::size_t f = 0; f < order.size(); ++f) {
    const std::vector<std::uint32_t>& loop = loops[order[f]];
    merged.hull.corners.insert(merged.hull.corners.end(), loop.begin(), loop.end());
    merged.hull.face_start.push_back(static_cast<std::uint32_t>(merged.hull.corners.size()));
    place[order[f]] = static_cast<std::uint32_t>(f);
  }
  for (std::uint32_t& face : merged.face) face = place[face];
}

}  // namespace

MergedFacets merge_facets(const Polyhedron& facets, double distance, const std::vector<char>& apart) {
  MergedFacets merged;
  const Grouping grouping(facets, distance, apart);
  Rims rims(facets, grouping);
  merged.face = grouping.group();
  std::vector<std::uint32_t> members(grouping.groups(), 0);
  for (const std::uint32_t group : grouping.group()) ++members[group];
  const auto blame = [&](auto is_bad) {
    for (std::size_t f = 0; f < grouping.group().size(); ++f) {
      const std::uint32_t group = grouping.group()[f];
      if (members[group] > 1 && is_bad(group)) merged.misfits.push_back(static_cast<std::uint32_t>(f));
    }
  };
  if (!rims.all_good()) {
    blame([&](std::uint32_t group) { return rims.is_bad(group); });
    return merged;
  }
  assemble(std::move(rims.loops()), merged);
  for (const std::uint32_t p : merged.points) merged.hull.vertices.push_back(facets.vertices[p]);
  const std::size_t edges = merged.hull.corners.size() / 2, faces = count_of_facets(merged.hull);
  merged.sound = link_half_edges(merged.hull) && merged.points.size() + faces == edges + 2;
  if (!merged.sound) blame([](std::uint32_t) { return true; });
  return merged;
}

}  // namespace scree
