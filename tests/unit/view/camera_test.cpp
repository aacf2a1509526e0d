#include "view/camera.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/errors.h"
#include "base/rng.h"

namespace scree {
namespace {

std::vector<Ball> random_balls(std::uint64_t seed, const Vec3& middle, const Vec3& spread,
                               std::size_t count) {
  Rng rng(seed);
  std::vector<Ball> balls;
  for (std::size_t k = 0; k < count; ++k) {
    const Vec3 place = rng.in_unit_ball();
    balls.push_back({middle + spread.cwiseProduct(place), rng.uniform(0, 0.1) * spread.maxCoeff()});
  }
  return balls;
}

// Every point of a ball, as a ring across each of many directions would show: its silhouette is inside.
void expect_inside(const std::vector<Ball>& balls, const Camera& camera, int width, int height) {
  const Lens lens(camera, width, height);
  Rng rng(99);
  double nearest = 1e9;
  for (const Ball& ball : balls)
    for (int k = 0; k < 40; ++k) {
      const auto place = lens.project(ball.centre + ball.radius * rng.unit_vector());
      ASSERT_TRUE(place);
      EXPECT_GT((*place)[0], 0);
      EXPECT_LT((*place)[0], width);
      EXPECT_GT((*place)[1], 0);
      EXPECT_LT((*place)[1], height);
      nearest = std::min({nearest, (*place)[0] / width, 1 - (*place)[0] / width, (*place)[1] / height,
                          1 - (*place)[1] / height});
    }
  EXPECT_LT(nearest, 0.12) << "so much air around them that the bodies are too small";
}

TEST(Camera, AllBodiesAreInThePicture) {
  std::uint64_t seed = 0;
  for (const Vec3& spread :
       {Vec3(1, 1, 1), Vec3(10, 1, 0.1), Vec3(0.1, 1, 10), Vec3(1e-6, 2e-6, 1e-6), Vec3(1e5, 3, 3)})
    for (const Vec3& up : {Vec3(0, 0, 1), Vec3(1, 0, 0), Vec3(0.6, 0, 0.8)})
      for (const auto& [width, height] : {std::pair{640, 480}, {300, 900}, {900, 300}}) {
        const std::vector<Ball> balls = random_balls(++seed, Vec3(5, -7, 3), spread, 50);
        expect_inside(balls, fit_camera(balls, up, {}, width, height), width, height);
      }
}

TEST(Camera, FarFromTheOriginTheFitIsTheSame) {
  const Vec3 far(1e6, -2e6, 5e5);
  const std::vector<Ball> balls = random_balls(1, Vec3::Zero(), Vec3(1, 1, 1), 50);
  std::vector<Ball> shifted = balls;
  for (Ball& ball : shifted) ball.centre += far;
  const Camera here = fit_camera(balls, Vec3::UnitZ(), {}, 640, 480);
  const Camera there = fit_camera(shifted, Vec3::UnitZ(), {}, 640, 480);
  EXPECT_LT((there.position - far - here.position).norm(), 1e-7);
}

TEST(Camera, LooksFromSlightlyAboveAndUpIsUp) {
  const Camera camera =
      fit_camera(random_balls(2, Vec3::Zero(), Vec3(1, 1, 1), 20), Vec3::UnitY(), {}, 640, 480);
  const Vec3 sight = (camera.target - camera.position).normalized();
  EXPECT_LT(sight.y(), -0.2);
  EXPECT_GT(sight.y(), -0.7);
  const Lens lens(camera, 640, 480);
  EXPECT_LT((*lens.project(camera.target + 0.1 * Vec3::UnitY()))[1], (*lens.project(camera.target))[1]);
}

TEST(Camera, NothingAndAPointHaveAPictureToo) {
  for (const std::vector<Ball>& balls :
       {std::vector<Ball>{}, {{Vec3(1, 2, 3), 0}}, {{Vec3(1, 2, 3), 1e-9}}}) {
    const Camera camera = fit_camera(balls, Vec3::UnitZ(), {}, 640, 480);
    EXPECT_TRUE(camera.position.allFinite());
    EXPECT_GT((camera.target - camera.position).norm(), 0);
  }
}

TEST(Camera, WishesAreKept) {
  const std::vector<Ball> balls = random_balls(3, Vec3::Zero(), Vec3(1, 1, 1), 20);
  CameraWish wish;
  wish.position = Vec3(4, 5, 6);
  wish.target = Vec3(1, 1, 1);
  wish.up = Vec3(1, 0, 0);
  wish.fov = 0.3;
  const Camera camera = fit_camera(balls, Vec3::UnitZ(), wish, 640, 480);
  EXPECT_EQ(camera.position, *wish.position);
  EXPECT_EQ(camera.target, *wish.target);
  EXPECT_EQ(camera.up, *wish.up);
  EXPECT_EQ(camera.fov, 0.3);
}

TEST(Camera, StraightDownNeedsNoUp) {
  const std::vector<Ball> balls{{Vec3::Zero(), 1}};
  CameraWish wish;
  wish.position = Vec3(0, 0, 10);
  const Camera camera = fit_camera(balls, Vec3::UnitZ(), wish, 640, 480);
  const Lens lens(camera, 640, 480);
  EXPECT_NEAR(lens.right().norm(), 1, 1e-12);
  EXPECT_NEAR(lens.right().x(), 1, 1e-12);  // as on a map: x to the right, y upwards
  EXPECT_NEAR(lens.up().y(), 1, 1e-12);
}

TEST(Camera, SenselessWishesAreRefused) {
  const std::vector<Ball> balls{{Vec3::Zero(), 1}};
  CameraWish same;
  same.position = same.target = Vec3(1, 2, 3);
  EXPECT_THROW(fit_camera(balls, Vec3::UnitZ(), same, 640, 480), InputError);
  CameraWish middle;
  middle.position = Vec3::Zero();
  EXPECT_THROW(fit_camera(balls, Vec3::UnitZ(), middle, 640, 480), InputError);
  CameraWish along;
  along.position = Vec3(0, -5, 0);
  along.up = Vec3(0, 2, 0);
  EXPECT_THROW(fit_camera(balls, Vec3::UnitZ(), along, 640, 480), InputError);
}

TEST(Lens, DirectionAndProjectionAreInverse) {
  const Camera camera =
      fit_camera(random_balls(4, Vec3(1, 2, 3), Vec3(1, 1, 1), 9), Vec3::UnitZ(), {}, 320, 200);
  const Lens lens(camera, 320, 200);
  for (const auto& [x, y] : {std::pair{0.5, 0.5}, {160.0, 100.0}, {319.5, 3.0}}) {
    const auto place = lens.project(camera.position + 7 * lens.direction(x, y));
    ASSERT_TRUE(place);
    EXPECT_NEAR((*place)[0], x, 1e-9);
    EXPECT_NEAR((*place)[1], y, 1e-9);
  }
  EXPECT_FALSE(lens.project(camera.position - lens.forward()));
}

}  // namespace
}  // namespace scree
