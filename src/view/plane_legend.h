// What stands below a plane picture: the time, the length of a bar, the force of a line, and what the colours
// mean.
#pragma once

#include "view/plane_drawing.h"

namespace scree {

inline constexpr Pixel chain_ink{200, 24, 40};

// 0 where there is no room for it.
int legend_height(const PlaneLook& look);

struct LegendParts {
  bool lengths = true;
  bool colours = true;
};

// `box` is the stretch below a panel.
PlaneGroup draw_plane_legend(const PixelBox& box, const Model& model, const PlaneLook& look,
                             const PlaneView& view, const LegendParts& parts);

// A line of a chain, with the force it stands for; `widest_line` is that of a strong force (PlaneLook).
PlaneGroup draw_force_legend(const PixelBox& box, const PlaneLook& look, double widest_line);

// The longest of 1, 2, 5, 10 ... that is not longer.
double round_length(double longest);
std::string length_label(double metres);

}  // namespace scree
