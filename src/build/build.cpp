#include "build/build.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/errors.h"
#include "base/math.h"
#include "build/clearance.h"
#include "build/fill.h"
#include "build/make_shapes.h"
#include "build/region.h"
#include "build/scene_notes.h"
#include "law/contact_length.h"
#include "law/mixing.h"

namespace scree {
namespace {

template <class Item>
std::uint32_t index_of(const std::vector<Item>& items, const std::string& name) {
  return static_cast<std::uint32_t>(std::ranges::find(items, name, &Item::name) - items.begin());
}

Problem problem_at(const Place& place, std::string message) {
  return {place.file, place.line, place.column, std::move(message)};
}

// What is or gets free decides. In the plane the law is overlap for discs, too: forces of Hertz do not know
// of the layer's thickness.
NormalLaw default_law(const SceneSpec& spec) {
  if (spec.simulation.dimension == 2) return NormalLaw::overlap;
  const auto has_faces = [&](const std::string& name) {
    return std::ranges::find(spec.shapes, name, &ShapeSpec::name)->kind != ShapeForm::sphere;
  };
  const auto gets_free = [&](const BodySpec& body) {
    return body.motion.kind == MotionKind::free ||
           std::ranges::any_of(spec.events, [&](const EventSpec& event) {
             return event.action == EventAction::motion && event.motion.kind == MotionKind::free &&
                    event.target == body.name;
           });
  };
  const auto supplies_faces = [&](const auto& supply) {
    return std::ranges::any_of(supply.shapes, [&](const MixSpec& mix) { return has_faces(mix.shape); });
  };
  const bool faces =
      std::ranges::any_of(spec.bodies,
                          [&](const BodySpec& body) { return has_faces(body.shape) && gets_free(body); }) ||
      std::ranges::any_of(spec.fills, supplies_faces) || std::ranges::any_of(spec.inlets, supplies_faces);
  return faces ? NormalLaw::overlap : NormalLaw::hertz;
}

void add_materials(State& state, const SceneSpec& spec) {
  for (const MaterialSpec& m : spec.materials)
    state.materials.push_back({m.name, m.density, m.young, m.poisson, m.stiffness, m.restitution,
                               m.damping.value_or(-1.0), m.friction, m.rolling_friction, m.torsional_friction,
                               m.cohesion});
  const NormalLaw usual = spec.law.normal ? *spec.law.normal : default_law(spec);
  const std::size_t n = state.materials.size();
  state.laws.materials = n;
  state.laws.table.resize(n * n);
  for (std::uint32_t a = 0; a < n; ++a)
    for (std::uint32_t b = a; b < n; ++b) {
      PairOverride change;
      for (const PairSpec& p : spec.law.pair) {
        const std::uint32_t pa = index_of(state.materials, p.materials[0]);
        const std::uint32_t pb = index_of(state.materials, p.materials[1]);
        if (std::minmax(a, b) != std::minmax(pa, pb)) continue;
        if (p.normal) change.normal = p.normal;
        if (p.stiffness) change.stiffness = p.stiffness;
        if (p.young) change.young = p.young;
        if (p.restitution) change.restitution = p.restitution;
        if (p.damping) change.damping = p.damping;
        if (p.friction) change.friction = p.friction;
        if (p.rolling_friction) change.rolling_friction = p.rolling_friction;
        if (p.torsional_friction) change.torsional_friction = p.torsional_friction;
        if (p.cohesion) change.cohesion = p.cohesion;
      }
      state.laws.of(a, b) = state.laws.of(b, a) =
          mix(state.materials[a], state.materials[b], usual, spec.law.tangential_ratio, change);
    }
}

// Groups: every named body, then every fill and inlet.
std::uint32_t add_group(State& state, const std::string& name) {
  const auto found = std::ranges::find(state.groups, name);
  if (found != state.groups.end()) return static_cast<std::uint32_t>(found - state.groups.begin());
  state.groups.push_back(name);
  return static_cast<std::uint32_t>(state.groups.size() - 1);
}

struct BodyPose {
  Vec3 position;
  Quat orientation;
};

// The pose of copy number n of a body, as the scene gives poses.
BodyPose repeated(const BodySpec& s, std::int64_t n) {
  const RepeatSpec& r = s.repeat;
  const bool ring = r.shift.isZero();
  const double step = r.angle.value_or(ring ? 2 * math::pi / static_cast<double>(r.count) : 0.0);
  const math::SinCos half = math::sincos(0.5 * step * static_cast<double>(n));
  const Vec3 axis = half.sin * r.axis.normalized();
  const Quat turn(half.cos, axis.x(), axis.y(), axis.z());
  return {r.centre + turn * (s.position - r.centre) + static_cast<double>(n) * r.shift, turn * s.orientation};
}

// From a pose of the shape's given coordinates to that of its centroid and principal axes.
BodyPose local_pose(const Shape& shape, double scale, const BodyPose& given) {
  Vec3 position = given.position;
  if (shape.given_origin) position += given.orientation * Vec3(scale * shape.given_centroid);
  return {position, (given.orientation * shape.given_axes).normalized()};
}

std::uint32_t count_of(const std::vector<Shape>& shapes, const std::string& name) {
  return static_cast<std::uint32_t>(std::ranges::count(shapes, name, &Shape::name));
}

void add_bodies(State& state, const SceneSpec& spec) {
  for (const BodySpec& s : spec.bodies) add_group(state, s.name);  // motions may name those that come later
  for (const BodySpec& s : spec.bodies) {
    const std::uint32_t shape = index_of(state.shapes, s.shape);
    const std::uint32_t group = add_group(state, s.name);
    const std::uint32_t pieces = is_line(*std::ranges::find(spec.shapes, s.shape, &ShapeSpec::name))
                                     ? count_of(state.shapes, s.shape)
                                     : 1;
    for (std::int64_t n = 0; n < s.repeat.count; ++n) {
      const BodyPose scene_pose = s.repeat.count > 1 ? repeated(s, n) : BodyPose{s.position, s.orientation};
      for (std::uint32_t piece = shape; piece < shape + pieces; ++piece) {
        const BodyPose pose = local_pose(state.shapes[piece], s.scale, scene_pose);
        add_body(state, {.shape = piece,
                         .material = index_of(state.materials, s.material),
                         .scale = s.scale,
                         .position = pose.position,
                         .orientation = pose.orientation,
                         .velocity = s.velocity,
                         .spin = s.spin,
                         .group = group,
                         .drive = drive_for(state, s.motion, scene_pose.position)});
      }
    }
  }
}

void add_fill(State& state, const SceneSpec& spec, std::size_t number, std::vector<Problem>& problems) {
  const FillSpec& s = spec.fills[number];
  FillRequest request;
  request.region = *Region::from(s.region);
  request.mix = make_mix(state, s.shapes, s.size, s.random_orientation);
  if (s.count) request.count = static_cast<std::uint64_t>(*s.count);
  request.solid_fraction = s.solid_fraction;
  request.arrangement = s.arrangement;
  request.gap = s.gap;
  request.jitter = s.jitter;
  request.seed = s.seed.value_or(spec.simulation.seed);
  request.stream = fill_stream(number);
  request.cell = state.cell;
  std::vector<BodyIndex> walls;  // round bodies and grains are obstacles of their own
  for (BodyIndex i = 0; i < state.bodies.size(); ++i) {
    const Bodies& b = state.bodies;
    if (is_round(state.shapes[b.shape[i]].kind) || b.free(i))
      request.obstacles.push_back({b.position[i], b.radius[i]});
    else
      walls.push_back(i);
  }
  if (!walls.empty())
    request.walls = [&](const Vec3& point) { return distance_to_bodies(state, walls, point); };
  const Expected<FillResult> filled = fill(request);
  if (!filled) {
    problems.push_back(problem_at(s.place, filled.error()));
    return;
  }
  const std::uint32_t group = add_group(state, s.name);
  for (const PlacedBody& placed : (*filled).bodies) {
    BodySetup setup = setup_of(state, placed, placed.position);
    setup.material = index_of(state.materials, s.material);
    setup.velocity = s.velocity;
    setup.group = group;
    add_body(state, setup);
  }
}

// One image per pair (state/cell.h): the cell must be at least twice as long as two bodies that touch.
// Bounding radius of the largest free body that is or may come to be there, of all or of those that are not
// round.
double largest_free(const State& state, const SceneSpec& spec, bool of_polyhedra) {
  const auto counts = [&](ShapeIndex shape) {
    return !of_polyhedra || (!is_round(state.shapes[shape].kind) && bounded(state.shapes[shape]));
  };
  double largest = 0;
  for (BodyIndex i = 0; i < state.bodies.size(); ++i)
    if (state.bodies.free(i) && counts(state.bodies.shape[i]))
      largest = std::max(largest, state.bodies.radius[i]);
  for (const InletSpec& inlet : spec.inlets) {
    const BodyMix mix = make_mix(state, inlet.shapes, inlet.size, false);
    if (std::ranges::any_of(mix.shapes, [&](const MixEntry& entry) { return counts(entry.shape); }))
      largest = std::max(largest, mix.largest_radius());
  }
  return largest;
}

// Does a wall in the plane lie along an axis, so that it meets its own image? (In space that is not looked
// at.)
bool lies_along(const State& state, BodyIndex i, int axis) {
  const Bodies& b = state.bodies;
  for (const auto& figure : state.shapes[b.shape[i]].figures)
    for (std::uint32_t v = 0; v < figure->size(); ++v) {
      const Vec2 edge = figure->vertices[figure->next(v)] - figure->vertices[v];
      const Vec3 turned = b.orientation[i] * Vec3(edge.x(), edge.y(), 0);
      if (std::abs(turned[axis]) * b.scale[i] >= state.cell.length[axis] &&
          std::abs(turned[1 - axis]) > 1e-9 * turned.norm())
        return false;
    }
  return true;
}

// Only the nearest image of a body is looked at. So a wall must leave room for a grain beside it, or go all
// round; and under polyhedra, whose support is a volume, reach beyond the cell by the size of a grain.
void check_cell(const State& state, const SceneSpec& spec, std::vector<Problem>& problems) {
  const double largest_grain = largest_free(state, spec, false), polyhedron = largest_free(state, spec, true);
  const Bodies& b = state.bodies;
  for (int k = 0; k < 3; ++k) {
    if (!state.cell.periodic[k]) continue;
    const double length = state.cell.length[k];
    const char axis = "xyz"[k];
    if (length < 4 * largest_grain)
      problems.push_back(
          {spec.source, 0, 0,
           fmt::format("the periodic cell is {:.4g} m long in {}, too short for grains of radius {:.4g} m: "
                       "at least {:.4g} m are needed",
                       length, axis, largest_grain, 4 * largest_grain)});
    for (BodyIndex i = 0; i < b.size(); ++i) {
      const Shape& shape = state.shapes[b.shape[i]];
      if (!has_corners(shape.kind) && (b.free(i) || !bounded(shape))) continue;
      const Box box = bounds(shape, b.scale[i], b.position[i], b.orientation[i]);
      const double half = 0.5 * (box.upper[k] - box.lower[k]);
      const double needed = length + 2 * polyhedron;
      const bool spans = 2 * half >= needed * (1 - 1e-9) && !b.free(i) && lies_along(state, i, k);
      if (!spans && 2 * (half + largest_grain) > length)
        problems.push_back(
            {spec.source, 0, 0,
             fmt::format("body '{}' is {:.4g} m long in {}, more than the periodic cell of {:.4g} m has "
                         "room for beside a grain: make {}, or, as a wall that goes all round and does not "
                         "slope, it at least {:.4g} m long",
                         state.groups[b.group[i]], 2 * half, axis, length,
                         length > 2 * largest_grain
                             ? fmt::format("it at most {:.4g} m long", length - 2 * largest_grain)
                             : std::string("the cell longer"),
                         needed)});
    }
  }
}

// Without free bodies there is no mass that a servo could take after them.
void check_servos(const State& state, const SceneSpec& spec, std::vector<Problem>& problems) {
  for (BodyIndex i = 0; i < state.bodies.size(); ++i)
    if (state.bodies.free(i)) return;
  for (const BodySpec& body : spec.bodies)
    if (body.motion.kind == MotionKind::servo && !body.motion.mass)
      problems.push_back(problem_at(
          body.place,
          "no body is free at the start whose mass this servo could take; give its motion a `mass`"));
}

// Is the body free, or will an event set it free?
bool may_be_free(const State& state, const SceneSpec& spec, BodyIndex i) {
  if (state.bodies.free(i)) return true;
  return std::ranges::any_of(spec.events, [&](const EventSpec& event) {
    return event.action == EventAction::motion && event.motion.kind == MotionKind::free &&
           event.target == state.groups[state.bodies.group[i]];
  });
}

Grain grain_of(const State& state, MaterialIndex material, ShapeIndex number, double scale) {
  const Shape& shape = state.shapes[number];
  const double mass = state.materials[material].density * volume_factor(state, scale);
  const double reach2 = shape.radius * shape.radius;
  const double radius = shape.equivalent_radius * scale;
  const double across = state.dimension == 2 ? state.thickness : scale;  // of a face
  return {material,
          mass * shape.volume,
          radius,
          shape.face_response / scale,
          reach2 / (mass * shape.inertia.minCoeff()),
          shape.face_area * scale * across,
          reference_area(state, radius),
          state.dimension == 2 ? state.thickness : 2 * radius,
          has_corners(shape.kind)};
}

// Every grain that is or may come to be in the scene.
std::vector<Grain> grains_of(const State& state, const SceneSpec& spec) {
  std::vector<Grain> grains;
  for (BodyIndex i = 0; i < state.bodies.size(); ++i)
    if (state.bodies.mass[i] > 0 && may_be_free(state, spec, i))
      grains.push_back(
          grain_of(state, state.bodies.material[i], state.bodies.shape[i], state.bodies.scale[i]));
  for (const InletSpec& inlet : spec.inlets) {
    const SizeDistribution size = *SizeDistribution::from(inlet.size);
    const double scale = size.kind == SizeLaw::fixed ? size.mean : size.least;
    for (const MixEntry& entry : make_mix(state, inlet.shapes, inlet.size, false).shapes)
      grains.push_back(grain_of(state, index_of(state.materials, inlet.material), entry.shape, scale));
  }
  return grains;
}

}  // namespace

BodyMix make_mix(const State& state, const std::vector<MixSpec>& shapes, const SizeSpec& size,
                 bool random_orientation) {
  BodyMix mix;
  mix.size = *SizeDistribution::from(size);
  mix.random_orientation = random_orientation;
  mix.plane = state.dimension == 2;
  for (const MixSpec& m : shapes) {
    // Variants of a shape stand one after the other under its name.
    const std::uint32_t first = index_of(state.shapes, m.shape);
    std::uint32_t end = first;
    while (end < state.shapes.size() && state.shapes[end].name == m.shape) ++end;
    for (std::uint32_t shape = first; shape < end; ++shape)
      mix.shapes.push_back({shape, m.weight / (end - first), state.shapes[shape].radius,
                            state.shapes[shape].volume * volume_factor(state, 1)});
  }
  return mix;
}

BodySetup setup_of(const State& state, const DrawnBody& body, const Vec3& position) {
  return {.shape = body.shape,
          .scale = body.scale,
          .position = position,
          .orientation = (body.orientation * state.shapes[body.shape].given_axes).normalized()};
}

namespace {

// The automatic time step, and the one in force.
void choose_time_step(const SceneSpec& spec, const Allowances& allowances, BuiltScene& built) {
  State& state = built.state;
  built.automatic =
      automatic_time_step(grains_of(state, spec), state.materials, state.laws, state.integrator);
  built.speed = assumed_speed(state, spec);
  const TimeStep for_contacts = built.automatic;
  state.guards.automatic_dt = for_contacts.dt;
  const double thinnest = thinnest_of(state, spec), period = shortest_period(state, spec);
  limit_travel(built.automatic, built.speed.value, thinnest);
  limit_to_period(built.automatic, period);
  if (!(built.automatic.dt > 0) && !spec.simulation.dt)
    throw InputError(fmt::format(
        "{}: the automatic time step would be shorter than {:g} s ({}): look at the masses and stiffnesses",
        spec.source, shortest_step, built.automatic.reason));
  built.dt = built.automatic;
  if (spec.simulation.dt) {
    const double given = *spec.simulation.dt;
    const auto times = [&](const TimeStep& step) {
      return step.dt > 0 ? given / step.dt : std::numeric_limits<double>::infinity();
    };
    // A body that is alone has no contacts to follow.
    const bool alone = state.bodies.size() < 2 && spec.inlets.empty();
    // Falls may end early, so of speeds only those that the scene names count. How far bodies go is watched
    // in the run, so that by itself is no reason to refuse a step.
    TimeStep needed = for_contacts;
    limit_travel(needed, built.speed.certain, thinnest);
    limit_to_period(needed, period);
    built.dt = {given, fmt::format("set by the scene; \"auto\" would take {:.2g} s", built.automatic.dt)};
    if (!alone && times(for_contacts) > hopeless_dt && !allowances.any_dt)
      throw InputError(fmt::format(
          "{}: dt = {:.3g} s is {:.3g} times the automatic one of {:.2g} s ({}): contacts cannot be "
          "followed; take dt = \"auto\", or run with --force-dt if that is what you want to see",
          spec.source, given, times(for_contacts), for_contacts.dt, for_contacts.reason));
    if (!alone && times(needed) > doubtful_dt)
      state.warnings.note({{WarningCode::time_step, times(needed)}}, 0, 0);
    else if (!alone && given > built.automatic.dt)
      built.notes.push_back(fmt::format("dt = {:.3g} s is longer than the automatic one of {:.2g} s ({})",
                                        given, built.automatic.dt, built.automatic.reason));
  } else {
    state.guards.assumed_speed =
        std::max(1.5 * built.speed.value, tolerable_travel * thinnest / built.automatic.dt);
  }
  state.clock.dt = built.dt.dt;
}

void set_guards(const SceneSpec& spec, BuiltScene& built) {
  Guards& guards = built.state.guards;
  guards.deep_overlap = spec.simulation.deep_overlap;
  guards.bounds = bounds_of(built.state, spec, built.speed.value);
  guards.at_bounds = spec.bounds.action;
}

}  // namespace

BuiltScene build_scene(const SceneSpec& spec, const Allowances& allowances) {
  BuiltScene built;
  State& state = built.state;
  std::vector<Problem> problems;
  state.dimension = spec.simulation.dimension;
  state.thickness = spec.simulation.thickness;
  state.gravity = spec.simulation.gravity;
  state.integrator = spec.simulation.integrator;
  state.cell = {spec.cell.periodic, spec.cell.origin, spec.cell.size};
  add_materials(state, spec);
  add_shapes(state, spec, problems);
  if (!problems.empty()) throw InputError(problems);
  add_bodies(state, spec);
  for (std::size_t n = 0; n < spec.fills.size(); ++n) add_fill(state, spec, n, problems);
  for (const InletSpec& inlet : spec.inlets) {
    const Region given = (*Region::from(inlet.region)).opened(state.cell);
    const Region region = given.moved(-given.centre());  // far from the origin, margins are lost in rounding
    const double radius = make_mix(state, inlet.shapes, inlet.size, false).largest_radius();
    if (!region.contains(region.pull_inside(region.centre(), radius), radius * (1 - 1e-12)))
      problems.push_back(problem_at(
          inlet.place,
          fmt::format("a body with a bounding sphere of radius {:.6g} m does not fit into the region of "
                      "the inlet; make the region larger or the bodies smaller",
                      radius)));
    add_group(state, inlet.name);
    InletProgress progress;
    progress.open = inlet.open;
    state.inlets.push_back(progress);
  }
  state.outlets.resize(spec.outlets.size());
  check_servos(state, spec, problems);
  prepare_servos(state);
  check_cell(state, spec, problems);
  if (!problems.empty()) throw InputError(problems);

  built.notes = notes_about(state, spec);
  choose_time_step(spec, allowances, built);
  set_guards(spec, built);
  return built;
}

}  // namespace scree
