#include "narrowphase/sphere_polyhedron.h"

#include <limits>

#include "narrowphase/sphere_wall.h"

namespace scree {
namespace {

Vec3 nearest_on_segment(const Vec3& p, const Vec3& a, const Vec3& b) {
  const Vec3 along = b - a;
  const double length2 = along.squaredNorm();
  if (!(length2 > 0)) return a;
  return a + along * std::clamp((p - a).dot(along) / length2, 0.0, 1.0);
}

// Nearest point of a face to a point above its plane.
Vec3 nearest_on_face(const PlacedSolid& body, std::size_t face, const Vec3& p, double height) {
  const auto corners = body.shape->corners_of(face);
  const Vec3& normal = body.planes[face].normal;
  Vec3 nearest = p - height * normal;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < corners.size(); ++k) {
    const Vec3 a = body.vertices[corners[k]];
    const Vec3 b = body.vertices[corners[(k + 1) % corners.size()]];
    if ((b - a).cross(p - a).dot(normal) >= 0) continue;
    const Vec3 on_edge = nearest_on_segment(p, a, b);
    const double square = (p - on_edge).squaredNorm();
    if (square < least) {
      least = square;
      nearest = on_edge;
    }
  }
  return nearest;
}

}  // namespace

double distance_to(const PlacedSolid& body, const Vec3& p, Vec3& outward) {
  double highest = -std::numeric_limits<double>::infinity();
  double least2 = std::numeric_limits<double>::infinity();
  Vec3 nearest = Vec3::Zero();
  for (std::size_t f = 0; f < body.planes.size(); ++f) {
    const double height = body.planes[f].normal.dot(p) - body.planes[f].offset;
    if (height > highest) {
      highest = height;
      outward = body.planes[f].normal;
    }
    if (height <= 0) continue;
    const Vec3 on_face = nearest_on_face(body, f, p, height);
    const double square = (p - on_face).squaredNorm();
    if (square < least2) {
      least2 = square;
      nearest = on_face;
    }
  }
  if (highest <= 0) return highest;  // inside: out through the nearest face, the first of equals
  const double distance = std::sqrt(least2);
  if (distance > 0) outward = (p - nearest) / distance;
  return distance;
}

bool touch_sphere_polyhedron(const Vec3& d, double radius, const PlacedPolyhedron& body, Touch& out) {
  if (d.squaredNorm() >= (radius + body.radius) * (radius + body.radius)) return false;
  Vec3 outward;
  out.overlap = radius - distance_to(body, -d, outward);
  if (!(out.overlap > 0)) return false;
  out.normal = -outward;
  place_on_sphere(d, radius, out);
  return true;
}

}  // namespace scree
