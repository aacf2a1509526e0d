// What cannot be a scene is told from what can by the first look at a text.
#include <gtest/gtest.h>

#include "scene/toml_tree.h"
#include "scree/errors.h"

namespace scree {
namespace {

std::string dotted(int parts, const std::string& part = "a") {
  std::string key = part;
  for (int n = 1; n < parts; ++n) key += "." + part;
  return key;
}

bool is_refused(const std::string& text) {
  try {
    parse_toml(text, "s");
    return false;
  } catch (const InputError& error) {
    return std::string(error.what()).find("more than 16 parts") != std::string::npos;
  }
}

TEST(KeyLengths, KeysOfSixteenPartsAreReadAndLongerOnesAreNot) {
  EXPECT_FALSE(is_refused(dotted(16) + " = 1"));
  EXPECT_TRUE(is_refused(dotted(17) + " = 1"));
  EXPECT_TRUE(is_refused("[" + dotted(17) + "]"));
  EXPECT_TRUE(is_refused("[[ " + dotted(17, " a ") + " ]]"));
  EXPECT_TRUE(is_refused("x = { " + dotted(17) + " = 1 }"));
  EXPECT_TRUE(is_refused(dotted(17, "\"a b\"") + " = 1")) << "parts in quotes";
  EXPECT_TRUE(is_refused(dotted(17, "'='") + " = 1"));
}

TEST(KeyLengths, DotsElsewhereDoNotCount) {
  const std::string dots(100, '.');
  for (const std::string& text :
       {"x = \"" + dots + "\"", "x = '" + dots + "'", "x = \"\"\"" + dots + "\n" + dots + "\"\"\"",
        "# " + dots, "x = '''\n" + dots + "\n'''", "x = \"\\\"" + dots + "\"",
        std::string("x = [1.5, 2.5, 3.5, 1.5, 2.5, 1.5, 1.5, 1.5, 1.5, "
                    "1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5]"),
        dotted(10) + " = 1\n" + dotted(9) + ".b = 1"})
    EXPECT_FALSE(is_refused(text)) << text;
}

TEST(KeyLengths, ThePlaceIsThatOfTheKey) {
  try {
    parse_toml("x = 1\n\n  " + dotted(20) + " = 1\n", "s");
    FAIL();
  } catch (const InputError& error) {
    ASSERT_EQ(error.problems().size(), 1u);
    EXPECT_EQ(error.problems()[0].line, 3);
  }
}

}  // namespace
}  // namespace scree
