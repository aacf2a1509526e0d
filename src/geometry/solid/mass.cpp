#include "geometry/solid/mass.h"

#include <algorithm>
#include <cmath>

namespace scree {
namespace {

// Moments nearer to each other than this share of the largest count as equal: well above what the sums of
// a mesh of thousands of triangles lose, well below what a body would show in its motion.
constexpr double equal_moments = 1e-9;

// The middle of the box about the corners: near enough for differences to it to lose nothing.
Vec3 middle_of(std::span<const Vec3> vertices, std::span<const Triangle> triangles) {
  Vec3 low = vertices[triangles[0][0]], high = low;
  for (const Triangle& t : triangles) {
    for (const std::uint32_t v : t) {
      low = low.cwiseMin(vertices[v]);
      high = high.cwiseMax(vertices[v]);
    }
  }
  return low + 0.5 * (high - low);
}

// Symmetric matrix and the frame it has been turned into so far: matrix = frame^T given frame.
struct Turning {
  Mat3 matrix;
  Mat3 frame = Mat3::Identity();

  // One Jacobi rotation, by the smaller of the two angles that clear the element (p, q).
  void clear(int p, int q) {
    const double apq = matrix(p, q);
    const double theta = (matrix(q, q) - matrix(p, p)) / (2 * apq);
    const double root = std::sqrt(theta * theta + 1);
    const double t = theta >= 0 ? 1 / (theta + root) : 1 / (theta - root);
    const double c = 1 / std::sqrt(t * t + 1), s = t * c;
    const int r = 3 - p - q;
    const double arp = matrix(r, p), arq = matrix(r, q);
    matrix(p, p) -= t * apq;
    matrix(q, q) += t * apq;
    matrix(p, q) = matrix(q, p) = 0;
    matrix(r, p) = matrix(p, r) = c * arp - s * arq;
    matrix(r, q) = matrix(q, r) = s * arp + c * arq;
    for (int row = 0; row < 3; ++row) {
      const double fp = frame(row, p), fq = frame(row, q);
      frame(row, p) = c * fp - s * fq;
      frame(row, q) = s * fp + c * fq;
    }
  }
};

// Index of the component of largest magnitude; of those equal up to rounding, the first.
int largest_component(const Vec3& v) {
  const double largest = v.cwiseAbs().maxCoeff();
  int k = 0;
  while (std::abs(v[k]) < largest * (1 - equal_moments)) ++k;
  return k;
}

// The given axes turned by the smallest rotation that lays one of them, the nearest, along u or -u. The
// three columns are that axis and the two that follow it cyclically.
Mat3 given_axes_turned_to(const Vec3& u) {
  const int k = largest_component(u), i = (k + 1) % 3, j = (k + 2) % 3;
  const Vec3 target = u[k] < 0 ? Vec3(-u) : u;
  const double share = 1 / (1 + target[k]);
  Mat3 axes;
  axes.col(0) = target;
  axes(k, 1) = -target[i];
  axes(i, 1) = 1 - target[i] * target[i] * share;
  axes(j, 1) = -target[i] * target[j] * share;
  axes(k, 2) = -target[j];
  axes(i, 2) = -target[i] * target[j] * share;
  axes(j, 2) = 1 - target[j] * target[j] * share;
  return axes;
}

// Signs: each axis runs along, not against, the given axis nearest to it; if that is a left-handed
// frame, the axis that is least clear about its direction is turned round.
void choose_signs(Mat3& axes) {
  int least_clear = 2;
  for (int c = 2; c >= 0; --c) {
    const Vec3 axis = axes.col(c);
    if (axis[largest_component(axis)] < 0) axes.col(c) = -axis;
    const double clear = axis.cwiseAbs().maxCoeff(), best = axes.col(least_clear).cwiseAbs().maxCoeff();
    if (clear < best * (1 - equal_moments)) least_clear = c;
  }
  const Vec3 third = Vec3(axes.col(0)).cross(Vec3(axes.col(1)));
  if (third.dot(Vec3(axes.col(2))) < 0) axes.col(least_clear) = -axes.col(least_clear);
}

}  // namespace

// Each triangle spans a tetrahedron with a point o. With a, b, c its corners as seen from o, the tetrahedron
// has six times the volume det = a . (b x c), the centroid (a + b + c)/4, and the second moments
// det/120 (s s^T + a a^T + b b^T + c c^T) about o, where s = a + b + c.
MassProperties mass_of(std::span<const Vec3> vertices, std::span<const Triangle> triangles) {
  MassProperties mass;
  if (triangles.empty()) return mass;
  const Vec3 middle = middle_of(vertices, triangles);
  double volume6 = 0;
  Vec3 moment24 = Vec3::Zero();
  for (const Triangle& t : triangles) {
    const Vec3 a = vertices[t[0]] - middle, b = vertices[t[1]] - middle, c = vertices[t[2]] - middle;
    const double det = a.dot(b.cross(c));
    volume6 += det;
    moment24 += det * (a + b + c);
    mass.area += 0.5 * (b - a).cross(c - a).norm();
  }
  mass.volume = volume6 / 6;
  Vec3 shift = Vec3::Zero();
  if (std::abs(volume6) > 0) shift = moment24 / (4 * volume6);
  mass.centroid = middle + shift;

  // A second pass about the centroid, so that no transport term has to be taken off again.
  const Vec3 centroid = middle + shift;
  Mat3 second120 = Mat3::Zero();
  for (const Triangle& t : triangles) {
    const Vec3 a = vertices[t[0]] - centroid, b = vertices[t[1]] - centroid, c = vertices[t[2]] - centroid;
    const double det = a.dot(b.cross(c));
    const Vec3 s = a + b + c;
    for (int i = 0; i < 3; ++i) {
      for (int j = i; j < 3; ++j) {
        second120(i, j) += det * (s[i] * s[j] + a[i] * a[j] + b[i] * b[j] + c[i] * c[j]);
      }
    }
  }
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    mass.inertia(i, i) = (second120(j, j) + second120(k, k)) / 120;
    const double product = second120(std::min(i, j), std::max(i, j)) / 120;
    mass.inertia(i, j) = mass.inertia(j, i) = -product;
  }
  return mass;
}

