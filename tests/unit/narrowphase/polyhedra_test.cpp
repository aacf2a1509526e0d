// Polyhedra: planes that part them, touches turned round, spheres against brute force.
#include "narrowphase/polyhedra.h"
#include "geometry/solid/separating_plane.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "base/rng.h"
#include "geometry/hull/hull.h"
#include "geometry/solid/solids.h"
#include "narrowphase/dispatch.h"
#include "narrowphase/sphere_polyhedron.h"
#include "support/states.h"

namespace scree {
namespace {

Polyhedron hull_of(int points, Rng& rng) {
  for (;;) {
    std::vector<Vec3> corners;
    for (int n = 0; n < points; ++n) corners.push_back(rng.in_unit_ball());
    if (const Expected<Polyhedron> hull = convex_hull(corners)) return *hull;
  }
}

// Boxes, plates, needles, random hulls, round ones; about their centroids.
std::vector<Polyhedron> some_bodies(Rng& rng) {
  std::vector<Polyhedron> bodies;
  const auto add = [&](const std::vector<Vec3>& corners) {
    bodies.push_back(principal_form(*convex_hull(corners)).polyhedron);
  };
  for (const Vec3& half : {Vec3(1, 1, 1), Vec3(1, 0.9, 0.01), Vec3(0.02, 0.03, 1)}) add(box_vertices(half));
  for (const auto& [solid, word] : words_of(RegularSolid{})) add(regular_solid_vertices(solid, 1));
  add(ellipsoid_vertices({1, 0.7, 0.5}, 2));
  for (int n = 0; n < 6; ++n) bodies.push_back(principal_form(hull_of(5 + 4 * n, rng)).polyhedron);
  return bodies;
}

// How far b must come towards a along a line to touch it, by bisection.
double touching_distance(const PlacedPolyhedron& a, const PlacedPolyhedron& b, const Vec3& direction,
                         OverlapWork& work) {
  double touching = 0, apart = a.radius + b.radius;
  Overlap overlap;
  for (int n = 0; n < 60; ++n) {
    const double middle = 0.5 * (touching + apart);
    (find_overlap(a, b, middle * direction, work, overlap) ? touching : apart) = middle;
  }
  return touching;
}

// 100,000 pairs at random, and as near to touching as rounding allows.
TEST(SeparatingPlane, NeverPartsWhatOverlaps) {
  Rng rng(1, 0);
  const std::vector<Polyhedron> bodies = some_bodies(rng);
  OverlapWork work;
  PlacedCopy a, b;
  int overlapping = 0, parted = 0, near = 0;
  for (int n = 0; n < 12000; ++n) {
    a.place(bodies[rng.below(bodies.size())], rng.uniform(0.5, 2), rng.rotation());
    b.place(bodies[rng.below(bodies.size())], rng.uniform(0.5, 2), n % 5 ? rng.rotation() : Quat::Identity());
    const Vec3 along = rng.unit_vector();
    const bool to_touch = n % 6 == 0;
    const double meet = to_touch ? touching_distance(a.view, b.view, along, work) : 0;
    for (int k = 0; k < (to_touch ? 25 : 5); ++k) {
      double distance = 1.2 * (a.view.radius + b.view.radius) * rng.uniform();
      if (to_touch) {  // by a share of 1e-4 to 1e-16 off
        distance = meet * (1 + (k % 2 ? 1 : -1) * std::pow(10.0, -4 - 12 * rng.uniform()));
        ++near;
      }
      const Vec3 d = distance * along;
      Overlap overlap;
      const bool touch = find_overlap(a.view, b.view, d, work, overlap);
      Vec3 direction = rng.uniform() < 0.5 ? Vec3(Vec3::Zero()) : rng.unit_vector();
      const Parting parting = find_separating_plane(a.view, b.view, d, direction);
      const bool apart = parting != Parting::none;
      if (parting == Parting::spheres) direction = d.normalized();
      overlapping += touch;
      parted += apart;
      EXPECT_FALSE(touch && apart) << "pair " << n << ", distance " << distance;
      if (apart) {
        EXPECT_NEAR(direction.norm(), 1, 1e-12);
      }
    }
  }
  EXPECT_GT(overlapping, 20000);
  EXPECT_GT(parted, 20000);
  EXPECT_EQ(near, 50000);
}

// The plane found last is tried first: a pair that moves a little apart stays parted by it.
TEST(SeparatingPlane, RemembersTheLastOne) {
  Rng rng(2, 0);
  int tried = 0;
  for (int n = 0; n < 200; ++n) {
    PlacedCopy a, b;
    const Polyhedron p = hull_of(16, rng), q = hull_of(16, rng);
    a.place(p, 1, Quat::Identity());
    b.place(q, 1, Quat::Identity());
    const Vec3 d = 1.8 * rng.unit_vector();
    Vec3 direction = Vec3::Zero();
    const Parting first = find_separating_plane(a.view, b.view, d, direction);
    if (first == Parting::none || first == Parting::spheres) continue;
    ++tried;
    const Vec3 found = direction;
    EXPECT_EQ(find_separating_plane(a.view, b.view, d + 1e-3 * found, direction), Parting::last_plane);
    EXPECT_EQ(direction, found) << "the same plane, to the bit";
  }
  EXPECT_GT(tried, 100);
}

// A plain twin that counts: how many planes were tried before one parted the bodies; -1: none did.
int planes_needed(const PlacedPolyhedron& a, const PlacedPolyhedron& b, const Vec3& d) {
  const auto furthest = [](const Corners& vertices, const Vec3& n) {
    Vec3 best = vertices[0];
    for (const Vec3& v : vertices)
      if (n.dot(v) > n.dot(best)) best = v;
    return best;
  };
  Vec3 n = d.normalized();
  for (int k = 0; k <= 12; ++k) {
    const Vec3 of_a = furthest(a.vertices, n), of_b = d + furthest(b.vertices, -n);
    if (n.dot(of_b) - n.dot(of_a) > 1e-10 * (a.radius + b.radius)) return k;
    const Vec3 e = (of_a - of_b).normalized();
    n = (n - 2 * n.dot(e) * e).normalized();
  }
  return -1;
}

// Hulls of 16 points drawn in a unit cube; centres a multiple of 0.4 apart, in any direction.
TEST(SeparatingPlane, FindsMostPairsThatAreApart) {
  Rng rng(4, 0);
  OverlapWork work;
  for (int shift = 1; shift <= 3; ++shift) {
    constexpr int pairs = 2000;
    int apart = 0, found = 0, needed[13] = {};
    for (int n = 0; n < pairs; ++n) {
      PlacedCopy placed[2];
      Polyhedron hulls[2];
      for (int k = 0; k < 2; ++k) {
        std::vector<Vec3> corners;
        for (int p = 0; p < 16; ++p)
          corners.push_back({rng.uniform() - 0.5, rng.uniform() - 0.5, rng.uniform() - 0.5});
        hulls[k] = *convex_hull(corners);
        placed[k].place(hulls[k], 1, Quat::Identity());
      }
      const Vec3 d = 0.4 * shift * rng.unit_vector();
      Overlap overlap;
      if (find_overlap(placed[0].view, placed[1].view, d, work, overlap)) continue;
      ++apart;
      Vec3 direction = Vec3::Zero();
      const bool parted =
          find_separating_plane(placed[0].view, placed[1].view, d, direction) != Parting::none;
      const int planes = planes_needed(placed[0].view, placed[1].view, d);
      EXPECT_EQ(parted, planes >= 0) << "as the plain twin says";
      found += parted;
      if (planes >= 0) ++needed[planes];
    }
    std::printf("| 16-point hulls %.1f apart: separate pairs of %d | %d |\n", 0.4 * shift, pairs, apart);
    int so_far = 0;
    for (int k = 0; k < 13 && apart > 0; ++k) {
      so_far += needed[k];
      std::printf("| 16-point hulls %.1f apart: parted after %d reflections | %.4f |\n", 0.4 * shift, k,
                  static_cast<double>(so_far) / apart);
    }
    if (shift > 1) {  // nearly all of the nearest ones overlap
      EXPECT_GT(apart, 500);
      EXPECT_GE(found, 0.95 * apart);
    }
  }
}

// Swapping the bodies turns the touch round.
TEST(TouchPolyhedra, SwappedBodiesGiveTheOpposite) {
  Rng rng(6, 0);
  const std::vector<Polyhedron> bodies = some_bodies(rng);
  OverlapWork work;
  PlacedCopy a, b;
  int touching = 0;
  for (int n = 0; n < 2000; ++n) {
    a.place(bodies[rng.below(bodies.size())], 1, rng.rotation());
    b.place(bodies[rng.below(bodies.size())], rng.uniform(0.5, 2), rng.rotation());
    const Vec3 d = (a.view.radius + b.view.radius) * rng.uniform() * rng.unit_vector();
    Touch one, other;
    const bool touch = touch_polyhedra(a.view, b.view, d, d, 1, work, one);
    if (!touch_polyhedra(b.view, a.view, -d, -d, 1, work, other)) {
      EXPECT_FALSE(touch && one.volume > 1e-12) << n;
      continue;
    }
    ++touching;
    EXPECT_NEAR(other.volume / one.volume, 1, 1e-9);
    const double size = a.view.radius + b.view.radius;
    if (one.area > 1e-6 * size * size) {
      EXPECT_LE((other.normal + one.normal).norm(), 1e-6) << n;
      EXPECT_LE((other.arm_a - one.arm_b).norm(), 1e-6 * size);
      EXPECT_LE((other.moment + one.moment).norm(), 1e-9 * one.area * size);
    }
    EXPECT_GT(one.overlap, 0);
    EXPECT_LE((one.arm_a - d - one.arm_b).norm(), 1e-14 * size);
  }
  EXPECT_GT(touching, 300);
}

// A block across the seam of a floor of two parts. Asked for one by one, the parts know nothing of each
// other.
TEST(TouchPolyhedra, TheStepSeesNoSurfaceInASeam) {
  const Polyhedron half_floor = *convex_hull(box_vertices({0.5, 0.5, 0.1}));
  State s;
  s.shapes = {make_compound("floor", {transformed(half_floor, Mat3::Identity(), {-0.5, 0, 0}),
                                      transformed(half_floor, Mat3::Identity(), {0.5, 0, 0})}),
              make_box("block", {0.1, 0.1, 0.1})};
  use_material(s, {}, PairLaw{.normal = NormalLaw::overlap});
  // The floor's own axes are sorted by its moments; it lies as it was given.
  add_body(s, {.orientation = s.shapes[0].given_axes});
  add_body(s, {.shape = 1, .position = {0.03, 0.01, 0.199}});
  Workers workers(1);
  Placements placements;
  const BodyIndex order[] = {0, 1};
  placements.update(s, {order}, 0, workers);
  for (const std::uint32_t part : {0u, 1u}) {
    const Parts parts{part, 0};
    TouchOnBed in_step, alone;
    ASSERT_TRUE(find_touch(s, placements, {0, 1}, parts, in_step));
    ASSERT_TRUE(find_touch(s, {0, 1}, parts, alone));
    EXPECT_NEAR(alone.volume, in_step.volume, 1e-14 * alone.volume);
    EXPECT_LE((in_step.normal - Vec3(0, 0, 1)).norm(), 1e-12) << "the seam is no surface";
  }
}

// Nearest point of a triangle by sampling, and sampling again about the best.
double sampled_distance(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c) {
  double u = 1.0 / 3, v = 1.0 / 3, best = (p - a - u * (b - a) - v * (c - a)).norm();
  for (double width = 1; width > 1e-9; width *= 0.6) {
    const double centre_u = u, centre_v = v;
    for (int i = -3; i <= 3; ++i)
      for (int j = -3; j <= 3; ++j) {
        const double s = std::clamp(centre_u + width * i / 3, 0.0, 1.0);
        const double t = std::clamp(centre_v + width * j / 3, 0.0, 1.0 - s);
        const double distance = (p - a - s * (b - a) - t * (c - a)).norm();
        if (distance < best) {
          best = distance;
          u = s;
          v = t;
        }
      }
  }
  return best;
}

TEST(SpherePolyhedron, DistancesAreThoseOfBruteForce) {
  Rng rng(8, 0);
  const std::vector<Polyhedron> bodies = some_bodies(rng);
  int inside = 0, outside = 0;
  for (int n = 0; n < 600; ++n) {
    PlacedCopy body;
    const Polyhedron& shape = bodies[rng.below(bodies.size())];
    body.place(shape, 1, rng.rotation());
    const Vec3 p = 1.3 * rng.in_unit_ball().cwiseProduct(Vec3::Constant(body.view.radius));
    Vec3 outward;
    const double distance = distance_to(body.view, p, outward);
    double highest = -1e300, nearest = 1e300;
    for (std::size_t f = 0; f < shape.faces(); ++f) {
      highest = std::max(highest, body.view.planes[f].normal.dot(p) - body.view.planes[f].offset);
      const auto corners = shape.corners_of(f);
      for (std::size_t k = 1; k + 1 < corners.size(); ++k)
        nearest = std::min(nearest,
                           sampled_distance(p, body.view.vertices[corners[0]], body.view.vertices[corners[k]],
                                            body.view.vertices[corners[k + 1]]));
    }
    EXPECT_NEAR(outward.norm(), 1, 1e-12);
    if (highest <= 0) {
      ++inside;
      EXPECT_NEAR(distance, highest, 1e-12) << "the nearest plane";
      EXPECT_NEAR(-distance, nearest, 1e-6 * body.view.radius);
    } else {
      ++outside;
      EXPECT_NEAR(distance, nearest, 1e-6 * body.view.radius) << n;
      // One step towards the surface along it ends there.
      Vec3 there;
      EXPECT_NEAR(distance_to(body.view, p - distance * outward, there), 0, 1e-9 * body.view.radius);
    }
  }
  EXPECT_GT(inside, 50);
  EXPECT_GT(outside, 200);
}

// Along a line over faces, edges and corners the distance has no jump, and outside its direction turns
// steadily.
TEST(SpherePolyhedron, DistanceAndDirectionAreContinuous) {
  Rng rng(10, 0);
  const std::vector<Polyhedron> bodies = some_bodies(rng);
  for (int n = 0; n < 100; ++n) {
    PlacedCopy body;
    body.place(bodies[rng.below(bodies.size())], 1, rng.rotation());
    const double size = body.view.radius;
    const Vec3 from = 1.5 * size * rng.unit_vector(), to = 1.5 * size * rng.unit_vector();
    constexpr int steps = 2000;
    const double stride = (to - from).norm() / steps;
    Vec3 last_outward = Vec3::Zero();
    double last = 0;
    for (int k = 0; k <= steps; ++k) {
      Vec3 outward;
      const double distance =
          distance_to(body.view, from + (to - from) * (static_cast<double>(k) / steps), outward);
      if (k > 0) {
        EXPECT_LE(std::abs(distance - last), 1.0001 * stride + 1e-12 * size);
        const double nearer = std::min(distance, last);
        if (nearer > 10 * stride) {
          EXPECT_LE((outward - last_outward).norm(), 1.2 * stride / nearer);
        }
      }
      last = distance;
      last_outward = outward;
    }
  }
}

TEST(SpherePolyhedron, TouchesLikeAPlaneOnAFace) {
  const Polyhedron shape = *convex_hull(box_vertices({1, 1, 1}));
  PlacedCopy cube;
  cube.place(shape, 1, Quat::Identity());
  Touch touch;
  EXPECT_FALSE(touch_sphere_polyhedron({0.1, 0.2, -1.5 - 1e-12}, 0.5, cube.view, touch));
  ASSERT_TRUE(touch_sphere_polyhedron({0.1, 0.2, -1.49}, 0.5, cube.view, touch));
  EXPECT_LE((touch.normal - Vec3(0, 0, -1)).norm(), 1e-15);
  EXPECT_NEAR(touch.overlap, 0.01, 1e-15);
  EXPECT_EQ(touch.radius, 0.5);
  EXPECT_LE((touch.arm_a - Vec3(0, 0, -0.5)).norm(), 1e-15);
  EXPECT_LE((touch.arm_a - touch.arm_b - Vec3(0.1, 0.2, -1.49)).norm(), 1e-15);
}

}  // namespace
}  // namespace scree
