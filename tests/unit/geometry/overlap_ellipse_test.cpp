#include "geometry/plane/overlap_ellipse.h"

#include <gtest/gtest.h>

#include "ellipse_reference.h"
#include "plane_shapes.h"

namespace scree {
namespace {

constexpr double eps = std::numeric_limits<double>::epsilon();

TurnedEllipse ellipse(double a, double b, double angle) {
  return {Vec2(a, b), std::cos(angle), std::sin(angle)};
}
std::uint64_t setting(const char* name, std::uint64_t otherwise) {
  const char* given = std::getenv(name);
  return given ? std::strtoull(given, nullptr, 10) : otherwise;
}
double log_uniform(Rng& rng, double a, double b) { return a * std::pow(b / a, rng.uniform()); }

// Two ellipses of any size, that reach past each other along some direction by a depth between a rounding and
// all of it.
struct Placed {
  TurnedEllipse a, b;
  Vec2 d = Vec2::Zero();
};
Placed random_pair(Rng& rng, double slimmest, double shallowest) {
  Placed p;
  const double size_b = log_uniform(rng, 0.1, 10);
  p.a = ellipse(1, log_uniform(rng, slimmest, 1), rng.uniform(0, 7));
  p.b = ellipse(size_b, size_b * log_uniform(rng, slimmest, 1), rng.uniform(0, 7));
  if (rng.uniform() < 0.5) std::swap(p.a.half_axes.x(), p.a.half_axes.y());
  const Vec2 way = unit(rng.uniform(0, 7));
  const double most = p.a.reach(way) + p.b.reach(way);
  p.d = p.a.furthest(way) - p.b.furthest(-way) - log_uniform(rng, shallowest, 1) * most * way;
  return p;
}

// Shares of |dA| <= 1e-12 A + 64 eps L P and |d(A c)| <= L times that.
TEST(OverlapEllipse, AreaAndCentroidAreThoseOfLongNumbers) {
  const std::uint64_t pairs = setting("SCREE_PAIRS", 500);
  double worst_area = 0, worst_first = 0;
  std::uint64_t touching = 0, four = 0;
  for (std::uint64_t n = 0; n < pairs; ++n) {
    Rng rng(1, n);
    Placed p = random_pair(rng, n % 2 ? 0.3 : 0.01, n % 3 ? 1e-2 : 1e-13);
    if (n % 5 == 0) p.d *= rng.uniform(0, 0.3);
    PlaneOverlap out;
    const bool touches = find_overlap(p.a, p.b, p.d, out);
    const Vec2 origin = touches ? out.centroid : p.a.furthest(p.d.normalized());
    const reference::Overlap exact = reference::overlap_of(p.a, p.b, p.d, origin);
    four += exact.arcs == 4;
    touching += touches;
    const double size = 2 * std::max(p.a.radius(), p.b.radius());
    const double patch = std::max({static_cast<double>(exact.length), touches ? out.patch_a : 0, 1e-200});
    const double bound = 1e-12 * static_cast<double>(exact.area) + 64 * eps * size * patch;
    const double error = std::abs(static_cast<double>(exact.area - (touches ? out.area : 0)));
    const double first = static_cast<double>(std::hypot(exact.x, exact.y));  // from the centroid found
    EXPECT_LE(error, bound) << n;
    EXPECT_LE(first, size * bound) << n;
    worst_area = std::max(worst_area, error / bound);
    worst_first = std::max(worst_first, first / (size * bound));
  }
  EXPECT_GT(touching, pairs * 8 / 10);
  EXPECT_GT(four, pairs / 20);
  std::printf("| ellipses | %llu pairs | %llu with four arcs | area %.2g | area x centroid %.2g |\n",
              static_cast<unsigned long long>(pairs), static_cast<unsigned long long>(four), worst_area,
              worst_first);
}

TEST(OverlapEllipse, CirclesHaveTheirLens) {
  PlaneOverlap out;
  ASSERT_TRUE(find_overlap(ellipse(1, 1, 0.3), ellipse(1, 1, 2), Vec2(1, 0), out));
  EXPECT_NEAR(out.area, 2 * M_PI / 3 - std::sqrt(3) / 2, 1e-15);
  EXPECT_NEAR((out.centroid - Vec2(0.5, 0)).norm(), 0, 1e-15);
  EXPECT_NEAR((out.contact - Vec2(std::sqrt(3), 0)).norm(), 0, 1e-15);
  EXPECT_NEAR(out.moment, 0, 1e-15);
}

// Stretched along x, an ellipse cut by a line is a circle cut by a line.
TEST(OverlapEllipse, LinesCutSegments) {
  const double a = 3, b = 0.5;
  for (const double height : {-0.9, -0.3, 0.0, 0.4, 0.99, 1 - 1e-6}) {  // of the line, in half axes
    PlaneOverlap out;
    // The solid is above: y >= height b.
    ASSERT_TRUE(find_overlap(ellipse(a, b, 0), Vec2(17, height * b), Vec2(0, -1), out));
    const double half = std::acos(height), sine = std::sin(half);
    const double area = a * b * (half - sine * height);
    EXPECT_NEAR(out.area / area, 1, height > 0.999 ? 1e-9 : 1e-14) << height;
    EXPECT_NEAR((out.contact - Vec2(0, 2 * a * sine)).norm(), 0, 1e-9) << height;
    EXPECT_NEAR(out.centroid.x(), 0, 1e-15);
    EXPECT_NEAR(out.centroid.y() * area, a * b * b * 2 / 3 * sine * sine * sine, 1e-15);
  }
  PlaneOverlap out;
  EXPECT_FALSE(find_overlap(ellipse(a, b, 0), Vec2(0, 1.000001 * b), Vec2(0, -1), out));
  ASSERT_TRUE(find_overlap(ellipse(a, b, 0), Vec2(0, -1.000001 * b), Vec2(0, -1), out));
  EXPECT_NEAR(out.area, M_PI * a * b, 1e-14);
  EXPECT_EQ(out.contact.norm(), 0);
}

// a x b and b x a about one centre: four crossings on the diagonals, area 4 a b atan(b / a).
TEST(OverlapEllipse, CrossedEllipsesHaveFourCrossings) {
  for (const double b : {0.9, 0.5, 0.1, 0.01, 1 - 1e-6}) {
    for (const double angle : {0.0, 0.7, 2.0}) {
      PlaneOverlap out;
      ASSERT_TRUE(find_overlap(ellipse(1, b, angle), ellipse(b, 1, angle), Vec2(0, 0), out));
      EXPECT_NEAR(out.area / (4 * b * std::atan(b)), 1, 1e-14) << b << ' ' << angle;
      EXPECT_NEAR(out.centroid.norm(), 0, 16 * eps);
      // Boundaries that cross at an angle of 1 - b shift their crossing by a rounding over that.
      EXPECT_NEAR(out.contact.norm(), 0, 1e-15 / (1 - b)) << b;
      EXPECT_NEAR(out.moment, 0, 1e-15 / (1 - b)) << b;
    }
  }
}

TEST(OverlapEllipse, OneInsideTheOtherIsItself) {
  PlaneOverlap out;
  const TurnedEllipse small = ellipse(0.4, 0.02, 1), big = ellipse(2, 1, 0.2);
  const Vec2 d(0.3, -0.2);
  ASSERT_TRUE(find_overlap(small, big, d, out));
  EXPECT_NEAR(out.area, M_PI * 0.008, 1e-16);
  EXPECT_NEAR(out.centroid.norm(), 0, 1e-15);
  EXPECT_EQ(out.contact.norm(), 0);
  ASSERT_TRUE(find_overlap(big, small, d, out));
  EXPECT_NEAR(out.area, M_PI * 0.008, 1e-16);
  EXPECT_NEAR((out.centroid - d).norm(), 0, 1e-15);
  EXPECT_EQ(out.contact.norm(), 0);
  // In polygons, and polygons in it.
  ASSERT_TRUE(find_overlap(small, turned(regular(7, 3), 0.1), d, out));
  EXPECT_NEAR(out.area, M_PI * 0.008, 1e-16);
  ASSERT_TRUE(find_overlap(big, turned(regular(5, 0.3), 0.1), d, out));
  EXPECT_NEAR(out.area, area_of(regular(5, 0.3)).area, 1e-15);
  EXPECT_NEAR((out.centroid - d).norm(), 0, 1e-15);
  EXPECT_NEAR(out.contact.norm(), 0, 1e-15);
}

// The same ellipse twice, exactly and some roundings off; circles about one centre.
TEST(OverlapEllipse, CopiesInOnePlaceOverlapAsAWhole) {
  Rng rng(4);
  for (int n = 0; n < 20000; ++n) {
    const double a = log_uniform(rng, 0.1, 10), b = a * (n % 4 == 0 ? 1 : log_uniform(rng, 0.01, 1));
    const double angle = rng.uniform(0, 7), off = n % 2 ? 0 : log_uniform(rng, 1e-17, 1e-6);
    PlaneOverlap out;
    const Vec2 d = off * b * unit(rng.uniform(0, 7));
    ASSERT_TRUE(find_overlap(ellipse(a, b, angle), ellipse(a, b, angle + off * b / a), d, out)) << n;
    EXPECT_NEAR(out.area / (M_PI * a * b), 1, 1e-14 + 3 * off) << n;
    EXPECT_LE((out.centroid - 0.5 * d).norm(), (1e-14 + 3 * off) * a) << n;
    EXPECT_LE(out.contact.norm(), 2 * a * (1 + 1e-12)) << n;  // any way out may be the shortest
  }
}

// Tips and sides that touch: the depth decides, down to roundings, and area and contact line are those of the
// osculating circles, 4/3 depth sqrt(2 R depth) and 2 sqrt(2 R depth) with 1/R = 1/R_a + 1/R_b.
TEST(OverlapEllipse, TangentEllipsesTouchByTheirDepth) {
  Rng rng(5);
  for (int n = 0; n < 20000; ++n) {
    const TurnedEllipse a = ellipse(1, log_uniform(rng, 0.01, 1), rng.uniform(0, 7));
    const TurnedEllipse b = ellipse(log_uniform(rng, 0.1, 10), log_uniform(rng, 0.1, 10), rng.uniform(0, 7));
    const Vec2 way = unit(rng.uniform(0, 7));
    const double depth = log_uniform(rng, 1e-15, 1e-3) * (n % 2 ? 1 : -1);
    const Vec2 d = a.furthest(way) - b.furthest(-way) - depth * way;
    const double rounding = 32 * eps * (a.radius() + b.radius());
    PlaneOverlap out;
    const bool touches = find_overlap(a, b, d, out);
    if (std::abs(depth) > rounding) {
      EXPECT_EQ(touches, depth > 0) << n << ' ' << depth;
    }
    const double r_a = a.curvature_radius(way), r_b = b.curvature_radius(way), r = r_a * r_b / (r_a + r_b);
    if (!touches || depth < 0 || depth > 1e-6 * std::min(r_a, r_b)) continue;
    const double width = 2 * std::sqrt(2 * r * depth);
    const double share = 0.02 + rounding / depth;  // the next term is of the order sqrt(depth / R)
    if (share > 0.1) continue;
    EXPECT_NEAR(out.area / (2.0 / 3.0 * depth * width), 1, 2 * share) << n << ' ' << depth;
    EXPECT_NEAR(out.contact.norm() / width, 1, share) << n << ' ' << depth;
    EXPECT_GT(out.contact.normalized().dot(way), 0.99) << n;
  }
}

// From inside: what sticks out is the sliver between the osculating circles, with 1/R = 1/R_a - 1/R_b.
TEST(OverlapEllipse, EllipsesThatTouchFromInsideStickOutByTheirDepth) {
  Rng rng(11);
  for (int n = 0; n < 20000; ++n) {
    const TurnedEllipse b = ellipse(1, rng.uniform(0.5, 1), rng.uniform(0, 7));
    const double most = 0.5 * b.half_axes.y() * b.half_axes.y();  // half the least radius of curvature
    const TurnedEllipse a =
        ellipse(most * rng.uniform(0.5, 1), most * rng.uniform(0.5, 1), rng.uniform(0, 7));
    const Vec2 way = unit(rng.uniform(0, 7));
    const double depth = log_uniform(rng, 1e-15, 1e-5) * (n % 2 ? 1 : -1);
    const Vec2 d = a.furthest(way) - b.furthest(way) - depth * way;
    PlaneOverlap out;
    ASSERT_TRUE(find_overlap(a, b, d, out)) << n;
    const double r_a = a.curvature_radius(way), r_b = b.curvature_radius(way);
    const double width = depth > 0 && r_a < 0.9 * r_b ? 2 * std::sqrt(2 * depth / (1 / r_a - 1 / r_b)) : 0;
    if (depth > 0 && width == 0) continue;
    const double sliver = 2.0 / 3.0 * depth * width;
    EXPECT_NEAR(out.area, M_PI * a.area_over_pi() - sliver, 0.1 * sliver + 1e-14) << n << ' ' << depth;
    if (std::abs(depth) < 1e-12) continue;
    EXPECT_NEAR(out.contact.norm(), width, 0.1 * width) << n << ' ' << depth;
    if (depth > 0) {
      EXPECT_LT(out.contact.normalized().dot(way), -0.99) << n;
    }
  }
}

// In other units everything is the same but for the unit, to the last bit; needles of 1 : 1,000,000 are
// finite.
TEST(OverlapEllipse, UnitsChangeNothing) {
  int touching = 0;
  for (std::uint64_t n = 0; n < 20000; ++n) {
    Rng rng(12, n);
    const Placed p = random_pair(rng, n % 2 ? 0.01 : 1e-6, 1e-9);
    const double metre = std::ldexp(1.0, static_cast<int>(rng.below(81)) - 40);
    Placed q = p;
    q.a.half_axes *= metre;
    q.b.half_axes *= metre;
    PlaneOverlap one, other;
    const bool touches = find_overlap(p.a, p.b, p.d, one);
    ASSERT_EQ(find_overlap(q.a, q.b, metre * p.d, other), touches) << n;
    if (!touches) continue;
    ++touching;
    ASSERT_TRUE(std::isfinite(one.area) && one.centroid.allFinite() && std::isfinite(one.moment)) << n;
    EXPECT_EQ(one.area * metre * metre, other.area) << n;
    EXPECT_EQ(metre * one.centroid, other.centroid) << n;
    EXPECT_EQ(metre * one.contact, other.contact) << n;
    EXPECT_LE(one.area, M_PI * std::min(p.a.area_over_pi(), p.b.area_over_pi()) * (1 + 1e-9)) << n;
  }
  EXPECT_GT(touching, 10000);
}

// Nothing missed, nothing invented: against the depth by support functions at many directions, and points of
// one inside the other.
TEST(OverlapEllipse, FindsWhatTouchesAndNothingElse) {
  int touching = 0;
  for (int n = 0; n < 100000; ++n) {
    Rng rng(6, static_cast<std::uint64_t>(n));
    Placed p = random_pair(rng, 0.01, 1e-6);
    p.d *= rng.uniform(0.9, 1.2);
    PlaneOverlap out;
    const bool touches = find_overlap(p.a, p.b, p.d, out);
    touching += touches;
    const double size = p.a.radius() + p.b.radius();
    if (touches) {
      ASSERT_TRUE(std::isfinite(out.area) && out.centroid.allFinite() && out.contact.allFinite() &&
                  std::isfinite(out.moment));
      EXPECT_LE(out.area, M_PI * std::min(p.a.area_over_pi(), p.b.area_over_pi()) * (1 + 1e-12));
      EXPECT_LT(distance_to(p.a, out.centroid), 1e-14 * size) << n;
      EXPECT_LT(distance_to(p.b, out.centroid - p.d), 1e-14 * size) << n;
    } else {
      double depth = 1e300;
      Vec2 best = Vec2::UnitX();
      for (double step = 0.05, begin = 0, end = 6.3; step > 1e-7; step *= 0.1) {
        for (double t = begin; t <= end; t += step)
          if (const double at = p.a.reach(unit(t)) + p.b.reach(unit(t)) - p.d.dot(unit(t)); at < depth) {
            depth = at;
            best = unit(t);
          }
        const double t = std::atan2(best.y(), best.x());
        begin = t - step;
        end = t + step;
      }
      EXPECT_LT(depth, 1e-9 * size) << n << ": no line is between them";
    }
  }
  EXPECT_GT(touching, 30000);
  EXPECT_LT(touching, 70000);
}

// Ellipses and polygons with their corners on ellipses, inscribed: apart by 1/n^2.
TEST(OverlapEllipse, PolygonsOfManyCornersAreEllipses) {
  const auto inscribed = [](const TurnedEllipse& e, int n) {
    std::vector<Vec2> corners;
    for (int k = 0; k < n; ++k) corners.push_back(e.half_axes.cwiseProduct(unit(2 * M_PI * k / n)));
    return *make_polygon(corners);
  };
  PlaneOverlapWork work;
  int touching = 0;
  for (std::uint64_t n = 0; n < 40; ++n) {
    Rng rng(7, n);
    const Placed p = random_pair(rng, 0.1, 1e-2);
    PlaneOverlap exact;
    if (!find_overlap(p.a, p.b, p.d, exact)) continue;
    ++touching;
    for (const int corners : {1000, 10000}) {
      const double bound = 10 * (p.a.radius() + p.b.radius()) / (corners * static_cast<double>(corners));
      const Polygon around_a = inscribed(p.a, corners), around_b = inscribed(p.b, corners);
      const TurnedPolygon pa{around_a, 1, p.a.cosine, p.a.sine}, pb{around_b, 1, p.b.cosine, p.b.sine};
      PlaneOverlap both, one;
      ASSERT_TRUE(find_overlap(pa, pb, p.d, p.d, work, both)) << n;
      ASSERT_TRUE(find_overlap(p.a, pb, p.d, one)) << n;
      const double patch = std::max(both.patch_a, both.patch_b);
      EXPECT_NEAR(both.area, exact.area, bound * patch) << n;
      EXPECT_NEAR(one.area, exact.area, bound * patch) << n;
      EXPECT_NEAR((one.centroid - exact.centroid).norm() * exact.area, 0, bound * patch) << n;
      // A depth that is off by `bound` moves the ends of a chord by bound / (its angle with the surface).
      EXPECT_NEAR((one.contact - both.contact).norm(), 0, 0.02 * patch) << n;
    }
  }
  EXPECT_GT(touching, 30);
}

// -dA/dx is `contact`, and -dA/d(angle of b about the centroid) is `moment`; against ellipses, polygons,
// lines.
template <class Find>
void expect_gradients(const Find& find, double scale, const std::string& which) {
  PlaneOverlap out, one, other;
  if (!find(Vec2::Zero(), 0, Vec2::Zero(), out) || out.contact.norm() < 0.05 * scale) return;
  const double h = 1e-5 * scale;
  const auto difference = [&](const Vec2& shift, double turn) {
    const bool both = find(-shift, -turn, out.centroid, one) && find(shift, turn, out.centroid, other);
    return both ? one.area - other.area : std::nan("");
  };
  for (int axis = 0; axis < 2; ++axis)
    EXPECT_NEAR(difference(h * Vec2::Unit(axis), 0) / (2 * h), out.contact[axis], 1e-5 * scale) << which;
  EXPECT_NEAR(difference(Vec2::Zero(), 1e-5) / 2e-5, out.moment, 1e-5 * scale * scale) << which;
}

TEST(OverlapEllipse, ContactAndMomentAreGradients) {
  const auto turn_about = [](const Vec2& d, const Vec2& about, double turn) {
    const Vec2 arm = d - about, u = unit(turn);
    return Vec2(about + Vec2(u.x() * arm.x() - u.y() * arm.y(), u.y() * arm.x() + u.x() * arm.y()));
  };
  for (std::uint64_t n = 0; n < 1000; ++n) {
    Rng rng(8, n);
    Placed p = random_pair(rng, 0.2, 0.05);
    if (n % 4 == 0) p.d *= 0.2;
    const double angle = std::atan2(p.b.sine, p.b.cosine), scale = std::min(p.a.radius(), p.b.radius());
    const std::string which = std::to_string(n);
    expect_gradients(
        [&](const Vec2& shift, double turn, const Vec2& about, PlaneOverlap& out) {
          return find_overlap(p.a, ellipse(p.b.half_axes.x(), p.b.half_axes.y(), angle + turn),
                              turn_about(p.d, about, turn) + shift, out);
        },
        scale, "ellipses " + which);
    const Polygon polygon = grain(rng, 3 + static_cast<int>(rng.below(9)));
    const double size = p.b.radius();
    expect_gradients(
        [&](const Vec2& shift, double turn, const Vec2& about, PlaneOverlap& out) {
          return find_overlap(p.a, turned(polygon, angle + turn, size), turn_about(p.d, about, turn) + shift,
                              out);
        },
        scale, "polygon " + which);
    const Vec2 outward = unit(angle), point = -rng.uniform(-0.8, 1) * p.a.reach(outward) * outward;
    expect_gradients(
        [&](const Vec2& shift, double turn, const Vec2& about, PlaneOverlap& out) {
          return find_overlap(p.a, turn_about(point, about, turn) + shift, unit(angle + turn), out);
        },
        scale, "half-plane " + which);
  }
}

// Sliding and turning past each other, through two and four crossings and inside: steps of h change area and
// area times centroid by at most the length of the boundaries times the way of their points.
TEST(OverlapEllipse, AreasAndCentroidsAreContinuous) {
  const double h = 1e-4;
  for (const double slim : {0.7, 0.2, 0.02}) {
    const TurnedEllipse a = ellipse(1, slim, 0.3);
    const Polygon box = rectangle(1.2, 0.3);
    for (int kind = 0; kind < 2; ++kind) {
      double last_area = 0;
      Vec2 last_first = Vec2::Zero();
      for (int n = 0; n < 60000; ++n) {
        const double t = n * h;
        const Vec2 d = Vec2(3 - t, 0.3 * std::sin(t));
        PlaneOverlap out;
        const bool touches = kind == 0 ? find_overlap(a, ellipse(0.9, 0.4, 1 + t), d, out)
                                       : find_overlap(a, turned(box, 1 + t), d, out);
        const double area = touches ? out.area : 0;
        const Vec2 first = touches ? Vec2(out.area * out.centroid) : Vec2(Vec2::Zero());
        if (n > 0) {
          EXPECT_NEAR(area, last_area, 10 * h) << slim << ' ' << n;
          EXPECT_NEAR((first - last_first).norm(), 0, 10 * h) << slim << ' ' << n;
        }
        last_area = area;
        last_first = first;
      }
    }
  }
}

// Polygons on long edges, with corners on the boundary, in all directions: as the polygon kernel sees them.
TEST(OverlapEllipse, LongEdgesCutLikeLines) {
  Rng rng(9);
  const Polygon ground = rectangle(100, 100);
  for (int n = 0; n < 5000; ++n) {
    const TurnedEllipse a = ellipse(1, log_uniform(rng, 0.01, 1), rng.uniform(0, 7));
    const double lean = rng.uniform(0, 7);
    const Vec2 outward = unit(lean), side = unit(lean + M_PI / 2);
    const double reach = a.reach(outward), depth = log_uniform(rng, 1e-9, 1.9) * reach;
    const Vec2 point = -(reach - depth) * outward;
    PlaneOverlap line, box;
    ASSERT_TRUE(find_overlap(a, point, outward, line)) << n;
    ASSERT_TRUE(
        find_overlap(a, turned(ground, lean), point - 50 * outward + rng.uniform(-40, 40) * side, box));
    const double rounding = 64 * eps * 100;
    EXPECT_NEAR(line.area, box.area, rounding * line.patch_a + 1e-12 * line.area) << n;
    EXPECT_NEAR((line.contact - box.contact).norm(), 0, rounding * (1 + line.patch_a / depth)) << n;
    EXPECT_NEAR((line.centroid - box.centroid).norm() * line.area, 0, 3 * rounding * line.patch_a) << n;
  }
}

// Two boxes side by side act as one, if the edge that they share is covered.
TEST(OverlapEllipse, CoveredEdgesAreNoContactLine) {
  const Polygon half = rectangle(2, 2), whole = rectangle(4, 2);
  const TurnedEllipse a = ellipse(0.8, 0.3, 0.4);
  const Vec2 middle(0.2, -1.1);
  PlaneOverlap left, right, both;
  std::uint32_t left_edge = 0, right_edge = 0;
  for (std::uint32_t k = 0; k < 4; ++k) {
    const Vec2 m = half.vertices[k] + half.vertices[half.next(k)];
    if (m.x() > 1) left_edge = k;
    if (m.x() < -1) right_edge = k;
  }
  Polygon of_left = half, of_right = half;
  of_left.covered = {{left_edge, 0, 1, nullptr, 1, false}};
  of_right.covered = {{right_edge, 0, 1, nullptr, 0, true}};
  ASSERT_TRUE(find_overlap(a, turned(of_left, 0), middle + Vec2(-1, 0), left));
  ASSERT_TRUE(find_overlap(a, turned(of_right, 0), middle + Vec2(1, 0), right));
  ASSERT_TRUE(find_overlap(a, turned(whole, 0), middle, both));
  EXPECT_NEAR(left.area + right.area, both.area, 1e-15);
  EXPECT_NEAR((left.contact + right.contact - both.contact).norm(), 0, 1e-15);
  EXPECT_GT(left.area, 0.01);
  EXPECT_GT(right.area, 0.01);
}

// Corners on the boundary, edges that touch it, a corner in the centre: exactly so and some roundings off.
TEST(OverlapEllipse, DegeneratePolygonsGiveFiniteAreas) {
  const Polygon shapes[] = {rectangle(2, 2), rectangle(2, 1), regular(3), regular(6), rectangle(4, 0.01)};
  for (std::uint64_t n = 0; n < 50000; ++n) {
    Rng rng(10, n);
    const Polygon& shape = shapes[rng.below(std::size(shapes))];
    const TurnedEllipse a = ellipse(n % 3 ? 1 : 0.5, n % 2 ? 1 : 0.5, rng.uniform() < 0.7 ? 0 : M_PI / 2);
    Vec2 d(0.5 * static_cast<double>(rng.below(9)) - 2, 0.5 * static_cast<double>(rng.below(9)) - 2);
    const double off = rng.uniform() < 0.5 ? 0 : log_uniform(rng, 1e-18, 1e-6);
    const Vec2 there = d;
    d += off * unit(rng.uniform(0, 7));
    PlaneOverlap out, near;
    const TurnedPolygon b = turned(shape, 0);
    const bool touches = find_overlap(a, b, d, out);
    const double area = touches ? out.area : 0;
    ASSERT_TRUE(std::isfinite(area) && (!touches || (out.centroid.allFinite() && std::isfinite(out.moment))));
    // Half a per mille away areas are about the same.
    const double shift = 5e-4;
    const double beside = find_overlap(a, b, there + Vec2(shift, 0.7 * shift), near) ? near.area : 0;
    EXPECT_NEAR(area, beside, 10 * shift) << n;
  }
}

}  // namespace
}  // namespace scree
