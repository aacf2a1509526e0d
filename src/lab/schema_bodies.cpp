// Keys of what a scene is made of: shapes, bodies, their motion.
#include "base/math.h"
#include "lab/schema.h"

namespace scree {
namespace {

// orientation = { axis = .., angle = .. } or { quaternion = .. }, before it becomes a quaternion.
struct OrientationSpec {
  std::string kind;
  Vec3 axis{0, 0, 1};
  double angle = 0;
  std::optional<Vec4> quaternion;
};

void describe(OrientationSpec& s, Visitor& v) {
  v.value({.name = "axis", .says = "Axis of the turn.", .nonzero = true}, s.axis);
  v.value({.name = "angle", .says = "Angle of the turn.", .unit = dimension::angle}, s.angle);
  Vec4 q{1, 0, 0, 0};
  if (v.value({.name = "quaternion",
               .says = "The turn as [w, x, y, z]; made a unit quaternion.",
               .nonzero = true,
               .instead_of = "angle"},
              q))
    s.quaternion = q;
}

Quat turn(const OrientationSpec& s) {
  if (s.quaternion) {
    const Vec4 q = *s.quaternion / s.quaternion->cwiseAbs().maxCoeff();  // no overflow in the norm
    return Quat(q[0], q[1], q[2], q[3]).normalized();
  }
  const Vec3 axis = (s.axis / s.axis.cwiseAbs().maxCoeff()).normalized();
  const math::SinCos half = math::sincos(0.5 * s.angle);
  return Quat(half.cos, half.sin * axis[0], half.sin * axis[1], half.sin * axis[2]);
}

}  // namespace

void describe(ShapeSpec& s, Visitor& v) {
  s.place = v.here();
  v.value(
      {.name = "name", .says = "Name that bodies and fills refer to.", .required = true, .declares = "shape"},
      s.name);
  v.value({.name = "kind",
           .says = "Kind of shape; a half-space is everything behind a plane.",
           .required = true,
           .selects = true,
           .choices = {"sphere", "box", "half-space"}},
          s.kind);
  v.value({.name = "radius",
           .says = "Radius.",
           .unit = dimension::length,
           .range = positive,
           .required = true,
           .only_for = {"sphere"}},
          s.radius);
  v.value({.name = "half_extents",
           .says = "Half the edges.",
           .unit = dimension::length,
           .range = positive,
           .required = true,
           .only_for = {"box"}},
          s.half_extents);
  v.value({.name = "normal",
           .says = "Direction out of the solid, before the body's orientation.",
           .nonzero = true,
           .only_for = {"half-space"}},
          s.normal);
}

void describe(BodySpec& s, Visitor& v) {
  s.place = v.here();
  v.value(
      {.name = "name", .says = "Name for events, probes and --set.", .declares = "body", .otherwise = "none"},
      s.name);
  v.value({.name = "shape", .says = "Its shape.", .required = true, .refers = {"shape"}}, s.shape);
  v.value({.name = "material", .says = "Its material.", .required = true, .refers = {"material"}},
          s.material);
  v.value({.name = "position",
           .says = "Its centre; of a half-space, a point of its plane.",
           .unit = dimension::length},
          s.position);
  OrientationSpec orientation;
  if (v.table({.name = "orientation", .says = "How it is turned.", .otherwise = "not turned"}, orientation))
    s.orientation = turn(orientation);
  v.value({.name = "velocity", .says = "Velocity of a free body at the start.", .unit = dimension::velocity},
          s.velocity);
  v.value({.name = "spin",
           .says = "Angular velocity of a free body at the start, along the axes of space.",
           .unit = dimension::angular_velocity},
          s.spin);
  v.value({.name = "scale", .says = "Factor on the shape's size.", .range = positive}, s.scale);
  s.motion_given = v.table({.name = "motion",
                            .says = "How it moves.",
                            .shorthand = "kind",
                            .otherwise = "free for spheres, fixed for boxes and half-spaces"},
                           s.motion);
}

void describe(MotionSpec& s, Visitor& v) {
  v.value({.name = "kind",
           .says = "Free, or prescribed: at rest, at a velocity, turning, swinging, or by a table.",
           .required = true,
           .selects = true,
           .choices = {"fixed", "free", "velocity", "rotate", "oscillate", "table"}},
          s.kind);
  v.value({.name = "velocity", .says = "Velocity.", .unit = dimension::velocity, .only_for = {"velocity"}},
          s.velocity);
  v.value({.name = "spin",
           .says = "Angular velocity about its own centre.",
           .unit = dimension::angular_velocity,
           .only_for = {"velocity"}},
          s.spin);
  v.value({.name = "axis",
           .says = "Axis of the turn; for an oscillation with amplitude, its direction.",
           .nonzero = true,
           .only_for = {"rotate", "oscillate", "table"}},
          s.axis);
  v.value({.name = "centre",
           .says = "A point on the axis.",
           .unit = dimension::length,
           .only_for = {"rotate", "oscillate", "table"},
           .otherwise = "the body's position"},
          s.centre);
  v.value({.name = "rate",
           .says = "Angular velocity about the axis.",
           .unit = dimension::angular_velocity,
           .required = true,
           .only_for = {"rotate"}},
          s.rate);
  v.value({.name = "ramp",
           .says = "Time in which the full speed is reached from rest.",
           .unit = dimension::time,
           .range = not_negative,
           .only_for = {"velocity", "rotate"}},
          s.ramp);
  v.value({.name = "amplitude",
           .says = "Largest displacement along the axis.",
           .unit = dimension::length,
           .range = not_negative,
           .only_for = {"oscillate"}},
          s.amplitude);
  v.value({.name = "angular_amplitude",
           .says = "Largest angle about the axis.",
           .unit = dimension::angle,
           .range = not_negative,
           .only_for = {"oscillate"}},
          s.angular_amplitude);
  v.value({.name = "frequency",
           .says = "Oscillations per second.",
           .unit = dimension::frequency,
           .range = positive,
           .required = true,
           .only_for = {"oscillate"}},
          s.frequency);
  v.value(
      {.name = "phase", .says = "Phase at the start.", .unit = dimension::angle, .only_for = {"oscillate"}},
      s.phase);
  v.value(
      {.name = "table",
       .says =
           "Rows [time, dx, dy, dz, angle] with rising times; linear between them, at rest after the last.",
       .required = true,
       .only_for = {"table"}},
      s.table);
}

}  // namespace scree
