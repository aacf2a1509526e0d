// Keys of how bodies move.
#include "scene/schema.h"

namespace scree {

void describe(MotionSpec& s, Visitor& v) {
  v.value(
      {.name = "kind",
       .says = "Free, or prescribed: at rest, at a velocity, turning, swinging, or by a table; or a servo, "
               "which holds a force or a stress.",
       .required = true,
       .selects = true},
      s.kind);
  v.value({.name = "velocity",
           .says = "Velocity.",
           .unit = dimension::velocity,
           .only_for = words({MotionKind::velocity})},
          s.velocity);
  v.value({.name = "spin",
           .says = "Angular velocity about its own centre.",
           .unit = dimension::angular_velocity,
           .only_for = words({MotionKind::velocity}),
           .turn = true},
          s.spin);
  v.value({.name = "axis",
           .says = "Axis of the turn; for an oscillation with amplitude its direction, for a servo that in "
                   "which it pushes. In the plane: only such a direction.",
           .nonzero = true,
           .only_for = v.plane() ? words({MotionKind::oscillate, MotionKind::servo})
                                 : words({MotionKind::rotate, MotionKind::oscillate, MotionKind::table,
                                          MotionKind::servo})},
          s.axis);
  v.value({.name = "centre",
           .says = "A point on the axis.",
           .unit = dimension::length,
           .only_for = words({MotionKind::rotate, MotionKind::oscillate, MotionKind::table}),
           .otherwise = "the body's position"},
          s.centre);
  v.value({.name = "rate",
           .says = "Angular velocity about the axis.",
           .unit = dimension::angular_velocity,
           .required = true,
           .only_for = words({MotionKind::rotate})},
          s.rate);
  v.value({.name = "ramp",
           .says = "Time in which the full speed is reached from rest.",
           .unit = dimension::time,
           .range = not_negative,
           .only_for = words({MotionKind::velocity, MotionKind::rotate})},
          s.ramp);
  v.value({.name = "amplitude",
           .says = "Largest displacement along the axis.",
           .unit = dimension::length,
           .range = not_negative,
           .only_for = words({MotionKind::oscillate})},
          s.amplitude);
  v.value({.name = "angular_amplitude",
           .says = "Largest angle about the axis.",
           .unit = dimension::angle,
           .range = not_negative,
           .only_for = words({MotionKind::oscillate})},
          s.angular_amplitude);
  v.value({.name = "frequency",
           .says = "Oscillations per second.",
           .unit = dimension::frequency,
           .range = positive,
           .required = true,
           .only_for = words({MotionKind::oscillate})},
          s.frequency);
  v.value({.name = "phase",
           .says = "Phase at the start.",
           .unit = dimension::angle,
           .only_for = words({MotionKind::oscillate})},
          s.phase);
  v.value({.name = "table",
           .says = "Rows [time, dx, dy, dz, angle] with rising times, in the plane without dz; linear "
                   "between them, at "
                   "rest after the last.",
           .required = true,
           .only_for = words({MotionKind::table})},
          s.table);
  v.value({.name = "force",
           .says = "Force with which it pushes along its axis.",
           .unit = dimension::force,
           .range = positive,
           .only_for = words({MotionKind::servo}),
           .otherwise = "none"},
          s.force);
  v.value({.name = "stress",
           .says = "Force over area.",
           .unit = dimension::pressure,
           .range = positive,
           .only_for = words({MotionKind::servo}),
           .instead_of = "force",
           .otherwise = "none"},
          s.stress);
  v.value({.name = "area",
           .says = "Area on which the stress acts, if it stays the same.",
           .unit = dimension::area,
           .range = positive,
           .only_for = words({MotionKind::servo}),
           .otherwise = "that between the walls beside it"},
          s.area);
  v.value(
      {.name = "between",
       .says = "The walls beside it, one on either side, in space two pairs of them: the area is what lies "
               "between them.",
       .only_for = words({MotionKind::servo}),
       .refers = {"body"},
       .instead_of = "area",
       .otherwise = "none"},
      s.between);
  v.value({.name = "speed",
           .says = "Speed that it reaches where nothing resists.",
           .unit = dimension::velocity,
           .range = positive,
           .required = true,
           .only_for = words({MotionKind::servo})},
          s.speed);
  v.value({.name = "mass",
           .says = "Its inertia: the larger, the calmer.",
           .unit = dimension::mass,
           .range = positive,
           .only_for = words({MotionKind::servo}),
           .otherwise = "that of all free bodies"},
          s.mass);
}

}  // namespace scree
