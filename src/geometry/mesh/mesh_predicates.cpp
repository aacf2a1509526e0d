#include "geometry/mesh/mesh_predicates.h"

#include <cmath>

#include "base/double_double.h"
#include "base/exact_sum.h"

namespace scree {
namespace {

using math::DoubleDouble;
using math::two_product;

constexpr double rounding = 0x1p-53;
constexpr double bound_3 = (7 + 56 * rounding) * rounding;
constexpr double bound_2 = (3 + 16 * rounding) * rounding;

int sign(double x) { return (x > 0) - (x < 0); }

void add_product(ExactSum& sum, double x, double y) {
  const DoubleDouble p = two_product(x, y);
  sum.add(p.high);
  sum.add(p.low);
}

void add_product(ExactSum& sum, double x, double y, double z) {
  const DoubleDouble p = two_product(x, y);
  add_product(sum, p.high, z);
  add_product(sum, p.low, z);
}

// Plus or minus the determinant of three rows.
void add_determinant(ExactSum& sum, double s, const Vec3& a, const Vec3& b, const Vec3& c) {
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    add_product(sum, s * a[i], b[j], c[k]);
    add_product(sum, -s * a[i], b[k], c[j]);
  }
}

bool exact_difference(const Vec3& a, const Vec3& d) {
  for (int k = 0; k < 3; ++k)
    if (math::two_sum(a[k], -d[k]).low != 0) return false;
  return true;
}

int exact_orientation(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  ExactSum sum;
  // Coordinates of float32 files, and near points in general, have differences without a rounding: a
  // quarter of the work. Where many triangles lie in one plane, all tests come here.
  if (exact_difference(a, d) && exact_difference(b, d) && exact_difference(c, d)) {
    const Vec3 u = a - d, v = b - d, w = c - d;
    add_determinant(sum, 1, u, v, w);
    return sign(sum.value());
  }
  add_determinant(sum, 1, a, b, c);
  add_determinant(sum, -1, a, b, d);
  add_determinant(sum, 1, a, c, d);
  add_determinant(sum, -1, b, c, d);
  return sign(sum.value());
}

int exact_orientation_in_plane(const Vec3& a, const Vec3& b, const Vec3& c, int x, int y) {
  ExactSum sum;
  add_product(sum, a[x], b[y]);
  add_product(sum, -a[y], b[x]);
  add_product(sum, b[x], c[y]);
  add_product(sum, -b[y], c[x]);
  add_product(sum, c[x], a[y]);
  add_product(sum, -c[y], a[x]);
  return sign(sum.value());
}

// An axis along which the triangle still has an area when projected.
int axis_to_drop(const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 n = (b - a).cross(c - a).cwiseAbs();
  const int largest = n[0] >= n[1] && n[0] >= n[2] ? 0 : n[1] >= n[2] ? 1 : 2;
  for (int k = 0; k < 3; ++k)
    if (orientation_in_plane(a, b, c, (largest + k) % 3) != 0) return (largest + k) % 3;
  return largest;
}

bool within(double x, double a, double b) { return a <= b ? a <= x && x <= b : b <= x && x <= a; }

bool segments_meet_in_plane(const Vec3& p, const Vec3& q, const Vec3& a, const Vec3& b, int drop) {
  const int x = (drop + 1) % 3, y = (drop + 2) % 3;
  const int pa = orientation_in_plane(a, b, p, drop), pb = orientation_in_plane(a, b, q, drop);
  const int qa = orientation_in_plane(p, q, a, drop), qb = orientation_in_plane(p, q, b, drop);
  if (pa * pb < 0 && qa * qb < 0) return true;
  const auto on = [&](const Vec3& v, const Vec3& s, const Vec3& e) {
    return within(v[x], s[x], e[x]) && within(v[y], s[y], e[y]);
  };
  return (pa == 0 && on(p, a, b)) || (pb == 0 && on(q, a, b)) || (qa == 0 && on(a, p, q)) ||
         (qb == 0 && on(b, p, q));
}

bool meet_in_plane(const Vec3& p, const Vec3& q, const Vec3& a, const Vec3& b, const Vec3& c) {
  const int drop = axis_to_drop(a, b, c);
  const int ab = orientation_in_plane(a, b, p, drop), bc = orientation_in_plane(b, c, p, drop),
            ca = orientation_in_plane(c, a, p, drop);
  if ((ab >= 0 && bc >= 0 && ca >= 0) || (ab <= 0 && bc <= 0 && ca <= 0)) return true;
  return segments_meet_in_plane(p, q, a, b, drop) || segments_meet_in_plane(p, q, b, c, drop) ||
         segments_meet_in_plane(p, q, c, a, drop);
}

}  // namespace

int orientation(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  const Vec3 u = a - d, v = b - d, w = c - d;
  const double vw = v[0] * w[1], wv = w[0] * v[1];
  const double wu = w[0] * u[1], uw = u[0] * w[1];
  const double uv = u[0] * v[1], vu = v[0] * u[1];
  const double determinant = u[2] * (vw - wv) + v[2] * (wu - uw) + w[2] * (uv - vu);
  const double magnitude = (std::abs(vw) + std::abs(wv)) * std::abs(u[2]) +
                           (std::abs(wu) + std::abs(uw)) * std::abs(v[2]) +
                           (std::abs(uv) + std::abs(vu)) * std::abs(w[2]);
  if (std::abs(determinant) > bound_3 * magnitude || magnitude == 0) return sign(determinant);
  return exact_orientation(a, b, c, d);
}

int orientation_in_plane(const Vec3& a, const Vec3& b, const Vec3& c, int drop) {
  const int x = (drop + 1) % 3, y = (drop + 2) % 3;
  const double left = (a[x] - c[x]) * (b[y] - c[y]), right = (a[y] - c[y]) * (b[x] - c[x]);
  const double determinant = left - right, magnitude = std::abs(left) + std::abs(right);
  if (std::abs(determinant) > bound_2 * magnitude || magnitude == 0) return sign(determinant);
  return exact_orientation_in_plane(a, b, c, x, y);
}

bool segment_meets_triangle(const Vec3& p, const Vec3& q, const Vec3& a, const Vec3& b, const Vec3& c) {
  const int sp = orientation(a, b, c, p), sq = orientation(a, b, c, q);
  if (sp * sq > 0) return false;
  if (sp == 0 && sq == 0) return meet_in_plane(p, q, a, b, c);
  // The line of the segment passes all three edges on the same side.
  const int ab = orientation(p, q, a, b), bc = orientation(p, q, b, c);
  if (ab * bc < 0) return false;
  const int ca = orientation(p, q, c, a);
  return (ab >= 0 && bc >= 0 && ca >= 0) || (ab <= 0 && bc <= 0 && ca <= 0);
}

}  // namespace scree
