#include "oracle/contacts.h"

#include <vector>

#include "base/math.h"

namespace scree::oracle {
namespace {

// Columns x, y, z with z as given.
Mat3 frame_about(const Vec3& z) {
  Mat3 frame;
  Vec3::Index least;
  z.cwiseAbs().minCoeff(&least);
  frame.col(0) = z.cross(Vec3::Unit(least)).normalized();
  frame.col(1) = z.cross(Vec3(frame.col(0)));
  frame.col(2) = z;
  return frame;
}

// A random mean of vectors.
Vec3 random_mean(Rng& rng, const std::vector<Vec3>& vectors) {
  Vec3 sum = Vec3::Zero();
  double weights = 0;
  for (const Vec3& v : vectors) {
    const double weight = rng.uniform(0.05, 1.0);
    sum += weight * v;
    weights += weight;
  }
  return sum / weights;
}

}  // namespace

Quat turn(double angle, const Vec3& unit_axis) {
  const math::SinCos half = math::sincos(0.5 * angle);
  const Vec3 v = half.sin * unit_axis;
  return Quat(half.cos, v.x(), v.y(), v.z());
}

Support random_support(Rng& rng, const Polyhedron& body, Feature feature) {
  std::vector<Vec3> points, normals;
  if (feature == Feature::face) {
    const std::size_t f = rng.below(body.faces());
    for (const std::uint32_t v : body.corners_of(f)) points.push_back(body.vertices[v]);
    normals.push_back(body.planes[f].normal);
  } else if (feature == Feature::edge) {
    const std::size_t h = 2 * rng.below(body.edges());
    for (const std::size_t side : {h, h + 1}) {
      points.push_back(body.vertices[body.half_edges[side].origin]);
      normals.push_back(body.planes[body.half_edges[side].face].normal);
    }
  } else {
    const std::size_t v = rng.below(body.vertices.size());
    points.push_back(body.vertices[v]);
    for (const Polyhedron::HalfEdge& h : body.half_edges)
      if (h.origin == v) normals.push_back(body.planes[h.face].normal);
  }
  return {random_mean(rng, points), random_mean(rng, normals).normalized()};
}

Meeting meet(Rng& rng, const Support& on_a, const Pose& a, const Support& on_b, double scale_of_b,
             double tilt, double depth) {
  const Vec3 outwards = (a.orientation * on_a.outwards).normalized();
  const Mat3 towards = frame_about(-outwards);
  const Quat facing(Mat3(towards * frame_about(on_b.outwards).transpose()));
  const double azimuth = rng.uniform(0.0, 2 * math::pi);
  const Vec3 axis = math::cos(azimuth) * towards.col(0) + math::sin(azimuth) * towards.col(1);
  const Quat b = (turn(tilt, axis) * turn(rng.uniform(0.0, 2 * math::pi), outwards) * facing).normalized();
  const Vec3 point_of_a = a.orientation * Vec3(a.scale * on_a.point);
  const Vec3 point_of_b = b * Vec3(scale_of_b * on_b.point);
  return {{scale_of_b, b}, point_of_a - point_of_b - depth * outwards};
}

}  // namespace scree::oracle
