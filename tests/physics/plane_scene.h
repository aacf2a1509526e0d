// Scenes in the plane, written inside tests.
#pragma once

#include "blocks_scene.h"
#include "measure/energy.h"

namespace scree::physics {

inline std::string text(const Vec2& v) { return fmt::format("[{:.17g}, {:.17g}]", v.x(), v.y()); }

class PlaneScene {
 public:
  explicit PlaneScene(const std::string& lines = "gravity = [0, 0]") : scene_("dimension = 2\n" + lines) {}
  PlaneScene& law(const std::string& normal) {
    scene_.law("normal = \"" + normal + "\"");
    return *this;
  }
  PlaneScene& material(const std::string& lines) {
    scene_.material("m", lines);
    return *this;
  }
  PlaneScene& shape(const std::string& name, const std::string& lines) {
    return add("[[shape]]", "name = \"" + name + "\"\n" + lines);
  }
  PlaneScene& body(const std::string& name, const std::string& shape, const Vec2& position,
                   const std::string& lines = "") {
    return add("[[body]]", fmt::format("name = \"{}\"\nshape = \"{}\"\nmaterial = \"m\"\nposition = {}\n{}",
                                       name, shape, physics::text(position), lines));
  }
  PlaneScene& add(const std::string& table, const std::string& lines) {
    scene_.add(table, lines);
    return *this;
  }
  Simulation start() const { return scene_.start(); }

 private:
  SceneText scene_;
};

inline std::string box_of(double width, double height) {
  return fmt::format("kind = \"box\"\nhalf_extents = [{:.17g}, {:.17g}]", 0.5 * width, 0.5 * height);
}

inline std::string disc_of(double radius) { return fmt::format("kind = \"disc\"\nradius = {:.17g}", radius); }

inline std::string ellipse_of(double a, double b) {
  return fmt::format("kind = \"ellipse\"\nhalf_axes = [{:.17g}, {:.17g}]", a, b);
}

inline const std::string ground = "kind = \"half-plane\"";

inline std::string moving_in_plane(const Vec2& velocity, double spin = 0) {
  return fmt::format("motion = \"free\"\nvelocity = {}\nspin = {:.17g}\n", text(velocity), spin);
}

// Gravity as on a slope of this angle that falls along x; the floor stays level.
inline Vec2 leaning_in_plane(double angle) { return {g * std::sin(angle), -g * std::cos(angle)}; }

inline std::string plane_settings(const Vec2& gravity, const std::string& integrator = "verlet",
                                  double dt = 0) {
  return "gravity = " + text(gravity) + "\nintegrator = \"" + integrator + "\"" +
         (dt > 0 ? fmt::format("\ndt = {:.17g}", dt) : "");
}

// Angle through which a body has turned, between -pi and pi.
inline double turn_of(const State& state, BodyIndex i) {
  const Quat& q = state.bodies.orientation[i];
  return 2 * std::atan2(q.z(), q.w());
}

// What a conservative law keeps.
inline double energy_kept(Simulation& sim) {
  const Energies e = measure_energies(state_of(sim), sim.laboratory().workers());
  return e.kinetic + e.potential + e.elastic_stored;
}

}  // namespace scree::physics
