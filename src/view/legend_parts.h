// What legends consist of, in the plane and in space. Lengths are in units, one of which is about a dot of a
// letter; how many pixels it has follows from the size of the picture.
#pragma once

#include <set>
#include <string>

#include "view/paint.h"
#include "view/plane_picture.h"

namespace scree {

inline constexpr Pixel legend_ink{70, 74, 80};

struct LegendStyle {
  LegendStyle(int picture_width, int picture_height);

  static constexpr double margin = 8, line = 13, bar_height = 7, letters = 10;
  static constexpr std::size_t most_groups = 12;

  double unit;  // pixels
  int pixels(double units) const { return static_cast<int>(units * unit + 0.5); }
};

// What is left of a name in so many pixels, with dots where it was cut.
std::string shortened(const std::string& text, double width, double size);

// One line of text, which begins at this height.
PlaneText legend_text(const LegendStyle& style, double x, double top, Side side, std::string text);

// Three lines: title, bar and numbers, to the left of `right`.
void add_colour_scale(PlaneGroup& group, const LegendStyle& style, const Scale& scale, int right, int top,
                      int width);

// A line for each group, with its colour at the right end.
void add_group_names(PlaneGroup& group, const LegendStyle& style, const Model& model,
                     const std::set<std::uint32_t>& shown, int right, int top, int width);

}  // namespace scree
