#include "view/plane_painter.h"

#include <algorithm>
#include <cmath>

#include "base/math.h"
#include "view/cairo_handles.h"
#include "view/plane_view.h"
#include "view/typeface.h"

namespace scree {
namespace {

// Cairo counts in 1/256 pixel with 32 bits. What reaches beyond this is cut near the clip of its group
// before.
constexpr double far = 1e6;

bool is_near(const Vec2& point) { return point.cwiseAbs().maxCoeff() < far; }
bool all_near(const Loop& loop) { return std::ranges::all_of(loop, is_near); }

double doubled_area(const Loop& loop) {
  double sum = 0;
  for (std::size_t k = 2; k < loop.size(); ++k) sum += cross(loop[k - 1] - loop[0], loop[k] - loop[0]);
  return sum;
}

PixelBox around(const PixelBox& box) {
  constexpr int margin = 64;  // wider than the outlines and lines at the cut
  return {box.x - margin, box.y - margin, box.width + 2 * margin, box.height + 2 * margin};
}

// By so much on all sides, corners cut.
Loop grown(const Loop& convex, double width) {
  const double outwards = doubled_area(convex) < 0 ? -width : width;
  Loop loop;
  for (std::size_t k = 0; k < convex.size(); ++k) {
    const Vec2 &a = convex[k], &b = convex[k + 1 == convex.size() ? 0 : k + 1];
    const Vec2 edge = b - a;
    const double length = edge.norm();
    if (!(length > 0)) continue;
    const Vec2 shift = Vec2(edge.y(), -edge.x()) * (outwards / length);
    loop.push_back(a + shift);
    loop.push_back(b + shift);
  }
  return loop;
}

// All go round the same way: where parts of a body overlap they are not holes.
void add_corners(cairo_t* cairo, const Loop& loop) {
  const bool backwards = doubled_area(loop) < 0;
  cairo_new_sub_path(cairo);
  for (std::size_t k = 0; k < loop.size(); ++k) {
    const Vec2& corner = loop[backwards ? loop.size() - 1 - k : k];
    cairo_line_to(cairo, corner.x(), corner.y());
  }
  cairo_close_path(cairo);
}

Loop near_part(const Loop& loop, const PixelBox& clip) {
  if (all_near(loop)) return loop;
  const Loop part = loop_in(around(clip), loop);
  return all_near(part) ? part : Loop();  // beyond 1e20 pixels a cut is not where it should be, either
}

void add_loop(cairo_t* cairo, const Loop& given, const PixelBox& clip, double outline) {
  if (!is_finite(given)) return;
  const Loop loop = near_part(given, clip);
  if (!loop.empty()) add_corners(cairo, outline > 0 ? grown(loop, outline) : loop);
}

// Corners on a circle of equal area, so many that they stay within a twenty-fifth of a pixel of it. Cairo's
// arcs take twice as many for that.
Loop circle_loop(const PlaneCircle& circle) {
  const int corners = std::clamp(static_cast<int>(8 * std::sqrt(std::max(0.0, circle.radius))), 8, 4096);
  const double step = 2 * math::pi / corners;
  const double radius = circle.radius * std::sqrt(step / math::sin(step));
  Loop loop;
  for (int k = 0; k < corners; ++k) {
    const math::SinCos angle = math::sincos(step * k);
    loop.push_back(circle.centre + radius * Vec2(angle.cos, angle.sin));
  }
  return loop;
}

void add_circle(cairo_t* cairo, const PlaneCircle& circle, const PixelBox& clip) {
  if (!is_finite(circle)) return;
  if (draws_pixels(cairo) || !is_near(circle.centre) || !(circle.radius < far))
    return add_loop(cairo, circle_loop(circle), clip, 0);
  cairo_new_sub_path(cairo);
  cairo_arc(cairo, circle.centre.x(), circle.centre.y(), circle.radius, 0, 2 * math::pi);
  cairo_close_path(cairo);
}

void add_figure(cairo_t* cairo, const PlaneFigure& figure, const PixelBox& clip, double outline) {
  for (const Loop& loop : figure.loops) add_loop(cairo, loop, clip, outline);
  for (const PlaneCircle& circle : figure.circles)
    add_circle(cairo, {circle.centre, circle.radius + outline}, clip);
}

// The outline lies below the fill. Among pixels it is a larger figure in ink, because a stroke lets paper
// through where neighbours touch; in files a stroke, half of which shows, takes half the room.
void draw_figure(cairo_t* cairo, const PlaneFigure& figure, const PlaneGroup& group) {
  set_colour(cairo, group.ink);
  if (group.outline > 0 && draws_pixels(cairo)) {
    add_figure(cairo, figure, group.clip, group.outline);
    cairo_fill(cairo);
  }
  add_figure(cairo, figure, group.clip, 0);
  if (group.outline > 0 && !draws_pixels(cairo)) {
    cairo_set_line_width(cairo, 2 * group.outline);
    cairo_stroke_preserve(cairo);
  }
  set_colour(cairo, figure.fill);
  cairo_fill(cairo);
}

void draw_line(cairo_t* cairo, const PlaneLine& line, const PlaneGroup& group) {
  const Loop given{line.from, line.to};
  if (!is_finite(given)) return;
  for (const Vec2& end : near_part(given, group.clip)) cairo_line_to(cairo, end.x(), end.y());
  cairo_set_line_width(cairo, line.width);
  cairo_stroke(cairo);
}

}  // namespace

void set_colour(cairo_t* cairo, const Pixel& colour) {
  cairo_set_source_rgb(cairo, colour[0] / 255.0, colour[1] / 255.0, colour[2] / 255.0);
}

void draw_group(cairo_t* cairo, const PlaneGroup& group) {
  cairo_save(cairo);
  cairo_rectangle(cairo, group.clip.x, group.clip.y, group.clip.width, group.clip.height);
  cairo_clip(cairo);
  cairo_set_line_join(cairo, CAIRO_LINE_JOIN_BEVEL);
  cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
  for (const PlaneFigure& figure : group.figures) draw_figure(cairo, figure, group);
  set_colour(cairo, group.ink);
  cairo_set_antialias(cairo,
                      CAIRO_ANTIALIAS_GOOD);  // thin lines fall between few samples
  for (const PlaneLine& line : group.lines) draw_line(cairo, line, group);
  for (const PlaneText& text : group.texts)
    write_text(cairo, text.x, text.y, text.side, text.text, text.size);
  cairo_restore(cairo);
}

}  // namespace scree
