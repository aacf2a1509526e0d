// A run's folder gives back the frames that were written into it, in whatever shape the folder is.
#include "record/recorded_run.h"

#include <gtest/gtest.h>

#include "base/errors.h"
#include "support/files.h"
#include "unit/record/small_runs.h"

namespace scree {
namespace {

namespace fs = std::filesystem;

class RecordedRunTest : public ::testing::Test {
 protected:
  RecordedRun open() {
    told_.clear();
    return RecordedRun(folder_.path(), [this](const std::string& text) { told_ += text + "\n"; });
  }
  bool was_told(const std::string& part) const { return told_.find(part) != std::string::npos; }

  TemporaryFolder folder_;
  std::string told_;
};

void expect_same_poses(const State& found, const State& wanted) {
  EXPECT_EQ(found.bodies.id, wanted.bodies.id);
  EXPECT_EQ(found.bodies.shape, wanted.bodies.shape);
  EXPECT_EQ(found.bodies.position, wanted.bodies.position);
  EXPECT_EQ(found.bodies.velocity, wanted.bodies.velocity);
  EXPECT_EQ(found.bodies.spin, wanted.bodies.spin);
  for (BodyIndex i = 0; i < wanted.bodies.size(); ++i)
    EXPECT_EQ(found.bodies.orientation[i].coeffs(), wanted.bodies.orientation[i].coeffs());
}

const std::vector<Frame> all_frames{
    {0, 0, 0}, {1, 10, 0.001}, {2, 20, 0.002}, {3, 30, 0.003}, {4, 40, 0.004}};

void expect_all(const std::vector<Frame>& found) {
  ASSERT_EQ(found.size(), all_frames.size());
  for (std::size_t n = 0; n < found.size(); ++n) {
    EXPECT_EQ(found[n].number, all_frames[n].number);
    EXPECT_EQ(found[n].step, all_frames[n].step);
    EXPECT_DOUBLE_EQ(found[n].time, all_frames[n].time);
  }
}

TEST_F(RecordedRunTest, FramesOfEitherFormatAreTheStatesThatWereWritten) {
  for (const char* formats : {R"(["vtk"])", R"(["trajectory"])", R"(["vtk", "trajectory"])"}) {
    const TemporaryFolder folder;
    const State wrote = run_into(folder.path(), bodies_in_space, formats);
    const RecordedRun run(folder.path(), [](const std::string& text) { ADD_FAILURE() << text; });
    expect_all(run.frames());
    const RecordedState read = run.frame(4);
    expect_same_poses(read.state, wrote);
    EXPECT_EQ(read.time, wrote.clock.time());
    EXPECT_EQ(read.state.clock.step, wrote.clock.step);
    EXPECT_EQ(read.frame, 4u);
    EXPECT_EQ(read.knows_contacts, std::string(formats) != R"(["trajectory"])");
    if (!read.knows_contacts) continue;
    ASSERT_EQ(read.state.contacts.size(), wrote.contacts.size());
    ASSERT_GT(wrote.contacts.size(), 1u);
    for (std::size_t k = 0; k < wrote.contacts.size(); ++k) {
      EXPECT_EQ(read.state.contacts.pair[k], wrote.contacts.pair[k]);
      EXPECT_EQ(read.state.contacts.load[k].force, wrote.contacts.load[k].force);
    }
  }
}

TEST_F(RecordedRunTest, EventsShowInTheFramesAfterThem) {
  run_into(folder_.path(), bodies_in_space);
  const RecordedRun run = open();
  const BodyIndex post = 3;
  EXPECT_FALSE(run.frame(2).state.bodies.free(post));
  EXPECT_TRUE(run.frame(3).state.bodies.free(post));
  EXPECT_EQ(run.frame(1).state.gravity, Vec3(0, 0, -10));
  EXPECT_EQ(run.frame(2).state.gravity, Vec3(0, 0, -5));
}

TEST_F(RecordedRunTest, FilesWithoutTheirListsAreFound) {
  run_into(folder_.path(), bodies_in_space);
  fs::remove(folder_ / "bodies.pvd");
  fs::remove(folder_ / "trajectory.h5");
  expect_all(open().frames());
  EXPECT_EQ(told_, "");
  overwrite(folder_ / "bodies.pvd", "<VTKFile>");
  overwrite(folder_ / "trajectory.h5", "HDF");
  expect_all(open().frames());
  EXPECT_TRUE(was_told("bodies.pvd") && was_told("trajectory.h5")) << told_;
}

TEST_F(RecordedRunTest, WhatIsListedAndGoneIsNoFrame) {
  run_into(folder_.path(), bodies_in_space);
  fs::remove(folder_ / "vtk/bodies_000002.vtp");
  EXPECT_FALSE(open().frame(2).knows_contacts) << "the trajectory has it";
  fs::remove(folder_ / "trajectory/frame_000002.h5");
  EXPECT_EQ(open().frames().size(), 4u);
  EXPECT_EQ(open().frames()[2].number, 3u);
  EXPECT_THROW(open().frame(2), InputError);
}

// A run that is being written, or was killed: files come one by one, bodies before contacts before lists.
TEST_F(RecordedRunTest, AFrameThatIsBeingWrittenIsOneWithoutContacts) {
  run_into(folder_.path(), bodies_in_space, R"(["vtk"])");
  fs::remove(folder_ / "vtk/contacts_000004.vtp");
  const std::string list = contents(folder_ / "bodies.pvd");
  const std::size_t last = list.rfind("    <DataSet");
  overwrite(folder_ / "bodies.pvd", list.substr(0, last) + list.substr(list.find('\n', last) + 1));
  overwrite(folder_ / "vtk/.bodies_000005.vtp.part", "half");
  const RecordedRun run = open();
  expect_all(run.frames());
  EXPECT_FALSE(run.frame(4).knows_contacts);
  EXPECT_TRUE(run.frame(3).knows_contacts);
  EXPECT_EQ(told_, "");
}

TEST_F(RecordedRunTest, DamagedFramesAreNamedAndSpoilNoOthers) {
  run_into(folder_.path(), bodies_in_space, R"(["vtk"])");
  for (const char* name : {"vtk/bodies_000001.vtp", "vtk/contacts_000002.vtp"})
    overwrite(folder_ / name, contents(folder_ / name).substr(0, 900));
  overwrite(folder_ / "vtk/bodies_000077.vtp", "not listed, and nonsense");
  const RecordedRun run = open();
  expect_all(run.frames());
  EXPECT_TRUE(was_told("bodies_000077.vtp")) << told_;
  for (const auto& [number, name] : {std::pair{1, "bodies_000001.vtp"}, {2, "contacts_000002.vtp"}}) try {
      run.frame(static_cast<std::uint64_t>(number));
      ADD_FAILURE() << name;
    } catch (const RunError& error) {
      EXPECT_NE(std::string(error.what()).find(name), std::string::npos);
    }
  EXPECT_NO_THROW(run.frame(3));
}

TEST_F(RecordedRunTest, TheLastStateIsTheCheckpointOrOneStepOn) {
  const State end = run_into(folder_.path(), bodies_in_space);
  const RecordedState last = open().last(false, 1), loaded = open().last(true, 1);
  expect_same_poses(last.state, end);
  EXPECT_FALSE(last.knows_contacts);
  EXPECT_FALSE(last.frame);
  EXPECT_TRUE(loaded.knows_contacts);
  EXPECT_EQ(loaded.state.clock.step, end.clock.step + 1);
  EXPECT_GT(loaded.state.contacts.load.at(0).force.norm(), 0);
  fs::remove_all(folder_ / "checkpoints");
  EXPECT_EQ(open().last(true, 1).frame, 4u);
  fs::remove_all(folder_ / "vtk");
  EXPECT_FALSE(open().last(true, 1).knows_contacts) << "of the trajectory";
  fs::remove_all(folder_ / "trajectory");
  EXPECT_EQ(open().last(false, 1).time, 0);
  EXPECT_TRUE(was_told("no checkpoint"));
}

TEST_F(RecordedRunTest, ARunWithADoubtfulTimeStepIsReadLikeAnyOther) {
  std::string scene = bodies_in_space;
  scene.replace(scene.find("0.1 ms"), 6, "100 ms");
  run_into(folder_.path(), scene);
  EXPECT_EQ(open().frame(0).state.bodies.size(), 4u);
  EXPECT_NO_THROW(open().last(false, 1));
}

TEST_F(RecordedRunTest, AFolderWithoutASceneIsNoRun) {
  try {
    open();
    ADD_FAILURE();
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("not the output folder of a run"), std::string::npos);
  }
}

}  // namespace
}  // namespace scree
