// Scenes with polyhedra that several tests share.
#pragma once

#include "base/rng.h"
#include "measure/contacts.h"
#include "measure/energy.h"
#include "narrowphase/dispatch.h"
#include "scene_text.h"

namespace scree::physics {

inline constexpr const char* overlap_laws[] = {"overlap", "overlap-energy"};

// Grains of about 10 mm: name and keys of a shape.
struct Solid {
  const char* name;
  std::string lines;
};

inline std::vector<Solid> some_solids() {
  return {{"box", "kind = \"box\"\nhalf_extents = [0.008, 0.006, 0.01]"},
          {"icosahedron", "kind = \"regular\"\nsolid = \"icosahedron\"\nradius = 0.01"},
          {"grain", "kind = \"grain\"\nradius = 0.01\ncorners = 14\nelongation = 0.8\nflatness = 0.8"}};
}

inline std::string named(const std::string& name, const std::string& lines) {
  return "name = \"" + name + "\"\n" + lines;
}

inline Vec3 random_vector(Rng& rng) {
  return {2 * rng.uniform() - 1, 2 * rng.uniform() - 1, 2 * rng.uniform() - 1};
}

inline Quat random_turn(Rng& rng) {
  for (;;) {
    const Quat q(2 * rng.uniform() - 1, 2 * rng.uniform() - 1, 2 * rng.uniform() - 1, 2 * rng.uniform() - 1);
    if (q.squaredNorm() < 1 && q.squaredNorm() > 0.01) return q.normalized();
  }
}

inline std::string turned(const Quat& q) {
  return fmt::format("orientation = {{ quaternion = [{:.17g}, {:.17g}, {:.17g}, {:.17g}] }}", q.w(), q.x(),
                     q.y(), q.z());
}

// Kinetic, potential and stored elastic energy: what a conservative law keeps.
inline double mechanical_energy(Simulation& sim) {
  const Energies e = measure_energies(state_of(sim), sim.laboratory().workers());
  return e.kinetic + e.potential + e.elastic_stored;
}

}  // namespace scree::physics
