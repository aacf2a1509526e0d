#include "view/coverage.h"

namespace scree {
namespace {

Vec2 at_height(const Vec2& a, const Vec2& b, double y) {
  return {a.x() + (b.x() - a.x()) * ((y - a.y()) / (b.y() - a.y())), y};
}

Vec2 at_side(const Vec2& a, const Vec2& b, double x) {
  return {x, a.y() + (b.y() - a.y()) * ((x - a.x()) / (b.x() - a.x()))};
}

double doubled_area(std::span<const Vec2> corners) {
  double sum = 0;
  for (std::size_t k = 2; k < corners.size(); ++k)
    sum += cross(corners[k - 1] - corners[0], corners[k] - corners[0]);
  return sum;
}

}  // namespace

Coverage::Coverage(const PixelBox& box)
    : box_(box), sums_(static_cast<std::size_t>(box.width + 1) * static_cast<std::size_t>(box.height)) {
  forget();
}

void Coverage::forget() {
  first_row_ = box_.height;
  last_row_ = -1;
  first_column_ = box_.width;
  last_column_ = -1;
}

void Coverage::add_loop(std::span<const Vec2> corners) {
  constexpr double far = 1e15;  // beyond this differences overflow sooner or later, and nobody would see it
  for (const Vec2& corner : corners)
    for (const double x : {corner.x(), corner.y()})
      if (!std::isfinite(x) || std::abs(x) > far) return;
  const double sign = doubled_area(corners) < 0 ? -1 : 1;
  const Vec2 origin(box_.x, box_.y);
  for (std::size_t k = 0; k < corners.size(); ++k)
    add_edge(corners[k] - origin, corners[k + 1 == corners.size() ? 0 : k + 1] - origin, sign);
}

// Cuts off what is above and below; what is to the left or right is moved onto that border, which leaves the
// areas inside as they are.
void Coverage::add_edge(Vec2 a, Vec2 b, double sign) {
  if (a.y() == b.y()) return;
  if (a.y() > b.y()) {
    std::swap(a, b);
    sign = -sign;
  }
  const double width = box_.width, height = box_.height;
  if (b.y() <= 0 || a.y() >= height) return;
  const Vec2 whole_a = a, whole_b = b;
  if (a.y() < 0) a = at_height(whole_a, whole_b, 0);
  if (b.y() > height) b = at_height(whole_a, whole_b, height);
  for (const double border : {0.0, width})
    if ((a.x() < border) != (b.x() < border) && a.x() != b.x()) {
      Vec2 cut = at_side(a, b, border);
      cut.y() = std::clamp(cut.y(), a.y(), b.y());
      // The part from a to the cut lies on one side of this border; the rest may cross the other.
      const bool a_outside = border == 0 ? a.x() < 0 : a.x() > width;
      if (a_outside) {
        add_within(a, cut, sign);
        a = cut;
      } else {
        add_within(cut, b, sign);
        b = cut;
      }
    }
  add_within(a, b, sign);
}

void Coverage::add_within(const Vec2& a, const Vec2& b, double sign) {
  if (!(b.y() > a.y())) return;
  const double width = box_.width;
  const auto x_at = [&](double y) {
    const double x = a.x() + (b.x() - a.x()) * ((y - a.y()) / (b.y() - a.y()));
    return std::clamp(x, 0.0, width);
  };
  const int first = std::clamp(static_cast<int>(a.y()), 0, box_.height - 1);
  double y = a.y(), x = x_at(y);
  for (int row = first; row < box_.height && y < b.y(); ++row) {
    const double next_y = std::min(b.y(), row + 1.0), next_x = x_at(next_y);
    add_row(row, x, next_x, sign * (next_y - y));
    y = next_y;
    x = next_x;
  }
}

void Coverage::add_row(int row, double xa, double xb, double height) {
  if (xa > xb) std::swap(xa, xb);
  double* sums = &sums_[static_cast<std::size_t>(row) * (box_.width + 1)];
  const int first = std::min(static_cast<int>(xa), box_.width - 1);
  first_row_ = std::min(first_row_, row);
  last_row_ = std::max(last_row_, row);
  first_column_ = std::min(first_column_, first);
  for (int column = first; column < box_.width && (column == first || column < xb); ++column) {
    const double from = std::max(xa, static_cast<double>(column)), to = std::min(xb, column + 1.0);
    const double part = xb > xa ? height * (to - from) / (xb - xa) : height;
    const double mean = 0.5 * (from + to) - column;  // how far into the pixel
    sums[column] += part * (1 - mean);
    sums[column + 1] += part * mean;
    last_column_ = std::max(last_column_, column + 1);
  }
}

}  // namespace scree
