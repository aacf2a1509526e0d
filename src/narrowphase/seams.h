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
  friend auto operator<=>(const WallSeam&, const WallSeam&) = default;
};

// All of them, in order.
std::vector<WallSeam> find_wall_seams(const State& state);

}  // namespace scree
