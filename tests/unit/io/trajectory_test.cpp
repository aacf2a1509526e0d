// Files of a trajectory come, are replaced and go with the frames. What is in them is read back with
// h5py in tests/program/test_vtk_files.py.
#include "io/trajectory.h"

#include <gtest/gtest.h>

#include "base/errors.h"
#include "unit/io/sample.h"

namespace scree {
namespace {

// The first so many frames of a run.
std::vector<Frame> first(std::uint64_t count) {
  std::vector<Frame> frames;
  for (std::uint64_t n = 0; n < count; ++n) frames.push_back({n, 10 * n, 0.1 * static_cast<double>(n)});
  return frames;
}

TEST(Trajectory, OneFilePerFrameAndAnIndex) {
  const TemporaryFolder folder;
  Trajectory trajectory(folder.path());
  EXPECT_TRUE(read_trajectory_index(folder.path()).empty());
  for (std::uint64_t n = 0; n < 3; ++n) trajectory.write(sample_state(n), first(n + 1));
  EXPECT_EQ(files_in(folder / "trajectory"), 3u);
  EXPECT_EQ(contents(folder / "trajectory.h5").substr(1, 3), "HDF");
  EXPECT_EQ(contents(folder / "trajectory/frame_000002.h5").substr(1, 3), "HDF");
  EXPECT_EQ(read_trajectory_index(folder.path()), first(3));
}

TEST(Trajectory, AResumedOneForgetsLaterFramesAndEndsUpTheSame) {
  const TemporaryFolder straight, resumed;
  Trajectory a(straight.path());
  for (std::uint64_t n = 0; n < 3; ++n) a.write(sample_state(n), first(n + 1));
  {
    Trajectory b(resumed.path());
    for (std::uint64_t n = 0; n < 5; ++n) b.write(sample_state(n + 10 * (n > 1)), first(n + 1));
  }
  Trajectory b(resumed.path(), first(2));
  EXPECT_EQ(files_in(resumed / "trajectory"), 2u);
  EXPECT_EQ(read_trajectory_index(resumed.path()), first(2));
  b.write(sample_state(2), first(3));
  EXPECT_EQ(contents(resumed / "trajectory.h5"), contents(straight / "trajectory.h5"));
  for (const char* file : {"trajectory/frame_000000.h5", "trajectory/frame_000002.h5"})
    EXPECT_EQ(contents(resumed / file), contents(straight / file));
}

TEST(Trajectory, ADamagedIndexIsRefusedByName) {
  const TemporaryFolder folder;
  Trajectory(folder.path()).write(sample_state(0), first(1));
  const std::string whole = contents(folder / "trajectory.h5");
  for (const std::size_t length : {std::size_t{0}, std::size_t{100}, whole.size() / 2}) {
    overwrite(folder / "trajectory.h5", whole.substr(0, length));
    try {
      read_trajectory_index(folder.path());
      ADD_FAILURE() << length;
    } catch (const RunError& error) {
      EXPECT_NE(std::string(error.what()).find("trajectory.h5"), std::string::npos);
    }
  }
}

}  // namespace
}  // namespace scree