PrincipalAxes principal_axes(const Mat3& inertia) {
  const double largest = inertia.cwiseAbs().maxCoeff();
  if (!(largest > 0)) return {Vec3::Zero(), Mat3::Identity()};
  int exponent = 0;
  std::frexp(largest, &exponent);
  Turning turning{.matrix = inertia.unaryExpr([&](double x) { return std::ldexp(x, -exponent); })};
  // Jacobi's method converges quadratically: four or five sweeps; the bound is for the reader's peace.
  constexpr double negligible = 1e-30;
  for (int sweep = 0; sweep < 50; ++sweep) {
    bool diagonal = true;
    for (const auto& [p, q] : {std::pair{0, 1}, std::pair{0, 2}, std::pair{1, 2}}) {
      if (std::abs(turning.matrix(p, q)) <= negligible) continue;
      turning.clear(p, q);
      diagonal = false;
    }
    if (diagonal) break;
  }

  std::array<int, 3> order{0, 1, 2};
  const Vec3 found = turning.matrix.diagonal();
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return found[a] < found[b]; });
  PrincipalAxes result;
  for (int c = 0; c < 3; ++c) {
    result.moments[c] = found[order[c]];
    result.axes.col(c) = turning.frame.col(order[c]);
  }
  Vec3& m = result.moments;
  const double close = equal_moments * m.cwiseAbs().maxCoeff();
  const bool low_pair = m[1] - m[0] <= close, high_pair = m[2] - m[1] <= close;
  if (low_pair && high_pair) {
    m.setConstant((m[0] + m[1] + m[2]) / 3);
    result.axes.setIdentity();
  } else if (low_pair) {
    m[0] = m[1] = 0.5 * (m[0] + m[1]);
    const Mat3 turned = given_axes_turned_to(result.axes.col(2));
    result.axes << turned.col(1), turned.col(2), turned.col(0);
  } else if (high_pair) {
    m[1] = m[2] = 0.5 * (m[1] + m[2]);
    result.axes = given_axes_turned_to(result.axes.col(0));
  } else {
    choose_signs(result.axes);
  }
  m = m.unaryExpr([&](double x) { return std::ldexp(x, exponent); });
  return result;
}

}  // namespace scree
