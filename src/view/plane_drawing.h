// Plane pictures of models: bodies, walls, force chains, and a legend below them.
#pragma once

#include <set>
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
  std::vector<double> peaks;  // the greatest normal force in each picture, N
  // Of the free bodies that are shown in any of the pictures: nothing jumps from one to the next.
  std::set<std::uint32_t> groups;
  double radii = 0, grains = 0;  // sum and number

  // What lines of chains are measured by: the median of the peaks, so that one blow in a film does not make
  // all other chains invisible.
  double strong_force() const;
  double typical_radius() const { return grains > 0 ? radii / grains : 0; }
};

// Makes colours, window, widths of lines and legend such that they serve this model, too. InputError where it
// has no forces and the colours or chains want them.
void see(PlaneLook& look, const Model& model);

// One panel per model, side by side.
PlanePicture draw_plane(std::span<const Model> models, const PlaneLook& look);

// Colours in which a drawing of this look comes, without the mixtures at edges.
std::vector<Pixel> colours_of(const PlaneLook& look);

}  // namespace scree
