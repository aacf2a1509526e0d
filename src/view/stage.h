// A model made ready for its picture: in coordinates of the picture, sorted by how things are drawn.
//
// Grains must not be hidden by what holds them. Walls that stand between the camera and the grains are drawn
// as glass: faintly, and without a shadow. A half-space that faces up is ground, endless and fading into the
// background; one that faces sideways is a pane of glass behind the grains, and nothing in front of them.
#pragma once

#include <cstdint>
#include <vector>

#include "view/camera.h"
#include "view/model.h"
#include "view/tracer.h"

namespace scree {

struct Ground {
  Vec3f normal;  // unit, upwards
  float offset;  // points of it have normal . x = offset
};

struct Scenery {
  Camera camera;  // looks from distance 1 to the origin
  Vec3f up;       // against gravity
  Tracer solid;
  Tracer glass;
  std::vector<Ground> grounds;

  Scenery(const Model& model, const Camera& world_camera);

 private:
  Scenery(const Model& model, const Camera& world_camera, const std::vector<std::uint8_t>& glass_bodies);
};

// Which bodies are drawn as glass: 1 in the place of those.
std::vector<std::uint8_t> glass_walls(const Model& model, const Camera& world_camera);

}  // namespace scree
