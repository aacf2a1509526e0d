// Scenes of blocks, and how far their bodies have moved since one looked.
#pragma once

#include <cstdlib>
#include <vector>

#include "scene_text.h"

namespace scree::physics {

inline constexpr double g = 9.81;

// Gravity as on a slope of this angle that rises against x: the floor stays level.
inline Vec3 leaning(double angle) { return {g * std::sin(angle), 0, -g * std::cos(angle)}; }

// dt = 0: automatic.
inline std::string settings(const Vec3& gravity, const std::string& integrator = "verlet", double dt = 0) {
  return "gravity = " + text(gravity) + "\nintegrator = \"" + integrator + "\"" +
         (dt > 0 ? fmt::format("\ndt = {:.17g}", dt) : "");
}

inline std::string law_named(const std::string& normal) { return "normal = \"" + normal + "\""; }

inline std::string material_lines(double density, double young, double friction) {
  return fmt::format("density = {:.17g}\nyoung = {:.17g}\ndamping = 0.6\nfriction = {:.17g}", density, young,
                     friction);
}

inline const std::string free_body = "motion = \"free\"\n";

// Gravity leans over from one angle to another in small steps: no step may shake what is near its limit.
inline void lean_over(SceneText& scene, double from, double to, double begin, double end, int steps = 40) {
  for (int n = 1; n <= steps; ++n)
    scene.add("[[event]]",
              fmt::format("at = {:.17g}\naction = \"gravity\"\ngravity = {}",
                          begin + (end - begin) * n / steps, text(leaning(from + (to - from) * n / steps))));
}

// Where the free bodies were; how far the farthest has moved since, turning included, over its size (the
// diameter of the sphere of equal volume).
class Poses {
 public:
  explicit Poses(const State& state)
      : position_(state.bodies.position), orientation_(state.bodies.orientation) {}
  double moved(const State& state) const {
    double most = 0;
    const Bodies& b = state.bodies;
    for (BodyIndex i = 0; i < b.size(); ++i)
      if (b.free(i)) most = std::max(most, moved(state, i));
    return most;
  }
  double moved(const State& state, BodyIndex i) const {
    const Bodies& b = state.bodies;
    const Quat turn = b.orientation[i] * orientation_[i].conjugate();
    const double way = (b.position[i] - position_[i]).norm() + 2 * turn.vec().norm() * b.radius[i];
    return way / (2 * equivalent_radius(state, i));
  }
  Vec3 way(const State& state, BodyIndex i) const { return state.bodies.position[i] - position_[i]; }

 private:
  std::vector<Vec3> position_;
  std::vector<Quat> orientation_;
};

inline double weight_of_free(const State& state) {
  double weight = 0;
  for (BodyIndex i = 0; i < state.bodies.size(); ++i)
    if (state.bodies.free(i)) weight += state.gravity.norm() * state.bodies.mass[i];
  return weight;
}

inline Vec3 force_on_walls(const State& state) {
  Vec3 force = Vec3::Zero();
  for (BodyIndex i = 0; i < state.bodies.size(); ++i)
    if (!state.bodies.free(i)) force += state.bodies.force[i];
  return force;
}

// Angle between a body's own z axis and that of space.
inline double tilt_of(const State& state, BodyIndex i) {
  return std::acos(std::clamp((state.bodies.orientation[i] * Vec3::UnitZ()).z(), -1.0, 1.0));
}

// Long variants of tests are asked for by the environment.
inline bool long_tests() { return std::getenv("SCREE_LONG") != nullptr; }

}  // namespace scree::physics
