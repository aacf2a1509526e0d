#include "geometry/solid/shared_faces.h"

#include <algorithm>
#include <cmath>

namespace scree {
namespace {

// What is left of a face of a when it is cut by all planes of b but one (Sutherland and Hodgman 1974).
double common_area(const PlacedPolyhedron& a, std::size_t face, const PlacedPolyhedron& b, std::size_t but,
                   const Vec3& d) {
  std::vector<Vec3> polygon, next;
  for (const std::uint32_t corner : a.shape->corners_of(face)) polygon.push_back(a.vertices[corner] - d);
  for (std::size_t g = 0; g < b.planes.size() && !polygon.empty(); ++g) {
    if (g == but) continue;
    next.clear();
    for (std::size_t k = 0; k < polygon.size(); ++k) {
      const Vec3 &p = polygon[k], &q = polygon[(k + 1) % polygon.size()];
      const double hp = b.planes[g].normal.dot(p) - b.planes[g].offset;
      const double hq = b.planes[g].normal.dot(q) - b.planes[g].offset;
      if (hp <= 0) next.push_back(p);
      if ((hp <= 0) != (hq <= 0)) next.push_back(p + (q - p) * (hp / (hp - hq)));
    }
    std::swap(polygon, next);
  }
  Vec3 area = Vec3::Zero();
  for (std::size_t k = 1; k + 1 < polygon.size(); ++k)
    area += 0.5 * (polygon[k] - polygon[0]).cross(polygon[k + 1] - polygon[0]);
  return area.norm();
}

// Is a wholly above one of b's planes, by more than the margin?
bool apart(const PlacedPolyhedron& a, const PlacedPolyhedron& b, const Vec3& d, double margin) {
  return std::ranges::any_of(b.planes, [&](const Plane& p) {
    return std::ranges::all_of(a.vertices,
                               [&](const Vec3& v) { return p.normal.dot(v - d) > p.offset + margin; });
  });
}

}  // namespace

std::vector<SharedFace> shared_faces(const PlacedPolyhedron& a, const PlacedPolyhedron& b, const Vec3& d) {
  std::vector<SharedFace> shared;
  const double size = std::min(a.radius, b.radius);
  const double margin = seam_tolerance * size;
  if (apart(a, b, d, margin)) return shared;
  for (std::uint32_t f = 0; f < a.planes.size(); ++f)
    for (std::uint32_t g = 0; g < b.planes.size(); ++g) {
      const Plane &p = a.planes[f], &q = b.planes[g];
      if ((p.normal + q.normal).norm() > seam_tolerance) continue;
      if (std::abs(p.offset + q.offset - p.normal.dot(d)) > margin) continue;
      if (common_area(a, f, b, g, d) > margin * size) shared.push_back({f, g});
    }
  return shared;
}

namespace {

// Is all of b behind those planes of a that do not face it?
bool goes_on(const PlacedSolid& a, const PlacedSolid& b, const Vec3& d, const auto& faces_other) {
  const double rounding = 2 * seam_tolerance * (a.radius + b.radius);
  for (std::uint32_t f = 0; f < a.planes.size(); ++f) {
    if (faces_other(f)) continue;
    for (const Vec3& v : b.vertices)
      if (a.planes[f].normal.dot(v + d) > a.planes[f].offset + rounding) return false;
  }
  return true;
}

}  // namespace

bool make_one_convex(const PlacedSolid& a, const PlacedSolid& b, const Vec3& d,
                     const std::vector<SharedFace>& shared) {
  const auto face_of_a = [&](std::uint32_t f) {
    return std::ranges::find(shared, f, &SharedFace::of_a) != shared.end();
  };
  const auto face_of_b = [&](std::uint32_t f) {
    return std::ranges::find(shared, f, &SharedFace::of_b) != shared.end();
  };
  return goes_on(a, b, d, face_of_a) && goes_on(b, a, -d, face_of_b);
}

bool covers(const CoveredFace& covered, const Vec3& point) {
  const Vec3 x = point - covered.cover_centre;
  const double rounding = 2 * seam_tolerance * covered.cover.radius;
  return std::ranges::all_of(covered.cover.planes,
                             [&](const Plane& p) { return p.normal.dot(x) <= p.offset + rounding; });
}

bool fully_covered(const PlacedPolyhedron& body, std::uint32_t face) {
  return std::ranges::any_of(body.covered, [&](const CoveredFace& covered) {
    return covered.face == face && std::ranges::all_of(body.shape->corners_of(face), [&](std::uint32_t v) {
             return covers(covered, body.vertices[v]);
           });
  });
}

}  // namespace scree
