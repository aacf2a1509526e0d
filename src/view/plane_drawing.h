// Plane pictures of models: bodies, walls, force chains, and a legend below them.
#pragma once

#include <span>

#include "view/paint.h"
#include "view/plane_picture.h"
#include "view/plane_view.h"

namespace scree {

struct PlaneLook {
  int width = 1280, height = 960;  // of one panel
  bool legend = true;              // left out of panels that are too small for it
  Scale scale;                     // of colours
  PlaneWindow window;
  bool chains = false;
  double strongest = 0;  // the force that the widest line of a chain stands for, N
};

// Colours, window and forces that serve this model, too. InputError where it has no forces and the colours or
// chains want them.
void see(PlaneLook& look, const Model& model);

// One panel per model, side by side.
PlanePicture draw_plane(std::span<const Model> models, const PlaneLook& look);

// Colours in which a drawing of this look comes, without the mixtures at edges.
std::vector<Pixel> colours_of(std::span<const Model> models, const PlaneLook& look);

}  // namespace scree
