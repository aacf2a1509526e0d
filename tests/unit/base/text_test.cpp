#include "base/text.h"

#include <gtest/gtest.h>

#include <vector>

#include "base/errors.h"

namespace scree {
namespace {

TEST(Text, EditDistanceCountsChanges) {
  EXPECT_EQ(edit_distance("", ""), 0);
  EXPECT_EQ(edit_distance("", "abc"), 3);
  EXPECT_EQ(edit_distance("friction", "friction"), 0);
  EXPECT_EQ(edit_distance("fricton", "friction"), 1);
  EXPECT_EQ(edit_distance("firction", "friction"), 1);  // a swap is one change
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3);
  EXPECT_EQ(edit_distance("sitting", "kitten"), 3);
}

TEST(Text, NearestFindsTheLikelyName) {
  const std::vector<std::string> known{"friction", "rolling_friction", "density", "restitution", "dt"};
  EXPECT_EQ(nearest("fricton", known), "friction");
  EXPECT_EQ(nearest("Friction", known), "friction");
  EXPECT_EQ(nearest("rolling-friction", known), "rolling_friction");
  EXPECT_EQ(nearest("denisty", known), "density");
  EXPECT_EQ(nearest("dr", known), "dt");
  EXPECT_EQ(nearest("colour", known), "");
  EXPECT_EQ(nearest("x", known), "");
  EXPECT_EQ(nearest("", known), "");
  EXPECT_EQ(nearest(std::string(100000, 'f'), known), "");
}

TEST(Errors, AProblemNamesItsPlace) {
  EXPECT_EQ((Problem{"a.toml", 3, 7, "no such key"}.text()), "a.toml:3:7: no such key");
  EXPECT_EQ((Problem{"a.toml", 0, 0, "empty"}.text()), "a.toml: empty");
  EXPECT_EQ((Problem{"", 0, 0, "empty"}.text()), "empty");
}

TEST(Errors, AllProblemsAreReported) {
  const InputError e({{"a.toml", 3, 7, "first"}, {"a.toml", 4, 1, "second"}});
  EXPECT_EQ(std::string(e.what()), "a.toml:3:7: first\na.toml:4:1: second");
  EXPECT_EQ(e.problems().size(), 2u);
  EXPECT_EQ(std::string(InputError("alone").what()), "alone");
}

TEST(Errors, AnExpectedWithoutValueThrowsItsSentence) {
  const Expected<int> none = Expected<int>::failure("why");
  EXPECT_FALSE(none);
  EXPECT_THROW(none.value(), InputError);
  EXPECT_EQ(*Expected<int>(3), 3);
}

}  // namespace
}  // namespace scree
