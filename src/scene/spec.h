// A scene as the user wrote it, in SI numbers: plain structs, one per table of the scene file.
// scene/schema.h declares every key of them once; build/build.h makes a State from them.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/vector.h"
#include "broadphase/broad_phase_kind.h"
#include "geometry/solid/solids.h"
#include "scene/choices.h"
#include "state/guards.h"
#include "state/integrator.h"
#include "state/materials.h"

namespace scree {

struct Place {  // where in the scene file something was said; line 0: not in a file
  std::string file;
  int line = 0;
  int column = 0;
};

struct SimulationSpec {
  std::string name;         // default: the scene's file name
  std::string description;  // one line, shown by `scree scenes`
  int dimension = 3;
  double thickness = 1;      // m; of the layer that the plane stands for
  double until = 1;          // s
  std::optional<double> dt;  // s; none: auto
  Vec3 gravity{0, 0, -9.81};
  Integrator integrator = Integrator::gear;
  BroadPhaseKind neighbours = BroadPhaseKind::automatic;
  Stepping stepping = Stepping::soft;
  std::uint64_t seed = 1;
  OnWarning on_warning = OnWarning::go_on;
  double deep_overlap = 0.2;  // from which share of a body on it is warned about
};

struct BoundsSpec {                  // [bounds]: where bodies belong
  std::optional<Vec3> lower, upper;  // default: far about everything
  AtBounds action = AtBounds::warn;
};

struct CellSpec {  // [cell]: the periodic box
  std::array<bool, 3> periodic{false, false, false};
  Vec3 origin = Vec3::Zero();
  Vec3 size = Vec3::Ones();
};

struct MaterialSpec {
  std::string name;
  double density = 2500;
  double young = 1e7;
  double poisson = 0.25;
  double stiffness = 1e5;
  double restitution = 0.5;
  std::optional<double> damping;  // instead of restitution
  double friction = 0.5;
  double rolling_friction = 0;
  double torsional_friction = 0;
  double cohesion = 0;
  Place place;
};

struct PairSpec {  // [[law.pair]]: overrides for two materials
  std::array<std::string, 2> materials;
  std::optional<NormalLaw> normal;
  std::optional<double> stiffness, young, restitution, damping, friction, rolling_friction,
      torsional_friction, cohesion;
  Place place;
};

struct LawSpec {
  std::optional<NormalLaw> normal;  // none: hertz in space where all that is free is a sphere, else overlap
  double tangential_ratio = 2.0 / 7.0;  // spring, overlap: k_t / k_n
  std::vector<PairSpec> pair;
};

struct PartSpec {  // parts = [{ shape = "a", position = .., orientation = .. }, ...]
  std::string shape;
  Vec3 position = Vec3::Zero();
  Quat orientation = Quat::Identity();
};

struct ShapeSpec {
  std::string name;
  ShapeForm kind = ShapeForm::unsaid;
  double radius = 0;                           // sphere, disc, cylinder, cone (base), regular, grain
  Vec3 half_extents = Vec3::Zero();            // box
  Vec3 normal{0, 0, 1};                        // half-space, half-plane
  std::vector<Vec3> vertices;                  // polyhedron, polygon
  std::vector<Vec3> points;                    // segment, polyline
  double width = 0;                            // segment, polyline
  LineSide side = LineSide::both;              // segment, polyline
  bool closed = false;                         // polyline
  std::vector<std::array<double, 2>> profile;  // prism: its polygon across z
  double length = 0;                           // prism, cylinder, cone: along z
  double top_radius = 0;                       // cone
  std::int64_t sides = 24;                     // cylinder, cone, regular in the plane
  Vec3 half_axes = Vec3::Zero();               // ellipsoid, ellipse
  std::int64_t level = 0;                      // ellipsoid: how often its faces are cut in four
  double jitter = 0;                           // ellipsoid: share by which angles are changed at random
  RegularSolid solid = RegularSolid::cube;     // regular
  std::int64_t corners = 16;                   // grain
  double elongation = 1, flatness = 1;         // grain: width over length, height over width
  std::string file;                            // hull: a mesh
  double factor = 1;                           // hull: metres per unit of the file
  std::vector<PartSpec> parts;                 // compound
  double tolerance = 1e-6;                     // polyhedron, hull
  std::int64_t variants = 1;                   // ellipsoid, grain: how many different ones are made
  ShapeOrigin origin = ShapeOrigin::centroid;  // what a body's position means
  Place place;
};

// A line makes a wall of several pieces, each a body of its own.
inline bool is_line(const ShapeSpec& shape) {
  return shape.kind == ShapeForm::segment || shape.kind == ShapeForm::polyline ||
         shape.kind == ShapeForm::ring;
}

struct MotionSpec {  // motion = "fixed" or motion = { kind = "rotate", ... }
  MotionKind kind = MotionKind::free;
  Vec3 velocity = Vec3::Zero();              // velocity
  Vec3 spin = Vec3::Zero();                  // velocity
  Vec3 axis{0, 0, 1};                        // rotate, oscillate, table
  std::optional<Vec3> centre;                // rotate, oscillate, table; default: the body's position
  double rate = 0;                           // rotate, rad/s
  double ramp = 0;                           // velocity, rotate, s
  double amplitude = 0;                      // oscillate, m
  double angular_amplitude = 0;              // oscillate, rad
  double frequency = 0;                      // oscillate, 1/s
  double phase = 0;                          // oscillate, rad
  std::vector<std::array<double, 5>> table;  // rows [time, dx, dy, dz, angle]
  double force = 0, stress = 0, area = 0;    // servo
  std::vector<std::string> between;          // servo: names of pairs of bodies
  double speed = 0;                          // servo
  std::optional<double> mass;                // servo
};

struct RepeatSpec {  // repeat = { count = 32, axis = [0, 1, 0] }: copies of a body
  std::int64_t count = 1;
  Vec3 shift = Vec3::Zero();    // from one to the next
  Vec3 axis{0, 0, 1};           // turned from one to the next about this axis
  Vec3 centre = Vec3::Zero();   // through this point
  std::optional<double> angle;  // by this angle; default: a full turn over the count, or 0 with a shift
};

struct BodySpec {
  std::string name;
  std::string shape;
  std::string material;
  Vec3 position = Vec3::Zero();
  Quat orientation =
      Quat::Identity();  // written as { axis = [..], angle = ".." } or quaternion = [w, x, y, z]
  Vec3 velocity = Vec3::Zero();
  Vec3 spin = Vec3::Zero();  // rad/s, world frame
  double scale = 1;
  MotionSpec motion;  // default: fixed for half-spaces and boxes, else free
  bool motion_given = false;
  RepeatSpec repeat;
  Place place;
};

struct RegionSpec {  // region = { kind = "box", lower = .., upper = .. } etc.
  RegionKind kind = RegionKind::box;
  Vec3 lower = Vec3::Zero(), upper = Vec3::Zero();  // box
  Vec3 centre = Vec3::Zero();                       // sphere; cylinder: middle of the base
  Vec3 axis{0, 0, 1};                               // cylinder
  double radius = 0, length = 0;
  std::optional<double> thickness;  // in the plane: of the layer
};

struct SizeSpec {  // size = { distribution = "uniform", min = 0.8, max = 1.2 }: scale factors
  SizeLaw distribution = SizeLaw::fixed;
  double mean = 1, deviation = 0, min = 1, max = 1;
};

struct MixSpec {  // shapes = [{ shape = "a", weight = 2 }, ...] or shape = "a"
  std::string shape;
  double weight = 1;
};

struct FillSpec {
  std::string name;
  RegionSpec region;
  std::vector<MixSpec> shapes;
  std::string material;
  std::optional<std::int64_t> count;
  std::optional<double> solid_fraction;
  Arrangement arrangement = Arrangement::random;
  double gap = 0;     // smallest gap between neighbours, in radii
  double jitter = 0;  // cubic, hexagonal: share of the gap
  SizeSpec size;
  bool random_orientation = true;
  Vec3 velocity = Vec3::Zero();
  std::optional<std::uint64_t> seed;  // default: from simulation.seed and the fill's number
  Place place;
};

struct InletSpec {
  std::string name;
  RegionSpec region;
  std::vector<MixSpec> shapes;
  std::string material;
  double rate = 0;                    // bodies per second
  double start = 0;                   // s
  std::optional<double> stop;         // s
  std::optional<std::int64_t> limit;  // bodies in all
  SizeSpec size;
  bool random_orientation = true;
  Vec3 velocity = Vec3::Zero();
  bool open = true;  // events may open and close it
  Place place;
};

struct OutletSpec {
  std::string name;
  RegionSpec region;
  double start = 0;  // s
  Place place;
};

struct EventSpec {
  double at = 0;  // s
  EventAction action = EventAction::unsaid;
  std::string target;           // name of a body (release, motion) or inlet (open, close)
  MotionSpec motion;            // motion
  Vec3 gravity = Vec3::Zero();  // gravity
  Place place;
};

struct ProbeSpec {
  std::string name;  // probes/<name>.csv
  ProbeKind kind = ProbeKind::unsaid;
  std::string target;         // body, wall: name of a body; flow: name of an outlet or inlet
  RegionSpec region;          // region, stress, velocity-gradient: where means are taken
  bool region_given = false;  // stress, velocity-gradient: otherwise everywhere
  std::optional<Vec3> along;  // repose, slope
  double every = 0.01;        // s
  Place place;
};

struct OutputSpec {
  double every = 0.01;  // s; 0: none
  std::vector<OutputFormat> formats{OutputFormat::vtk};
  double checkpoint_every = 1;  // s of simulated time; 0: only at the end
};

struct SceneSpec {
  std::string source;              // where the text came from: a path or a built-in name
  std::string text;                // the TOML that really runs, --set applied
  std::vector<std::string> notes;  // what reading it brought up that is worth knowing
  SimulationSpec simulation;
  CellSpec cell;
  BoundsSpec bounds;
  std::vector<MaterialSpec> materials;
  LawSpec law;
  std::vector<ShapeSpec> shapes;
  std::vector<BodySpec> bodies;
  std::vector<FillSpec> fills;
  std::vector<InletSpec> inlets;
  std::vector<OutletSpec> outlets;
  std::vector<EventSpec> events;
  std::vector<ProbeSpec> probes;
  OutputSpec output;
};

}  // namespace scree
