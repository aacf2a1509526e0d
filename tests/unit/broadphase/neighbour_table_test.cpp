// Who is near a body, and on which side.
#include "broadphase/neighbour_table.h"

#include <gtest/gtest.h>

#include "boxes.h"
#include "broadphase/brute_force.h"

namespace scree {
namespace {

TEST(NeighbourTable, EachBodyHasThoseItPairsWithByNumber) {
  for (const int threads : {1, 3}) {
    test::BoxWorld world(5, test::Motion::gentle, 300, 8, 5);
    Workers workers(threads);
    BruteForce brute;
    brute.update(world.boxes, world.mobile, world.cell, workers);
    NeighbourTable table;
    table.assign(brute.pairs(), world.boxes, world.cell, workers);
    std::size_t count = 0;
    for (BodyIndex i = 0; i < world.boxes.size(); ++i) {
      BodyIndex last = no_body;
      for (const Neighbour& n : table.of(i)) {
        EXPECT_TRUE(last == no_body || n.body > last);
        last = n.body;
        EXPECT_TRUE(
            std::ranges::binary_search(brute.pairs(), Pair{std::min(i, n.body), std::max(i, n.body)}));
        ++count;
      }
    }
    EXPECT_EQ(count, 2 * brute.pairs().size());
    EXPECT_GT(count, 100u);
  }
}

TEST(NeighbourTable, DirectionsLeadThroughTheNearestImage) {
  Cell cell;
  cell.periodic = {true, false, false};
  cell.length = Vec3(10, 10, 10);
  const std::vector<Box> boxes = {test::box_of({0.2, 5, 5}, Vec3::Constant(0.5)),
                                  test::box_of({9.8, 5.3, 5}, Vec3::Constant(0.5))};
  Workers workers(1);
  NeighbourTable table;
  const Pair pair{0, 1};
  table.assign({&pair, 1}, boxes, cell, workers);
  ASSERT_EQ(table.of(0).size(), 1u);
  EXPECT_EQ(table.of(0)[0].body, 1u);
  EXPECT_EQ(table.of(0)[0].direction, (std::array<std::int8_t, 3>{-1, 1, 0}));
  EXPECT_EQ(table.of(1)[0].direction, (std::array<std::int8_t, 3>{1, -1, 0}));
}

}  // namespace
}  // namespace scree
