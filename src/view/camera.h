// Where a picture is taken from.
#pragma once

#include <array>
#include <optional>
#include <span>

#include "base/vector.h"

namespace scree {

struct Ball {
  Vec3 centre;
  double radius;
};

struct Camera {
  Vec3 position{0, -1, 0};
  Vec3 target = Vec3::Zero();
  Vec3 up = Vec3::UnitZ();
  double fov = 0.6;  // angle of view from the lower to the upper edge, rad
};

// What the user has said; the rest is chosen.
struct CameraWish {
  std::optional<Vec3> position, target, up;
  std::optional<double> fov;
};

// A camera that sees all these balls, with some air around them, from slightly above and from the side on
// which they are widest; `up` points against gravity. What is wished for is kept. Throws InputError where
// that makes no picture: a camera in its own target, an `up` along the line of sight.
Camera fit_camera(std::span<const Ball> balls, const Vec3& up, const CameraWish& wish, int width, int height);

// A camera with a picture's size: which way a pixel looks, and where a point comes to lie.
class Lens {
 public:
  Lens(const Camera& camera, int width, int height);

  // Pixels count from the upper left corner; (0.5, 0.5) is the middle of the first. Not normalised: its
  // part along forward() is 1.
  Vec3 direction(double x, double y) const;

  // Pixel coordinates; none for points behind the camera.
  std::optional<std::array<double, 2>> project(const Vec3& point) const;

  const Vec3& right() const { return right_; }
  const Vec3& up() const { return up_; }
  const Vec3& forward() const { return forward_; }
  double pixel_size() const { return pixel_; }  // at distance 1

 private:
  Vec3 position_, right_, up_, forward_;
  double pixel_;
  double width_, height_;
};

}  // namespace scree
