#include "view/plane_view.h"

#include <algorithm>
#include <cmath>

namespace scree {
namespace {

constexpr double plane_air = 0.04;  // around what is shown, of the picture's side

Vec2 flat(const Vec3& p) { return {p.x(), p.y()}; }

// The part of a convex loop on the side of the line through `point` from which the normal points away.
Loop loop_below(const Loop& loop, const Vec2& point, const Vec2& normal) {
  Loop below;
  for (std::size_t k = 0; k < loop.size(); ++k) {
    const Vec2 &a = loop[k], &b = loop[k + 1 == loop.size() ? 0 : k + 1];
    const double height_a = normal.dot(a - point), height_b = normal.dot(b - point);
    if (height_a <= 0) below.push_back(a);
    if ((height_a <= 0) != (height_b <= 0)) below.push_back(a + (b - a) * (height_a / (height_a - height_b)));
  }
  return below;
}

}  // namespace

void PlaneWindow::add(const Vec2& centre, double radius) {
  add(PlaneWindow{centre - Vec2::Constant(radius), centre + Vec2::Constant(radius), true});
}

void PlaneWindow::add(const PlaneWindow& other) {
  if (!other.any) return;
  low = any ? Vec2(low.cwiseMin(other.low)) : other.low;
  high = any ? Vec2(high.cwiseMax(other.high)) : other.high;
  any = true;
}

PlaneWindow window_of(const Model& model) {
  PlaneWindow window;
  for (const Ball& ball : subjects(model)) window.add(flat(ball.centre), ball.radius);
  if (!window.any) return window;
  // Walls that would make the picture no more than three times as wide as the grains are.
  const double side = (window.high - window.low).maxCoeff();
  const Vec2 low = window.low - Vec2::Constant(side), high = window.high + Vec2::Constant(side);
  PlaneWindow walls;
  std::vector<PlaneWindow> of_body(model.bodies.size());
  for (const Model::Figure& figure : model.figures)
    for (std::uint32_t p = figure.begin; p < figure.end; ++p)
      of_body[figure.body].add(flat(model.points[p]), 0);
  for (const Model::Round& round : model.rounds)
    of_body[round.body].add(flat(round.ball.centre), round.ball.radius);
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    const Model::Body& body = model.bodies[i];
    const PlaneWindow& box = of_body[i];
    if (body.wall && !body.hidden && box.any && (box.low.array() >= low.array()).all() &&
        (box.high.array() <= high.array()).all())
      walls.add(box);
  }
  window.add(walls);
  return window;
}

PlaneView::PlaneView(const PlaneWindow& window, const PixelBox& box)
    : box_(box),
      middle_(0.5 * window.low + 0.5 * window.high),
      centre_(box.x + 0.5 * box.width, box.y + 0.5 * box.height) {
  const Vec2 size = window.high - window.low;
  const double room = 1 - 2 * plane_air;
  const double least = 1e-12 * std::max(1e-100, middle_.cwiseAbs().maxCoeff());  // single points
  const double metres_per_pixel = std::max(
      {size.x() / (room * std::max(1, box.width)), size.y() / (room * std::max(1, box.height)), least});
  scale_ = window.any ? 1 / metres_per_pixel : 0.25 * std::max(1, std::min(box.width, box.height));
}

Loop half_plane_in(const PixelBox& box, const Vec2& point, const Vec2& normal) {
  const double left = box.x, top = box.y, right = box.x + box.width, bottom = box.y + box.height;
  return loop_below({{left, top}, {right, top}, {right, bottom}, {left, bottom}}, point, normal);
}

Loop loop_in(const PixelBox& box, const Loop& loop) {
  const Vec2 low(box.x, box.y), high(box.x + box.width, box.y + box.height);
  Loop inside = loop;
  for (int axis = 0; axis < 2; ++axis) {
    inside = loop_below(inside, low, -Vec2::Unit(axis));
    inside = loop_below(inside, high, Vec2::Unit(axis));
  }
  return inside;
}

}  // namespace scree
