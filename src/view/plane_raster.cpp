#include "view/plane_raster.h"

#include "base/math.h"
#include "view/coverage.h"
#include "view/font.h"

namespace scree {
namespace {

// So many that the polygon stays within a fiftieth of a pixel of the circle.
int corners_of_circle(double radius) {
  return std::clamp(static_cast<int>(16 * std::sqrt(std::max(0.0, radius))), 12, 4096) / 4 * 4;
}

class Canvas {
 public:
  Canvas(int width, int height, const Pixel& paper)
      : width_(width), colours_(static_cast<std::size_t>(width) * height) {
    for (auto& colour : colours_) colour = {float(paper[0]), float(paper[1]), float(paper[2])};
  }

  void mix(int x, int y, double share, const Pixel& ink) {
    std::array<float, 3>& colour = colours_[static_cast<std::size_t>(y) * width_ + x];
    for (int k = 0; k < 3; ++k)
      colour[k] += static_cast<float>(share) * (static_cast<float>(ink[k]) - colour[k]);
  }

  void copy_to(Picture& picture) const {
    for (std::size_t p = 0; p < colours_.size(); ++p)
      for (int k = 0; k < 3; ++k)
        picture.pixels[p][k] = static_cast<std::uint8_t>(std::clamp(colours_[p][k] + 0.5f, 0.0f, 255.0f));
  }

 private:
  int width_;
  std::vector<std::array<float, 3>> colours_;
};

PixelBox inside(const PixelBox& box, const PlanePicture& drawing) {
  const int left = std::clamp(box.x, 0, drawing.width), top = std::clamp(box.y, 0, drawing.height);
  return {left, top, std::clamp(box.x + box.width, left, drawing.width) - left,
          std::clamp(box.y + box.height, top, drawing.height) - top};
}

void draw_group(Canvas& canvas, const PlaneGroup& group, const PixelBox& box) {
  if (box.width == 0 || box.height == 0) return;
  Coverage coverage(box);
  const auto fill = [&](const Pixel& ink) {
    coverage.take([&](int x, int y, double share) { canvas.mix(x, y, share, ink); });
  };
  for (const PlaneFigure& figure : group.figures) {
    if (group.outline > 0) {
      for (const Loop& loop : figure.loops) coverage.add_loop(grown(loop, group.outline));
      for (const PlaneCircle& circle : figure.circles)
        coverage.add_loop(circle_loop({circle.centre, circle.radius + group.outline}));
      fill(group.ink);
    }
    for (const Loop& loop : figure.loops) coverage.add_loop(loop);
    for (const PlaneCircle& circle : figure.circles) coverage.add_loop(circle_loop(circle));
    fill(figure.fill);
  }
  for (const PlaneLine& line : group.lines) {
    coverage.add_loop(line_loop(line));
    fill(group.ink);
  }
}

}  // namespace

Loop circle_loop(const PlaneCircle& circle) {
  const int n = corners_of_circle(circle.radius);
  const double step = 2 * math::pi / n;
  const double radius = circle.radius * std::sqrt(step / math::sin(step));
  Loop loop;
  for (int k = 0; k < n; ++k) {
    const math::SinCos angle = math::sincos(step * k);
    loop.push_back(circle.centre + radius * Vec2(angle.cos, angle.sin));
  }
  return loop;
}

Loop line_loop(const PlaneLine& line) {
  const Vec2 way = line.to - line.from;
  const double length = way.norm();
  if (!(length > 0)) return circle_loop({line.from, 0.5 * line.width});
  const Vec2 along = way * (0.5 * line.width / length), across(-along.y(), along.x());
  const int half = corners_of_circle(0.5 * line.width) / 2;
  Loop loop;
  for (int end = 0; end < 2; ++end)
    for (int k = 0; k <= half; ++k) {
      const math::SinCos angle = math::sincos(math::pi * k / half);
      const Vec2 arm = angle.cos * across - angle.sin * along;
      loop.push_back(end == 0 ? Vec2(line.from + arm) : Vec2(line.to - arm));
    }
  return loop;
}

Loop grown(const Loop& convex, double width) {
  double area = 0;
  for (std::size_t k = 2; k < convex.size(); ++k)
    area += cross(convex[k - 1] - convex[0], convex[k] - convex[0]);
  const double outwards = area < 0 ? -width : width;
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

Picture raster(const PlanePicture& drawing) {
  Canvas canvas(drawing.width, drawing.height, drawing.paper);
  for (const PlaneGroup& group : drawing.groups) draw_group(canvas, group, inside(group.clip, drawing));
  Picture picture(drawing.width, drawing.height);
  canvas.copy_to(picture);
  for (const PlaneGroup& group : drawing.groups)
    for (const PlaneText& text : group.texts) {
      const int width = text_width(text.text, text.size);
      const int shift = text.side == Side::left ? 0 : text.side == Side::right ? width : width / 2;
      write_text(picture, text.x - shift, text.y, text.text, text.size, group.ink);
    }
  return picture;
}

}  // namespace scree
