#include "state/part_tree.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/rng.h"

namespace scree {
namespace {

std::vector<Box> random_boxes(Rng& rng, std::size_t count, double size) {
  std::vector<Box> boxes;
  for (std::size_t n = 0; n < count; ++n) {
    const Vec3 centre = rng.in_unit_ball(), half = size * (Vec3::Constant(1.1) + rng.in_unit_ball());
    boxes.push_back({centre - half, centre + half});
  }
  return boxes;
}

TEST(PartTree, FindsTheBoxesThatABruteForceSearchFinds) {
  Rng rng(1, 0);
  for (const std::size_t count : {1u, 2u, 3u, 40u, 500u}) {
    const std::vector<Box> boxes = random_boxes(rng, count, 0.05);
    const PartTree tree(boxes);
    for (int n = 0; n < 50; ++n) {
      const Box box = random_boxes(rng, 1, 0.1)[0];
      std::vector<std::uint32_t> near, all;
      tree.find_near(box, 0.02, near);
      for (std::uint32_t k = 0; k < count; ++k)
        if (is_near(boxes[k], box, 0.02)) all.push_back(k);
      std::ranges::sort(near);
      EXPECT_EQ(near, all);
    }
  }
}

// Nothing that is near is left out, and what is found is not far.
TEST(PartTree, FindsAllPairsOfPartsThatAreNear) {
  Rng rng(2, 0);
  for (int n = 0; n < 20; ++n) {
    const std::vector<Box> of_a = random_boxes(rng, 1 + n * 5, 0.05),
                           of_b = random_boxes(rng, 100 - 4 * n, 0.03);
    const PartTree a(of_a), b(of_b);
    RelativePose pose;
    pose.position = 1.5 * rng.in_unit_ball();
    pose.turn = rng.rotation().toRotationMatrix();
    pose.scale = 0.5 + rng.uniform();
    const double margin = 0.03;
    std::vector<PartTree::PartPair> near, all;
    PartTree::find_near(a, b, pose, margin, near);
    for (std::uint32_t i = 0; i < of_a.size(); ++i)
      for (std::uint32_t j = 0; j < of_b.size(); ++j)
        if (is_near(of_a[i], pose(of_b[j]), margin)) all.push_back({i, j});
    std::ranges::sort(near);
    EXPECT_EQ(near, all);
    EXPECT_TRUE(std::ranges::adjacent_find(near) == near.end());
  }
}

}  // namespace
}  // namespace scree
