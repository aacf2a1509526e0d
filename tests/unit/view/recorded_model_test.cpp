// A recorded frame gives the picture of the state that it was written from.
#include <gtest/gtest.h>

#include "support/files.h"
#include "unit/record/small_runs.h"
#include "view/model.h"

namespace scree {
namespace {

Model read_back(const std::string& scene, const std::string& formats, Model& wrote) {
  const TemporaryFolder folder;
  wrote = model_of(run_into(folder.path(), scene, formats));
  const RecordedRun run(folder.path(), [](const std::string& text) { ADD_FAILURE() << text; });
  return model_of(run.frame(run.frames().back().number));
}

void expect_same(const Model& read, const Model& wrote) {
  EXPECT_EQ(read.time, wrote.time);
  EXPECT_EQ(read.groups, wrote.groups);
  EXPECT_EQ(read.gravity, wrote.gravity);
  EXPECT_EQ(read.points, wrote.points);
  EXPECT_EQ(read.triangles, wrote.triangles);
  EXPECT_EQ(read.figures.size(), wrote.figures.size());
  ASSERT_EQ(read.bodies.size(), wrote.bodies.size());
  for (std::size_t k = 0; k < read.bodies.size(); ++k) {
    const Model::Body &one = read.bodies[k], &other = wrote.bodies[k];
    EXPECT_EQ(one.id, other.id);
    EXPECT_EQ(one.group, other.group);
    EXPECT_EQ(one.wall, other.wall);
    EXPECT_EQ(one.endless, other.endless);
    EXPECT_EQ(one.speed, other.speed);
    EXPECT_EQ(one.spin, other.spin);
    EXPECT_EQ(one.force, read.knows_forces ? other.force : 0);
  }
  ASSERT_EQ(read.rounds.size(), wrote.rounds.size());
  for (std::size_t k = 0; k < read.rounds.size(); ++k) {
    EXPECT_EQ(read.rounds[k].ball.centre, wrote.rounds[k].ball.centre);
    EXPECT_EQ(read.rounds[k].ball.radius, wrote.rounds[k].ball.radius);
    EXPECT_EQ(read.rounds[k].spoke, wrote.rounds[k].spoke);
  }
  ASSERT_EQ(read.half_spaces.size(), 1u);
  EXPECT_EQ(read.half_spaces[0].normal, wrote.half_spaces[0].normal);
}

TEST(RecordedModel, OfASceneInSpaceIsThatOfTheState) {
  for (const char* formats : {R"(["vtk"])", R"(["trajectory"])"}) {
    Model wrote;
    const Model read = read_back(bodies_in_space, formats, wrote);
    expect_same(read, wrote);
    EXPECT_EQ(read.rounds.size(), 2u);
    EXPECT_EQ(read.triangles.size(), 12u);
    EXPECT_EQ(read.knows_forces, std::string(formats) == R"(["vtk"])");
    EXPECT_GT(wrote.bodies[1].force, 0);
  }
}

TEST(RecordedModel, OfASceneInThePlaneHasItsContacts) {
  for (const char* formats : {R"(["vtk"])", R"(["trajectory"])"}) {
    Model wrote;
    const Model read = read_back(bodies_in_plane, formats, wrote);
    expect_same(read, wrote);
    EXPECT_EQ(read.rounds.size(), 1u);
    EXPECT_EQ(read.figures.size(), 2u);
    EXPECT_TRUE(read.triangles.empty());
    if (!read.knows_forces) {
      EXPECT_TRUE(read.links.empty());
      continue;
    }
    ASSERT_EQ(read.links.size(), 3u);
    for (std::size_t k = 0; k < 3; ++k) {  // from the floor to the centre of each
      EXPECT_NEAR(read.links[k].from.y(), 0, 1e-3);
      EXPECT_LT((read.links[k].to - read.bodies[k + 1].bounds.centre).norm(), 1e-12);
      EXPECT_GT(read.links[k].force, 0);
    }
  }
}

}  // namespace
}  // namespace scree
