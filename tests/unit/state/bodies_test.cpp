// Columns grow, shrink and stay together.
#include "state/bodies.h"

#include <gtest/gtest.h>

namespace scree {
namespace {

Bodies five() {
  Bodies b;
  for (BodyId id : {3, 4, 7, 9, 20}) {
    const BodyIndex i = b.append(id);
    b.position[i] = Vec3::Constant(static_cast<double>(id));
    b.mass[i] = static_cast<double>(10 * id);
    b.derivatives[i].q[4] = Vec4::Constant(static_cast<double>(id) / 2);
    b.work[i].friction = static_cast<double>(id);
    b.order[i] = static_cast<std::uint8_t>(id);
  }
  return b;
}

TEST(Bodies, AppendedBodiesAreAtRestAndFree) {
  Bodies b;
  const BodyIndex i = b.append(42);
  EXPECT_EQ(i, 0u);
  EXPECT_EQ(b.id[0], 42u);
  EXPECT_TRUE(b.free(0));
  EXPECT_EQ(b.scale[0], 1);
  EXPECT_EQ(b.position[0], Vec3(Vec3::Zero()));
  EXPECT_EQ(b.velocity[0], Vec3(Vec3::Zero()));
  EXPECT_EQ(b.spin[0], Vec3(Vec3::Zero()));
  EXPECT_EQ(b.force[0], Vec3(Vec3::Zero()));
  EXPECT_EQ(b.orientation[0].coeffs(), Quat::Identity().coeffs());
  EXPECT_EQ(b.order[0], 0);
}

TEST(Bodies, AllColumnsHaveTheSameLength) {
  Bodies b = five();
  int columns = 0;
  Bodies::for_each_column(b, [&](const char* name, const auto& column) {
    EXPECT_EQ(column.size(), 5u) << name;
    ++columns;
  });
  EXPECT_GE(columns, 21);
}

TEST(Bodies, RemovalKeepsTheOthersInOrder) {
  Bodies b = five();
  const std::uint8_t marked[] = {0, 1, 0, 1, 0};
  const std::vector<BodyIndex> renumbered = b.remove(marked);
  EXPECT_EQ(renumbered, (std::vector<BodyIndex>{0, no_body, 1, no_body, 2}));
  ASSERT_EQ(b.size(), 3u);
  const BodyId left[] = {3, 7, 20};
  for (BodyIndex i = 0; i < 3; ++i) {
    const double id = static_cast<double>(left[i]);
    EXPECT_EQ(b.id[i], left[i]);
    EXPECT_EQ(b.position[i], Vec3(Vec3::Constant(id)));
    EXPECT_EQ(b.mass[i], 10 * id);
    EXPECT_EQ(b.derivatives[i].q[4], Vec4(Vec4::Constant(id / 2)));
    EXPECT_EQ(b.work[i].friction, id);
    EXPECT_EQ(b.order[i], left[i]);
  }
  Bodies::for_each_column(b,
                          [](const char* name, const auto& column) { EXPECT_EQ(column.size(), 3u) << name; });
}

TEST(Bodies, RemovalOfAllAndOfNone) {
  Bodies b = five();
  const std::uint8_t none[] = {0, 0, 0, 0, 0};
  b.remove(none);
  EXPECT_EQ(b.size(), 5u);
  const std::uint8_t all[] = {1, 1, 1, 1, 1};
  b.remove(all);
  EXPECT_EQ(b.size(), 0u);
}

}  // namespace
}  // namespace scree
