// A scene as the user wrote it, in SI numbers: plain structs, one per table of the scene file.
// lab/schema.h declares every key of them once; lab/build.h makes a State from them.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/vector.h"

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
  double until = 1;          // s
  std::optional<double> dt;  // s; none: auto
  Vec3 gravity{0, 0, -9.81};
  std::string integrator = "gear";  // gear | verlet
  std::string neighbours = "auto";  // auto | sweep | brute
  std::string stepping = "soft";    // soft
  std::uint64_t seed = 1;
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
  Place place;
};

struct PairSpec {  // [[law.pair]]: overrides for two materials
  std::array<std::string, 2> materials;
  std::optional<std::string> normal;
  std::optional<double> stiffness, restitution, damping, friction, rolling_friction, torsional_friction;
  Place place;
};

struct LawSpec {
  std::string normal = "hertz";         // spring | hertz
  double tangential_ratio = 2.0 / 7.0;  // spring: k_t / k_n
  std::vector<PairSpec> pair;
};

struct ShapeSpec {
  std::string name;
  std::string kind;                  // sphere | box | half-space
  double radius = 0;                 // sphere
  Vec3 half_extents = Vec3::Zero();  // box
  Vec3 normal{0, 0, 1};              // half-space
  Place place;
};

struct MotionSpec {                          // motion = "fixed" or motion = { kind = "rotate", ... }
  std::string kind = "free";                 // fixed | free | velocity | rotate | oscillate | table
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
  MotionSpec motion;  // default: free for spheres, fixed for half-spaces and boxes
  bool motion_given = false;
  Place place;
};

struct RegionSpec {                                 // region = { kind = "box", lower = .., upper = .. } etc.
  std::string kind = "box";                         // box | cylinder | sphere
  Vec3 lower = Vec3::Zero(), upper = Vec3::Zero();  // box
  Vec3 centre = Vec3::Zero();                       // sphere; cylinder: middle of the base
  Vec3 axis{0, 0, 1};                               // cylinder
  double radius = 0, length = 0;
};

struct SizeSpec {  // size = { distribution = "uniform", min = 0.8, max = 1.2 }: scale factors
  std::string distribution = "fixed";  // fixed | uniform | normal | lognormal
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
  std::string arrangement = "random";  // random | cubic | hexagonal
  double gap = 0;                      // smallest gap between neighbours, in radii
  double jitter = 0;                   // cubic, hexagonal: share of the gap
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
  double at = 0;                // s
  std::string action;           // release | motion | open | close | gravity
  std::string target;           // name of a body (release, motion) or inlet (open, close)
  MotionSpec motion;            // motion
  Vec3 gravity = Vec3::Zero();  // gravity
  Place place;
};

struct ProbeSpec {
  std::string name;     // probes/<name>.csv
  std::string kind;     // energy | body | region | wall | flow | contacts
  std::string target;   // body, wall: name of a body; flow: name of an outlet or inlet
  RegionSpec region;    // region: solid fraction, mean velocity, coordination inside
  double every = 0.01;  // s
  Place place;
};

struct OutputSpec {
  double every = 0.01;                      // s; 0: none
  std::vector<std::string> formats{"vtk"};  // vtk, trajectory
  double checkpoint_every = 1;              // s of simulated time; 0: only at the end
};

struct SceneSpec {
  std::string source;  // where the text came from: a path or a built-in name
  std::string text;    // the TOML that really runs, --set applied
  SimulationSpec simulation;
  CellSpec cell;
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
