// Overlaps of polygons against CGAL's exact numbers and polygons.
#include <CGAL/Gmpq.h>
#include <CGAL/Polygon_2.h>
#include <CGAL/Simple_cartesian.h>
#include <gtest/gtest.h>

#include "geometry/plane/overlap_polygon.h"
#include "unit/geometry/plane_shapes.h"

namespace scree::oracle {
namespace {

using Exact = CGAL::Gmpq;
using Kernel = CGAL::Simple_cartesian<Exact>;
using ExactPolygon = CGAL::Polygon_2<Kernel>;

std::uint64_t setting(const char* name, std::uint64_t otherwise) {
  const char* given = std::getenv(name);
  return given ? std::strtoull(given, nullptr, 10) : otherwise;
}

struct Placed {
  Polygon a, b;
  double scale_a = 1, scale_b = 1, angle_a = 0, angle_b = 0;
  Vec2 d = Vec2::Zero();

  TurnedPolygon first() const { return {a, scale_a, std::cos(angle_a), std::sin(angle_a), 0}; }
  TurnedPolygon second() const { return {b, scale_b, std::cos(angle_b), std::sin(angle_b), 0}; }
};

// The very corners that the kernel cuts: seen from the centre of the smaller one.
ExactPolygon exact(const TurnedPolygon& body, const Vec2& at) {
  ExactPolygon polygon;
  for (const Vec2& v : body.shape.vertices) {
    const Vec2 x = body.turn(v) + at;
    polygon.push_back({x.x(), x.y()});
  }
  return polygon;
}

struct ExactOverlap {
  Exact area = 0, x = 0, y = 0;  // area, and area times centroid
  double perimeter = 0;
};

// Cut by the line through two corners, in rational numbers: nothing rounds, every sign is right.
ExactPolygon left_of(const ExactPolygon& ring, const Kernel::Line_2& line) {
  ExactPolygon out;
  for (std::size_t k = 0; k < ring.size(); ++k) {
    const auto &u = ring[k], &v = ring[(k + 1) % ring.size()];
    const CGAL::Sign here = line.oriented_side(u), there = line.oriented_side(v);
    if (here != CGAL::NEGATIVE) out.push_back(u);
    if (here * there != CGAL::NEGATIVE) continue;
    const Exact hu = line.a() * u.x() + line.b() * u.y() + line.c();
    const Exact hv = line.a() * v.x() + line.b() * v.y() + line.c();
    out.push_back(u + hu / (hu - hv) * (v - u));
  }
  return out;
}

ExactOverlap exact_overlap(const Placed& p) {
  const bool about_a = p.first().radius() <= p.second().radius();
  ExactPolygon ring = exact(p.first(), about_a ? Vec2(Vec2::Zero()) : Vec2(-p.d));
  const ExactPolygon other = exact(p.second(), about_a ? p.d : Vec2(Vec2::Zero()));
  for (std::size_t k = 0; k < other.size() && !ring.is_empty(); ++k)
    ring = left_of(ring, {other[k], other[(k + 1) % other.size()]});
  ExactOverlap sum;
  if (ring.size() < 3) return sum;
  sum.area = ring.area();
  const auto origin = ring[0];
  for (std::size_t k = 0; k < ring.size(); ++k) {
    const auto u = ring[k] - origin, v = ring[(k + 1) % ring.size()] - origin;
    const Exact twice = u.x() * v.y() - u.y() * v.x();
    sum.x += twice * (u.x() + v.x() + 3 * origin.x()) / 6;
    sum.y += twice * (u.y() + v.y() + 3 * origin.y()) / 6;
    sum.perimeter += std::sqrt(CGAL::to_double((v - u).squared_length()));
  }
  return sum;
}

// Shares of |dA| <= 1e-10 A + 64 eps L P and |d(A c)| <= L times that.
struct Shares {
  double area = 0, moment = 0;
  bool touches = false;
};

Shares judge(const Placed& p, PlaneOverlapWork& work) {
  PlaneOverlap found;
  const Vec2 direction = p.d;
  const bool touches = find_overlap(p.first(), p.second(), p.d, direction, work, found);
  const ExactOverlap exact = exact_overlap(p);
  const double size = 2 * std::min(p.first().radius(), p.second().radius());
  const bool about_a = p.first().radius() <= p.second().radius();
  const double patch = touches ? std::max(found.patch_a, found.patch_b) : 0.5 * exact.perimeter;
  const double bound =
      1e-10 * CGAL::to_double(exact.area) + 64 * std::numeric_limits<double>::epsilon() * size * patch;
  Shares shares;
  shares.touches = touches;
  const double area = touches ? found.area : 0;
  const Vec2 centroid =
      touches ? Vec2(about_a ? found.centroid : Vec2(found.centroid - p.d)) : Vec2(Vec2::Zero());
  const auto share = [](double error, double allowed) { return error == 0 ? 0 : error / allowed; };
  shares.area = share(std::abs(CGAL::to_double(exact.area - Exact(area))), bound);
  shares.moment = share(std::hypot(CGAL::to_double(exact.x - Exact(area) * Exact(centroid.x())),
                                   CGAL::to_double(exact.y - Exact(area) * Exact(centroid.y()))),
                        size * bound);
  return shares;
}

bool check(const Placed& p, PlaneOverlapWork& work, std::uint64_t n, Shares& worst) {
  const Shares s = judge(p, work);
  EXPECT_LE(s.area, 1) << "pair " << n;
  EXPECT_LE(s.moment, 1) << "pair " << n;
  worst.area = std::max(worst.area, s.area);
  worst.moment = std::max(worst.moment, s.moment);
  return s.touches;
}

double log_uniform(Rng& rng, double a, double b) { return a * std::pow(b / a, rng.uniform()); }

Placed random_pair(Rng& rng) {
  Placed p;
  p.a = grain(rng, 3 + static_cast<int>(rng.below(30)), log_uniform(rng, 0.02, 1));
  p.b = grain(rng, 3 + static_cast<int>(rng.below(30)), log_uniform(rng, 0.02, 1));
  const double metre = log_uniform(rng, 1e-6, 1e6);
  p.scale_a = metre;
  p.scale_b = metre * (rng.uniform() < 0.3 ? 1 : log_uniform(rng, 0.01, 100));
  p.angle_a = rng.uniform(0, 7);
  p.angle_b = rng.uniform(0, 7);
  // The corners that reach furthest towards each other meet, and pass by a depth between a rounding and all
  // of it; half of them beside each other.
  const Vec2 way = unit(rng.uniform(0, 7));
  const auto furthest = [](const TurnedPolygon& body, const Vec2& direction) {
    Vec2 best = Vec2::Zero();
    for (const Vec2& v : body.shape.vertices)
      if (direction.dot(body.turn(v)) > direction.dot(best)) best = body.turn(v);
    return best;
  };
  const double depth = log_uniform(rng, 1e-14, 1) * 2 * std::min(p.scale_a, p.scale_b);
  p.d = furthest(p.first(), way) - furthest(p.second(), -way) - depth * way;
  if (rng.uniform() < 0.5) p.d += rng.uniform(-1, 1) * depth * Vec2(-way.y(), way.x());
  return p;
}

TEST(plane, overlaps_have_the_area_and_the_centroid_of_exact_arithmetic) {
  const std::uint64_t seed = setting("SCREE_SEED", 1), pairs = setting("SCREE_PAIRS", 2000);
  PlaneOverlapWork work;
  Shares worst;
  std::uint64_t touching = 0;
  for (std::uint64_t n = setting("SCREE_FIRST", 0), end = n + pairs; n < end; ++n) {
    Rng rng(seed, 1 + n);
    touching += check(random_pair(rng), work, n, worst);
  }
  EXPECT_GT(touching, pairs / 2);
  std::printf("| polygons | %llu pairs | area %.2g | area x centroid %.2g | %llu in twice the precision |\n",
              static_cast<unsigned long long>(pairs), worst.area, worst.moment,
              static_cast<unsigned long long>(work.refined));
}

// Edges on edges, corners on corners, corners on edges, copies: exactly so and some roundings off.
TEST(plane, degenerate_overlaps_have_the_area_and_the_centroid_of_exact_arithmetic) {
  const std::uint64_t pairs = setting("SCREE_PAIRS", 2000);
  const Polygon shapes[] = {rectangle(2, 2), rectangle(2, 1), regular(3),
                            regular(6),      regular(8),      rectangle(4, 0.01)};
  PlaneOverlapWork work;
  Shares worst;
  for (std::uint64_t n = 0; n < pairs; ++n) {
    Rng rng(7, n);
    Placed p;
    p.a = shapes[rng.below(std::size(shapes))];
    p.b = shapes[rng.below(std::size(shapes))];
    p.scale_b = rng.uniform() < 0.7 ? 1 : 0.0078125;
    p.angle_b = rng.uniform() < 0.5 ? 0 : std::pow(10, rng.uniform(-17, -8));
    p.d = Vec2(0.5 * static_cast<double>(rng.below(7)) - 1.5, 0.5 * static_cast<double>(rng.below(7)) - 1.5);
    if (rng.uniform() < 0.5) p.d += std::pow(10, rng.uniform(-18, -6)) * unit(rng.uniform(0, 7));
    check(p, work, n, worst);
  }
  std::printf("| degenerate polygons | %llu pairs | area %.2g | area x centroid %.2g |\n",
              static_cast<unsigned long long>(pairs), worst.area, worst.moment);
}

}  // namespace
}  // namespace scree::oracle
