// Columns grow, shrink and stay together.
#include "state/bodies.h"

#include <gtest/gtest.h>

#include <typeinfo>

namespace scree {
namespace {

struct Own {
  std::vector<Vec3> vector;
  std::vector<std::uint8_t> count;
  template <class Self, class Visit>
  static void for_each_column(Self& self, Visit&& visit) {
    visit("vector", self.vector);
    visit("count", self.count);
  }
};

Bodies five() {
  Bodies b;
  b.stepper.declare<Own>("a stepper", 0);
  for (BodyId id : {3, 4, 7, 9, 20}) {
    const BodyIndex i = b.append(id);
    b.position[i] = Vec3::Constant(static_cast<double>(id));
    b.mass[i] = static_cast<double>(10 * id);
    b.stepper.as<Own>().vector[i] = Vec3::Constant(static_cast<double>(id) / 2);
    b.work[i].friction = static_cast<double>(id);
    b.stepper.as<Own>().count[i] = static_cast<std::uint8_t>(id);
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
}

TEST(Bodies, AllColumnsHaveTheSameLength) {
  Bodies b = five();
  int columns = 0;
  Bodies::for_each_column(b, [&](const char* name, const auto& column) {
    EXPECT_EQ(column.size(), 5u) << name;
    ++columns;
  });
  EXPECT_GE(columns, 19);
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
    EXPECT_EQ(b.stepper.as<Own>().vector[i], Vec3(Vec3::Constant(id / 2)));
    EXPECT_EQ(b.work[i].friction, id);
    EXPECT_EQ(b.stepper.as<Own>().count[i], left[i]);
  }
  for (const PlainColumn& column : b.stepper.plain())
    std::visit([&](const auto& numbers) { EXPECT_EQ(numbers.size(), 3 * column.width) << column.name; },
               column.numbers);
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

// What a stepper remembers is zero of a new body, is copied with the bodies, and is kept by the stepper that
// goes on with the copy. Another stepper begins its own.
TEST(Bodies, ColumnsOfAStepperBelongToIt) {
  Bodies b = five();
  const BodyIndex i = b.append(21);
  EXPECT_EQ(b.stepper.as<Own>().vector[i], Vec3(Vec3::Zero()));
  EXPECT_EQ(b.stepper.as<Own>().count[i], 0);
  Bodies copy = b;
  b.stepper.as<Own>().count[2] = 99;
  EXPECT_EQ(copy.stepper.as<Own>().count[2], 7);
  copy.stepper.declare<Own>("a stepper", copy.size());
  EXPECT_EQ(copy.stepper.as<Own>().count[2], 7);
  copy.stepper.declare<Own>("another stepper", copy.size());
  EXPECT_EQ(copy.stepper.as<Own>().count[2], 0);
  EXPECT_EQ(copy.stepper.stepper(), "another stepper");
  copy.stepper.declare<NoColumns>("another stepper", copy.size());
  EXPECT_THROW(copy.stepper.as<Own>(), std::bad_cast);
  EXPECT_TRUE(copy.stepper.plain().empty());
}

}  // namespace
}  // namespace scree
