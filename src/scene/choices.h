// The choices that a scene file offers, each with its words, in the order in which they are listed.
// Those that the physics shares stand with it: Integrator, NormalLaw, BroadPhaseKind, AtBounds, RegularSolid.
#pragma once

#include <cstdint>

#include "base/enum_words.h"

namespace scree {

// `unsaid`: the file names none, or none that is known; then it is refused and nobody builds it.
enum class ShapeForm : std::uint8_t {
  unsaid,
  sphere,
  box,
  half_space,
  polyhedron,
  prism,
  cylinder,
  cone,
  ellipsoid,
  regular,
  grain,
  hull,
  compound,
  disc,
  ellipse,
  polygon,
  segment,
  polyline,
  ring,
  half_plane
};
constexpr auto words_of(ShapeForm) {
  using enum ShapeForm;
  return std::to_array<EnumWord<ShapeForm>>({{sphere, "sphere"},
                                             {box, "box"},
                                             {half_space, "half-space"},
                                             {polyhedron, "polyhedron"},
                                             {prism, "prism"},
                                             {cylinder, "cylinder"},
                                             {cone, "cone"},
                                             {ellipsoid, "ellipsoid"},
                                             {regular, "regular"},
                                             {grain, "grain"},
                                             {hull, "hull"},
                                             {compound, "compound"},
                                             {disc, "disc"},
                                             {ellipse, "ellipse"},
                                             {polygon, "polygon"},
                                             {segment, "segment"},
                                             {polyline, "polyline"},
                                             {ring, "ring"},
                                             {half_plane, "half-plane"}});
}

enum class LineSide : std::uint8_t { both, left, right };  // where the surface of a wall along a line lies
constexpr auto words_of(LineSide) {
  using enum LineSide;
  return std::to_array<EnumWord<LineSide>>({{both, "both"}, {left, "left"}, {right, "right"}});
}

enum class ShapeOrigin : std::uint8_t { centroid, given };  // what a body's position means
constexpr auto words_of(ShapeOrigin) {
  using enum ShapeOrigin;
  return std::to_array<EnumWord<ShapeOrigin>>({{centroid, "centroid"}, {given, "given"}});
}

enum class MotionKind : std::uint8_t { fixed, free, velocity, rotate, oscillate, table, servo };
constexpr auto words_of(MotionKind) {
  using enum MotionKind;
  return std::to_array<EnumWord<MotionKind>>({{fixed, "fixed"},
                                              {free, "free"},
                                              {velocity, "velocity"},
                                              {rotate, "rotate"},
                                              {oscillate, "oscillate"},
                                              {table, "table"},
                                              {servo, "servo"}});
}

enum class RegionKind : std::uint8_t { box, cylinder, sphere, disc };
constexpr auto words_of(RegionKind) {
  using enum RegionKind;
  return std::to_array<EnumWord<RegionKind>>(
      {{box, "box"}, {cylinder, "cylinder"}, {sphere, "sphere"}, {disc, "disc"}});
}

enum class SizeLaw : std::uint8_t { fixed, uniform, normal, lognormal };  // how sizes are distributed
constexpr auto words_of(SizeLaw) {
  using enum SizeLaw;
  return std::to_array<EnumWord<SizeLaw>>(
      {{fixed, "fixed"}, {uniform, "uniform"}, {normal, "normal"}, {lognormal, "lognormal"}});
}

enum class Arrangement : std::uint8_t { random, cubic, hexagonal };
constexpr auto words_of(Arrangement) {
  using enum Arrangement;
  return std::to_array<EnumWord<Arrangement>>(
      {{random, "random"}, {cubic, "cubic"}, {hexagonal, "hexagonal"}});
}

enum class EventAction : std::uint8_t { unsaid, release, motion, open, close, gravity };
constexpr auto words_of(EventAction) {
  using enum EventAction;
  return std::to_array<EnumWord<EventAction>>(
      {{release, "release"}, {motion, "motion"}, {open, "open"}, {close, "close"}, {gravity, "gravity"}});
}

enum class ProbeKind : std::uint8_t {
  unsaid,
  energy,
  body,
  region,
  wall,
  flow,
  contacts,
  stress,
  velocity_gradient,
  repose,
  slope
};
constexpr auto words_of(ProbeKind) {
  using enum ProbeKind;
  return std::to_array<EnumWord<ProbeKind>>({{energy, "energy"},
                                             {body, "body"},
                                             {region, "region"},
                                             {wall, "wall"},
                                             {flow, "flow"},
                                             {contacts, "contacts"},
                                             {stress, "stress"},
                                             {velocity_gradient, "velocity-gradient"},
                                             {repose, "repose"},
                                             {slope, "slope"}});
}

enum class OutputFormat : std::uint8_t { vtk, trajectory };
constexpr auto words_of(OutputFormat) {
  using enum OutputFormat;
  return std::to_array<EnumWord<OutputFormat>>({{vtk, "vtk"}, {trajectory, "trajectory"}});
}

enum class OnWarning : std::uint8_t { go_on, stop };
constexpr auto words_of(OnWarning) {
  using enum OnWarning;
  return std::to_array<EnumWord<OnWarning>>({{go_on, "continue"}, {stop, "stop"}});
}

enum class Stepping : std::uint8_t { soft };
constexpr auto words_of(Stepping) { return std::to_array<EnumWord<Stepping>>({{Stepping::soft, "soft"}}); }

}  // namespace scree
