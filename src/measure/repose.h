// Angles of free surfaces: of a heap at rest, and of a stream in a drum.
#pragma once

#include <optional>
#include <vector>

#include "base/errors.h"
#include "measure/profile.h"

namespace scree {

struct Flank {
  double angle = 0;         // rad, positive where it falls away from the top
  double deviation = 0;     // of its points from the line, root mean square, m
  std::size_t columns = 0;  // points that were fitted
};

struct Repose {
  std::vector<Flank>
      flanks;         // along a line two, lower x first; about an axis one for each sector that has one
  double height = 0;  // of the heap, m

  double angle() const;   // mean of the flanks
  double spread() const;  // their standard deviation; of two half their difference
};

// The part of a flank between these shares of the height is fitted: below are grains that rolled away, above
// is a rounded top.
inline constexpr double flank_foot = 0.2, flank_top = 0.8;

// In the plane, or across a given direction. Or why there is none.
Expected<Repose> angle_of_repose(const State& state, const std::optional<Vec3>& along = std::nullopt);

struct Slope {
  double angle = 0;  // rad, positive where the surface rises along the direction
  double deviation = 0;
  std::size_t columns = 0;
};

// Of the middle half of the surface, from end to end of it. In space it needs the direction along which to
// look.
Expected<Slope> slope_of_surface(const State& state, const std::optional<Vec3>& along = std::nullopt);

}  // namespace scree
