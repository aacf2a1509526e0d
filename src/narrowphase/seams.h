// Faces that walls which move as one share; in the plane, edges. (Those of a compound's own parts:
// Shape::seams, Polygon::covered.)
#pragma once

#include <cstdint>
#include <vector>

#include "geometry/plane/polygon.h"
#include "narrowphase/wall_pairs.h"
#include "state/state.h"

namespace scree {

struct WallSeam {
  BodyIndex body;
  std::uint32_t part, face;
  BodyIndex cover_body;
  std::uint32_t cover_part;
  Vec3 cover_centre;  // seen from the body's centre, in the body's axes: in a periodic cell one of several
  bool one_solid;     // the two make one convex solid together
};

// All of them, in order.
std::vector<WallSeam> find_wall_seams(const State& state, const std::vector<WallPair>& pairs);

// A figure of a wall in the plane with all that covers its edges, in order.
struct JoinedFigure {
  BodyIndex body;
  std::uint32_t part;
  Polygon figure;
  struct Other {
    BodyIndex body;
    bool one_solid;  // as above
  };
  std::vector<Other> others;  // bodies that cover some of it
};
std::vector<JoinedFigure> join_wall_figures(const State& state, const std::vector<WallPair>& pairs);

}  // namespace scree
