// Rays against surfaces. Embree does the work, and no other file knows it.
//
// Embree computes in single precision: coordinates are those of the picture, whose origin is what the camera
// looks at (view/render.cpp), and so near to zero wherever the scene lies in the world.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "base/vector.h"

namespace scree {

using Vec3f = Eigen::Vector3f;

struct Ray {
  Vec3f origin;
  Vec3f direction;  // any length; distances along the ray are counted in it
  float reach = 1e18f;
};

inline constexpr std::uint32_t no_surface = std::numeric_limits<std::uint32_t>::max();

struct Hit {
  float distance;      // in lengths of the direction
  std::uint32_t body;  // or no_surface
  Vec3f normal;        // unit, towards where the ray came from
};

// Flat lists of numbers, as the ray tracer wants them.
struct Surfaces {
  std::vector<float> balls;  // x, y, z, radius
  std::vector<std::uint32_t> ball_body;
  std::vector<float> points;           // x, y, z
  std::vector<std::uint32_t> corners;  // three per triangle
  std::vector<std::uint32_t> triangle_body;

  bool empty() const { return ball_body.empty() && triangle_body.empty(); }
};

class Tracer {
 public:
  explicit Tracer(Surfaces surfaces);  // RunError where Embree does not start
  ~Tracer();
  Tracer(const Tracer&) = delete;
  Tracer& operator=(const Tracer&) = delete;

  bool empty() const;

  // The first surface that each ray meets. Quickest when neighbours in the list are near each other. May be
  // called from several threads.
  void closest(std::span<const Ray> rays, std::span<Hit> hits) const;

  // Is there anything within reach?
  void blocked(std::span<const Ray> rays, std::span<std::uint8_t> answers) const;

 private:
  struct Embree;
  std::unique_ptr<Embree> embree_;
};

}  // namespace scree
