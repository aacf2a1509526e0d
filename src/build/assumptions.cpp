#include "build/assumptions.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/math.h"
#include "build/build.h"
#include "build/given_pose.h"
#include "build/region.h"

namespace scree {
namespace {

constexpr double no_end = std::numeric_limits<double>::infinity();

// Of any point of a body.
double reach_from(const State& state, BodyIndex i, const Vec3& centre, const Vec3& axis) {
  const Vec3 d = state.bodies.position[i] - centre;
  const double radius = bounded(state.shapes[state.bodies.shape[i]]) ? state.bodies.radius[i] : 0.0;
  return axis.cross(d).norm() + radius;
}

double top_speed(const State& state, BodyIndex i, const Drive& drive) {
  const double reach = reach_from(state, i, drive.centre, drive.axis);
  switch (drive.kind) {
    case DriveKind::fixed: return 0;
    case DriveKind::velocity:
      return drive.velocity.norm() +
             drive.spin.norm() * reach_from(state, i, state.bodies.position[i], drive.axis);
    case DriveKind::rotate: return std::abs(drive.rate) * reach;
    case DriveKind::oscillate:
      return 2 * math::pi * drive.frequency *
             (std::abs(drive.amplitude) + std::abs(drive.angular_amplitude) * reach);
    case DriveKind::servo: return drive.top_speed;
    case DriveKind::table: break;
  }
  double fastest = 0;
  TableRow from;  // it starts where the body is, at time 0
  for (const TableRow& to : drive.table) {
    const double way = (to.displacement - from.displacement).norm() + std::abs(to.angle - from.angle) * reach;
    if (to.time > from.time) fastest = std::max(fastest, way / (to.time - from.time));
    from = to;
  }
  return fastest;
}

// The fastest wall, now or after an event.
double fastest_drive(const State& state, const SceneSpec& spec) {
  double fastest = 0;
  for (BodyIndex i = 0; i < state.bodies.size(); ++i) {
    if (!state.bodies.free(i))
      fastest = std::max(fastest, top_speed(state, i, state.drives[state.bodies.drive[i]]));
    for (const EventSpec& event : spec.events) {
      if (event.action != EventAction::motion || group_of(state, event.target) != state.bodies.group[i])
        continue;
      if (const auto drive = drive_for(state, event.motion, given_position(state, i)))
        fastest = std::max(fastest, top_speed(state, i, *drive));
    }
  }
  return fastest;
}

double fastest_start(const State& state, const SceneSpec& spec) {
  double fastest = 0;
  const Bodies& b = state.bodies;
  for (BodyIndex i = 0; i < b.size(); ++i) {
    if (!b.free(i)) continue;
    const bool round = is_round(state.shapes[b.shape[i]].kind);
    fastest = std::max(fastest, b.velocity[i].norm() + (round ? 0.0 : b.spin[i].norm() * b.radius[i]));
  }
  for (const InletSpec& inlet : spec.inlets) fastest = std::max(fastest, inlet.velocity.norm());
  return fastest;
}

std::vector<Vec3> gravities(const SceneSpec& spec) {
  std::vector<Vec3> all{spec.simulation.gravity};
  for (const EventSpec& event : spec.events)
    if (event.action == EventAction::gravity) all.push_back(event.gravity);
  return all;
}

// How far a box reaches along a direction.
double furthest(const Box& box, const Vec3& direction) {
  return direction.cwiseMax(0.0).dot(box.upper) + direction.cwiseMin(0.0).dot(box.lower);
}

// Everything bounded that the scene names.
std::vector<Box> places(const State& state, const SceneSpec& spec) {
  std::vector<Box> all;
  const Bodies& b = state.bodies;
  for (BodyIndex i = 0; i < b.size(); ++i)
    if (bounded(state.shapes[b.shape[i]]))
      all.push_back(bounds(state.shapes[b.shape[i]], b.scale[i], b.position[i], b.orientation[i]));
  for (const InletSpec& inlet : spec.inlets) all.push_back((*Region::from(inlet.region)).bounds());
  for (const OutletSpec& outlet : spec.outlets) all.push_back((*Region::from(outlet.region)).bounds());
  return all;
}

// The speed that gravity can give: by the fall from the highest place to the lowest, or for the whole run
// where nothing ends it.
double speed_of_fall(const State& state, const SceneSpec& spec, const Vec3& gravity) {
  const double g = gravity.norm();
  if (!(g > 0)) return 0;
  const Vec3 down = gravity / g;
  const Bodies& b = state.bodies;
  double top = -no_end, bottom = -no_end;  // along -down and down
  bool floor = false;
  double slides = 0;
  for (const Box& box : places(state, spec)) {
    top = std::max(top, furthest(box, Vec3(-down)));
    bottom = std::max(bottom, furthest(box, down));
  }
  for (BodyIndex i = 0; i < b.size(); ++i) {
    if (b.free(i)) continue;
    const Shape& shape = state.shapes[b.shape[i]];
    floor = true;
    if (bounded(shape)) continue;
    const Vec3 normal = b.orientation[i].toRotationMatrix() * shape.normal;
    const double faces = -normal.dot(down);
    if (faces <= 0) continue;
    slides = std::max(slides, std::sqrt(std::max(0.0, 1 - faces * faces)));
    bottom = std::max(bottom, b.position[i].dot(down));
  }
  const double until = spec.simulation.until;
  const bool endless = [&] {
    for (int k = 0; k < 3; ++k)
      if (state.cell.periodic[k] && std::abs(down[k]) > 1e-9) return true;
    return !floor;
  }();
  if (endless || top == -no_end) return g * until;
  const double height = std::max(0.0, top + bottom);
  const double sliding = slides > 1e-6 ? g * slides * until : 0.0;
  return std::max(std::min(g * until, std::sqrt(2 * g * height)), sliding);
}

}  // namespace

AssumedSpeed assumed_speed(const State& state, const SceneSpec& spec) {
  const double start = fastest_start(state, spec), drive = fastest_drive(state, spec);
  double fall = 0;
  for (const Vec3& gravity : gravities(spec)) fall = std::max(fall, speed_of_fall(state, spec, gravity));
  // A wall that moves throws with up to twice its speed.
  const double thrown = 2 * drive;
  AssumedSpeed speed{std::sqrt(start * start + thrown * thrown + fall * fall), std::max(start, drive), ""};
  const auto add = [&](double value, const char* what) {
    if (value > 0) speed.reason += fmt::format("{}{} {:.3g}", speed.reason.empty() ? "" : ", ", what, value);
  };
  add(start, "initial and inlet velocities");
  add(drive, "drives");
  add(fall, "falls");
  if (speed.reason.empty()) speed.reason = "nothing moves by itself";
  return speed;
}

double shortest_period(const State& state, const SceneSpec& spec) {
  double highest = 0;
  for (const Drive& drive : state.drives)
    if (drive.kind == DriveKind::oscillate) highest = std::max(highest, drive.frequency);
  for (const EventSpec& event : spec.events)
    if (event.action == EventAction::motion && event.motion.kind == MotionKind::oscillate)
      highest = std::max(highest, event.motion.frequency);
  return highest > 0 ? 1 / highest : no_end;
}

double thinnest_of(const State& state, const SceneSpec& spec) {
  double thinnest = no_end;
  const Bodies& b = state.bodies;
  for (BodyIndex i = 0; i < b.size(); ++i) {
    const double thickness = state.shapes[b.shape[i]].thickness * b.scale[i];
    thinnest =
        std::min(thinnest, b.free(i) ? std::min(thickness, 2 * equivalent_radius(state, i)) : thickness);
  }
  for (const InletSpec& inlet : spec.inlets) {
    const BodyMix mix = make_mix(state, inlet.shapes, inlet.size, false);
    const double scale = mix.size.kind == SizeLaw::fixed ? mix.size.mean : mix.size.least;
    for (const MixEntry& entry : mix.shapes) {
      const Shape& shape = state.shapes[entry.shape];
      thinnest = std::min(thinnest, scale * std::min(shape.thickness, 2 * shape.equivalent_radius));
    }
  }
  return thinnest;
}

Box bounds_of(const State& state, const SceneSpec& spec, double speed) {
  const BoundsSpec& given = spec.bounds;
  Box box{Vec3::Constant(no_end), Vec3::Constant(-no_end)};
  for (const Box& place : places(state, spec)) {
    box.lower = box.lower.cwiseMin(place.lower);
    box.upper = box.upper.cwiseMax(place.upper);
  }
  const std::vector<Vec3> pulls = gravities(spec);
  bool walls = false, endless_floor = false;
  for (BodyIndex i = 0; i < state.bodies.size(); ++i) {
    if (state.bodies.free(i)) continue;
    walls = true;
    if (const Shape& shape = state.shapes[state.bodies.shape[i]]; !bounded(shape)) {
      const Vec3 up = state.bodies.orientation[i].toRotationMatrix() * shape.normal;
      endless_floor |= std::ranges::any_of(
          pulls, [&](const Vec3& pull) { return pull.isZero(0) || up.dot(pull) < -1e-9 * pull.norm(); });
    }
    // Where drives lead.
    const Drive& drive = state.drives[state.bodies.drive[i]];
    const double way = top_speed(state, i, drive) * spec.simulation.until;
    if (drive.kind == DriveKind::velocity || drive.kind == DriveKind::servo ||
        drive.kind == DriveKind::table) {
      box.lower = box.lower.cwiseMin(Vec3(state.bodies.position[i].array() - way));
      box.upper = box.upper.cwiseMax(Vec3(state.bodies.position[i].array() + way));
    }
  }
  double g = 0;
  for (const Vec3& pull : pulls) g = std::max(g, pull.norm());
  const double until = spec.simulation.until;
  // Without walls, or on a floor without an end, a body may go as far as it gets.
  const double reach = walls && !endless_floor ? 0.0 : speed * until + 0.5 * g * until * until;
  const double margin = 10 * (box.upper - box.lower).maxCoeff() + reach;
  for (int k = 0; k < 3; ++k) {
    const bool unbounded =
        state.cell.periodic[k] || !(box.lower[k] <= box.upper[k]) || (state.dimension == 2 && k == 2);
    box.lower[k] = unbounded ? -no_end : box.lower[k] - margin;
    box.upper[k] = unbounded ? no_end : box.upper[k] + margin;
  }
  if (given.lower) box.lower = *given.lower;
  if (given.upper) box.upper = *given.upper;
  if (state.dimension == 2) {
    box.lower.z() = -no_end;
    box.upper.z() = no_end;
  }
  return box;
}

}  // namespace scree
