// How grains are packed in a zone: how much of it they fill, how many neighbours they have, and which way
// their contacts look.
#pragma once

#include "measure/observation.h"
#include "measure/zone.h"

namespace scree {

struct Fabric {
  std::size_t grains = 0;    // free bodies whose centre is inside
  std::size_t contacts = 0;  // between two free bodies, contact point inside
  std::size_t neighbours =
      0;  // of these grains, walls included; bodies that touch with several parts count once
  Mat3 tensor = Mat3::Zero();  // mean of n (x) n over the contacts; its trace is 1 where there are any

  double coordination() const {
    return grains ? static_cast<double>(neighbours) / static_cast<double>(grains) : 0.0;
  }
};

Fabric fabric_of(const Observation& now, const Zone& zone);

// The volume of the free bodies in a zone over its own. In the plane, discs and polygons count with what of
// them lies inside a box; elsewhere whole bodies count, by their centre.
double solid_fraction(const State& state, const Zone& zone);

// The area that a disc has in common with a rectangle.
double disc_in_rectangle(const Vec2& centre, double radius, const Vec2& lower, const Vec2& upper);

}  // namespace scree
