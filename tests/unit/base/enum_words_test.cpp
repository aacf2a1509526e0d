// Words of an enum: one table serves both directions.
#include "base/enum_words.h"

#include <gtest/gtest.h>

namespace scree {
namespace {

enum class Fruit { none, apple, sour_cherry };

constexpr auto words_of(Fruit) {
  return std::to_array<EnumWord<Fruit>>({{Fruit::sour_cherry, "sour-cherry"}, {Fruit::apple, "apple"}});
}

TEST(EnumWords, BothDirectionsFollowFromTheTable) {
  static_assert(HasWords<Fruit> && !HasWords<int>);
  for (const auto& [value, word] : words_of(Fruit{})) {
    EXPECT_EQ(word_of(value), word);
    EXPECT_EQ(from_word<Fruit>(word), value);
  }
  EXPECT_EQ(word_of(Fruit::sour_cherry), "sour-cherry");
}

TEST(EnumWords, WhatIsNotInTheTableHasNoWordAndNoValue) {
  EXPECT_EQ(word_of(Fruit::none), "");
  for (const char* word : {"none", "Apple", "app", ""})
    EXPECT_EQ(from_word<Fruit>(word), std::nullopt) << word;
}

}  // namespace
}  // namespace scree
