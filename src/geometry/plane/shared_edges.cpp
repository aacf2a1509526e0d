#include "geometry/plane/shared_edges.h"

#include <algorithm>
#include <cmath>

namespace scree {
namespace {

// How far from each other, over the size of the smaller part, edges may lie and still be shared.
constexpr double edge_seam_tolerance = 1e-7;

double size_of(const Polygon& part) {
  const Vec2 centre = area_of(part).centroid;
  double square = 0;
  for (const Vec2& v : part.vertices) square = std::max(square, (v - centre).squaredNorm());
  return std::sqrt(square);
}

// The stretch of the edge p q along which the edge r s, which runs the other way, lies against it.
bool shared_stretch(const Vec2& p, const Vec2& q, const Vec2& r, const Vec2& s, double tolerance,
                    double& from, double& to) {
  const Vec2 along = q - p;
  const double length = along.norm();
  if (std::abs(cross(along, r - p)) > tolerance * length ||
      std::abs(cross(along, s - p)) > tolerance * length)
    return false;
  if (along.dot(s - r) >= 0) return false;
  from = std::max(0.0, along.dot(s - p) / (length * length));
  to = std::min(1.0, along.dot(r - p) / (length * length));
  return (to - from) * length > tolerance;
}

std::vector<std::shared_ptr<const Polygon>> copies_of(const std::vector<Polygon>& parts) {
  std::vector<std::shared_ptr<const Polygon>> copies;
  for (const Polygon& part : parts) copies.push_back(std::make_shared<Polygon>(part));
  return copies;
}

}  // namespace

bool cover(Polygon& part, const std::shared_ptr<const Polygon>& other, std::uint32_t other_number,
           bool other_first) {
  const double tolerance = edge_seam_tolerance * std::min(size_of(part), size_of(*other));
  const auto corner = [&](std::uint32_t n) { return Vec2(other->vertices[n] + other->place); };
  bool any = false;
  for (std::uint32_t k = 0; k < part.size(); ++k)
    for (std::uint32_t n = 0; n < other->size(); ++n) {
      CoveredEdge covered{k, 0, 1, other, other_number, other_first};
      if (!shared_stretch(part.vertices[k], part.vertices[part.next(k)], corner(n), corner(other->next(n)),
                          tolerance, covered.from, covered.to))
        continue;
      part.covered.push_back(covered);
      any = true;
    }
  std::ranges::stable_sort(part.covered, [](const CoveredEdge& x, const CoveredEdge& y) {
    return x.edge != y.edge ? x.edge < y.edge : x.from < y.from;
  });
  for (std::size_t k = 1; k < part.covered.size(); ++k) {
    const CoveredEdge& before = part.covered[k - 1];
    CoveredEdge& here = part.covered[k];
    if (here.edge != before.edge) continue;
    here.from = std::max(here.from, before.to);
    here.to = std::max(here.to, here.from);
  }
  return any;
}

void cover_shared_edges(std::vector<Polygon>& parts) {
  const auto bare = copies_of(parts);
  for (std::uint32_t i = 0; i < parts.size(); ++i)
    for (std::uint32_t j = 0; j < parts.size(); ++j)
      if (i != j) cover(parts[i], bare[j], j, j < i);
}

Polygon about_centroid(const Polygon& polygon) {
  const Vec2 centroid = area_of(polygon).centroid;
  Polygon result = moved(polygon, -centroid, 1, 0);
  result.place = centroid;
  return result;
}

Polygon seen_from(const Polygon& part, const Vec2& origin, double cosine, double sine) {
  Polygon result = about_centroid(moved(part, -origin, cosine, sine));
  for (const CoveredEdge& covered : part.covered) {
    CoveredEdge& own = result.covered.emplace_back(covered);
    Polygon cover = about_centroid(moved(*covered.cover, -origin, cosine, sine));
    cover.place -= result.place;
    own.cover = std::make_shared<Polygon>(std::move(cover));
  }
  return result;
}

bool make_one_convex(const std::vector<Polygon>& parts, std::uint32_t i, std::uint32_t j) {
  const auto touches = [](const Polygon& one, std::uint32_t number) {
    return std::ranges::any_of(one.covered, [&](const CoveredEdge& c) { return c.cover_part == number; });
  };
  const auto behind = [](const Polygon& one, const Polygon& other, std::uint32_t number) {
    const double tolerance = 2 * edge_seam_tolerance * std::min(size_of(one), size_of(other));
    for (std::uint32_t k = 0; k < one.size(); ++k) {
      const auto is_seam = [&](const CoveredEdge& c) { return c.edge == k && c.cover_part == number; };
      if (std::ranges::any_of(one.covered, is_seam)) continue;
      const Vec2 p = one.vertices[k], along = (one.vertices[one.next(k)] - p).normalized();
      for (const Vec2& v : other.vertices)
        if (cross(along, v - p) < -tolerance) return false;
    }
    return true;
  };
  return touches(parts[i], j) && behind(parts[i], parts[j], j) && behind(parts[j], parts[i], i);
}

}  // namespace scree
