#include "state/add_body.h"

#include <cassert>
#include <utility>

namespace scree {

BodyIndex add_body(State& state, const BodySetup& setup) {
  assert(setup.shape < state.shapes.size() && setup.material < state.materials.size());
  Bodies& b = state.bodies;
  const BodyIndex i = b.append(state.next_id++);
  const Shape& shape = state.shapes[setup.shape];
  b.shape[i] = setup.shape;
  b.material[i] = setup.material;
  b.group[i] = setup.group;
  b.scale[i] = setup.scale;
  b.radius[i] = shape.radius * setup.scale;
  const double factor = state.materials[setup.material].density * volume_factor(state, setup.scale);
  b.mass[i] = bounded(shape) ? factor * shape.volume : 0;
  b.inverse_mass[i] = b.mass[i] > 0 ? 1 / b.mass[i] : 0;
  b.inertia[i] = shape.inertia * (factor * setup.scale * setup.scale);
  b.position[i] = setup.position;
  b.orientation[i] = setup.orientation;
  b.velocity[i] = setup.velocity;
  b.spin[i] = setup.spin;
  b.force[i] = b.mass[i] * state.gravity;
  if (setup.drive) prescribe_motion(state, i, *setup.drive);
  return i;
}

void prescribe_motion(State& state, BodyIndex i, Drive drive) {
  Bodies& b = state.bodies;
  drive.start = state.clock.time();
  drive.start_position = b.position[i];
  drive.start_orientation = b.orientation[i];
  if (b.free(i)) {
    b.drive[i] = static_cast<std::int32_t>(state.drives.size());
    state.drives.push_back(std::move(drive));
  } else {
    state.drives[b.drive[i]] = std::move(drive);
  }
  b.inverse_mass[i] = 0;
  b.power[i] = {};
}

void set_free(State& state, BodyIndex i) {
  Bodies& b = state.bodies;
  b.drive[i] = is_free;
  b.inverse_mass[i] = 1 / b.mass[i];
  b.force[i] = b.mass[i] * state.gravity;
  b.torque[i].setZero();
}

}  // namespace scree
