#include "view/render.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "base/errors.h"
#include "base/math.h"
#include "base/rng.h"
#include "support/turn.h"
#include "unit/view/scenes.h"
#include "view/legend.h"
#include "view/paint.h"
#include "view/preview.h"
#include "view/stage.h"

namespace scree {
namespace {

constexpr PictureSize small{240, 180, 16};

Picture picture_of(const Model& model, const Camera& camera, int threads = 1) {
  Workers workers(threads);
  return render(model, paint(model, scale_for(model, Colouring::speed)), camera, small, workers);
}

Camera fitted(const Model& model) {
  return fit_camera(subjects(model), model.up(), {}, small.width, small.height);
}

TEST(Render, ABallIsWhereItIsProjectedAndAsLarge) {
  for (const Vec3& place : {Vec3(0, 0, 0), Vec3(3e6, -1e6, 2e6)}) {  // far from the origin, too
    State state = empty_scene();
    add(state, ball, place);
    const Model model = model_of(state);
    Camera camera;
    camera.position = place + Vec3(1, -8, 0.5);
    camera.target = place + Vec3(0.5, 0, 0.3);
    camera.fov = 0.5;
    const Picture with = picture_of(model, camera);
    Model nothing = model;
    nothing.bodies[0].hidden = true;
    const Picture without = picture_of(nothing, camera);
    double count = 0, x = 0, y = 0;
    for (int j = 0; j < small.height; ++j)
      for (int i = 0; i < small.width; ++i)
        if (difference(with.at(i, j), without.at(i, j)) > 60) count += 1, x += i + 0.5, y += j + 0.5;
    ASSERT_GT(count, 0);
    const Lens lens(camera, small.width, small.height);
    const Vec3 to_ball = place - camera.position;
    const double angle = std::asin(1 / to_ball.norm());
    const double radius = std::tan(angle) * to_ball.norm() / lens.forward().dot(to_ball) / lens.pixel_size();
    const auto centre = lens.project(place);
    EXPECT_NEAR(x / count, (*centre)[0], 1);
    EXPECT_NEAR(y / count, (*centre)[1], 1);
    // Off the axis a ball is an ellipse, here by less than a hundredth; edges count in half.
    EXPECT_NEAR(std::sqrt(count / math::pi), radius, 0.03 * radius + 0.5);
  }
}

TEST(Render, TheShadowLiesWhereTheSunThrowsIt) {
  State state = empty_scene();
  add(state, ground, Vec3::Zero());
  add(state, ball, Vec3(0, 0, 3));
  const Model model = model_of(state);
  Camera camera;
  camera.position = Vec3(0, -30, 25);
  camera.target = Vec3(1, 0, 1);
  camera.fov = 0.4;
  const Picture picture = picture_of(model, camera);
  const Lens lens(camera, small.width, small.height);
  // The sun stands behind the left shoulder: in the frame of this camera at (-0.62, -0.42, 1).
  const Vec3 right = lens.right(), away = Vec3::UnitZ().cross(right);
  const Vec3 sun = Vec3::UnitZ() - 0.62 * right - 0.42 * away;
  const Vec3 shadow = Vec3(0, 0, 3) - 3 * sun;
  const double dark = brightness_at(picture, *lens.project(shadow));
  const Vec3 mirrored(-shadow.x(), -shadow.y(), 0);
  const double light = brightness_at(picture, *lens.project(mirrored));
  EXPECT_LT(dark, 0.8 * light);
  EXPECT_GT(dark, 0.3 * light);  // the sky still lights it
}

TEST(Render, FasterIsLighter) {
  State state = empty_scene();
  for (int k = 0; k < 3; ++k) state.bodies.velocity[add(state, ball, Vec3(3.0 * k, 0, 0))] = Vec3(k, 0, 0);
  const Model model = model_of(state);
  const Camera camera = fitted(model);
  const Picture picture = picture_of(model, camera);
  const Lens lens(camera, small.width, small.height);
  double last = 0;
  for (int k = 0; k < 3; ++k) {
    const double now = brightness_at(picture, *lens.project(Vec3(3.0 * k, 0, 0)));
    EXPECT_GT(now, last + 10);
    last = now;
  }
}

State heap(std::uint64_t seed, std::size_t count) {
  State state = empty_scene();
  Rng rng(seed);
  add(state, ground, Vec3::Zero());
  add(state, box, Vec3(0, 9, 3), 3, true);
  for (std::size_t k = 0; k < count; ++k) {
    const Vec3 place = Vec3(0, 0, 4) + 4 * rng.in_unit_ball();
    const BodyIndex i = add(state, k % 2 ? ball : box, place, 0.2);
    state.bodies.orientation[i] = rng.rotation();
    state.bodies.velocity[i] = rng.unit_vector();
  }
  return state;
}

TEST(Render, ThreadsDoNotChangeAPixel) {
  const Model model = model_of(heap(1, 600));
  const Camera camera = fitted(model);
  const Picture one = picture_of(model, camera, 1);
  for (const int threads : {2, 5}) EXPECT_EQ(picture_of(model, camera, threads).pixels, one.pixels);
}

TEST(Render, NothingAndOneBodyHaveAPicture) {
  Workers workers(1);
  State state = empty_scene();
  EXPECT_EQ(preview_of(state, workers).width, 800);  // traps are on: nothing may be 0/0 here
  add(state, ground, Vec3::Zero());
  preview_of(state, workers);
  State lone = empty_scene();
  lone.gravity = Vec3::Zero();
  add(lone, box, Vec3::Zero());
  const Picture picture = preview_of(lone, workers);
  EXPECT_GT(std::set<Pixel>(picture.pixels.begin(), picture.pixels.end()).size(), 50u);
}

TEST(Render, GrainsAreSeenThroughTheWallsAroundThem) {
  State state = empty_scene();
  add(state, ground, Vec3::Zero());
  for (int k = 0; k < 20; ++k) add(state, ball, Vec3(k % 5 - 2, 2 * (k / 10) - 1, 1 + 2 * (k / 5 % 2)), 0.5);
  state.shapes.push_back(make_box("side", {4, 0.2, 3}));
  state.shapes.push_back(make_box("end", {0.2, 4, 3}));
  state.shapes.push_back(make_box("lid", {4, 4, 0.2}));
  const auto wall = [&](Kind kind, const Vec3& place) { return add(state, kind, place, 1, true); };
  state.groups.resize(6, "walls");
  const BodyIndex front = wall(static_cast<Kind>(3), {0, -4, 3}),
                  back = wall(static_cast<Kind>(3), {0, 4, 3});
  wall(static_cast<Kind>(4), {-4, 0, 3});
  wall(static_cast<Kind>(4), {4, 0, 3});
  wall(static_cast<Kind>(5), {0, 0, 6});
  const Model model = model_of(state);
  const Camera camera = fitted(model);
  const std::vector<std::uint8_t> glass = glass_walls(model, camera);
  EXPECT_TRUE(glass[front]);
  EXPECT_FALSE(glass[back]);
  // With walls the grains look nearly as they do without: each keeps most of its colour.
  State open = state;
  std::vector<std::uint8_t> marked(state.bodies.size());
  for (BodyIndex i = front; i < state.bodies.size(); ++i) marked[i] = 1;
  open.bodies.remove(marked);
  const Picture closed_picture = picture_of(model, camera), open_picture = picture_of(model_of(open), camera);
  const Lens lens(camera, small.width, small.height);
  const Vec3 foremost(2, -1, 3);
  const auto place = *lens.project(foremost);
  EXPECT_LT(difference(closed_picture.at(static_cast<int>(place[0]), static_cast<int>(place[1])),
                       open_picture.at(static_cast<int>(place[0]), static_cast<int>(place[1]))),
            120);
}

TEST(Render, HalfSpacesInFrontOfTheCameraAreNotDrawn) {
  State state = empty_scene();
  add(state, ball, Vec3::Zero());
  const Model without = model_of(state);
  const Camera camera = fitted(without);
  // A plate between camera and ball, solid towards the camera.
  const Vec3 sight = (camera.target - camera.position).normalized();
  const BodyIndex i = add(state, ground, -2 * sight);
  state.bodies.orientation[i] = shortest_turn(Vec3::UnitZ(), sight);
  EXPECT_EQ(picture_of(model_of(state), camera).pixels, picture_of(without, camera).pixels);
}

TEST(Render, HiddenGroupsLeaveNoTrace) {
  State state = heap(2, 40);
  Model model = model_of(state);
  const std::vector<std::string> boxes{"boxes"}, wrong{"bxes"};
  hide_groups(model, boxes);
  State without = state;
  std::vector<std::uint8_t> marked(state.bodies.size());
  for (BodyIndex i = 0; i < state.bodies.size(); ++i) marked[i] = state.bodies.group[i] == box;
  without.bodies.remove(marked);
  const Model fewer = model_of(without);
  EXPECT_EQ(picture_of(model, fitted(model)).pixels, picture_of(fewer, fitted(fewer)).pixels);
  EXPECT_THROW(hide_groups(model, wrong), InputError);
}

TEST(Render, ManyBodiesFarAndNear) {
  // One body a million times as far away as the others are wide: no trap goes off, and all are in the
  // picture.
  State state = heap(3, 3000);
  add(state, ball, Vec3(1e7, 0, 0));
  add(state, box, Vec3(0, -1e7, 1e7));
  const Model model = model_of(state);
  const Picture picture = picture_of(model, fitted(model));
  EXPECT_EQ(picture.pixels.size(), static_cast<std::size_t>(small.width * small.height));
}

TEST(Paint, ScalesFollowTheFreeBodies) {
  State state = empty_scene();
  state.bodies.velocity[add(state, ball, Vec3::Zero())] = Vec3(0, 3, 4);
  state.bodies.velocity[add(state, box, Vec3(5, 0, 0), 1, true)] = Vec3(100, 0, 0);  // a wall
  Scale scale = scale_for(model_of(state), Colouring::speed);
  EXPECT_EQ(scale.low, 0);
  EXPECT_EQ(scale.high, 5);
  state.bodies.velocity[0] = Vec3(1e-9, 0, 0);  // at rest, but for rounding
  scale = scale_for(model_of(state), Colouring::speed);
  EXPECT_LT(scale.place(1e-9), 0.01);
  EXPECT_EQ(scale_for(model_of(state), Colouring::id).high, 0);
  EXPECT_FALSE(scale_for(model_of(empty_scene()), Colouring::speed).any);
}

TEST(Paint, ForcesNeedContacts) {
  State state = empty_scene();
  add(state, ball, Vec3::Zero());
  add(state, ball, Vec3(1.9, 0, 0));
  state.contacts.assign(std::vector<Pair>{{0, 1}});
  state.contacts.load[0].force = Vec3(3, 0, 4);
  Model model = model_of(state);
  EXPECT_EQ(model.bodies[0].force, 5);
  EXPECT_EQ(model.bodies[1].force, 5);
  model.knows_forces = false;
  EXPECT_THROW(paint(model, scale_for(model, Colouring::force)), InputError);
}

TEST(Legend, IsInTheCornersAndOnlyThere) {
  Model model = model_of(heap(4, 3));
  Picture picture(640, 480, {250, 250, 250});
  draw_legend(picture, model, scale_for(model, Colouring::speed));
  int changed = 0;
  for (int y = 0; y < 480; ++y)
    for (int x = 0; x < 640; ++x)
      if (picture.at(x, y) != Pixel{250, 250, 250}) {
        ++changed;
        EXPECT_GT(y, 400);
      }
  EXPECT_GT(changed, 1000);
  Picture tiny(16, 16);
  draw_legend(tiny, model, scale_for(model, Colouring::group));
  EXPECT_EQ(tiny.pixels, Picture(16, 16).pixels);
}

}  // namespace
}  // namespace scree
