#include "drive/servo.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/errors.h"

namespace scree {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

// All bodies of a group; a half-space fills its side along the axis that its normal is nearest to.
Box bounds_of_group(const State& state, std::uint32_t group) {
  const Bodies& b = state.bodies;
  Box box{Vec3::Constant(infinite), Vec3::Constant(-infinite)};
  for (BodyIndex i = 0; i < b.size(); ++i) {
    if (b.group[i] != group) continue;
    const Shape& shape = state.shapes[b.shape[i]];
    Box own{Vec3::Constant(-infinite), Vec3::Constant(infinite)};
    if (bounded(shape)) {
      own = exact_bounds(shape, b.scale[i], b.position[i], b.orientation[i]);
    } else {
      const Vec3 normal = b.orientation[i] * shape.normal;
      int axis = 0;
      normal.cwiseAbs().maxCoeff(&axis);
      (normal[axis] > 0 ? own.upper : own.lower)[axis] = b.position[i][axis];
    }
    box.lower = box.lower.cwiseMin(own.lower);
    box.upper = box.upper.cwiseMax(own.upper);
  }
  return box;
}

double target_of(const State& state, const Drive& d) {
  if (!(d.stress > 0)) return d.force;
  double area = d.area;
  if (!(area > 0)) {
    area = state.dimension == 2 ? state.thickness : 1;
    for (std::size_t k = 0; k + 1 < d.sides.size(); k += 2) {
      if (!(d.sides[k] >= 0)) continue;
      const auto a = static_cast<std::uint32_t>(d.sides[k]), b = static_cast<std::uint32_t>(d.sides[k + 1]);
      const double gap = gap_between(state, a, b);
      if (!(gap > 0))
        throw RunError(
            fmt::format("at t = {:.6g} s there is nothing between the walls \"{}\" and \"{}\", on whose "
                        "distance the stress of a servo acts: they have met, or one of them is gone",
                        state.clock.time(), state.groups[a], state.groups[b]));
      area *= gap;
    }
  }
  return d.stress * area;
}

}  // namespace

double gap_between(const State& state, std::uint32_t group_a, std::uint32_t group_b) {
  const Box a = bounds_of_group(state, group_a), b = bounds_of_group(state, group_b);
  const auto is_there = [](const Box& box) { return box.lower.x() <= box.upper.x(); };
  if (!is_there(a) || !is_there(b)) return 0;
  double gap = 0;
  for (int k = 0; k < state.dimension; ++k)
    for (const double free : {b.lower[k] - a.upper[k], a.lower[k] - b.upper[k]})
      if (std::isfinite(free)) gap = std::max(gap, free);
  return gap;
}

void steer_servos(State& state) {
  if (std::ranges::none_of(state.drives, [](const Drive& d) { return d.kind == DriveKind::servo; })) return;
  Bodies& bodies = state.bodies;
  const auto is_servo = [&](BodyIndex i) {
    return !bodies.free(i) && state.drives[bodies.drive[i]].kind == DriveKind::servo;
  };
  std::vector<std::uint32_t> done;
  for (BodyIndex i = 0; i < bodies.size(); ++i) {
    if (!is_servo(i) || std::ranges::find(done, bodies.group[i]) != done.end()) continue;
    done.push_back(bodies.group[i]);
    const Drive& first = state.drives[bodies.drive[i]];
    double pressed = 0;
    for (BodyIndex j = i; j < bodies.size(); ++j)
      if (bodies.group[j] == bodies.group[i] && is_servo(j)) pressed -= bodies.force[j].dot(first.axis);
    const double target = target_of(state, first), dt = state.clock.dt;
    const double drag = target / first.top_speed;
    const double speed = (first.speed + dt * (target - pressed) / first.mass) / (1 + dt * drag / first.mass);
    for (BodyIndex j = i; j < bodies.size(); ++j) {
      if (bodies.group[j] != bodies.group[i] || !is_servo(j)) continue;
      Drive& d = state.drives[bodies.drive[j]];
      d.speed = speed;
      d.travel += dt * speed;
    }
  }
}

}  // namespace scree
