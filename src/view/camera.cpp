#include "view/camera.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/errors.h"
#include "base/math.h"

namespace scree {
namespace {

constexpr double default_fov = 30 * math::pi / 180;
constexpr double from_above = 24 * math::pi / 180;
constexpr double from_the_side = 28 * math::pi / 180;
constexpr double air = 0.07;  // share of the picture that stays free at each edge

// Two unit vectors at right angles to `up`, along the world's axes where that is possible: with z upwards
// they are x and y.
void horizontal_axes(const Vec3& up, Vec3& across, Vec3& away) {
  Vec3 first = Vec3::UnitX() - up.x() * up;
  if (first.squaredNorm() < 0.1) first = Vec3::UnitY() - up.y() * up;
  across = first.normalized();
  away = up.cross(across);
}

// The line of sight. A flat arrangement (a planar scene, a chain) is seen broadside.
Vec3 choose_forward(std::span<const Ball> balls, const Vec3& up) {
  Vec3 across, away;
  horizontal_axes(up, across, away);
  const auto extent = [&](const Vec3& axis) {
    double low = 0, high = 0;
    bool any = false;
    for (const Ball& b : balls) {
      const double x = axis.dot(b.centre);
      low = any ? std::min(low, x - b.radius) : x - b.radius;
      high = any ? std::max(high, x + b.radius) : x + b.radius;
      any = true;
    }
    return high - low;
  };
  double wide = extent(across), deep = extent(away);
  if (wide < deep) {
    const Vec3 turned = -across;
    across = away;
    away = turned;
    std::swap(wide, deep);
  }
  const math::SinCos side = math::sincos(from_the_side), above = math::sincos(from_above);
  const Vec3 level = side.cos * away - side.sin * across;
  return above.cos * level - above.sin * up;
}

Ball around(std::span<const Ball> balls) {
  if (balls.empty()) return {Vec3::Zero(), 1};
  Vec3 low = balls[0].centre, high = balls[0].centre;
  for (const Ball& b : balls) {
    low = low.cwiseMin(b.centre - Vec3::Constant(b.radius));
    high = high.cwiseMax(b.centre + Vec3::Constant(b.radius));
  }
  const Vec3 middle = 0.5 * low + 0.5 * high;
  double radius = 0;
  for (const Ball& b : balls) radius = std::max(radius, (b.centre - middle).norm() + b.radius);
  return {middle, radius > 0 ? radius : 1};
}

// The nearest place from which all balls are inside the angle of view, for a given line of sight. In the
// plane of sight and right, the two edges of the view are lines; each must pass all balls. Where both
// touch, their crossing is the place. The same holds for sight and up; the farther of the two serves both.
Vec3 nearest_place(std::span<const Ball> balls, const Lens& lens, const Vec3& middle, double half_width,
                   double half_height) {
  const auto solve = [&](const Vec3& axis, double tangent, double& sideways, double& along) {
    const double length = std::sqrt(1 + tangent * tangent);
    const double c = 1 / length, s = tangent / length;
    double low = 0, high = 0;
    bool any = false;
    for (const Ball& b : balls) {
      const Vec3 d = b.centre - middle;
      const double x = axis.dot(d), z = lens.forward().dot(d);
      const double left = c * x + s * z - b.radius, right = -c * x + s * z - b.radius;
      low = any ? std::min(low, left) : left;
      high = any ? std::min(high, right) : right;
      any = true;
    }
    sideways = (low - high) / (2 * c);
    along = (low + high) / (2 * s);
  };
  double x = 0, y = 0, along_x = 0, along_y = 0;
  solve(lens.right(), half_width, x, along_x);
  solve(lens.up(), half_height, y, along_y);
  return middle + x * lens.right() + y * lens.up() + std::min(along_x, along_y) * lens.forward();
}

bool parallel(const Vec3& a, const Vec3& b) {
  return a.cross(b).squaredNorm() <= 1e-12 * a.squaredNorm() * b.squaredNorm();
}

}  // namespace

Lens::Lens(const Camera& camera, int width, int height)
    : position_(camera.position),
      forward_((camera.target - camera.position).normalized()),
      pixel_(2 * math::tan(0.5 * camera.fov) / height),
      width_(width),
      height_(height) {
  right_ = forward_.cross(camera.up).normalized();
  up_ = right_.cross(forward_);
}

Vec3 Lens::direction(double x, double y) const {
  return forward_ + pixel_ * ((x - 0.5 * width_) * right_ + (0.5 * height_ - y) * up_);
}

std::optional<std::array<double, 2>> Lens::project(const Vec3& point) const {
  const Vec3 d = point - position_;
  const double depth = forward_.dot(d);
  if (!(depth > 0)) return std::nullopt;
  const double scale = 1 / (depth * pixel_);
  return std::array{0.5 * width_ + scale * right_.dot(d), 0.5 * height_ - scale * up_.dot(d)};
}

Camera fit_camera(std::span<const Ball> balls, const Vec3& world_up, const CameraWish& wish, int width,
                  int height) {
  const Ball all = around(balls);
  Camera camera;
  camera.fov = wish.fov.value_or(default_fov);
  camera.up = wish.up.value_or(world_up);
  camera.target = wish.target.value_or(all.centre);
  if (wish.position) {
    camera.position = *wish.position;
    if (!((camera.target - camera.position).squaredNorm() > 0))
      throw InputError(
          wish.target ? "--camera and --target are the same point; the camera looks from one to the other"
                      : "--camera is in the middle of the bodies, where it looks to; name another place, or "
                        "a --target");
  } else {
    const Vec3 forward = choose_forward(balls, world_up);
    camera.position = camera.target - forward;
    const Vec3 up_before = camera.up;
    if (parallel(forward, camera.up)) camera.up = world_up;
    const Lens lens(camera, width, height);
    const double half_height = (1 - 2 * air) * math::tan(0.5 * camera.fov);
    const double half_width = half_height * width / height;
    // A body that is alone would fill the picture: show it with some of its surroundings.
    std::vector<Ball> shown(balls.begin(), balls.end());
    if (shown.empty()) shown.push_back(all);
    if (shown.size() < 4)
      for (Ball& b : shown) b.radius = b.radius > 0 ? 1.8 * b.radius : all.radius;
    const Vec3 place = nearest_place(shown, lens, camera.target, half_width, half_height);
    const double distance = std::max(all.radius, forward.dot(camera.target - place));
    camera.up = up_before;
    if (wish.target) {
      camera.position = camera.target - distance * forward;
    } else {
      camera.position = place;
      camera.target = place + distance * forward;
    }
  }
  const Vec3 sight = camera.target - camera.position;
  if (parallel(sight, camera.up) || !(camera.up.squaredNorm() > 0)) {
    if (wish.up)
      throw InputError("--up lies along the line of sight; it says which way is up in the picture");
    // Straight down or up: what is in front of one's feet is up in the picture.
    Vec3 across, away;
    horizontal_axes(world_up, across, away);
    camera.up = away;
  }
  return camera;
}

}  // namespace scree
