// Warnings do not depend on the order in which threads saw what they are about.
#include "state/warnings.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/rng.h"

namespace scree {
namespace {

Sighting deep(double value, BodyId body, BodyId other) {
  return {WarningCode::deep_overlap, value, {body, 0}, {other, 1}};
}

TEST(Warnings, OfSeveralSeenAtOnceTheBodyIsThatWithTheLowestId) {
  Warnings warnings;
  warnings.note({deep(0.3, 9, 1), deep(0.5, 4, 7), deep(0.4, 4, 2)}, 12, 0.25);
  ASSERT_EQ(warnings.list().size(), 1u);
  const Warning& w = warnings.list()[0];
  EXPECT_EQ(w.body.id, 4u);
  EXPECT_EQ(w.other.id, 2u);
  EXPECT_EQ(w.count, 3u);
  EXPECT_EQ(w.worst, 0.5);
  EXPECT_EQ(w.first_step, 12u);
  EXPECT_EQ(w.first_time, 0.25);
}

TEST(Warnings, LaterOnesAddToTheFirstOfTheirKind) {
  Warnings warnings;
  warnings.note({deep(0.3, 9, 1)}, 12, 0.25);
  warnings.note({deep(0.9, 2, 3), {WarningCode::tunnelling, 1, {2, 0}, {3, 0}}}, 13, 0.26);
  ASSERT_EQ(warnings.list().size(), 2u);
  EXPECT_EQ(warnings.list()[0].body.id, 9u);
  EXPECT_EQ(warnings.list()[0].worst, 0.9);
  EXPECT_EQ(warnings.list()[0].count, 2u);
  EXPECT_EQ(warnings.list()[1].code, WarningCode::tunnelling);
  EXPECT_EQ(warnings.find(WarningCode::tunnelling)->first_step, 13u);
  EXPECT_EQ(warnings.find(WarningCode::too_fast), nullptr);
}

TEST(Warnings, TablesOfTheSceneHaveWarningsOfTheirOwn) {
  Warnings warnings;
  warnings.note(
      {{WarningCode::inlet_blocked, 3, {}, {}, "left"}, {WarningCode::inlet_blocked, 5, {}, {}, "right"}}, 1,
      0);
  ASSERT_EQ(warnings.list().size(), 2u);
  EXPECT_EQ(warnings.list()[0].subject, "left");
  EXPECT_EQ(warnings.list()[0].body.id, no_id);
}

TEST(Warnings, AnyOrderGivesTheSame) {
  Rng rng(3);
  std::vector<Sighting> seen;
  for (int n = 0; n < 40; ++n) {
    Sighting s = deep(rng.uniform(), rng.below(6), 10 + rng.below(3));
    s.code = static_cast<WarningCode>(rng.below(warning_codes));
    if (n % 3 == 0) s.subject = n % 2 ? "a" : "b";
    seen.push_back(s);
  }
  Warnings first;
  first.note(seen, 5, 0.5);
  for (int n = 0; n < 20; ++n) {
    for (std::size_t k = seen.size() - 1; k > 0; --k) std::swap(seen[k], seen[rng.below(k + 1)]);
    Warnings other;
    other.note(seen, 5, 0.5);
    EXPECT_EQ(other.list(), first.list());
  }
}

TEST(Warnings, EveryCodeHasAName) {
  std::vector<std::string_view> names;
  for (std::size_t code = 0; code < warning_codes; ++code)
    names.push_back(name_of(static_cast<WarningCode>(code)));
  std::ranges::sort(names);
  EXPECT_EQ(std::ranges::adjacent_find(names), names.end());
  EXPECT_EQ(std::ranges::find(names, "?"), names.end());
}

}  // namespace
}  // namespace scree
