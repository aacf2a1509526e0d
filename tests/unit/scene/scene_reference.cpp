// docs/scene-reference.md is what the program writes, and every key has all that a reader needs.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "scene/schema_list.h"
#include "scene/write_reference.h"
#include "support/repository.h"

namespace scree {
namespace {

const std::filesystem::path page = repository() / "docs/scene-reference.md";

TEST(SceneReference, IsUpToDate) {
  if (std::getenv("SCREE_WRITE_REFERENCE") != nullptr) std::ofstream(page) << scene_reference();
  std::ifstream file(page);
  std::stringstream text;
  text << file.rdbuf();
  EXPECT_EQ(text.str(), scene_reference())
      << "write it anew: SCREE_WRITE_REFERENCE=1 unit_scene --gtest_filter=SceneReference.*";
}

TEST(SceneReference, EveryKeyHasASentenceAndStandsOnce) {
  std::set<std::string> seen;
  for (const KeyEntry& e : scene_keys()) {
    EXPECT_TRUE(seen.insert(e.path()).second) << e.path();
    EXPECT_FALSE(e.key.says.empty()) << e.path();
    EXPECT_EQ(e.key.says.back(), '.') << e.path();
    EXPECT_TRUE(e.key.required || !e.fallback.empty() || !e.key.refers.empty()) << e.path();
  }
  EXPECT_GT(seen.size(), 100u);
}

}  // namespace
}  // namespace scree
