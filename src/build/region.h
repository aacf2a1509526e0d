// Parts of space that a scene names: where bodies are placed, taken out or measured.
#pragma once

#include <array>

#include "base/errors.h"
#include "base/rng.h"
#include "base/vector.h"
#include "scene/spec.h"
#include "state/box.h"
#include "state/cell.h"

namespace scree {

class Region {
 public:
  enum class Kind { box, cylinder, sphere };

  Region() = default;
  static Expected<Region> from(const RegionSpec& spec);
  static Region box(const Vec3& lower, const Vec3& upper);
  static Region cylinder(const Vec3& base, const Vec3& axis, double radius, double length);
  static Region sphere(const Vec3& centre, double radius);
  // In the plane: what a box, or a cylinder along z, has in common with a layer about z = 0. It has no
  // boundary along z, and its points have z = 0.
  Region layer(double thickness) const;

  Region moved(const Vec3& shift) const;  // a layer only along x and y

  Kind kind() const { return kind_; }
  double volume() const;
  // Of a sphere or, in a layer, a disc in it.
  double ball_volume(double radius) const;
  Box bounds() const;
  Vec3 centre() const;

  // Distance to the boundary for points inside; negative outside (there it is a bound: the boundary is at
  // least as far away).
  double clearance(const Vec3& point) const;
  bool contains(const Vec3& point, double margin = 0.0) const { return clearance(point) >= margin; }
  // Is the point, or one of its periodic images, inside? Of a region that reaches from end to end of a cell
  // take what opened() returns.
  bool contains_image(const Vec3& point, const Cell& cell) const;

  // The nearest point whose clearance is at least the margin; the centre where there is none.
  Vec3 pull_inside(const Vec3& point, double margin) const;

  // Uniform among the points whose clearance is at least the margin.
  Vec3 sample(Rng& rng, double margin = 0.0) const;

  // A box, or a cylinder along the axis, that reaches from end to end of a periodic axis has no boundary
  // there. Returns the region so opened, one period long.
  Region opened(const Cell& cell) const;
  bool open(int axis) const { return open_[axis]; }
  bool is_layer() const { return thickness_ > 0.0; }

 private:
  Kind kind_ = Kind::box;
  Vec3 lower_ = Vec3::Zero();  // box
  Vec3 upper_ = Vec3::Ones();
  Vec3 centre_ = Vec3::Zero();  // sphere; cylinder: middle of the base
  Vec3 axis_ = Vec3::UnitZ();   // cylinder, unit length
  double radius_ = 0.0;
  double length_ = 0.0;
  std::array<bool, 3> open_{false, false, false};  // coordinate axes without boundary
  bool open_ends_ = false;                         // cylinder: its axis is one of them
  double thickness_ = 0.0;                         // of a layer
};

}  // namespace scree
