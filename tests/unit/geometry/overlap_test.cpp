#include "geometry/solid/overlap.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "base/rng.h"
#include "geometry/hull/hull.h"
#include "geometry/solid/overlap_by_edges.h"
#include "geometry/solid/solids.h"

namespace scree {
namespace {

Polyhedron box(const Vec3& h) {
  std::vector<Vec3> points;
  for (int c = 0; c < 8; ++c)
    points.push_back({c & 1 ? h.x() : -h.x(), c & 2 ? h.y() : -h.y(), c & 4 ? h.z() : -h.z()});
  return *convex_hull(points);
}

Polyhedron random_hull(Rng& rng, int corners, const Vec3& stretch) {
  while (true) {
    std::vector<Vec3> points;
    for (int k = 0; k < corners; ++k) {
      const Vec3 p(rng.normal(), rng.normal(), rng.normal());
      points.push_back(stretch.cwiseProduct(p.normalized()));
    }
    if (const Expected<Polyhedron> given = convex_hull(points)) return principal_form(*given).polyhedron;
  }
}

Vec3 direction(Rng& rng) { return Vec3(rng.normal(), rng.normal(), rng.normal()).normalized(); }

class OverlapOf {
 public:
  OverlapOf(const Polyhedron& a, const Polyhedron& b) : a_(a), b_(b) {
    place(Quat::Identity(), Quat::Identity());
  }
  void place(const Quat& qa, const Quat& qb) {
    pa_.place(a_, 1, qa);
    pb_.place(b_, 1, qb);
  }
  bool at(const Vec3& d, Overlap& out) { return find_overlap(pa_.view, pb_.view, d, work_, out); }
  double volume(const Vec3& d) {
    Overlap out;
    return at(d, out) ? out.volume : 0.0;
  }
  const PlacedPolyhedron& a() const { return pa_.view; }
  const PlacedPolyhedron& b() const { return pb_.view; }

