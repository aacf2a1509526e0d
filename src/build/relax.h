// Pushes overlapping spheres apart until none overlap.
#pragma once

#include <vector>

#include "base/vector.h"
#include "build/fill.h"

namespace scree {

// The spheres to place: the first `movable` ones move, the others are obstacles.
struct Packing {
  const Region& region;  // holds the movable spheres as a whole
  const Cell& cell;
  const WallDistance& walls;   // may be empty
  std::vector<double> radius;  // against the region and the walls
  std::vector<double> padded;  // against each other
  std::vector<Vec3> position;
  std::size_t movable = 0;
  double coarseness = 0;  // how far off rounding may put a wall
};

// True once the spheres neither overlap nor leave the region; false after so many sweeps without that.
bool relax(Packing& packing, int sweeps);

// May a sphere of these radii lie here, as far as region and walls are concerned?
bool stays_inside(const Packing& packing, const Vec3& point, double radius);

// Do two spheres keep apart?
bool keeps_apart(const Packing& packing, std::size_t i, std::size_t j);

}  // namespace scree
