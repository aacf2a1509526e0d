// From a scene's description to a simulation's state.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "build/assumptions.h"
#include "build/body_mix.h"
#include "law/time_step.h"
#include "scene/spec.h"
#include "state/add_body.h"
#include "state/state.h"

namespace scree {

struct BuiltScene {
  State state;
  TimeStep dt;         // the one in force, and why
  TimeStep automatic;  // the one that `auto` takes
  AssumedSpeed speed;
  std::vector<std::string> notes;  // what is no mistake but worth knowing, each a sentence
};

// What a scene may be built with although it is refused as a rule.
struct Allowances {
  bool any_dt = false;  // a time step that is far too long
};

// A given time step that is so many times the automatic one is warned about, and refused.
inline constexpr double doubtful_dt = 2, hopeless_dt = 10;

// Throws InputError with everything that does not fit together: fills too dense, cells too small.
BuiltScene build_scene(const SceneSpec& spec, const Allowances& allowances = {});

// Streams of the random generator: every fill and inlet has its own.
inline std::uint64_t fill_stream(std::size_t number) { return 0x1000000 + number; }
inline std::uint64_t inlet_stream(std::size_t number) { return 0x2000000 + number; }

// What a fill or inlet draws from.
BodyMix make_mix(const State& state, const std::vector<MixSpec>& shapes, const SizeSpec& size,
                 bool random_orientation);

// Where a body that was drawn stands; what its fill or inlet says of it is still to come.
BodySetup setup_of(const State& state, const DrawnBody& body, const Vec3& position);

// What a motion means for a body whose scene position this is (given_position); nothing for "free".
std::optional<Drive> drive_for(const State& state, const MotionSpec& motion, const Vec3& position);

// Gives servos without a mass that of all free bodies.
void prepare_servos(State& state);
// Prescribes the motion of a body, or sets it free.
void set_motion(State& state, BodyIndex i, const MotionSpec& motion);

}  // namespace scree
