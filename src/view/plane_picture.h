// A plane picture as its writers want it: coordinates are pixels, x to the right and y down from the upper
// left corner. SVG and pixels are two ways of writing the same one.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "base/vector.h"
#include "view/picture.h"

namespace scree {

using Loop = std::vector<Vec2>;  // closed

inline bool is_finite(const Vec2& point) { return std::isfinite(point.x()) && std::isfinite(point.y()); }

struct PlaneCircle {
  Vec2 centre;
  double radius;
};

inline bool is_finite(const Loop& loop) {
  return std::ranges::all_of(loop, [](const Vec2& corner) { return is_finite(corner); });
}
inline bool is_finite(const PlaneCircle& circle) {
  return is_finite(circle.centre) && std::isfinite(circle.radius);
}

// What one body looks like: convex loops, or a circle, filled with one colour.
struct PlaneFigure {
  std::vector<Loop> loops{};
  std::vector<PlaneCircle> circles{};
  Pixel fill{};
};

struct PlaneLine {
  Vec2 from, to;
  double width;
};

enum class Side : std::uint8_t { left, middle, right };

struct PlaneText {
  double x, y;  // of the line it stands on, at the side that is given
  double size;
  Side side = Side::left;
  std::string text;
};

struct PixelBox {
  int x = 0, y = 0, width = 0, height = 0;
  friend bool operator==(const PixelBox&, const PixelBox&) = default;
};

// Figures first, then lines, then texts. An outline lies around its figure, under all of its loops: parts of
// one body show no seams.
struct PlaneGroup {
  std::string name{};
  PixelBox clip{};  // nothing is drawn outside of it
  Pixel ink{};      // of outlines, lines and texts
  double outline = 0;
  std::vector<PlaneFigure> figures{};
  std::vector<PlaneLine> lines{};
  std::vector<PlaneText> texts{};
};

struct PlanePicture {
  int width = 0, height = 0;
  std::string title;
  Pixel paper{255, 255, 255};
  std::vector<PlaneGroup> groups;
};

}  // namespace scree
