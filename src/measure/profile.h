// The free surface of a heap or a bed as a row of points: the highest place of each column.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "state/state.h"

namespace scree {

// Against gravity; without any, along y in the plane and along z in space.
Vec3 up_of(const State& state);

// How a body's outline is seen from the side: x is the distance along the profile, y the height.
struct SideView {
  Vec3 origin = Vec3::Zero();
  Vec3 up = Vec3::UnitZ();
  Vec3 along = Vec3::UnitX();  // unit, across `up`
  // Distances from the axis through the origin instead, in the sector about `along` of this half angle's
  // cosine. Edges of solids are drawn straight then, which they are but for a share of (size / distance)^2.
  std::optional<double> sector;
};

struct Profile {
  std::vector<Vec2> top;  // the highest point in each column that has one, by rising x
  double base = 0;        // height of the lowest point of all bodies
  double width = 0;       // of a column
};

// Of the free bodies that touch something, or of all where no contacts are known: grains in flight are not
// part of a surface. Columns are as wide as the mean diameter of the grains.
Profile surface_profile(const State& state, const SideView& view);

// In the plane; the view from the side that shows it as it is.
SideView plane_view(const State& state);

}  // namespace scree
