// Large beds from copies of small ones, and settled states that are kept.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "bench/copies.h"
#include "bench/settled.h"
#include "run/laboratory.h"
#include "scree/errors.h"
#include "scree/scene.h"
#include "state/state_hash.h"

namespace scree {
namespace {

Box everywhere() { return {Vec3::Constant(-1e300), Vec3::Constant(1e300)}; }

Laboratory lab_of(const std::vector<std::string>& overrides) {
  return Laboratory(Scene::built_in("bed", overrides).spec(), 1);
}

// A bed and its copies side by side are the same endless bed: every copy has the contacts of the first.
TEST(Copies, GoOnAsTheOneTheyCameFrom) {
  Laboratory small = lab_of({"fill.stones.count=128"});
  small.begin();
  for (int n = 0; n < 2500; ++n) small.advance();
  const std::size_t contacts = small.state().contacts.size(), grains = small.state().bodies.size() - 1;
  ASSERT_GT(contacts, 100u);
  Laboratory large = lab_of({"fill.stones.count=1", "cell.size=[0.256, 0.336, 1]"});
  fill_with_copies(large.state(), small.state(), {2, 3, 1}, everywhere(), 100000);
  EXPECT_EQ(large.state().bodies.size(), 1 + 6 * grains);
  large.begin();
  EXPECT_EQ(large.state().contacts.size(), 6 * contacts);
  for (int n = 0; n < 10; ++n) large.advance();
}

TEST(Copies, LeaveOutWhatReachesBeyondTheRoomAndThenTheHighest) {
  Laboratory small = lab_of({"fill.stones.count=64"});
  Laboratory large = lab_of({"fill.stones.count=1", "cell.size=[0.256, 0.336, 1]"});
  Box room = everywhere();
  room.upper.x() = 0.1;
  fill_with_copies(large.state(), small.state(), {2, 3, 1}, room, 60);
  const State& state = large.state();
  EXPECT_EQ(state.bodies.size(), 61u);
  double highest = 0;
  for (BodyIndex i = 1; i < state.bodies.size(); ++i) {
    EXPECT_LE(
        bounds(state.shapes[state.bodies.shape[i]], 1, state.bodies.position[i], state.bodies.orientation[i])
            .upper.x(),
        0.1);
    highest = std::max(highest, state.bodies.position[i].z());
  }
  EXPECT_LT(highest, 0.05);
}

TEST(Copies, NeedTheSameShapes) {
  const Laboratory heap(Scene::built_in("bounce").spec(), 1);
  Laboratory large = lab_of({"fill.stones.count=1"});
  EXPECT_THROW(fill_with_copies(large.state(), heap.state(), {1, 1, 1}, everywhere(), 100), InputError);
}

class SettledStates : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() / ("scree_settled_" + std::to_string(getpid()));
    setenv("SCREE_CACHE", folder_.c_str(), 1);
  }
  void TearDown() override {
    std::filesystem::remove_all(folder_);
    unsetenv("SCREE_CACHE");
  }
  std::filesystem::path folder_;
};

TEST_F(SettledStates, ComeBackToTheBitAndGoOnAlike) {
  Laboratory one = lab_of({"fill.stones.count=64"});
  one.begin();
  for (int n = 0; n < 500; ++n) one.advance();
  const auto file = settled_file("bed", "text", 0.01);
  EXPECT_EQ(file.parent_path(), folder_);
  EXPECT_NE(file, settled_file("bed", "another text", 0.01));
  EXPECT_NE(file, settled_file("bed", "text", 0.02));
  Laboratory other = lab_of({"fill.stones.count=64"});
  EXPECT_FALSE(load_settled(file, other.state())) << "nothing was kept yet";
  save_settled(file, one.state());
  ASSERT_TRUE(load_settled(file, other.state()));
  for (int n = 0; n < 50; ++n) {
    one.advance();
    other.advance();
  }
  EXPECT_EQ(state_hash(one.state()), state_hash(other.state()));
}

TEST_F(SettledStates, DamagedFilesAndFoldersThatCannotBeWrittenAreNoErrors) {
  Laboratory lab = lab_of({"fill.stones.count=8"});
  const std::uint64_t before = state_hash(lab.state());
  std::filesystem::create_directories(folder_);
  const auto file = settled_file("bed", "text", 0.01);
  std::ofstream(file) << "nonsense";
  EXPECT_FALSE(load_settled(file, lab.state()));
  EXPECT_EQ(state_hash(lab.state()), before);
  save_settled("/proc/no/such/folder/x.h5", lab.state());
  save_settled({}, lab.state());
}

}  // namespace
}  // namespace scree
