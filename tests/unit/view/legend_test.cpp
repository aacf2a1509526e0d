// Texts of legends: their typeface, and that they keep out of each other's way.
#include <gtest/gtest.h>

#include "view/legend_parts.h"
#include "view/typeface.h"

namespace scree {
namespace {

// Digits of DejaVu Sans are 1303 of 2048 units wide, the letter M is 1767. No other typeface has these
// numbers.
TEST(Typeface, IsTheOneThatIsPartOfTheProgram) {
  EXPECT_NEAR(text_width("0123456789", 100), 10 * 100 * 1303 / 2048.0, 0.5);
  EXPECT_NEAR(text_width("MM", 2048), 2 * 1767, 0.5);
  EXPECT_EQ(text_width("", 10), 0);
}

TEST(Legend, LongNamesAreCutToTheirRoom) {
  const std::string name = "a_very_long_name_of_a_body";
  EXPECT_EQ(shortened(name, text_width(name, 10) + 0.1, 10), name);
  const std::string cut = shortened(name, 80, 10);
  EXPECT_EQ(cut.substr(cut.size() - 3), "...");
  EXPECT_EQ(name.substr(0, cut.size() - 3), cut.substr(0, cut.size() - 3));
  EXPECT_LE(text_width(cut, 10), 80);
  EXPECT_GT(text_width(cut, 10), 65);
}

double left_end(const PlaneText& text) {
  const double width = text_width(text.text, text.size);
  return text.x - (text.side == Side::left ? 0 : text.side == Side::right ? width : width / 2);
}

TEST(Legend, NumbersBelowAScaleDoNotMeet) {
  const LegendStyle style(320, 240);
  for (const double high : {0.5, 1.23e-5, 123456.0})
    for (const double low : {0.0, -high}) {
      PlaneGroup group;
      add_colour_scale(group, style, {Colouring::rotation, low, high, true}, 312, 100, 98);
      std::vector<PlaneText> numbers;
      for (const PlaneText& text : group.texts)
        if (text.y > group.texts[0].y) numbers.push_back(text);
      std::ranges::sort(numbers, {}, left_end);
      ASSERT_GE(numbers.size(), 2u);
      for (std::size_t k = 0; k + 1 < numbers.size(); ++k)
        EXPECT_LT(left_end(numbers[k]) + text_width(numbers[k].text, numbers[k].size) + 3,
                  left_end(numbers[k + 1]))
            << low << " " << high;
      EXPECT_GT(left_end(numbers[0]), 312 - 140);
    }
}

}  // namespace
}  // namespace scree