 private:
  Polyhedron a_, b_;
  PlacedCopy pa_, pb_;
  OverlapWork work_;
};

TEST(overlap, of_boxes_is_the_box_between_them) {
  OverlapOf pair(box({1, 2, 3}), box({2, 1, 1.5}));
  for (const Vec3& d :
       {Vec3(2.5, 2.7, 4.1), Vec3(-2.9, 0.3, 0.2), Vec3(0.1, -2.2, 4.4), Vec3(2.999, 2.999, 4.499)}) {
    Vec3 low, high;
    for (int k = 0; k < 3; ++k) {
      const double ha = Vec3(1, 2, 3)[k], hb = Vec3(2, 1, 1.5)[k];
      low[k] = std::max(-ha, d[k] - hb);
      high[k] = std::min(ha, d[k] + hb);
    }
    Overlap out;
    ASSERT_TRUE(pair.at(d, out));
    const double volume = (high - low).prod();
    EXPECT_NEAR(out.volume, volume, 1e-13 * (1 + volume));
    EXPECT_LT((out.centroid - 0.5 * (low + high)).norm(), 1e-12);
    // Area of a's faces inside b, direction by direction.
    Vec3 area = Vec3::Zero();
    const Vec3 side = high - low;
    for (int k = 0; k < 3; ++k) {
      const double ha = Vec3(1, 2, 3)[k];
      const double face = side.prod() / side[k];
      if (high[k] == ha) area[k] += face;
      if (low[k] == -ha) area[k] -= face;
    }
    EXPECT_LT((out.area - area).norm(), 1e-12);
  }
}

TEST(overlap, of_a_cube_pressed_flat_into_another_is_face_times_depth) {
  OverlapOf pair(box({1, 1, 1}), box({3, 3, 3}));
  for (const double h : {1e-1, 1e-3, 1e-6, 1e-9, 1e-12}) {
    Overlap out;
    ASSERT_TRUE(pair.at({0.1, 0.2, -(4 - h)}, out)) << h;
    const double depth = 1 - ((4 - h) - 3);  // as far as numbers of this size can say
    EXPECT_NEAR(out.volume, 4 * depth, 1e-14) << h;
    EXPECT_LT((out.area - Vec3(0, 0, -4)).norm(), 1e-12) << h;
    EXPECT_NEAR(out.patch_b, 4, 1e-12);
    EXPECT_LT((out.centroid - Vec3(0, 0, -1 + depth / 2)).norm(), 1e-12);
    EXPECT_LT(out.moment.norm(), 1e-12);
  }
}

TEST(overlap, contained_bodies_overlap_by_the_smaller_volume_and_have_no_area_vector) {
  OverlapOf pair(box({1, 1, 1}), box({3, 3, 3}));
  Overlap out;
  ASSERT_TRUE(pair.at({0.5, -0.5, 1}, out));
  EXPECT_NEAR(out.volume, 8, 1e-13);
  EXPECT_LT(out.area.norm(), 1e-13);
  EXPECT_NEAR(out.patch_a, 24, 1e-12);
  EXPECT_EQ(out.patch_b, 0);
  OverlapOf same(box({1, 2, 3}), box({1, 2, 3}));
  ASSERT_TRUE(same.at(Vec3::Zero(), out));
  EXPECT_NEAR(out.volume, 48, 1e-12);
}

TEST(overlap, does_not_depend_on_who_is_first) {
  Rng rng(5, 1, 0);
  for (int n = 0; n < 300; ++n) {
    const Polyhedron a = random_hull(rng, 12, {1, 1, 0.9}), b = random_hull(rng, 20, {1.3, 1, 0.7});
    OverlapOf ab(a, b), ba(b, a);
    const Quat qa = rng.rotation(), qb = rng.rotation();
    ab.place(qa, qb);
    ba.place(qb, qa);
    const Vec3 d = rng.uniform(0.2, 2.0) * direction(rng);
    Overlap x, y;
    const bool touches = ab.at(d, x);
    ASSERT_EQ(touches, ba.at(-d, y));
    if (!touches) continue;
    EXPECT_NEAR(x.volume, y.volume, 1e-12 * (1 + x.volume));
    EXPECT_LT((x.area + y.area).norm(), 1e-10 * x.patch_a + 1e-15);
    EXPECT_LT((x.centroid - y.centroid - d).norm(), 1e-8);
  }
}

// dV = -(area . dx + moment . dw).
TEST(overlap, area_and_moment_are_the_gradient_of_the_volume) {
  Rng rng(6, 1, 0);
  int tried = 0;
  while (tried < 100) {
    OverlapOf pair(random_hull(rng, 12, {1, 1, 0.9}), random_hull(rng, 16, {1.2, 0.9, 0.8}));
    const Quat qa = rng.rotation(), qb = rng.rotation();
    pair.place(qa, qb);
    const Vec3 d = rng.uniform(0.8, 1.6) * direction(rng);
    Overlap out;
    if (!pair.at(d, out) || out.volume < 1e-3) continue;
    ++tried;
    const double h = 1e-5;
    for (int k = 0; k < 3; ++k) {
      const double slope =
          (pair.volume(d + h * Vec3::Unit(k)) - pair.volume(d - h * Vec3::Unit(k))) / (2 * h);
      EXPECT_NEAR(slope, -out.area[k], 2e-5) << k;
      // Turn b about the centroid of the overlap.
      const auto turned = [&](double angle) {
        const Quat turn(Eigen::AngleAxisd(angle, Vec3::Unit(k)));
        pair.place(qa, turn * qb);
        return pair.volume(out.centroid + turn * Vec3(d - out.centroid));
      };
      EXPECT_NEAR((turned(h) - turned(-h)) / (2 * h), -out.moment[k], 2e-5) << k;
      pair.place(qa, qb);
    }
  }
}

TEST(overlap, with_a_half_space_is_that_with_a_large_box) {
  Rng rng(7, 1, 0);
  OverlapWork work;
  for (int n = 0; n < 200; ++n) {
    const Polyhedron a = random_hull(rng, 14, {1, 0.8, 0.6});
    OverlapOf pair(a, box({50, 50, 50}));
    const Quat q = rng.rotation();
    pair.place(q, Quat::Identity());
    const double level = rng.uniform(-1.0, 0.9);
    Overlap x, y;
    const bool touches = find_overlap(pair.a(), Plane{Vec3::UnitZ(), level}, work, x);
    ASSERT_EQ(touches, pair.at({0, 0, level - 50}, y));
    if (!touches) continue;
    EXPECT_NEAR(x.volume, y.volume, 1e-12);
    EXPECT_LT((x.area - y.area).norm(), 1e-9);
    EXPECT_LT((x.moment - y.moment).norm(), 1e-9);
  }
}

// Every way in which two cubes can be special to each other, and slid through it: the volume of the overlap
// is the product of three clamped lengths, so a jump would show.
TEST(overlap, slides_through_every_special_position_of_two_cubes_without_a_jump) {
  OverlapOf pair(box({1, 1, 1}), box({1, 1, 1}));
  const auto exact = [](const Vec3& d) {
    double v = 1;
    for (int k = 0; k < 3; ++k) v *= std::max(0.0, 2 - std::abs(d[k]));
    return v;
  };
  const Vec3 special[] = {{0, 0, 0},  {2, 0, 0}, {2, 2, 0}, {2, 2, 2}, {1, 0, 0},
                          {0, 0, -2}, {2, 1, 0}, {1, 1, 1}, {2, 2, 1}, {0, -2, -2}};
  const Vec3 ways[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 0}, {1, 1, 1}, {1, -0.5, 0.25}};
  for (const Vec3& at : special)
    for (const Vec3& way : ways)
      for (const double step : {0.0, 1e-17, 1e-16, 2.3e-16, 1e-15, 1e-13, 1e-10, 1e-7, 1e-4, 1e-2})
        for (const double sign : {-1.0, 1.0}) {
          const Vec3 d = at + sign * step * way;
          const double v = pair.volume(d);
          EXPECT_NEAR(v, exact(d), 64 * 2.3e-16 * 3.5 * 24) << d.transpose();
          EXPECT_GE(v, 0);
        }
}

TEST(overlap, volume_stays_between_nothing_and_the_smaller_body_for_degenerate_pairs) {
  Rng rng(9, 1, 0);
  for (int n = 0; n < 3000; ++n) {
    const double thin = std::pow(10.0, -rng.uniform(0.0, 3.0));
    const Polyhedron a = random_hull(rng, 4 + static_cast<int>(rng.below(20)), {1, thin, 1}),
                     b = rng.uniform() < 0.3
                             ? a
                             : random_hull(rng, 4 + static_cast<int>(rng.below(20)), {thin, thin, 1});
    OverlapOf pair(a, b);
    if (rng.uniform() < 0.5) {
      const Quat q = rng.rotation();
      pair.place(q, rng.uniform() < 0.5 ? q : rng.rotation());
    }
    // On top of each other, vertex on vertex, vertex on a face, almost apart.
    Vec3 d = Vec3::Zero();
    const Vec3 va = pair.a().vertices[rng.below(pair.a().vertices.size())];
    const Vec3 vb = pair.b().vertices[rng.below(pair.b().vertices.size())];
    if (rng.uniform() < 0.7) d = va - vb;
    if (rng.uniform() < 0.5) d += 1e-12 * rng.normal() * direction(rng);
    Overlap out;
    if (!pair.at(d, out)) continue;
    EXPECT_GT(out.volume, 0);
    const double least = std::min(mass_of(a).volume, mass_of(b).volume);
    EXPECT_LE(out.volume, least * (1 + 1e-9));
    EXPECT_TRUE(out.centroid.allFinite() && out.area.allFinite() && out.moment.allFinite());
  }
}

// Both builds of the kernel do the same operations; and another guess of the direction, with a thicker layer,
// changes nothing beyond roundings.
TEST(overlap_by_edges, has_the_same_bits_on_every_processor_whatever_the_guess) {
  Rng rng(5, 1);
  EdgeClipper wide, plain;
  int found = 0, unsure = 0;
  for (int n = 0; n < 400; ++n) {
    // 12 corners: gathered by bits; 42: from star to star.
    const int level = n % 4 == 0 ? 1 : 0;
    const Polyhedron one = *convex_hull(ellipsoid_vertices({1, 0.9, 0.8}, level, 0.01, rng));
    const Polyhedron other = *convex_hull(ellipsoid_vertices({1.1, 1, 0.7}, 0, 0.01, rng));
    const auto draw = [&] { return rng.uniform() - 0.5; };
    PlacedCopy a, b;
    a.place(one, 1, Quat(draw(), draw(), draw(), draw()).normalized());
    b.place(other, 1, Quat(draw(), draw(), draw(), draw()).normalized());
    const Vec3 d = (1.2 + 0.8 * rng.uniform()) * Vec3(draw(), draw(), draw()).normalized();
    const auto answer = wide.clip(a.view, b.view, d, d, false);
    ASSERT_EQ(answer, plain.clip(a.view, b.view, d, d, true));
    unsure += answer == EdgeClipper::Answer::unsure;
    if (answer != EdgeClipper::Answer::found) continue;
    ++found;
    const auto bits_of = [](const OverlapSums& s) {
      return std::array{s.volume,      s.centroid.x(), s.centroid.y(), s.centroid.z(), s.area.x(),
                        s.area.y(),    s.area.z(),     s.moment.x(),   s.moment.y(),   s.moment.z(),
                        s.patch_first, s.patch_second, s.contact_line};
    };
    EXPECT_EQ(bits_of(wide.sums), bits_of(plain.sums));
    EXPECT_EQ(wide.blur(), plain.blur());
    const Vec3 across = d.cross(Vec3(0.3, 1, 0.2)) + 0.3 * d;
    if (plain.clip(a.view, b.view, d, across, true) != EdgeClipper::Answer::found) continue;
    EXPECT_NEAR(plain.sums.volume, wide.sums.volume, 1e-14 + 1e-11 * wide.sums.volume);
    EXPECT_LE((plain.sums.area - wide.sums.area).norm(), 1e-11 * wide.sums.patch_first);
  }
  EXPECT_GT(found, 150);
  EXPECT_LT(unsure, 120);  // bodies apart that the line of centres does not part
}

}  // namespace
}  // namespace scree
