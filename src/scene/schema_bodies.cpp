// Keys of what a scene is made of: shapes and bodies.
#include "base/math.h"
#include "scene/schema.h"

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
  v.value({.name = "axis", .says = "Axis of the turn.", .nonzero = true, .only_in = 3}, s.axis);
  v.value({.name = "angle", .says = "Angle of the turn.", .unit = dimension::angle}, s.angle);
  Vec4 q{1, 0, 0, 0};
  if (v.value({.name = "quaternion",
               .says = "The turn as [w, x, y, z]; made a unit quaternion.",
               .nonzero = true,
               .instead_of = "angle",
               .only_in = 3},
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

namespace {

Quat describe_orientation(Visitor& v) {
  OrientationSpec orientation;
  const std::string_view shorthand = v.plane() ? "angle" : "";
  if (v.table({.name = "orientation",
               .says = "How it is turned; in the plane its angle may stand alone.",
               .shorthand = shorthand,
               .otherwise = "not turned"},
              orientation))
    return turn(orientation);
  return Quat::Identity();
}

void describe_dimensions(ShapeSpec& s, Visitor& v) {
  v.value(
      {.name = "radius",
       .says =
           "Radius; of a cone that of its base, of a regular shape and a grain that of the sphere or circle "
           "around them, of a ring that of its inside.",
       .unit = dimension::length,
       .range = positive,
       .required = true,
       .only_for = words({ShapeForm::sphere, ShapeForm::disc, ShapeForm::ring, ShapeForm::cylinder,
                          ShapeForm::cone, ShapeForm::regular, ShapeForm::grain})},
      s.radius);
  v.value({.name = "length",
           .says = "Length along z.",
           .unit = dimension::length,
           .range = positive,
           .required = true,
           .only_for = words({ShapeForm::prism, ShapeForm::cylinder, ShapeForm::cone})},
          s.length);
  v.value({.name = "half_extents",
           .says = "Half the edges.",
           .unit = dimension::length,
           .range = positive,
           .required = true,
           .only_for = words({ShapeForm::box})},
          s.half_extents);
  v.value({.name = "half_axes",
           .says = "Half axes of the ellipse, or of the ellipsoid on which the corners lie.",
           .unit = dimension::length,
           .range = positive,
           .required = true,
           .only_for = words({ShapeForm::ellipsoid, ShapeForm::ellipse})},
          s.half_axes);
  if (v.plane()) s.normal = {0, 1, 0};
  v.value({.name = "normal",
           .says = "Direction out of the solid, before the body's orientation.",
           .nonzero = true,
           .only_for = words({ShapeForm::half_space, ShapeForm::half_plane}),
           .otherwise = "`[0, 0, 1]`, in the plane `[0, 1]`"},
          s.normal);
}

void describe_corners(ShapeSpec& s, Visitor& v) {
  v.value({.name = "vertices",
           .says = "Points whose convex hull it is; corners of a polygon in their order.",
           .unit = dimension::length,
           .required = true,
           .only_for = words({ShapeForm::polyhedron, ShapeForm::polygon})},
          s.vertices);
  v.value({.name = "points",
           .says = "The ends of a segment; the points of a polyline, one after the other.",
           .unit = dimension::length,
           .required = true,
           .only_for = words({ShapeForm::segment, ShapeForm::polyline})},
          s.points);
  v.value({.name = "width",
           .says = "How thick the wall along the line is.",
           .unit = dimension::length,
           .range = positive,
           .required = true,
           .only_for = words({ShapeForm::segment, ShapeForm::polyline, ShapeForm::ring})},
          s.width);
  v.value({.name = "side",
           .says = "Where its surface lies: the wall goes along both sides of the line, or the line is its "
                   "left or its right surface, seen along it.",
           .only_for = words({ShapeForm::segment, ShapeForm::polyline})},
          s.side);
  v.value({.name = "closed",
           .says = "Whether the last point is joined to the first.",
           .only_for = words({ShapeForm::polyline})},
          s.closed);
  v.value({.name = "profile",
           .says = "Corners [x, y] of the convex polygon across z.",
           .unit = dimension::length,
           .required = true,
           .only_for = words({ShapeForm::prism})},
          s.profile);
  v.value({.name = "sides",
           .says = "How many flat sides stand for the round one; those of a regular polygon.",
           .range = {3, 1000},
           .only_for = words({ShapeForm::cylinder, ShapeForm::cone, ShapeForm::regular, ShapeForm::ring})},
          s.sides);
  v.value({.name = "top_radius",
           .says = "Radius at the upper end; 0: a point.",
           .unit = dimension::length,
           .range = not_negative,
           .only_for = words({ShapeForm::cone})},
          s.top_radius);
  v.value({.name = "level",
           .says = "How often each of the 20 faces is cut in four; 0: 12 corners.",
           .range = {0, 5},
           .only_for = words({ShapeForm::ellipsoid})},
          s.level);
  v.value({.name = "jitter",
           .says = "Share by which the angles of each corner are changed at random.",
           .range = {0, 0.2},
           .only_for = words({ShapeForm::ellipsoid})},
          s.jitter);
  v.value({.name = "solid",
           .says = "Which of the five.",
           .required = true,
           .only_for = words({ShapeForm::regular}),
           .only_in = 3},
          s.solid);
  v.value({.name = "corners",
           .says = "How many corners.",
           .range = {3, 500},
           .only_for = words({ShapeForm::grain})},
          s.corners);
  v.value({.name = "elongation",
           .says = "Width over length of the ellipsoid or ellipse on which the corners lie.",
           .range = {0.02, 1},
           .only_for = words({ShapeForm::grain})},
          s.elongation);
  v.value({.name = "flatness",
           .says = "Height over width of that ellipsoid.",
           .range = {0.02, 1},
           .only_for = words({ShapeForm::grain}),
           .only_in = 3},
          s.flatness);
  v.value({.name = "variants",
           .says = "How many different ones are drawn; fills and inlets mix them.",
           .range = {1, 10000},
           .only_for = words({ShapeForm::ellipsoid, ShapeForm::grain})},
          s.variants);
}

}  // namespace

void describe(PartSpec& s, Visitor& v) {
  v.value({.name = "shape",
           .says = "Shape of the part: a box, or any that is made of corners; in the plane a box, a polygon "
                   "or a regular one.",
           .required = true,
           .refers = {"shape"}},
          s.shape);
  v.value({.name = "position",
           .says = "Where its centre lies (or its origin, if the shape says so).",
           .unit = dimension::length},
          s.position);
  s.orientation = describe_orientation(v);
}

void describe(ShapeSpec& s, Visitor& v) {
  s.place = v.here();
  v.value(
      {.name = "name", .says = "Name that bodies and fills refer to.", .required = true, .declares = "shape"},
      s.name);
  v.value(
      {.name = "kind",
       .says = "Kind of shape; a half-space is everything behind a plane, a hull that of a mesh file. In the "
               "plane: disc, ellipse, polygon, segment, polyline, ring, half-plane, and box, regular, grain, "
               "compound.",
       .required = true,
       .selects = true},
      s.kind);
  describe_dimensions(s, v);
  describe_corners(s, v);
  v.value({.name = "file",
           .says = "A mesh: STL, OBJ, PLY or OFF; relative to the scene's folder.",
           .required = true,
           .only_for = words({ShapeForm::hull})},
          s.file);
  v.value({.name = "factor",
           .says = "Metres per unit of the file.",
           .range = positive,
           .only_for = words({ShapeForm::hull})},
          s.factor);
  v.value({.name = "tolerance",
           .says = "Corners this near to each other or to a common plane, as a share of the size, become one "
                   "corner or one face.",
           .range = {0, 0.01},
           .only_for = words({ShapeForm::polyhedron, ShapeForm::hull})},
          s.tolerance);
  v.value(
      {.name = "origin",
       .says = "What the position of a body means: its centroid, or the origin of the coordinates in which "
               "the shape is given.",
       .only_for = words({ShapeForm::polyhedron, ShapeForm::prism, ShapeForm::cylinder, ShapeForm::cone,
                          ShapeForm::hull, ShapeForm::compound, ShapeForm::polygon})},
      s.origin);
  v.tables({.name = "parts",
            .says = "Convex parts that move as one; they may share faces, but must not overlap.",
            .required = true,
            .only_for = words({ShapeForm::compound})},
           s.parts);
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
           .says = "Its centre (see `origin` of a shape); of a half-space, a point of its plane.",
           .unit = dimension::length},
          s.position);
  s.orientation = describe_orientation(v);
  v.value({.name = "velocity", .says = "Velocity of a free body at the start.", .unit = dimension::velocity},
          s.velocity);
  v.value({.name = "spin",
           .says = "Angular velocity of a free body at the start, along the axes of space; in the plane a "
                   "number.",
           .unit = dimension::angular_velocity,
           .turn = true},
          s.spin);
  v.value({.name = "scale", .says = "Factor on the shape's size.", .range = positive}, s.scale);
  s.motion_given = v.table({.name = "motion",
                            .says = "How it moves.",
                            .shorthand = "kind",
                            .otherwise = "fixed for boxes, half-spaces, half-planes and lines, else free"},
                           s.motion);
  v.table({.name = "repeat",
           .says = "Copies of the body, each moved and turned against the one before.",
           .otherwise = "none"},
          s.repeat);
}

void describe(RepeatSpec& s, Visitor& v) {
  v.value({.name = "count", .says = "How many there are in all.", .range = {1, 1e6}, .required = true},
          s.count);
  v.value({.name = "shift", .says = "Way from one to the next.", .unit = dimension::length}, s.shift);
  v.value({.name = "axis",
           .says = "Axis about which each is turned against the one before.",
           .nonzero = true,
           .only_in = 3},
          s.axis);
  v.value({.name = "centre", .says = "A point on that axis.", .unit = dimension::length}, s.centre);
  v.value({.name = "angle",
           .says = "Angle from one to the next.",
           .unit = dimension::angle,
           .otherwise = "0 with a shift, else a full turn over the count"},
          s.angle);
}

}  // namespace scree
