// A figure cut in parts acts as the whole does: shared edges are no surface.
#include "geometry/plane/shared_edges.h"

#include <gtest/gtest.h>

#include "geometry/plane/overlap_polygon.h"
#include "unit/geometry/plane_shapes.h"

namespace scree {
namespace {

Polygon polygon(const std::vector<Vec2>& corners) { return *make_polygon(corners); }

// A plate 4 long and 1 high, upper side at y = 0, cut across at x = cut.
std::vector<Polygon> cut_plate(double cut) {
  std::vector<Polygon> parts = {polygon({{-2, -1}, {cut, -1}, {cut, 0}, {-2, 0}}),
                                polygon({{cut, -1}, {2, -1}, {2, 0}, {cut, 0}})};
  cover_shared_edges(parts);
  return parts;
}

struct Total {
  double area = 0, moment = 0;
  Vec2 contact = Vec2::Zero();  // moment about the origin
};

// A body at x against all parts.
Total against(const std::vector<Polygon>& parts, const Polygon& body, const Vec2& x, double angle) {
  Total total;
  PlaneOverlapWork work;
  for (const Polygon& part : parts) {
    const Polygon own = seen_from(part, Vec2::Zero(), 1, 0);
    PlaneOverlap o;
    const Vec2 d = own.place - x;
    if (!find_overlap({body, 1, std::cos(angle), std::sin(angle)}, {own}, d, Vec2(0, -1), work, o)) continue;
    total.area += o.area;
    total.contact += o.contact;
    total.moment += o.moment + cross(o.centroid + x, o.contact);
  }
  return total;
}

TEST(SharedEdges, StretchesOfEdgesAreFoundOnBothSides) {
  const std::vector<Polygon> parts = cut_plate(0.5);
  for (const Polygon& part : parts) {
    ASSERT_EQ(part.covered.size(), 1u);
    const CoveredEdge& c = part.covered[0];
    EXPECT_NEAR(part.vertices[c.edge].x(), 0.5, 1e-15);
    EXPECT_NEAR(part.vertices[part.next(c.edge)].x(), 0.5, 1e-15);
    EXPECT_NEAR(c.from, 0, 1e-12);
    EXPECT_NEAR(c.to, 1, 1e-12);
  }
  EXPECT_TRUE(make_one_convex(parts, 0, 1));
  // A T: the foot covers the middle third of the bar's edge.
  std::vector<Polygon> tee = {polygon({{-3, 0}, {3, 0}, {3, 1}, {-3, 1}}),
                              polygon({{-1, -2}, {1, -2}, {1, 0}, {-1, 0}})};
  cover_shared_edges(tee);
  ASSERT_EQ(tee[0].covered.size(), 1u);
  EXPECT_NEAR(tee[0].covered[0].from, 1 / 3.0, 1e-12);
  EXPECT_NEAR(tee[0].covered[0].to, 2 / 3.0, 1e-12);
  EXPECT_FALSE(make_one_convex(tee, 0, 1));
}

TEST(SharedEdges, PartsThatOnlyTouchAtACornerShareNothing) {
  std::vector<Polygon> parts = {polygon({{0, 0}, {1, 0}, {1, 1}, {0, 1}}),
                                polygon({{1, 1}, {2, 1}, {2, 2}, {1, 2}})};
  cover_shared_edges(parts);
  EXPECT_TRUE(parts[0].covered.empty());
  EXPECT_TRUE(parts[1].covered.empty());
}

// Area, vector and moment of a body that goes over the joint are those of the plate that was not cut.
TEST(SharedEdges, AJointCannotBeFelt) {
  Rng rng(2);
  std::vector<Polygon> whole = {polygon({{-2, -1}, {2, -1}, {2, 0}, {-2, 0}})};
  int over_the_joint = 0;
  for (int n = 0; n < 5000; ++n) {
    const double cut = rng.uniform(-1, 1);
    const std::vector<Polygon> parts = cut_plate(cut);
    const Polygon body = grain(rng, 3 + static_cast<int>(rng.below(12)), rng.uniform(0.3, 1));
    const double angle = rng.uniform(0, 7);
    double lowest = 0;
    for (const Vec2& v : body.vertices)
      lowest = std::min(lowest, std::sin(angle) * v.x() + std::cos(angle) * v.y());
    const Vec2 x(cut + rng.uniform(-0.5, 0.5), -lowest - rng.uniform(0.001, 0.2));
    const Polygon small = moved(body, Vec2::Zero(), 0.4, 0);  // scaled
    const Vec2 at(x.x(), 0.4 * x.y());
    const Total expected = against(whole, small, at, angle), found = against(parts, small, at, angle);
    over_the_joint +=
        against({parts[0]}, small, at, angle).area > 0 && against({parts[1]}, small, at, angle).area > 0;
    EXPECT_NEAR(found.area, expected.area, 1e-13) << n;
    EXPECT_NEAR((found.contact - expected.contact).norm(), 0, 1e-13) << n;
    EXPECT_NEAR(found.moment, expected.moment, 1e-12) << n;
  }
  EXPECT_GT(over_the_joint, 1000);
}

// The same seen from the other side: what is left out is left out of both bodies.
TEST(SharedEdges, ForcesAreOpposite) {
  Rng rng(4);
  const std::vector<Polygon> parts = cut_plate(0.2);
  PlaneOverlapWork work;
  for (int n = 0; n < 2000; ++n) {
    const Polygon body = grain(rng, 5), own = seen_from(parts[n % 2], Vec2::Zero(), 1, 0);
    const double angle = rng.uniform(0, 7);
    const Vec2 d = Vec2(rng.uniform(-1, 1), rng.uniform(0, 0.9)) - own.place;
    const TurnedPolygon turned{body, 1, std::cos(angle), std::sin(angle)};
    PlaneOverlap there, back;
    ASSERT_EQ(find_overlap({own}, turned, d, Vec2(0, 1), work, there),
              find_overlap(turned, {own}, -d, Vec2(0, -1), work, back));
    EXPECT_NEAR((there.contact + back.contact).norm(), 0, 1e-12);
    EXPECT_NEAR(there.moment + back.moment, 0, 1e-12);
  }
}

// Whichever neighbour is named first, the stretches of an edge stand one after the other.
TEST(SharedEdges, StretchesOfOneEdgeAreInOrder) {
  const Polygon block = polygon({{-2, 0}, {2, 0}, {2, 1}, {-2, 1}});
  const Polygon left = polygon({{-2, -1}, {0, -1}, {0, 0}, {-2, 0}}),
                right = polygon({{0, -1}, {2, -1}, {2, 0}, {0, 0}});
  for (std::vector<Polygon> parts : {std::vector{block, left, right}, std::vector{block, right, left}}) {
    cover_shared_edges(parts);
    ASSERT_EQ(parts[0].covered.size(), 2u);
    EXPECT_NEAR(parts[0].covered[0].from, 0, 1e-12);
    EXPECT_NEAR(parts[0].covered[0].to, 0.5, 1e-12);
    EXPECT_NEAR(parts[0].covered[1].from, 0.5, 1e-12);
    EXPECT_NEAR(parts[0].covered[1].to, 1, 1e-12);
  }
}

}  // namespace
}  // namespace scree
