// Files of a trajectory come, are replaced and go with the frames. What is in them is read back with
// h5py in tests/program/test_vtk_files.py.
#include "io/trajectory.h"

#include <gtest/gtest.h>

#include "unit/io/sample.h"

namespace scree {
namespace {

TEST(Trajectory, OneFilePerFrameAndAnIndex) {
  const TemporaryFolder folder;
  Trajectory trajectory(folder.path());
  for (std::uint64_t n = 0; n < 3; ++n) trajectory.write(sample_state(n), n);
  EXPECT_EQ(files_in(folder / "trajectory"), 3u);
  EXPECT_EQ(contents(folder / "trajectory.h5").substr(1, 3), "HDF");
  EXPECT_EQ(contents(folder / "trajectory/frame_000002.h5").substr(1, 3), "HDF");
}

TEST(Trajectory, AResumedOneForgetsLaterFramesAndEndsUpTheSame) {
  const TemporaryFolder straight, resumed;
  Trajectory a(straight.path());
  for (std::uint64_t n = 0; n < 3; ++n) a.write(sample_state(n), n);
  {
    Trajectory b(resumed.path());
    for (std::uint64_t n = 0; n < 5; ++n) b.write(sample_state(n + 10 * (n > 1)), n);
  }
  Trajectory b(resumed.path(), {a.frames()[0], a.frames()[1]});
  EXPECT_EQ(files_in(resumed / "trajectory"), 2u);
  b.write(sample_state(2), 2);
  EXPECT_EQ(b.frames(), a.frames());
  EXPECT_EQ(contents(resumed / "trajectory.h5"), contents(straight / "trajectory.h5"));
  for (const char* file : {"trajectory/frame_000000.h5", "trajectory/frame_000002.h5"})
    EXPECT_EQ(contents(resumed / file), contents(straight / file));
}

}  // namespace
}  // namespace scree
