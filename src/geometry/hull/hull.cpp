#include "geometry/hull/hull.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <unordered_map>

#include "geometry/hull/facets.h"
#include "geometry/hull/merge.h"
#include "geometry/hull/polish.h"

namespace scree {
namespace {

using Failure = Expected<Polyhedron>;

constexpr double least_size = 1e-12, largest_size = 1e12;  // m

// Points relative to the middle of their box and divided by a power of two, so that the longest side of the
// box is between 1/2 and 1.
struct Scaled {
  std::vector<Vec3> points;
  Vec3 middle;
  int exponent = 0;
  double side = 0;
};

std::string wrong_numbers(std::span<const Vec3> points) {
  if (points.size() < 4)
    return fmt::format("a hull needs at least 4 points, and there are {}", points.size());
  for (std::size_t k = 0; k < points.size(); ++k) {
    const Vec3& p = points[k];
    if (std::isfinite(p.x()) && std::isfinite(p.y()) && std::isfinite(p.z())) continue;
    return fmt::format("point {} of {} has a coordinate that is not a finite number", k + 1, points.size());
  }
  for (std::size_t k = 0; k < points.size(); ++k) {
    const double far = points[k].cwiseAbs().maxCoeff();
    if (far <= largest_size) continue;
    return fmt::format("point {} of {} has the coordinate {:.3g} m; coordinates up to {:g} m are possible",
                       k + 1, points.size(), far, largest_size);
  }
  return {};
}

Scaled scaled(std::span<const Vec3> points) {
  Scaled s;
  Vec3 low = points[0], high = low;
  for (const Vec3& p : points) {
    low = low.cwiseMin(p);
    high = high.cwiseMax(p);
  }
  s.middle = low + 0.5 * (high - low);
  const double side = (high - low).maxCoeff();
  s.side = std::frexp(side, &s.exponent);
  if (side < least_size) return s;
  const double factor = std::ldexp(1.0, -s.exponent);
  s.points.reserve(points.size());
  for (const Vec3& p : points) s.points.push_back(factor * (p - s.middle));
  return s;
}

// Numbers of the points that stay when those within a distance of an earlier one go: a grid of cells as wide
// as the distance, each with the points kept in it.
std::vector<std::uint32_t> distinct_points(const std::vector<Vec3>& points, double distance) {
  using Cell = std::array<std::int64_t, 3>;
  struct Mix {
    std::size_t operator()(const Cell& c) const {
      std::uint64_t h = 0;
      for (const std::int64_t x : c)
        h = (h ^ static_cast<std::uint64_t>(x)) * 0x9E3779B97F4A7C15u, h ^= h >> 29;
      return h;
    }
  };
  std::unordered_map<Cell, std::vector<std::uint32_t>, Mix> kept;
  kept.reserve(points.size());
  std::vector<std::uint32_t> result;
  const auto is_taken = [&](const Vec3& p, const Cell& at) {
    for (std::int64_t i = -1; i <= 1; ++i) {
      for (std::int64_t j = -1; j <= 1; ++j) {
        for (std::int64_t k = -1; k <= 1; ++k) {
          const auto cell = kept.find({at[0] + i, at[1] + j, at[2] + k});
          if (cell == kept.end()) continue;
          for (const std::uint32_t q : cell->second) {
            if ((points[q] - p).norm() <= distance) return true;
          }
        }
      }
    }
    return false;
  };
  for (std::size_t n = 0; n < points.size(); ++n) {
    Cell at;
    for (int i = 0; i < 3; ++i) at[i] = static_cast<std::int64_t>(std::floor(points[n][i] / distance));
    if (is_taken(points[n], at)) continue;
    kept[at].push_back(static_cast<std::uint32_t>(n));
    result.push_back(static_cast<std::uint32_t>(n));
  }
  return result;
}

// The point for which a measure is largest; the first of equals.
template <class Measure>
const Vec3& farthest(const std::vector<Vec3>& points, Measure measure) {
  std::size_t best = 0;
  double largest = -1;
  for (std::size_t k = 0; k < points.size(); ++k) {
    const double m = measure(points[k]);
    if (m > largest) best = k, largest = m;
  }
  return points[best];
}

// The two ends of the points: as far from each other as they get, or nearly.
struct Ends {
  Vec3 a, b;
};
Ends ends_of(const std::vector<Vec3>& points) {
  Ends ends{Vec3::Zero(), Vec3::Zero()};
  ends.b = farthest(points, [](const Vec3& p) { return p.squaredNorm(); });
  for (int sweep = 0; sweep < 3; ++sweep) {
    ends.a = ends.b;
    ends.b = farthest(points, [&](const Vec3& p) { return (p - ends.a).squaredNorm(); });
  }
  return ends;
}

std::string too_thin(double thickness, double length) {
  return fmt::format(
      "the points are too flat: their hull is {:.3g} of its length thick, and must be at least {:g}",
      thickness / length, least_thickness);
}

// Refuses what is nearly a line or a plane before Qhull has to deal with it. All points are within h of the
// line or plane tried here, so a hull is no thicker than 2 h.
std::string nearly_flat(const std::vector<Vec3>& points, const Ends& ends) {
  const Vec3 along = ends.b - ends.a;
  const double length = along.norm();
  const Vec3 axis = along / length;
  const auto from_line = [&](const Vec3& p) { return axis.cross(p - ends.a).norm(); };
  const Vec3& third = farthest(points, from_line);
  const double h1 = from_line(third);
  if (2 * h1 < least_thickness * length) return too_thin(2 * h1, length);
  const Vec3 normal = axis.cross(third - ends.a) / h1;
  const auto from_plane = [&](const Vec3& p) { return std::abs(normal.dot(p - ends.a)); };
  const double h2 = from_plane(farthest(points, from_plane));
  if (2 * h2 < least_thickness * length) return too_thin(2 * h2, length);
  return {};
}

// The smallest extent along a normal of a face.
std::string wrong_thickness(const Polyhedron& hull, double length) {
  const Vec3 inside = mass_of(hull).centroid;
  for (const Plane& plane : hull.planes) {
    // The extent is larger than the distance from any point inside; that spares most faces the search.
    if (plane.offset - plane.normal.dot(inside) >= least_thickness * length) continue;
    double lowest = plane.offset;
    for (const Vec3& v : hull.vertices) lowest = std::min(lowest, plane.normal.dot(v));
    if (plane.offset - lowest < least_thickness * length) return too_thin(plane.offset - lowest, length);
  }
  return {};
}

// Faces that are not convex, or that a corner of a neighbour stands above.
void add_bent_faces(const Polyhedron& p, std::vector<std::uint32_t>& bent) {
  const double rounding = rounding_of(p);
  const auto height = [&](const Plane& plane, std::uint32_t v) {
    return plane.normal.dot(p.vertices[v]) - plane.offset;
  };
  for (std::size_t h = 0; h < p.half_edges.size(); ++h) {
    const Polyhedron::HalfEdge &edge = p.half_edges[h], &twin = p.half_edges[h ^ 1];
    const Plane& plane = p.planes[edge.face];
    const Polyhedron::HalfEdge &next = p.half_edges[edge.next], &after = p.half_edges[next.next];
    const Vec3& from = p.vertices[edge.origin];
    const Vec3 left = plane.normal.cross(p.vertices[next.origin] - from);
    const bool turns_left = left.dot(p.vertices[after.origin] - from) >= -rounding * left.norm();
    const std::uint32_t beyond = p.half_edges[p.half_edges[twin.next].next].origin;
    if (turns_left && left.norm() > rounding && height(plane, beyond) <= rounding) continue;
    bent.push_back(edge.face);
    if (turns_left) bent.push_back(twin.face);
  }
}

// Keeps the facets of wrong faces apart from now on; where nothing was merged in a wrong face, those of the
// faces that share a corner with it. False if there was nothing merged at all.
bool set_apart(const std::vector<std::uint32_t>& wrong, const MergedFacets& merged,
               std::vector<char>& apart) {
  const Polyhedron& hull = merged.hull;
  std::vector<std::uint32_t> members(hull.faces(), 0);
  for (const std::uint32_t face : merged.face) ++members[face];
  std::vector<char> guilty(hull.faces(), 0), touched(hull.vertices.size(), 0);
  for (const std::uint32_t f : wrong) {
    guilty[f] = 1;
    if (members[f] > 1) continue;
    for (const std::uint32_t v : hull.corners_of(f)) touched[v] = 1;
  }
  for (std::size_t f = 0; f < hull.faces(); ++f) {
    for (const std::uint32_t v : hull.corners_of(f)) guilty[f] = guilty[f] || touched[v];
  }
  const auto separate = [&](bool all) {
    bool any = false;
    for (std::size_t facet = 0; facet < apart.size(); ++facet) {
      const std::uint32_t face = merged.face[facet];
      if (members[face] < 2 || !(all || guilty[face])) continue;
      apart[facet] = 1;
      any = true;
    }
    return any;
  };
  return separate(false) || separate(true);
}

std::vector<std::uint32_t> faces_off_their_planes(const Polyhedron& p) {
  std::vector<std::uint32_t> off;
  const double rounding = rounding_of(p);
  for (std::size_t f = 0; f < p.faces(); ++f) {
    for (const std::uint32_t v : p.corners_of(f)) {
      if (std::abs(p.planes[f].normal.dot(p.vertices[v]) - p.planes[f].offset) <= 0.5 * rounding) continue;
      off.push_back(static_cast<std::uint32_t>(f));
      break;
    }
  }
  return off;
}

// Faces whose planes have left the points they are to stand for by more than a distance.
void add_faces_far_from(const Polyhedron& facets, const MergedFacets& merged, double distance,
                        std::vector<std::uint32_t>& far) {
  for (std::size_t facet = 0; facet < merged.face.size(); ++facet) {
    const Plane& plane = merged.hull.planes[merged.face[facet]];
    for (const std::uint32_t v : facets.corners_of(facet)) {
      if (std::abs(plane.normal.dot(facets.vertices[v]) - plane.offset) <= distance) continue;
      far.push_back(merged.face[facet]);
      break;
    }
  }
}

// Merges, makes flat, and looks whether it is convex. Where it is not, because motions within the tolerance
// were too much for some small or flat corner, the faces there are left as Qhull found them.
Expected<MergedFacets> flat_faces(const Polyhedron& facets, double distance) {
  std::vector<char> apart(facets.face_start.size() - 1, 0);
  constexpr int most_rounds = 40;
  for (int round = 0; round < most_rounds; ++round) {
    if (round + 1 == most_rounds) std::fill(apart.begin(), apart.end(), 1);
    MergedFacets merged = merge_facets(facets, distance, apart);
    if (!merged.sound) {
      if (merged.misfits.empty()) break;
      for (const std::uint32_t facet : merged.misfits) apart[facet] = 1;
      continue;
    }
    polish(merged.hull);
    std::vector<std::uint32_t> wrong = faces_off_their_planes(merged.hull);
    add_bent_faces(merged.hull, wrong);
    // The distance for merging, and as much for making flat.
    add_faces_far_from(facets, merged, 2 * distance, wrong);
    if (wrong.empty()) return merged;
    if (!set_apart(wrong, merged, apart)) break;
  }
  return Expected<MergedFacets>::failure(
      "no convex polyhedron comes of the points within roundings: some are too near to each other");
}

// Back to where the points are. Vertices that have not moved get their coordinates bit by bit.
Polyhedron put_back(Polyhedron hull, const Scaled& s, std::span<const Vec3> given,
                    std::span<const std::uint32_t> number) {
  const double factor = std::ldexp(1.0, s.exponent);
  for (std::size_t v = 0; v < hull.vertices.size(); ++v) {
    const bool moved = hull.vertices[v] != s.points[number[v]];
    hull.vertices[v] = moved ? Vec3(factor * hull.vertices[v] + s.middle) : given[number[v]];
  }
  for (std::size_t f = 0; f < hull.faces(); ++f) {
    Plane& plane = hull.planes[f];
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (const std::uint32_t c : hull.corners_of(f)) {
      const double d = plane.normal.dot(hull.vertices[c]);
      low = std::min(low, d);
      high = std::max(high, d);
    }
    plane.offset = low + 0.5 * (high - low);
  }
  return hull;
}

}  // namespace

Expected<Polyhedron> convex_hull(std::span<const Vec3> points, double tolerance) {
  if (std::string wrong = wrong_numbers(points); !wrong.empty()) return Failure::failure(wrong);
  const Scaled s = scaled(points);
  if (s.points.empty()) {
    return Failure::failure(fmt::format("the points span {:.3g} m; at least {:g} m is possible",
                                        std::ldexp(s.side, s.exponent), least_size));
  }
  const double distance = std::max(tolerance, least_hull_tolerance) * s.side;
  const std::vector<std::uint32_t> distinct = distinct_points(s.points, distance);
  if (distinct.size() < 4) {
    return Failure::failure(
        fmt::format("a hull needs at least 4 different points, and of the {} points {} differ", points.size(),
                    distinct.size()));
  }
  std::vector<Vec3> kept;
  kept.reserve(distinct.size());
  for (const std::uint32_t k : distinct) kept.push_back(s.points[k]);
  const Ends ends = ends_of(kept);
  if (std::string wrong = nearly_flat(kept, ends); !wrong.empty()) return Failure::failure(wrong);

  const Expected<Polyhedron> facets = qhull_facets(kept);
  if (!facets) return Failure::failure(facets.error());
  const Expected<MergedFacets> merged = flat_faces(*facets, distance);
  if (!merged) return Failure::failure(merged.error());
  const std::string wrong = wrong_thickness((*merged).hull, (ends.b - ends.a).norm());
  if (!wrong.empty()) return Failure::failure(wrong);
  std::vector<std::uint32_t> number;
  for (const std::uint32_t p : (*merged).points) number.push_back(distinct[p]);
  return put_back((*merged).hull, s, points, number);
}

}  // namespace scree
