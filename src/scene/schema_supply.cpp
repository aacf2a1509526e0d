// Keys of what comes, goes, happens and is measured: fills, inlets, outlets, events, probes.
#include "scene/schema.h"

namespace scree {
namespace {

// shape = "a", or shapes = [{ shape = "a", weight = 2 }, ...].
void describe_mix(std::vector<MixSpec>& shapes, Visitor& v) {
  std::string single;
  if (v.value({.name = "shape", .says = "Shape of all of them.", .refers = {"shape"}, .otherwise = "none"},
              single))
    shapes = {{single, 1}};
  v.tables({.name = "shapes",
            .says = "Several shapes, drawn in proportion to their weights.",
            .shorthand = "shape",
            .instead_of = "shape"},
           shapes);
}

void describe_supply(RegionSpec& region, std::vector<MixSpec>& shapes, std::string& material, Visitor& v) {
  v.table({.name = "region", .says = "Where they are placed: they lie inside as a whole.", .required = true},
          region);
  describe_mix(shapes, v);
  v.value({.name = "material", .says = "Their material.", .required = true, .refers = {"material"}},
          material);
}

void describe_looks(SizeSpec& size, bool& random_orientation, Vec3& velocity, Visitor& v) {
  v.table({.name = "size", .says = "Factor on the shape's size, drawn for each.", .otherwise = "1"}, size);
  v.value({.name = "random_orientation", .says = "Whether each is turned at random."}, random_orientation);
  v.value({.name = "velocity", .says = "Their velocity at the start.", .unit = dimension::velocity},
          velocity);
}

}  // namespace

void describe(RegionSpec& s, Visitor& v) {
  v.value({.name = "kind", .says = "Form of the region; in the plane a box or a disc.", .selects = true},
          s.kind);
  v.value({.name = "lower",
           .says = "Corner with the lowest coordinates.",
           .unit = dimension::length,
           .required = true,
           .only_for = words({RegionKind::box})},
          s.lower);
  v.value({.name = "upper",
           .says = "Corner with the highest coordinates.",
           .unit = dimension::length,
           .required = true,
           .only_for = words({RegionKind::box})},
          s.upper);
  v.value({.name = "centre",
           .says = "Centre; of a cylinder, the middle of its base.",
           .unit = dimension::length,
           .only_for = words({RegionKind::cylinder, RegionKind::sphere, RegionKind::disc})},
          s.centre);
  v.value({.name = "axis",
           .says = "Direction from the base to the top.",
           .nonzero = true,
           .only_for = words({RegionKind::cylinder})},
          s.axis);
  v.value({.name = "radius",
           .says = "Radius.",
           .unit = dimension::length,
           .range = positive,
           .required = true,
           .only_for = words({RegionKind::cylinder, RegionKind::sphere, RegionKind::disc})},
          s.radius);
  v.value({.name = "length",
           .says = "Length along the axis.",
           .unit = dimension::length,
           .range = positive,
           .required = true,
           .only_for = words({RegionKind::cylinder})},
          s.length);
}

void describe(SizeSpec& s, Visitor& v) {
  v.value({.name = "distribution", .says = "How the factor is drawn.", .required = true, .selects = true},
          s.distribution);
  v.value({.name = "mean",
           .says = "Mean factor.",
           .range = positive,
           .only_for = words({SizeLaw::fixed, SizeLaw::normal, SizeLaw::lognormal})},
          s.mean);
  v.value({.name = "deviation",
           .says = "Standard deviation of the factor.",
           .range = not_negative,
           .required = true,
           .only_for = words({SizeLaw::normal, SizeLaw::lognormal})},
          s.deviation);
  v.value({.name = "min",
           .says = "Smallest factor.",
           .range = positive,
           .required = true,
           .only_for = words({SizeLaw::uniform, SizeLaw::normal, SizeLaw::lognormal})},
          s.min);
  v.value({.name = "max",
           .says = "Largest factor.",
           .range = positive,
           .required = true,
           .only_for = words({SizeLaw::uniform, SizeLaw::normal, SizeLaw::lognormal})},
          s.max);
}

void describe(MixSpec& s, Visitor& v) {
  v.value({.name = "shape", .says = "The shape.", .required = true, .refers = {"shape"}}, s.shape);
  v.value({.name = "weight", .says = "Its share, by number.", .range = positive}, s.weight);
}

void describe(FillSpec& s, Visitor& v) {
  s.place = v.here();
  v.value({.name = "name", .says = "Name for --set.", .declares = "fill", .otherwise = "none"}, s.name);
  describe_supply(s.region, s.shapes, s.material, v);
  v.value({.name = "count", .says = "How many.", .range = {1, 20'000'000}}, s.count);
  v.value({.name = "solid_fraction",
           .says = "Share of the region's volume, in the plane of its area, that they take; there up to 0.9.",
           .range = {0, v.plane() ? 0.9 : 0.74, true, false},
           .instead_of = "count"},
          s.solid_fraction);
  v.value(
      {.name = "arrangement", .says = "Placed at random, or on a lattice from the region's lower corner."},
      s.arrangement);
  v.value({.name = "gap", .says = "Smallest gap between neighbours, in radii.", .range = not_negative},
          s.gap);
  v.value({.name = "jitter",
           .says = "On a lattice: random displacement, as a share of the gap.",
           .range = {0, 1}},
          s.jitter);
  describe_looks(s.size, s.random_orientation, s.velocity, v);
  v.value({.name = "seed",
           .says = "Where its random draws start.",
           .range = not_negative,
           .otherwise = "from simulation.seed and the fill's number"},
          s.seed);
}

void describe(InletSpec& s, Visitor& v) {
  s.place = v.here();
  v.value({.name = "name", .says = "Name for events and probes.", .required = true, .declares = "inlet"},
          s.name);
  describe_supply(s.region, s.shapes, s.material, v);
  v.value({.name = "rate",
           .says = "Bodies per second, as far as there is room.",
           .unit = dimension::frequency,
           .range = positive,
           .required = true},
          s.rate);
  v.value({.name = "start", .says = "Time of the first.", .unit = dimension::time, .range = not_negative},
          s.start);
  v.value(
      {.name = "stop", .says = "Time after which none comes.", .unit = dimension::time, .range = positive},
      s.stop);
  v.value({.name = "limit", .says = "How many in all.", .range = {1, 100'000'000}}, s.limit);
  describe_looks(s.size, s.random_orientation, s.velocity, v);
  v.value({.name = "open", .says = "Whether it is open at the start; events open and close it."}, s.open);
}

void describe(OutletSpec& s, Visitor& v) {
  s.place = v.here();
  v.value({.name = "name", .says = "Name for probes.", .required = true, .declares = "outlet"}, s.name);
  v.table({.name = "region", .says = "A free body whose centre is in it is taken out.", .required = true},
          s.region);
  v.value(
      {.name = "start", .says = "Time from which it works.", .unit = dimension::time, .range = not_negative},
      s.start);
}

void describe(EventSpec& s, Visitor& v) {
  s.place = v.here();
  v.value({.name = "at", .says = "When.", .unit = dimension::time, .range = not_negative, .required = true},
          s.at);
  v.value({.name = "action",
           .says = "Take a body away, change how it moves, open or close an inlet, or change gravity.",
           .required = true,
           .selects = true},
          s.action);
  const bool gate = s.action == EventAction::open || s.action == EventAction::close;
  v.value(
      {.name = "target",
       .says = "The body or the inlet it happens to.",
       .required = true,
       .only_for = words({EventAction::release, EventAction::motion, EventAction::open, EventAction::close}),
       .refers = s.action == EventAction::unsaid ? Words{"body", "inlet"}
                 : gate                          ? Words{"inlet"}
                                                 : Words{"body"}},
      s.target);
  v.table({.name = "motion",
           .says = "How the body moves from then on.",
           .required = true,
           .only_for = words({EventAction::motion}),
           .shorthand = "kind"},
          s.motion);
  v.value({.name = "gravity",
           .says = "Gravity from then on.",
           .unit = dimension::acceleration,
           .required = true,
           .only_for = words({EventAction::gravity})},
          s.gravity);
}

void describe(ProbeSpec& s, Visitor& v) {
  s.place = v.here();
  v.value({.name = "name", .says = "It writes `probes/<name>.csv`.", .required = true, .declares = "probe"},
          s.name);
  v.value({.name = "kind",
           .says = "Energies of the whole; one body's path; means in a region; force on a body; bodies "
                   "through an inlet "
                   "or outlet; number and forces of contacts; mean stress; mean gradient of the velocity; "
                   "angle of repose of a heap; slope of a surface.",
           .required = true,
           .selects = true},
          s.kind);
  v.value({.name = "target",
           .says = "The body, or for flow the inlet or outlet.",
           .required = true,
           .only_for = words({ProbeKind::body, ProbeKind::wall, ProbeKind::flow}),
           .refers = s.kind == ProbeKind::unsaid ? Words{"body", "inlet", "outlet"}
                     : s.kind == ProbeKind::flow ? Words{"inlet", "outlet"}
                                                 : Words{"body"}},
          s.target);
  const bool anywhere = s.kind == ProbeKind::stress || s.kind == ProbeKind::velocity_gradient;
  s.region_given =
      v.table({.name = "region",
               .says = "Where the means are taken; stress and velocity-gradient: otherwise "
                       "everywhere.",
               .required = !anywhere,
               .only_for = words({ProbeKind::region, ProbeKind::stress, ProbeKind::velocity_gradient})},
              s.region);
  v.value({.name = "along",
           .says = "Direction in which to look at the surface; a slope in space needs one.",
           .nonzero = true,
           .only_for = words({ProbeKind::repose, ProbeKind::slope}),
           .only_in = 3},
          s.along);
  v.value({.name = "every",
           .says = "Simulated time between two lines.",
           .unit = dimension::time,
           .range = positive},
          s.every);
}

}  // namespace scree
