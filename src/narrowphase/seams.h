// Faces that walls which move as one share. (Those of a compound's own parts: Shape::seams.)
#pragma once

#include <cstdint>
#include <vector>

#include "state/state.h"

namespace scree {

struct WallSeam {
  BodyIndex body;
  std::uint32_t part, face;
  BodyIndex cover_body;
  std::uint32_t cover_part;
  Vec3 cover_centre;  // seen from the body's centre, in the body's axes: in a periodic cell one of several
};

// All of them, in order.
std::vector<WallSeam> find_wall_seams(const State& state);

}  // namespace scree
