#include "scene/schema.h"

#include <fmt/format.h>

namespace scree {

bool Range::holds(double x) const {
  return (lower_open ? x > lower : x >= lower) && (upper_open ? x < upper : x <= upper);
}

std::string Range::text() const {
  const bool below = upper<no_bound, above = lower> - no_bound;
  if (below && above) {
    if (lower == upper) return fmt::format("{}", lower);
    if (!lower_open && !upper_open) return fmt::format("{} to {}", lower, upper);
    return fmt::format("{} {} and {} {}", lower_open ? ">" : ">=", lower, upper_open ? "<" : "<=", upper);
  }
  if (above) return fmt::format("{} {}", lower_open ? ">" : ">=", lower);
  if (below) return fmt::format("{} {}", upper_open ? "<" : "<=", upper);
  return "";
}

void describe(SceneSpec& s, Visitor& v) {
  v.table({.name = "simulation", .says = "What holds for the whole run."}, s.simulation);
  v.table({.name = "cell", .says = "The periodic box; without this table nothing is periodic."}, s.cell);
  v.table({.name = "bounds", .says = "Where bodies belong, and what happens to those that leave."}, s.bounds);
  v.tables({.name = "material", .says = "What bodies are made of."}, s.materials);
  v.table({.name = "law", .says = "How bodies press on each other."}, s.law);
  v.tables({.name = "shape", .says = "Forms that bodies may have."}, s.shapes);
  v.tables({.name = "body", .says = "One body: a grain, a wall, a floor."}, s.bodies);
  v.tables({.name = "fill", .says = "Many free bodies, placed without overlap at the start."}, s.fills);
  v.tables({.name = "inlet", .says = "Bodies that enter through a region during the run."}, s.inlets);
  v.tables({.name = "outlet", .says = "A region in which free bodies are taken out and counted."}, s.outlets);
  v.tables({.name = "event", .says = "Something that happens at a time."}, s.events);
  v.tables({.name = "probe", .says = "What is measured, and how often; each writes a CSV file."}, s.probes);
  v.table({.name = "output", .says = "What is written while the scene runs."}, s.output);
}

void describe(SimulationSpec& s, Visitor& v) {
  v.value({.name = "name",
           .says = "Name of the scene; the default output folder is `out/<name>`.",
           .declares = "scene",
           .otherwise = "the file's name"},
          s.name);
  v.value({.name = "description", .says = "One line about the scene, shown by `scree scenes`."},
          s.description);
  v.value({.name = "dimension",
           .says = "3, or 2 for scenes in the plane: vectors then have two numbers, and turns are about z.",
           .range = {2, 3}},
          s.dimension);
  v.value(
      {.name = "thickness",
       .says = "Thickness of the layer that the plane stands for: it gives masses and forces their units.",
       .unit = dimension::length,
       .range = positive,
       .only_in = 2},
      s.thickness);
  if (v.plane()) s.gravity = {0, -9.81, 0};
  v.value({.name = "until",
           .says = "Simulated time at which the run ends.",
           .unit = dimension::time,
           .range = positive},
          s.until);
  v.value({.name = "dt",
           .says = "Time step; `auto` takes a safe one from stiffnesses and masses.",
           .unit = dimension::time,
           .range = positive,
           .word = "auto",
           .otherwise = "`\"auto\"`"},
          s.dt);
  v.value({.name = "gravity",
           .says = "Acceleration of free fall.",
           .unit = dimension::acceleration,
           .otherwise = "`[0, 0, -9.81]`, in the plane `[0, -9.81]`"},
          s.gravity);
  v.value({.name = "integrator", .says = "Gear's 6-value predictor-corrector, or velocity Verlet."},
          s.integrator);
  v.value({.name = "neighbours",
           .says = "How pairs that may touch are found: what is quickest now, incremental sort-and-sweep, a "
                   "quadtree or octree, spatial heapsort, linked cells on several levels, lists of near "
                   "pairs, a hierarchy of boxes, "
                   "or all pairs; the result is the same."},
          s.neighbours);
  v.value({.name = "stepping", .says = "How time advances: one step for all, with soft contacts."},
          s.stepping);
  v.value({.name = "seed", .says = "Where all random draws start.", .range = not_negative}, s.seed);
  v.value(
      {.name = "on_warning",
       .says = "What follows a warning: the run goes on, or stops with a checkpoint, as under `--strict`."},
      s.on_warning);
  v.value(
      {.name = "deep_overlap",
       .says = "Bodies that are deeper in each other than this share of the smaller one are warned about.",
       .range = positive},
      s.deep_overlap);
}

void describe(BoundsSpec& s, Visitor& v) {
  constexpr std::string_view far_about = "far about everything";
  v.value({.name = "lower",
           .says = "Lowest corner of the box.",
           .unit = dimension::length,
           .otherwise = far_about},
          s.lower);
  v.value({.name = "upper", .says = "Highest corner.", .unit = dimension::length, .otherwise = far_about},
          s.upper);
  v.value({.name = "action",
           .says = "Bodies that leave are warned about, or taken out and counted, or end the run."},
          s.action);
}

void describe(CellSpec& s, Visitor& v) {
  v.value({.name = "periodic", .says = "Which axes are periodic."}, s.periodic);
  v.value({.name = "origin", .says = "Lowest corner of the box.", .unit = dimension::length}, s.origin);
  v.value({.name = "size",
           .says = "Edges of the box; only those of periodic axes count.",
           .unit = dimension::length,
           .range = positive},
          s.size);
}

void describe(MaterialSpec& s, Visitor& v) {
  s.place = v.here();
  v.value({.name = "name",
           .says = "Name that bodies and fills refer to.",
           .required = true,
           .declares = "material"},
          s.name);
  v.value({.name = "density", .says = "Mass per volume.", .unit = dimension::density, .range = positive},
          s.density);
  v.value({.name = "young",
           .says = "Young's modulus, for the hertz and overlap laws.",
           .unit = dimension::pressure,
           .range = positive},
          s.young);
  v.value({.name = "poisson", .says = "Poisson's ratio, for the hertz law.", .range = {-1, 0.5, true, false}},
          s.poisson);
  v.value({.name = "stiffness",
           .says = "Normal stiffness, for the spring law.",
           .unit = dimension::stiffness,
           .range = positive},
          s.stiffness);
  v.value({.name = "restitution",
           .says = "Speed after a normal impact over speed before it; the damping is solved for.",
           .range = {0.01, 1}},
          s.restitution);
  v.value({.name = "damping",
           .says = "Share of critical damping.",
           .range = not_negative,
           .instead_of = "restitution",
           .otherwise = "from the restitution"},
          s.damping);
  v.value({.name = "friction",
           .says = "Coefficient of sliding friction.",
           .range = not_negative,
           .coefficient = true},
          s.friction);
  v.value({.name = "rolling_friction",
           .says = "Coefficient of rolling resistance.",
           .range = not_negative,
           .coefficient = true},
          s.rolling_friction);
  v.value({.name = "torsional_friction",
           .says = "Coefficient of resistance to twisting.",
           .range = not_negative,
           .coefficient = true},
          s.torsional_friction);
  v.value({.name = "cohesion",
           .says = "Pull per area of contact.",
           .unit = dimension::pressure,
           .range = not_negative},
          s.cohesion);
}

void describe(LawSpec& s, Visitor& v) {
  v.value(
      {.name = "normal",
       .says = "Force along the normal: from the overlap volume, from its energy, a linear spring, or Hertz "
               "and Mindlin.",
       .otherwise = "hertz in space where all that is free is a sphere, else overlap"},
      s.normal);
  v.value({.name = "tangential_ratio",
           .says = "Spring and overlap laws: tangential over normal stiffness (default 2/7).",
           .range = positive},
          s.tangential_ratio);
  v.tables(
      {.name = "pair", .says = "What differs for contacts of two materials; the rest is mixed from the two."},
      s.pair);
}

void describe(PairSpec& s, Visitor& v) {
  s.place = v.here();
  std::vector<std::string> names;
  v.value({.name = "materials",
           .says = "The two materials.",
           .required = true,
           .refers = {"material"},
           .length = 2},
          names);
  if (names.size() == 2) s.materials = {names[0], names[1]};
  v.value({.name = "normal", .says = "Force along the normal.", .otherwise = "that of [law]"}, s.normal);
  constexpr std::string_view mixed = "mixed";
  v.value({.name = "stiffness",
           .says = "Normal stiffness of the contact, for the spring law.",
           .unit = dimension::stiffness,
           .range = positive,
           .otherwise = mixed},
          s.stiffness);
  v.value({.name = "young",
           .says = "Young's modulus of the contact, for the overlap laws.",
           .unit = dimension::pressure,
           .range = positive,
           .otherwise = mixed},
          s.young);
  v.value({.name = "restitution", .says = "As for a material.", .range = {0.01, 1}, .otherwise = mixed},
          s.restitution);
  v.value({.name = "damping",
           .says = "Share of critical damping.",
           .range = not_negative,
           .instead_of = "restitution",
           .otherwise = mixed},
          s.damping);
  v.value({.name = "friction",
           .says = "As for a material.",
           .range = not_negative,
           .otherwise = mixed,
           .coefficient = true},
          s.friction);
  v.value({.name = "rolling_friction",
           .says = "As for a material.",
           .range = not_negative,
           .otherwise = mixed,
           .coefficient = true},
          s.rolling_friction);
  v.value({.name = "torsional_friction",
           .says = "As for a material.",
           .range = not_negative,
           .otherwise = mixed,
           .coefficient = true},
          s.torsional_friction);
  v.value({.name = "cohesion",
           .says = "As for a material.",
           .unit = dimension::pressure,
           .range = not_negative,
           .otherwise = mixed},
          s.cohesion);
}

void describe(OutputSpec& s, Visitor& v) {
  v.value({.name = "every",
           .says = "Simulated time between two snapshots; 0: none.",
           .unit = dimension::time,
           .range = not_negative},
          s.every);
  v.value({.name = "formats",
           .says = "What snapshots are written as: VTK files for ParaView, or one HDF5 trajectory."},
          s.formats);
  v.value({.name = "checkpoint_every",
           .says = "Simulated time between two checkpoints; 0: only at the end.",
           .unit = dimension::time,
           .range = not_negative},
          s.checkpoint_every);
}

}  // namespace scree
