#include "geometry/solid/polyhedron.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "geometry/hull/polish.h"

namespace scree {
namespace {

struct FaceEdge {
  std::uint32_t low, high;  // vertices
  std::uint32_t place;      // in the list of corners
  bool rises;               // runs from low to high
};

std::vector<FaceEdge> sides_of(const Polyhedron& p) {
  std::vector<FaceEdge> sides;
  sides.reserve(p.corners.size());
  for (std::size_t f = 0; f + 1 < p.face_start.size(); ++f) {
    for (std::uint32_t c = p.face_start[f]; c < p.face_start[f + 1]; ++c) {
      const std::uint32_t from = p.corners[c];
      const std::uint32_t to = p.corners[c + 1 < p.face_start[f + 1] ? c + 1 : p.face_start[f]];
      sides.push_back({std::min(from, to), std::max(from, to), c, from < to});
    }
  }
  std::sort(sides.begin(), sides.end(), [](const FaceEdge& a, const FaceEdge& b) {
    if (a.low != b.low) return a.low < b.low;
    if (a.high != b.high) return a.high < b.high;
    return a.rises > b.rises;
  });
  return sides;
}

bool pairs_up(const std::vector<FaceEdge>& sides) {
  if (sides.size() % 2 != 0) return false;
  for (std::size_t s = 0; s < sides.size(); s += 2) {
    const FaceEdge &a = sides[s], &b = sides[s + 1];
    if (a.low == a.high || a.low != b.low || a.high != b.high || !a.rises || b.rises) return false;
    if (s + 2 < sides.size() && sides[s + 2].low == a.low && sides[s + 2].high == a.high) return false;
  }
  return true;
}

std::string wrong_links(const Polyhedron& p) {
  if (p.half_edges.size() != p.corners.size()) return "there is not one half-edge per corner";
  const std::size_t n = p.half_edges.size();
  std::vector<std::uint32_t> visits(p.vertices.size(), 0);
  for (std::size_t h = 0; h < n; ++h) {
    const Polyhedron::HalfEdge& edge = p.half_edges[h];
    if (edge.next >= n || edge.origin >= p.vertices.size() || edge.face >= p.faces()) {
      return fmt::format("half-edge {} points outside of the lists", h);
    }
    const Polyhedron::HalfEdge& next = p.half_edges[edge.next];
    if (next.face != edge.face) return fmt::format("half-edge {} goes on in another face", h);
    if (p.half_edges[h ^ 1].origin != next.origin)
      return fmt::format("the twin of half-edge {} does not run back", h);
    ++visits[edge.origin];
  }
  for (std::size_t v = 0; v < visits.size(); ++v) {
    if (visits[v] < 3) return fmt::format("vertex {} has {} edges; at least 3 are needed", v, visits[v]);
  }
  for (std::size_t f = 0; f < p.faces(); ++f) {
    if (p.corners_of(f).size() < 3) return fmt::format("face {} has fewer than 3 corners", f);
  }
  if (p.vertices.size() + p.faces() != p.edges() + 2) {
    return fmt::format("V - E + F is not 2 for {} vertices, {} edges and {} faces", p.vertices.size(),
                       p.edges(), p.faces());
  }
  return {};
}

void list_meetings(Polyhedron& p, std::size_t vertices) {
  p.meetings.clear();
  p.short_edges.clear();
  const std::size_t faces = p.face_start.size() - 1;
  if (std::max({vertices, faces, p.edges()}) > Polyhedron::most_bits) return;
  p.meetings.resize((vertices + 3) / 4 * 4);
  for (std::size_t e = 0; e < p.edges(); ++e) {
    const Polyhedron::HalfEdge &h = p.half_edges[2 * e], &t = p.half_edges[2 * e + 1];
    for (const std::uint32_t v : {h.origin, t.origin}) {
      using Meeting = Polyhedron::Meeting;
      Meeting& here = p.meetings[v];
      for (const std::uint32_t end : {h.origin, t.origin}) here.add(Meeting::vertices, end);
      for (const std::uint32_t face : {h.face, t.face}) here.add(Meeting::faces, face);
      here.add(Meeting::edges, static_cast<std::uint32_t>(e));
    }
    const auto small = [](std::uint32_t n) { return static_cast<std::uint8_t>(n); };
    p.short_edges.push_back({small(h.origin), small(t.origin), small(h.face), small(t.face)});
  }
}

void list_stars(Polyhedron& p) {
  std::uint32_t vertices = static_cast<std::uint32_t>(p.vertices.size());  // they may not be there yet
  for (const std::uint32_t v : p.corners) vertices = std::max(vertices, v + 1);
  p.star_start.assign(vertices + 1, 0);
  for (const Polyhedron::HalfEdge& h : p.half_edges) ++p.star_start[h.origin + 1];
  std::partial_sum(p.star_start.begin(), p.star_start.end(), p.star_start.begin());
  p.star.resize(p.half_edges.size());
  std::vector<std::uint32_t> next(p.star_start.begin(), p.star_start.end() - 1);
  for (std::size_t h = 0; h < p.half_edges.size(); ++h) {
    const Polyhedron::HalfEdge &edge = p.half_edges[h], &twin = p.half_edges[h ^ 1];
    p.star[next[edge.origin]++] = {twin.origin, edge.face, twin.face};
  }
  list_meetings(p, vertices);
}

}  // namespace

double rounding_of(const Polyhedron& polyhedron) {
  if (polyhedron.vertices.empty()) return 0;
  Vec3 low = polyhedron.vertices[0], high = low;
  for (const Vec3& v : polyhedron.vertices) {
    low = low.cwiseMin(v);
    high = high.cwiseMax(v);
  }
  const double scale =
      std::max({(high - low).maxCoeff(), high.cwiseAbs().maxCoeff(), low.cwiseAbs().maxCoeff()});
  return 8 * std::numeric_limits<double>::epsilon() * scale;
}

bool link_half_edges(Polyhedron& p) {
  p.half_edges.clear();
  const std::vector<FaceEdge> sides = sides_of(p);
  if (!pairs_up(sides)) return false;
  std::vector<std::uint32_t> half_edge_at(p.corners.size());
  for (std::size_t s = 0; s < sides.size(); ++s) half_edge_at[sides[s].place] = static_cast<std::uint32_t>(s);
  p.half_edges.resize(sides.size());
  for (std::size_t f = 0; f + 1 < p.face_start.size(); ++f) {
    for (std::uint32_t c = p.face_start[f]; c < p.face_start[f + 1]; ++c) {
      const std::uint32_t after = c + 1 < p.face_start[f + 1] ? c + 1 : p.face_start[f];
      p.half_edges[half_edge_at[c]] = {p.corners[c], half_edge_at[after], static_cast<std::uint32_t>(f)};
    }
  }
  list_stars(p);
  return true;
}

std::string check_polyhedron(const Polyhedron& p) {
  if (p.face_start.size() != p.planes.size() + 1 || p.face_start.front() != 0 ||
      p.face_start.back() != p.corners.size()) {
    return "the lists of faces, planes and corners do not fit together";
  }
  if (std::string wrong = wrong_links(p); !wrong.empty()) return wrong;
  const double rounding = rounding_of(p);
  for (std::size_t f = 0; f < p.faces(); ++f) {
    const Plane& plane = p.planes[f];
    if (std::abs(plane.normal.norm() - 1) > 1e-14)
      return fmt::format("the normal of face {} is not of length 1", f);
    for (std::size_t v = 0; v < p.vertices.size(); ++v) {
      const double above = plane.normal.dot(p.vertices[v]) - plane.offset;
      if (!(above <= rounding)) return fmt::format("vertex {} is {} above the plane of face {}", v, above, f);
    }
    const std::span<const std::uint32_t> corners = p.corners_of(f);
    const std::size_t n = corners.size();
    for (std::size_t c = 0; c < n; ++c) {
      const Vec3 &a = p.vertices[corners[c]], &b = p.vertices[corners[(c + 1) % n]];
      const double off = plane.normal.dot(a) - plane.offset;
      if (!(std::abs(off) <= rounding))
        return fmt::format("corner {} of face {} is {} off its plane", c, f, off);
      // Outwards and convex: seen from outside, all corners are to the left of every side.
      const Vec3 left = plane.normal.cross(b - a);
      const double length = left.norm();
      if (!(length > 0)) return fmt::format("side {} of face {} has no length", c, f);
      for (std::size_t k = 0; k < n; ++k) {
        const double inside = left.dot(p.vertices[corners[k]] - a) / length;
        if (!(inside >= -rounding)) return fmt::format("face {} is not convex at its corner {}", f, c);
      }
    }
  }
  return {};
}

MassProperties mass_of(const Polyhedron& polyhedron) {
  std::vector<Triangle> triangles;
  triangles.reserve(polyhedron.corners.size());
  for (std::size_t f = 0; f < polyhedron.faces(); ++f) {
    const std::span<const std::uint32_t> corners = polyhedron.corners_of(f);
    for (std::size_t c = 2; c < corners.size(); ++c)
      triangles.push_back({corners[0], corners[c - 1], corners[c]});
  }
  return mass_of(polyhedron.vertices, triangles);
}

Polyhedron transformed(const Polyhedron& polyhedron, const Mat3& rotation, const Vec3& shift_before) {
  Polyhedron result = polyhedron;
  for (Vec3& v : result.vertices) v = rotation * (v + shift_before).eval();
  polish(result);
  return result;
}

PrincipalForm principal_form(const Polyhedron& polyhedron) {
  PrincipalForm form;
  const MassProperties given = mass_of(polyhedron);
  form.centroid = given.centroid;
  form.axes = principal_axes(given.inertia).axes;
  form.polyhedron = transformed(polyhedron, form.axes.transpose(), -given.centroid);
  // Measured again where the shape has arrived: near the origin, with its old roundings polished off.
  form.mass = mass_of(form.polyhedron);
  form.mass.inertia = principal_axes(form.mass.inertia).moments.asDiagonal();
  form.mass.centroid.setZero();
  return form;
}

}  // namespace scree
