#include "oracle/overlap_fuzz/pairs.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "geometry/solid/mass.h"

namespace scree::oracle {
namespace {

// One of the 24 turns of a cube, free of rounding but for the square roots in the quaternion of most of them.
Quat quarter_turns(Rng& rng) {
  static const double half = std::sqrt(0.5);
  Quat q = Quat::Identity();
  for (int axis = 0; axis < 3; ++axis)
    for (std::uint64_t n = rng.below(4); n > 0; --n) {
      const Vec3 v = half * Vec3::Unit(axis);
      q = q * Quat(half, v.x(), v.y(), v.z());
    }
  return q;
}

// Nothing, some roundings, or anything up to a tenth.
double small(Rng& rng) {
  const double sign = rng.uniform() < 0.5 ? -1 : 1;
  switch (rng.below(4)) {
    case 0: return 0;
    case 1: return sign * 1e-12;
    case 2: return sign * log_uniform(rng, 1e-17, 1e-10);
    default: return sign * log_uniform(rng, 1e-10, 1e-1);
  }
}

Feature any_feature(Rng& rng) { return static_cast<Feature>(rng.below(3)); }

double radius_of(const Polyhedron& shape) {
  double square = 0;
  for (const Vec3& v : shape.vertices) square = std::max(square, v.squaredNorm());
  return std::sqrt(square);
}

const Vec3& any_vertex(Rng& rng, const Polyhedron& shape) {
  return shape.vertices[rng.below(shape.vertices.size())];
}

}  // namespace

PairMaker::PairMaker(std::uint64_t seed) : seed_(seed) {
  Rng rng(seed, 0);
  std::vector<Polyhedron> shapes = varied_bodies(rng, 60, 50);
  for (int n = 0; n < 20; ++n) {
    const int corners = 4 + static_cast<int>(rng.below(12));
    shapes.push_back(random_hull(rng, corners, {1, 1e-3, 1e-3}));                    // needles
    shapes.push_back(random_hull(rng, corners, {1, 1, 1e-3}));                       // plates
    shapes.push_back(random_hull(rng, 4, {1, log_uniform(rng, 1e-3, 1e-1), 2e-3}));  // slivers
    shapes.push_back(random_prism(rng, 3 + static_cast<int>(rng.below(8)), log_uniform(rng, 1e-3, 1e3)));
  }
  first_of_lattice_ = shapes.size();
  for (int n = 0; n < 40; ++n)
    shapes.push_back(lattice_hull(rng, 8 + static_cast<int>(rng.below(20)), 1 + n % 3));
  for (const Polyhedron& shape :
       {box({1, 1, 1}), box({1, 2, 3}), box({8, 1, 1}), octahedron(), tetrahedron(), roof()})
    shapes.push_back(shape);
  for (Polyhedron& shape : shapes) {
    const double volume = mass_of(shape).volume;
    bodies_.push_back({std::move(shape), volume});
  }
}

std::size_t PairMaker::make(std::uint64_t n, FuzzPair& pair) const {
  Rng rng(seed_, 1 + n);
  const std::size_t kind = n % kinds;
  const FuzzBody& a = any(rng);
  const bool same = kind == 1 || kind == 2 || kind == 4;
  const FuzzBody& b = same ? a : any(rng);
  Pose pose_a{rng.uniform() < 0.7 ? 1 : log_uniform(rng, 1e-6, 1e6), Quat::Identity()};
  if (rng.uniform() < 0.7) pose_a.orientation = rng.uniform() < 0.3 ? quarter_turns(rng) : rng.rotation();
  Meeting to{pose_a, Vec3::Zero()};
  const FuzzBody* shapes[2] = {&a, &b};
  const auto corner = [&](const Pose& pose, const Vec3& v) {
    return Vec3(pose.orientation * Vec3(pose.scale * v));
  };
  const double radius = pose_a.scale * radius_of(a.shape), radius_b = pose_a.scale * radius_of(b.shape);
  const double size = 2 * std::min(radius, radius_b);
  switch (kind) {
    case 0:  // anyhow
      to.b.orientation = rng.rotation();
      to.d = rng.uniform() * (radius + radius_b) * rng.unit_vector();
      break;
    case 1:  // copies
      if (rng.uniform() < 0.5) to.b.orientation = (pose_a.orientation * quarter_turns(rng)).normalized();
      if (rng.uniform() < 0.3)
        to.b.orientation = (turn(small(rng), rng.unit_vector()) * to.b.orientation).normalized();
      to.d = small(rng) * size * rng.unit_vector();
      break;
    case 2: {  // scaled copies inside, in the middle or in a corner
      const double scale = rng.uniform() < 0.5 ? 0.5 : rng.uniform(0.01, 1.0);
      to.b.scale *= scale;
      if (rng.uniform() < 0.7) to.d = (1 - scale) * corner(pose_a, any_vertex(rng, a.shape));
      to.d += small(rng) * scale * size * rng.unit_vector();
      break;
    }
    case 3:  // common vertices
      if (rng.uniform() < 0.5) to.b.orientation = rng.uniform() < 0.5 ? quarter_turns(rng) : rng.rotation();
      to.d = corner(pose_a, any_vertex(rng, a.shape)) - corner(to.b, any_vertex(rng, b.shape));
      to.d += small(rng) * size * rng.unit_vector();
      break;
    case 4: {  // common edges: a copy, shifted along one of its own edges, or turned about it
      const std::size_t e = 2 * rng.below(a.shape.edges());
      const Vec3 u = a.shape.vertices[a.shape.half_edges[e].origin],
                 v = a.shape.vertices[a.shape.half_edges[e + 1].origin];
      if (rng.uniform() < 0.5) {
        to.d = corner(pose_a, v) - corner(pose_a, u);
      } else {
        const Vec3 axis = (pose_a.orientation * Vec3(v - u)).normalized();
        to.b.orientation = (turn(rng.uniform(-3.2, 3.2), axis) * pose_a.orientation).normalized();
        to.d = corner(pose_a, u) - corner(to.b, u);
      }
      to.d += small(rng) * size * rng.unit_vector();
      break;
    }
    case 5:    // almost touching
    case 6:    // coplanar faces
    case 7:    // faces from inside
    case 9: {  // tiny on huge
      const bool faces = kind == 6 || kind == 7;
      const Support on_a = random_support(rng, a.shape, faces ? Feature::face : any_feature(rng));
      Support on_b = random_support(rng, b.shape, faces ? Feature::face : any_feature(rng));
      if (kind == 7) on_b.outwards = -on_b.outwards;
      const double scale = kind == 9 ? log_uniform(rng, 1e-6, 1e-2) : kind == 7 ? 0.2 : 1;
      to = meet(rng, on_a, pose_a, on_b, scale * pose_a.scale, rng.uniform() < 0.5 ? 0 : small(rng),
                small(rng) * scale * size);
      break;
    }
    case 8:  // whole numbers
      for (const FuzzBody*& shape : shapes)
        shape = &bodies_[first_of_lattice_ + rng.below(bodies_.size() - first_of_lattice_)];
      pose_a = {std::ldexp(1.0, static_cast<int>(rng.below(5))), quarter_turns(rng)};
      to.b = {1, quarter_turns(rng)};
      for (int k = 0; k < 3; ++k) to.d[k] = static_cast<double>(rng.below(9)) - 4;
      break;
    default: break;
  }
  pair.a.place(shapes[0]->shape, pose_a.scale, pose_a.orientation);
  pair.b.place(shapes[1]->shape, to.b.scale, to.b.orientation);
  pair.d = to.d;
  pair.scales[0] = pose_a.scale;
  pair.scales[1] = to.b.scale;
  // Either may be the first.
  for (int k = 0; k < 2; ++k) pair.shapes[k] = shapes[k];
  if (rng.uniform() < 0.5) {
    std::swap(pair.a, pair.b);
    std::swap(pair.shapes[0], pair.shapes[1]);
    std::swap(pair.scales[0], pair.scales[1]);
    pair.d = -pair.d;
  }
  return kind;
}

}  // namespace scree::oracle
