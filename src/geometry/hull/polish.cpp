#include "geometry/hull/polish.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace scree {
namespace {

double length_of(const std::vector<double>& v) {
  double sum = 0;
  for (const double x : v) sum += x * x;
  return std::sqrt(sum);
}

double product(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (std::size_t k = 0; k < a.size(); ++k) sum += a[k] * b[k];
  return sum;
}

void divide(std::vector<double>& v, double by) {
  for (double& x : v) x /= by;
}

// Axes of the face: x towards the corner that is farthest from its centre, so that long faces lie along x.
struct FaceAxes {
  Vec3 x, y;
};
FaceAxes axes_of(std::span<const Vec3> vertices, std::span<const std::uint32_t> corners, const FaceFit& fit) {
  Vec3 far = Vec3::Zero();
  for (const std::uint32_t c : corners) {
    const Vec3 arm = vertices[c] - fit.centre;
    if (arm.squaredNorm() > far.squaredNorm()) far = arm;
  }
  const Vec3 y = fit.normal.cross(far);
  const double length = y.norm();
  if (!(length > 0)) return {Vec3::Zero(), Vec3::Zero()};
  const Vec3 unit = y / length;
  return {unit.cross(fit.normal), unit};
}

// Faces with four and more corners that hang together by common corners.
class Flattening {
 public:
  Flattening(Polyhedron& polyhedron, const std::vector<std::uint32_t>& faces) : p_(polyhedron) {
    for (const std::uint32_t f : faces) {
      const std::span<const std::uint32_t> corners = p_.corners_of(f);
      vertices_.insert(vertices_.end(), corners.begin(), corners.end());
    }
    std::sort(vertices_.begin(), vertices_.end());
    vertices_.erase(std::unique(vertices_.begin(), vertices_.end()), vertices_.end());
    for (const std::uint32_t f : faces) {
      Face& face = faces_.emplace_back();
      face.number = f;
      for (const std::uint32_t v : p_.corners_of(f)) {
        const auto at = std::lower_bound(vertices_.begin(), vertices_.end(), v);
        face.corners.push_back(static_cast<std::uint32_t>(at - vertices_.begin()));
      }
    }
  }

  // Newton's method: it doubles the digits with every step, and takes two or three from the usual tolerance.
  void run(double near_enough) {
    constexpr int most_steps = 8;
    double last = std::numeric_limits<double>::infinity();
    for (int k = 0; k < most_steps; ++k) {
      const double worst = fit();
      if (worst <= near_enough || !(worst < last)) return;
      last = worst;
      step();
    }
  }

 private:
  struct Face {
    std::size_t number = 0;
    std::vector<std::uint32_t> corners;  // places in the list of vertices
    FaceFit fit;
    std::vector<double> solution, residual, direction, image;
  };

  // The largest height of a corner above its plane, or infinity where a face has none.
  double fit() {
    double worst = 0;
    for (Face& face : faces_) {
      fit_face(p_.vertices, p_.corners_of(face.number), face.fit);
      if (!face.fit.sound()) return std::numeric_limits<double>::infinity();
      for (const double h : face.fit.height) worst = std::max(worst, std::abs(h));
    }
    return worst;
  }

  // With moves d of the vertices, heights h and normals n, and Q the operator that takes off what a plane
  // explains, the smallest d with Q (h + n . d) = 0 is d = -N^T Q m, where m solves Q N N^T Q m = h:
  // conjugate gradients, each face holding its part of the vectors.
  void step() {
    double rest = 0;
    for (Face& face : faces_) {
      face.solution.assign(face.corners.size(), 0);
      face.residual = face.fit.height;
      face.fit.remove_plane(face.residual);
      face.direction = face.residual;
      rest += product(face.residual, face.residual);
    }
    const double enough = rest * 1e-16;
    constexpr int most_iterations = 400;
    for (int k = 0; k < most_iterations && rest > enough; ++k) {
      moves_from(&Face::direction);
      double curvature = 0;
      for (Face& face : faces_) {
        heights_from_moves(face);
        curvature += product(face.direction, face.image);
      }
      if (!(curvature > 0)) break;
      const double share = rest / curvature;
      double left = 0;
      for (Face& face : faces_) {
        for (std::size_t c = 0; c < face.image.size(); ++c) {
          face.solution[c] += share * face.direction[c];
          face.residual[c] -= share * face.image[c];
        }
        left += product(face.residual, face.residual);
      }
      for (Face& face : faces_) {
        for (std::size_t c = 0; c < face.image.size(); ++c) {
          face.direction[c] = face.residual[c] + (left / rest) * face.direction[c];
        }
      }
      rest = left;
    }
    moves_from(&Face::solution);
    for (std::size_t v = 0; v < moves_.size(); ++v) p_.vertices[vertices_[v]] -= moves_[v];
  }

  void moves_from(std::vector<double> Face::*vector) {
    moves_.assign(vertices_.size(), Vec3::Zero());
    for (const Face& face : faces_) {
      for (std::size_t c = 0; c < face.corners.size(); ++c) {
        moves_[face.corners[c]] += (face.*vector)[c] * face.fit.normal;
      }
    }
  }

  void heights_from_moves(Face& face) {
    face.image.resize(face.corners.size());
    for (std::size_t c = 0; c < face.corners.size(); ++c) {
      face.image[c] = face.fit.normal.dot(moves_[face.corners[c]]);
    }
    face.fit.remove_plane(face.image);
  }

