// `dt = "auto"`: from stiffness and mass.
#pragma once

#include <span>
#include <string>

#include "state/state.h"

namespace scree {

struct Grain {  // a free body that is or may come to be in the scene
  MaterialIndex material = 0;
  double mass = 0;
  double radius = 0;              // of the sphere of equal volume
  double face_response = 0;       // Shape::face_response, scaled
  double reach2_per_inertia = 0;  // square of the bounding radius over the smallest moment of inertia
  double face_area = 0;           // Shape::face_area, scaled
  double reference_area = 0;      // these two of a pair of its like: law/contact_length.h
  double depth = 0;
  bool corners = false;  // it rests on beds under spring and hertz
};

// No scene can mean less.
inline constexpr double shortest_step = 1e-30;

struct TimeStep {
  double dt = 0;       // 0: it would be shorter than that
  std::string reason;  // a sentence for `scree check`
};

// In one step nothing moves by more than this share of the thinnest thing.
inline constexpr double tolerable_travel = 0.1;

// Shortens the step so that this holds at a speed.
void limit_travel(TimeStep& step, double speed, double thinnest);

// Shortens the step so that an oscillation of this period is followed.
void limit_to_period(TimeStep& step, double period);

// The integrator enters through its stability: the high-order Gear method bears less damping per step.
TimeStep automatic_time_step(std::span<const Grain> grains, std::span<const Material> materials,
                             const PairLaws& laws, Integrator integrator);

}  // namespace scree
