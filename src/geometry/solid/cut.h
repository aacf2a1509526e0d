// Cutting a convex polyhedron by planes, in any number type.
#pragma once

#include <cstdint>
#include <vector>

#include "base/double_double.h"
#include "base/lanes.h"
#include "geometry/solid/polyhedron.h"

namespace scree {

inline bool is_positive(double x) { return x > 0; }
inline bool is_positive(const math::DoubleDouble& x) { return math::positive(x); }
inline double to_double(double x) { return x; }
inline double to_double(const math::DoubleDouble& x) { return x.high; }
template <class N>
N number(double x);
template <>
inline double number<double>(double x) {
  return x;
}
template <>
inline math::DoubleDouble number<math::DoubleDouble>(double x) {
  return {x, 0};
}
template <class N>
Triple<N> numbers(const Vec3& v) {
  return {number<N>(v.x()), number<N>(v.y()), number<N>(v.z())};
}
template <class N>
Vec3 to_doubles(const Triple<N>& v) {
  return Vec3(to_double(v.x), to_double(v.y), to_double(v.z));
}

// A closed surface: vertices and half-edges. `face` of a half-edge is whatever number its face was given.
template <class N>
struct Solid {
  std::vector<Triple<N>> vertices;
  std::vector<Polyhedron::HalfEdge> half_edges;
};

// A solid and the memory in which it is cut.
template <class N>
class Cutter {
 public:
  Solid<N> solid;

  // Keeps the part where normal . x <= offset; the new face gets the given number. False when nothing is
  // left.
  bool cut(const Triple<N>& normal, const N& offset, std::uint32_t face);

  // Of all cuts since `start`: the square of the largest ratio of an edge's length to the difference of its
  // ends' heights. Rounding moves a new vertex along its edge by so many roundings of a height.
  double worst_slope2 = 1;

 private:
  static constexpr std::uint32_t none = 0xffffffffu;
  Solid<N> next_;
  std::vector<N> height_;
  std::vector<std::uint32_t> vertex_, edge_, crossing_, cap_;
};

template <class N>
bool Cutter<N>::cut(const Triple<N>& normal, const N& offset, std::uint32_t face) {
  using HalfEdge = Polyhedron::HalfEdge;
  const std::size_t vertices = solid.vertices.size();
  const std::size_t edges = solid.half_edges.size() / 2;
  const HalfEdge* const old = solid.half_edges.data();

  // Which vertices stay. Those above the plane get `none`.
  height_.resize(vertices);
  vertex_.resize(vertices);
  next_.vertices.clear();
  for (std::size_t v = 0; v < vertices; ++v) {
    height_[v] = inner(normal, solid.vertices[v]) - offset;
    if (is_positive(height_[v])) {
      vertex_[v] = none;
    } else {
      vertex_[v] = static_cast<std::uint32_t>(next_.vertices.size());
      next_.vertices.push_back(solid.vertices[v]);
    }
  }
  if (next_.vertices.size() == vertices) return true;
  if (next_.vertices.empty()) return false;

  // Which edges stay, whole or in part. An edge that crosses the plane gets a new vertex in place of its
  // upper end.
  edge_.resize(edges);
  cap_.resize(edges);
  crossing_.clear();
  next_.half_edges.clear();
  for (std::size_t e = 0; e < edges; ++e) {
    const HalfEdge& h = old[2 * e];
    const HalfEdge& t = old[2 * e + 1];
    std::uint32_t from = vertex_[h.origin], to = vertex_[t.origin];
    edge_[e] = none;
    if (from == none && to == none) continue;
    edge_[e] = static_cast<std::uint32_t>(next_.half_edges.size());
    if (from == none || to == none) {
      const std::uint32_t lower = from == none ? t.origin : h.origin;
      const std::uint32_t upper = from == none ? h.origin : t.origin;
      const N rise = height_[upper] - height_[lower];  // above 0: the upper end's height is
      const N share = -height_[lower] / rise;
      const Triple<N> along = solid.vertices[upper] - solid.vertices[lower];
      const double slope2 = to_double(inner(along, along)) / (to_double(rise) * to_double(rise) + 1e-300);
      if (slope2 > worst_slope2) worst_slope2 = slope2;
      (from == none ? from : to) = static_cast<std::uint32_t>(next_.vertices.size());
      next_.vertices.push_back(solid.vertices[lower] + along * share);
      crossing_.push_back(static_cast<std::uint32_t>(from == vertex_[h.origin] ? 2 * e : 2 * e + 1));
    }
    next_.half_edges.push_back({from, 0, h.face});
    next_.half_edges.push_back({to, 0, t.face});
  }
  // From old half-edges to new ones.
  const auto moved = [&](std::uint32_t h) { return edge_[h / 2] + (h & 1); };
  const auto upwards = [&](std::uint32_t h) { return vertex_[old[h ^ 1].origin] == none; };
  for (std::size_t e = 0; e < edges; ++e) {
    if (edge_[e] == none) continue;
    for (std::uint32_t h = static_cast<std::uint32_t>(2 * e); h < 2 * e + 2; ++h)
      if (!upwards(h)) next_.half_edges[moved(h)].next = moved(old[h].next);
  }

  // Each half-edge that leaves through the plane is joined, along the plane, to the one by which its face
  // comes back; the other side of the joint belongs to the new face. Every crossing is left once and entered
  // once, so the joints close to rings, whatever the signs were.
  const std::uint32_t first_joint = static_cast<std::uint32_t>(next_.half_edges.size());
  for (const std::uint32_t out : crossing_) {
    std::uint32_t in = old[out].next;
    while (upwards(in)) in = old[in].next;
    const std::uint32_t joint = static_cast<std::uint32_t>(next_.half_edges.size());
    const std::uint32_t leaves = moved(out), enters = moved(in);
    next_.half_edges[leaves].next = joint;
    next_.half_edges.push_back({next_.half_edges[leaves ^ 1].origin, enters, old[out].face});
    next_.half_edges.push_back({next_.half_edges[enters].origin, 0, face});
    cap_[in / 2] = joint + 1;
  }
  for (std::size_t n = 0; n < crossing_.size(); ++n)
    next_.half_edges[first_joint + 2 * n + 1].next = cap_[crossing_[n] / 2];
  std::swap(solid, next_);
  return true;
}

}  // namespace scree
