// What a picture shows: surfaces in world coordinates, and what is known of the bodies they belong to.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "record/recorded_run.h"
#include "state/state.h"
#include "view/camera.h"

namespace scree {

struct Model {
  struct Body {
    BodyId id = 0;
    std::uint32_t group = 0;
    bool wall = false;     // with prescribed motion
    bool endless = false;  // a half-space
    bool hidden = false;   // not drawn, casts no shadow
    double speed = 0;      // m/s
    double spin = 0;       // rad/s; in the plane anticlockwise, in space its magnitude
    double force = 0;      // sum of the magnitudes of its contact forces, N
    Ball bounds{Vec3::Zero(), 0};
  };
  struct Round {
    Ball ball;
    std::uint32_t body;
    Vec3 spoke = Vec3::Zero();  // in the plane: to a point of the rim that turns with the body
  };
  struct HalfSpace {
    Vec3 point;
    Vec3 normal;  // out of the solid
    std::uint32_t body;
  };

  // In the plane: a convex part of a body, with the corners points[begin] to points[end - 1] in order.
  struct Figure {
    std::uint32_t begin, end;
    std::uint32_t body;
  };
  // A contact in the plane: from centre to centre, or from a wall to the centre.
  struct Link {
    Vec3 from, to;
    double force;  // normal, N
  };

  int dimension = 3;
  std::vector<Body> bodies;
  std::vector<Round> rounds;
  std::vector<HalfSpace> half_spaces;
  std::vector<Vec3> points;
  std::vector<std::array<std::uint32_t, 3>> triangles;  // into points
  std::vector<std::uint32_t> triangle_body;
  std::vector<Figure> figures;
  std::vector<Link> links;

  std::vector<std::string> groups;
  Vec3 gravity = Vec3::Zero();
  double time = 0;
  bool knows_forces = true;

  Vec3 up() const;  // against gravity; z where there is none
};

// Right after a step: forces are then those of that step.
Model model_of(const State& state);

// The same of a recorded state, which need not know its forces; in the plane with its contacts.
Model model_of(const RecordedState& recorded);

// Hides the bodies of these groups. Throws InputError for a group that is not there.
void hide_groups(Model& model, std::span<const std::string> names);

// What a camera should see: the free bodies in the picture; where there are none, whatever is bounded. Single
// bodies come with the ground below them.
std::vector<Ball> subjects(const Model& model);

}  // namespace scree
