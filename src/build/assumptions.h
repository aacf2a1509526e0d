// What a scene implies before anything has moved: how fast its bodies will be, and where they belong.
#pragma once

#include <span>
#include <string>

#include "scene/spec.h"
#include "state/state.h"

namespace scree {

struct AssumedSpeed {
  double value = 0;    // m/s
  double certain = 0;  // of this that of velocities and drives, which the scene names
  std::string reason;  // where it comes from, for `scree check`
};

// The speed that initial velocities, inlets, drives, events and falls imply; what springs release is not
// counted, nor what a heavy body passes on to a light one.
AssumedSpeed assumed_speed(const State& state, const SceneSpec& spec);

// Of the quickest oscillation of a wall, now or after an event; infinite where there is none.
double shortest_period(const State& state, const SceneSpec& spec);

// The least thickness of anything that is or may come to be in the scene.
double thinnest_of(const State& state, const SceneSpec& spec);

// The box of [bounds] or, without it, a generous one about everything there is.
Box bounds_of(const State& state, const SceneSpec& spec, double speed);

}  // namespace scree
