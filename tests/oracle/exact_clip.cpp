#include "oracle/exact_clip.h"

#include <algorithm>
#include <cmath>

namespace scree::oracle {
namespace {

// Determinant of three rows.
template <class Row>
Exact determinant(const Row& a, const Row& b, const Row& c) {
  return a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) +
         a[2] * (b[0] * c[1] - b[1] * c[0]);
}

// Where three planes meet (Cramer's rule). Their normals must be independent.
ExactPoint meeting_point(const ExactPlane& f, const ExactPlane& g, const ExactPlane& h) {
  const auto replaced = [](const ExactPlane& p, int column) {
    std::array<Exact, 3> row{p.normal[0], p.normal[1], p.normal[2]};
    if (column >= 0) row[column] = p.offset;
    return row;
  };
  Exact d[4];
  for (int column = -1; column < 3; ++column)
    d[column + 1] = determinant(replaced(f, column), replaced(g, column), replaced(h, column));
  if (d[0].sign() == CGAL::NEGATIVE)
    for (Exact& x : d) x = -x;
  // Mantissas and powers of two apart: the determinants of a small body might leave the range of doubles.
  const auto quotient = [](const Exact& x, const Exact& w) {
    if (x.is_zero()) return 0.0;
    const std::pair<double, long> above = x.to_double_exp(), below = w.to_double_exp();
    return std::ldexp(above.first / below.first, static_cast<int>(above.second - below.second));
  };
  return {d[1], d[2], d[3], d[0], Vec3(quotient(d[1], d[0]), quotient(d[2], d[0]), quotient(d[3], d[0]))};
}

}  // namespace

ExactPlane exact_plane(const Plane& plane) {
  return {{Exact(plane.normal.x()), Exact(plane.normal.y()), Exact(plane.normal.z())},
          Exact(plane.offset),
          plane};
}

ExactClip::ExactClip(double half) {
  for (int axis = 0; axis < 3; ++axis)
    for (const double sign : {-1.0, 1.0}) planes_.push_back(exact_plane({sign * Vec3::Unit(axis), half}));
  for (int corner = 0; corner < 8; ++corner)
    vertices_.push_back(meeting_point(planes_[corner & 1], planes_[2 + ((corner >> 1) & 1)],
                                      planes_[4 + ((corner >> 2) & 1)]));
  faces_ = {{cube, {0, 4, 6, 2}}, {cube, {1, 3, 7, 5}}, {cube, {0, 1, 5, 4}},
            {cube, {2, 6, 7, 3}}, {cube, {0, 2, 3, 1}}, {cube, {4, 5, 7, 6}}};
  place_ = {0, 1, 2, 3, 4, 5};
}

int ExactClip::side_of(const ExactPoint& point, const ExactPlane& plane) const {
  // Doubles know the sign of all but the nearest heights: each of the four terms is right to a few roundings.
  const Vec3 terms = plane.rounded.normal.cwiseProduct(point.rounded);
  const double height = terms.sum() - plane.rounded.offset;
  const double size = terms.cwiseAbs().sum() + std::abs(plane.rounded.offset);
  if (std::abs(height) > 1e-14 * size) return height > 0 ? 1 : -1;
  const Exact exact = plane.normal[0] * point.x + plane.normal[1] * point.y + plane.normal[2] * point.z -
                      plane.offset * point.w;
  return static_cast<int>(exact.sign());
}

std::uint32_t ExactClip::cross(std::uint32_t u, std::uint32_t v, std::uint32_t plane_place) {
  const auto [at, is_new] = crossings_.try_emplace(
      std::minmax(u, v), Crossing{static_cast<std::uint32_t>(vertices_.size()), plane_place});
  const Crossing& crossing = at->second;
  if (is_new)
    vertices_.emplace_back();
  else
    vertices_[crossing.vertex] = meeting_point(planes_[crossing.plane], planes_[plane_place], planes_.back());
  return crossing.vertex;
}

bool ExactClip::keep_below(const Plane& plane, std::uint32_t number) {
  planes_.push_back(exact_plane(plane));
  const std::size_t old_vertices = vertices_.size();
  side_.assign(old_vertices, 2);
  bool above = false, below = false;
  for (const Face& face : faces_)
    for (const std::uint32_t v : face.loop) {
      if (side_[v] == 2) side_[v] = static_cast<std::int8_t>(side_of(vertices_[v], planes_.back()));
      above |= side_[v] > 0;
      below |= side_[v] < 0;
    }
  if (!above) {
    planes_.pop_back();
    return true;
  }
  if (!below) return false;

  crossings_.clear();
  std::vector<Face> kept;
  std::vector<std::uint32_t> kept_place;
  std::map<std::uint32_t, std::uint32_t> rim;  // of the new face: from each vertex to the next
  const auto on_plane = [&](std::uint32_t v) { return v >= old_vertices || side_[v] == 0; };
  for (std::size_t f = 0; f < faces_.size(); ++f) {
    const std::vector<std::uint32_t>& loop = faces_[f].loop;
    if (std::ranges::none_of(loop, [&](std::uint32_t v) { return side_[v] < 0; })) continue;
    std::vector<std::uint32_t> clipped;
    for (std::size_t k = 0; k < loop.size(); ++k) {
      const std::uint32_t u = loop[k], v = loop[(k + 1) % loop.size()];
      if (side_[u] <= 0) clipped.push_back(u);
      if (side_[u] * side_[v] < 0) clipped.push_back(cross(u, v, place_[f]));
    }
    // A face that is not in the plane has at most one edge there; the new face runs along it the other way.
    for (std::size_t k = 0; k < clipped.size(); ++k) {
      const std::uint32_t u = clipped[k], v = clipped[(k + 1) % clipped.size()];
      if (on_plane(u) && on_plane(v)) rim[v] = u;
    }
    kept.push_back({faces_[f].plane, std::move(clipped)});
    kept_place.push_back(place_[f]);
  }
  Face cap{number, {}};
  std::uint32_t v = rim.begin()->first;
  do {
    cap.loop.push_back(v);
    v = rim.at(v);
  } while (v != cap.loop.front());
  kept.push_back(std::move(cap));
  kept_place.push_back(static_cast<std::uint32_t>(planes_.size() - 1));
  faces_ = std::move(kept);
  place_ = std::move(kept_place);
  return true;
}

}  // namespace scree::oracle