  Polyhedron& p_;
  std::vector<std::uint32_t> vertices_;
  std::vector<Face> faces_;
  std::vector<Vec3> moves_;
};

// Groups of faces with four and more corners that share corners, and can be made flat independently.
std::vector<std::vector<std::uint32_t>> groups_of_polygons(const Polyhedron& p) {
  constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
  const std::size_t faces = p.face_start.size() - 1;
  std::vector<std::vector<std::uint32_t>> faces_at(p.vertices.size());
  for (std::size_t f = 0; f < faces; ++f) {
    if (p.corners_of(f).size() < 4) continue;
    for (const std::uint32_t v : p.corners_of(f)) faces_at[v].push_back(static_cast<std::uint32_t>(f));
  }
  std::vector<std::vector<std::uint32_t>> groups;
  std::vector<std::uint32_t> group(faces, none);
  for (std::size_t seed = 0; seed < faces; ++seed) {
    if (p.corners_of(seed).size() < 4 || group[seed] != none) continue;
    const std::uint32_t number = static_cast<std::uint32_t>(groups.size());
    std::vector<std::uint32_t> members{static_cast<std::uint32_t>(seed)};
    group[seed] = number;
    for (std::size_t m = 0; m < members.size(); ++m) {
      for (const std::uint32_t v : p.corners_of(members[m])) {
        for (const std::uint32_t f : faces_at[v]) {
          if (group[f] != none) continue;
          group[f] = number;
          members.push_back(f);
        }
        faces_at[v].clear();
      }
    }
    std::sort(members.begin(), members.end());
    groups.push_back(std::move(members));
  }
  return groups;
}

// Planes through the corners. False if one is off by more than half of what is allowed, or a face has no
// plane.
bool fit_planes(Polyhedron& p) {
  p.planes.resize(p.face_start.size() - 1);
  const double rounding = rounding_of(p);
  bool agree = true;
  FaceFit fit;
  for (std::size_t f = 0; f < p.planes.size(); ++f) {
    const std::span<const std::uint32_t> corners = p.corners_of(f);
    fit_face(p.vertices, corners, fit);
    double low = fit.normal.dot(p.vertices[corners[0]]), high = low;
    for (const std::uint32_t c : corners) {
      const double d = fit.normal.dot(p.vertices[c]);
      low = std::min(low, d);
      high = std::max(high, d);
    }
    p.planes[f] = {fit.normal, low + 0.5 * (high - low)};
    agree = agree && fit.sound() && 0.5 * (high - low) <= 0.5 * rounding;
  }
  return agree;
}

}  // namespace

void FaceFit::remove_plane(std::vector<double>& heights) const {
  double mean = 0;
  for (const double h : heights) mean += h;
  mean /= static_cast<double>(heights.size());
  for (double& h : heights) h -= mean;
  const double x = product(heights, tilt_x), y = product(heights, tilt_y);
  for (std::size_t c = 0; c < heights.size(); ++c) heights[c] -= x * tilt_x[c] + y * tilt_y[c];
}

Vec3 twice_area(std::span<const Vec3> vertices, std::span<const std::uint32_t> corners) {
  const Vec3& origin = vertices[corners[0]];
  Vec3 area = Vec3::Zero();
  for (std::size_t c = 2; c < corners.size(); ++c) {
    area += Vec3(vertices[corners[c - 1]] - origin).cross(Vec3(vertices[corners[c]] - origin));
  }
  return area;
}

void fit_face(std::span<const Vec3> vertices, std::span<const std::uint32_t> corners, FaceFit& fit) {
  fit_points(vertices, corners, twice_area(vertices, corners), fit);
}

void fit_points(std::span<const Vec3> vertices, std::span<const std::uint32_t> corners, const Vec3& normal,
                FaceFit& fit) {
  const std::size_t n = corners.size();
  fit.centre.setZero();
  for (const std::uint32_t c : corners) fit.centre += vertices[c];
  fit.centre /= static_cast<double>(n);
  fit.normal.setZero();
  fit.height.assign(n, 0);
  fit.tilt_x.assign(n, 0);
  fit.tilt_y.assign(n, 0);
  const double length = normal.norm();
  if (!(length > 0)) return;
  fit.normal = normal / length;

  // Each pass tilts the plane to where the squares of the heights are least. Triangles need it, too: the
  // roundings of a cross product tilt the plane of a long one along its length.
  constexpr int passes = 3;
  for (int pass = 0; pass < passes; ++pass) {
    const FaceAxes axes = axes_of(vertices, corners, fit);
    for (std::size_t c = 0; c < n; ++c) {
      const Vec3 arm = vertices[corners[c]] - fit.centre;
      fit.tilt_x[c] = axes.x.dot(arm);
      fit.tilt_y[c] = axes.y.dot(arm);
      fit.height[c] = fit.normal.dot(arm);
    }
    const double length_x = length_of(fit.tilt_x);
    if (!(length_x > 0)) break;
    divide(fit.tilt_x, length_x);
    const double common = product(fit.tilt_x, fit.tilt_y);
    for (std::size_t c = 0; c < n; ++c) fit.tilt_y[c] -= common * fit.tilt_x[c];
    const double length_y = length_of(fit.tilt_y);
    if (!(length_y > 0)) break;
    divide(fit.tilt_y, length_y);
    if (pass + 1 == passes) return;
    const double slope_x = product(fit.height, fit.tilt_x) / length_x;
    const double slope_y = product(fit.height, fit.tilt_y) / length_y;
    fit.normal -= slope_x * axes.x + slope_y * (axes.y - (common / length_x) * axes.x);
    fit.normal.normalize();
  }
  fit.normal.setZero();
}

bool polish(Polyhedron& polyhedron) {
  if (fit_planes(polyhedron)) return true;
  const double near_enough = 0.25 * rounding_of(polyhedron);
  for (const std::vector<std::uint32_t>& faces : groups_of_polygons(polyhedron)) {
    Flattening(polyhedron, faces).run(near_enough);
  }
  return fit_planes(polyhedron);
}

}  // namespace scree
