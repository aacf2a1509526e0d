// A frame read back from its VTK file gives the picture of the state that wrote it.
#include "view/vtp_model.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "base/errors.h"
#include "base/rng.h"
#include "io/atomic_file.h"
#include "io/vtk/bodies_vtp.h"
#include "io/vtk/contacts_vtp.h"
#include "unit/view/scenes.h"

namespace scree {
namespace {

class VtpModel : public ::testing::Test {
 protected:
  VtpModel() {
    std::string name = "/tmp/scree_view_XXXXXX";
    folder_ = mkdtemp(name.data());
  }
  ~VtpModel() override { std::filesystem::remove_all(folder_); }
  Model back(const State& state) const {
    write_atomically(folder_ / "b.vtp", bodies_vtp(state));
    return read_vtp_model(folder_ / "b.vtp", folder_ / "none.vtp");
  }
  std::filesystem::path folder_;
};

TEST_F(VtpModel, BallsAreRoundAgainAndBoxesAreNot) {
  State state = empty_scene();
  add(state, ground, Vec3(0, 0, -2));
  Rng rng(5);
  for (int k = 0; k < 20; ++k) {
    const BodyIndex i = add(state, k % 2 ? ball : box, 30 * rng.in_unit_ball(), rng.uniform(0.1, 2));
    state.bodies.orientation[i] = rng.rotation();
    state.bodies.velocity[i] = rng.unit_vector();
  }
  state.clock = {7, 0.5};
  const Model wrote = model_of(state), read = back(state);
  EXPECT_EQ(read.time, 3.5);
  ASSERT_EQ(read.bodies.size(), wrote.bodies.size());
  ASSERT_EQ(read.rounds.size(), 10u);
  EXPECT_EQ(read.triangles.size(), wrote.triangles.size());
  for (std::size_t k = 0; k < read.rounds.size(); ++k) {
    EXPECT_LT((read.rounds[k].ball.centre - wrote.rounds[k].ball.centre).norm(),
              1e-3 * wrote.rounds[k].ball.radius);
    EXPECT_NEAR(read.rounds[k].ball.radius, wrote.rounds[k].ball.radius, 1e-5 * wrote.rounds[k].ball.radius);
  }
  for (std::size_t k = 0; k < read.bodies.size(); ++k) {
    EXPECT_EQ(read.bodies[k].id, wrote.bodies[k].id);
    EXPECT_EQ(read.bodies[k].group, wrote.bodies[k].group);
    EXPECT_NEAR(read.bodies[k].speed, wrote.bodies[k].speed, 1e-6);
  }
  ASSERT_EQ(read.half_spaces.size(), 1u);
  EXPECT_NEAR(read.half_spaces[0].normal.z(), 1, 1e-6);
  EXPECT_NEAR(read.half_spaces[0].point.z(), -2, 1e-5);
  EXPECT_FALSE(read.knows_forces);
}

TEST_F(VtpModel, AnEmptyFrameIsAModelToo) { EXPECT_TRUE(back(empty_scene()).bodies.empty()); }

TEST_F(VtpModel, DamagedFilesAreRefused) {
  State state = empty_scene();
  add(state, ball, Vec3::Zero());
  const std::string whole = bodies_vtp(state);
  for (std::size_t length = 0; length < whole.size(); length += 97) {
    write_atomically(folder_ / "c.vtp", whole.substr(0, length));
    EXPECT_THROW(read_vtp_model(folder_ / "c.vtp", folder_ / "none.vtp"), RunError) << length;
  }
  EXPECT_THROW(read_vtp_model(folder_ / "gone.vtp", folder_ / "none.vtp"), RunError);
}

}  // namespace
}  // namespace scree
