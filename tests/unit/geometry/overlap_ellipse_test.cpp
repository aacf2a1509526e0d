#include "geometry/overlap_ellipse.h"

#include <gtest/gtest.h>

#include "ellipse_reference.h"
#include "plane_shapes.h"

namespace scree {
namespace {

constexpr double eps = std::numeric_limits<double>::epsilon();

TurnedEllipse ellipse(double a, double b, double angle) {
  return {Vec2(a, b), std::cos(angle), std::sin(angle)};
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
  double worst_area = 0, worst_first = 0;
  int touching = 0, four = 0;
  for (int n = 0; n < 3000; ++n) {
    Rng rng(1, static_cast<std::uint64_t>(n));
    const Placed p = random_pair(rng, n % 2 ? 0.3 : 0.01, n % 3 ? 1e-2 : 1e-13);
    PlaneOverlap out;
    const bool touches = find_overlap(p.a, p.b, p.d, out);
    const Vec2 origin = touches ? out.centroid : p.a.furthest(p.d.normalized());
    const reference::Overlap exact = reference::overlap_of(p.a, p.b, p.d, origin);
    four += exact.arcs == 4;
    touching += touches;
    const double size = 2 * std::max(p.a.radius(), p.b.radius());
    const double bound = 1e-12 * static_cast<double>(exact.area) +
                         64 * eps * size * std::max(static_cast<double>(exact.length), touches ? std::max(out.patch_a, out.patch_b) : 0.0);
    const double area = touches ? out.area : 0;
    const double error = std::abs(static_cast<double>(exact.area - area));
    EXPECT_LE(error, bound) << n << " area " << area << " exact " << static_cast<double>(exact.area) << " arcs " << exact.arcs;
    const double first = static_cast<double>(std::hypot(exact.x, exact.y));
    EXPECT_LE(first, size * bound) << n;
    if (bound > 0) {
      worst_area = std::max(worst_area, error / bound);
      worst_first = std::max(worst_first, first / (size * bound));
    }
  }
  EXPECT_GT(touching, 2500);
  EXPECT_GT(four, 300);
  std::printf("worst shares: area %.3g, area x centroid %.3g; %d touching, %d with four arcs\n", worst_area, worst_first, touching, four);
}

}  // namespace
}  // namespace scree
