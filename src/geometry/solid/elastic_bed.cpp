#include "geometry/solid/elastic_bed.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "geometry/solid/shared_faces.h"

namespace scree {
namespace {

// Two faces whose depths differ by less, over the size, are one and the same within the overlap.
constexpr double same_depth = 1e-13;

struct VolumeAndCentroid {
  double volume = 0;
  Vec3 centroid = Vec3::Zero();
};

// Of a closed surface, from tetrahedra about its first vertex.
VolumeAndCentroid measure_solid(const Solid<double>& solid) {
  const auto& edges = solid.half_edges;
  const Vec3 origin = vec3(solid.vertices[0]);
  Vec3 low = Vec3::Zero(), high = Vec3::Zero();
  for (const Triple<double>& v : solid.vertices) {
    const Vec3 x = vec3(v) - origin;
    low = low.cwiseMin(x);
    high = high.cwiseMax(x);
  }
  double volume6 = 0;
  Vec3 first_moment = Vec3::Zero();  // 24 times
  // Every loop is gone through from its half-edge with the lowest number.
  static thread_local std::vector<std::uint8_t> seen;
  seen.assign(edges.size(), 0);
  for (std::uint32_t start = 0; start < edges.size(); ++start) {
    if (seen[start]) continue;
    seen[start] = 1;
    const Vec3 p = vec3(solid.vertices[edges[start].origin]) - origin;
    std::uint32_t h = edges[start].next;
    Vec3 q = vec3(solid.vertices[edges[h].origin]) - origin;
    for (; h != start; h = edges[h].next) {
      seen[h] = 1;
      const Vec3 r = vec3(solid.vertices[edges[edges[h].next].origin]) - origin;
      const double tetrahedron = p.dot(q.cross(r));
      volume6 += tetrahedron;
      first_moment += tetrahedron * (p + q + r);
      q = r;
    }
  }
  if (!(volume6 > 0)) return {};
  // A volume of a few roundings has no centroid to speak of, but an extent.
  return {volume6 / 6, origin + Vec3(first_moment / (4 * volume6)).cwiseMax(low).cwiseMin(high)};
}

bool is_surface(const PlacedPolyhedron& body, std::uint32_t face) {
  return body.covered.empty() || !fully_covered(body, face);
}

// Integral of a field over the overlap, and how it changes when the body that has the field moves: the faces
// of that body in the frame of the overlap, `near` those that are surface.
ElasticBed integrate_field(std::span<const Plane> near, const Vec3& point, double size, BedWork& work) {
  ElasticBed bed;
  const std::size_t vertices = work.overlap.vertices.size();
  // Depth of every vertex below every face. A face counts if somewhere it may be the nearest one.
  work.heights.resize(near.size() * vertices);
  double deepest = std::numeric_limits<double>::infinity();
  for (std::size_t f = 0; f < near.size(); ++f) {
    double highest = -std::numeric_limits<double>::infinity();
    for (std::size_t v = 0; v < vertices; ++v) {
      const double depth = near[f].offset - near[f].normal.dot(vec3(work.overlap.vertices[v]));
      work.heights[f * vertices + v] = depth;
      highest = std::max(highest, depth);
    }
    deepest = std::min(deepest, highest);
  }
  static thread_local std::vector<std::uint32_t> counts;
  counts.clear();
  for (std::uint32_t f = 0; f < near.size(); ++f) {
    const auto* const depth = &work.heights[f * vertices];
    if (*std::min_element(depth, depth + vertices) < deepest) counts.push_back(f);
  }
  // One face that is nearer than all others everywhere needs no cuts, and nor do faces that are one.
  const auto never_nearer = [&](std::uint32_t f, std::uint32_t g) {  // f than g
    for (std::size_t v = 0; v < vertices; ++v)
      if (work.heights[f * vertices + v] < work.heights[g * vertices + v] - same_depth * size) return false;
    return true;
  };
  for (std::size_t n = 0; n < counts.size(); ++n) {
    const std::uint32_t f = counts[n];
    work.cutter.solid = work.overlap;
    bool left = true;
    for (std::size_t m = 0; left && m < counts.size(); ++m) {
      const std::uint32_t g = counts[m];
      if (m == n || never_nearer(g, f)) {
        // The same everywhere: the first of the two has it.
        if (m < n && never_nearer(f, g)) left = false;
        continue;
      }
      left =
          work.cutter.cut(triple(Vec3(near[g].normal - near[f].normal)), near[g].offset - near[f].offset, 0);
    }
    if (!left) continue;
    const VolumeAndCentroid region = measure_solid(work.cutter.solid);
    const double depth = near[f].offset - near[f].normal.dot(region.centroid);
    bed.measure += region.volume * std::max(0.0, depth);
    bed.slope += region.volume * near[f].normal;
    bed.moment += region.volume * (region.centroid - point).cross(near[f].normal);
  }
  return bed;
}

}  // namespace

ElasticBed elastic_bed(const PlacedPolyhedron& a, const PlacedPolyhedron& b, const Vec3& d, const Vec3& point,
                       const BedWeights& weights, BedWork& work) {
  // In the frame of the smaller one, whose coordinates round less.
  const bool about_a = a.radius <= b.radius;
  const PlacedPolyhedron &cut = about_a ? a : b, &cutting = about_a ? b : a;
  const Vec3 shift = about_a ? d : Vec3(-d);
  work.planes.clear();
  for (const Plane& p : cutting.planes) work.planes.push_back({p.normal, p.offset + p.normal.dot(shift)});
  Cutter<double>& cutter = work.cutter;
  cutter.solid.vertices.clear();
  for (const Vec3& v : cut.vertices) cutter.solid.vertices.push_back(triple(v));
  cutter.solid.half_edges.assign(cut.shape->half_edges.begin(), cut.shape->half_edges.end());
  for (const Plane& p : work.planes)
    if (!cutter.cut(triple(p.normal), p.offset, 0)) return {};
  std::swap(work.overlap, cutter.solid);

  const Vec3 about = about_a ? point : Vec3(point - d);
  const auto field_of = [&](const PlacedPolyhedron& body, std::span<const Plane> planes) {
    work.near.clear();
    for (std::uint32_t f = 0; f < planes.size(); ++f)
      if (is_surface(body, f)) work.near.push_back(planes[f]);
    return integrate_field(work.near, about, cut.radius, work);
  };
  // Outward normals of a lead to b, those of b to a.
  ElasticBed bed;
  const double weight_cut = about_a ? weights.a : weights.b, weight_cutting = about_a ? weights.b : weights.a;
  const auto add = [&](const ElasticBed& field, double weight, bool of_a) {
    bed.measure += weight * field.measure;
    bed.slope += (of_a ? weight : -weight) * field.slope;
    bed.moment += (of_a ? weight : -weight) * field.moment;
  };
  if (weight_cut > 0) add(field_of(cut, cut.planes), weight_cut, about_a);
  if (weight_cutting > 0) add(field_of(cutting, work.planes), weight_cutting, !about_a);
  return bed;
}

namespace {

struct Edge {
  Vec2 normal;
  double offset;
};

// Keeps of a convex ring what is not above a line.
void cut_ring(const std::vector<Vec2>& ring, const Vec2& normal, double offset, std::vector<Vec2>& out) {
  out.clear();
  for (std::size_t k = 0; k < ring.size(); ++k) {
    const Vec2 &p = ring[k], &q = ring[k + 1 == ring.size() ? 0 : k + 1];
    const double at_p = normal.dot(p) - offset, at_q = normal.dot(q) - offset;
    if (at_p <= 0) out.push_back(p);
    if ((at_p <= 0) != (at_q <= 0)) out.push_back(p + (q - p) * (at_p / (at_p - at_q)));
  }
}

ElasticBed integrate_edges(std::span<const Edge> near, const Vec2& point, double size, BedWork& work) {
  ElasticBed bed;
  const auto depth = [&](const Edge& edge, const Vec2& x) { return edge.offset - edge.normal.dot(x); };
  double deepest = std::numeric_limits<double>::infinity();
  for (const Edge& edge : near) {
    double highest = -std::numeric_limits<double>::infinity();
    for (const Vec2& v : work.ring) highest = std::max(highest, depth(edge, v));
    deepest = std::min(deepest, highest);
  }
  static thread_local std::vector<Edge> counts;
  counts.clear();
  for (const Edge& edge : near)
    if (std::ranges::any_of(work.ring, [&](const Vec2& v) { return depth(edge, v) < deepest; }))
      counts.push_back(edge);
  const auto never_nearer = [&](const Edge& f, const Edge& g) {
    return std::ranges::all_of(work.ring,
                               [&](const Vec2& v) { return depth(f, v) >= depth(g, v) - same_depth * size; });
  };
  for (std::size_t n = 0; n < counts.size(); ++n) {
    const Edge& f = counts[n];
    work.piece = work.ring;
    for (std::size_t m = 0; m < counts.size() && work.piece.size() > 2; ++m) {
      const Edge& g = counts[m];
      if (m == n || never_nearer(g, f)) {
        if (m < n && never_nearer(f, g)) work.piece.clear();
        continue;
      }
      cut_ring(work.piece, g.normal - f.normal, g.offset - f.offset, work.next);
      std::swap(work.piece, work.next);
    }
    if (work.piece.size() < 3) continue;
    const Vec2 origin = work.piece[0];
    double doubled = 0;
    Vec2 first = Vec2::Zero(), low = Vec2::Zero(), high = Vec2::Zero();
    for (std::size_t k = 0; k < work.piece.size(); ++k) {
      const Vec2 p = work.piece[k] - origin, q = work.piece[k + 1 == work.piece.size() ? 0 : k + 1] - origin;
      const double twice = cross(p, q);
      doubled += twice;
      first += twice * (p + q);
      low = low.cwiseMin(p);
      high = high.cwiseMax(p);
    }
    if (!(doubled > 0)) continue;
    const Vec2 centroid = origin + Vec2(first / (3 * doubled)).cwiseMax(low).cwiseMin(high);
    const double area = 0.5 * doubled;
    bed.measure += area * std::max(0.0, depth(f, centroid));
    bed.slope += area * Vec3(f.normal.x(), f.normal.y(), 0);
    bed.moment.z() += area * cross(Vec2(centroid - point), f.normal);
  }
  return bed;
}

// The stretches of an edge that neighbours cover, added up, leave nothing.
bool is_open(const Polygon& shape, std::uint32_t edge) {
  double covered = 0;
  for (const CoveredEdge& c : shape.covered)
    if (c.edge == edge) covered += c.to - c.from;
  return covered < 1 - 1e-6;
}

void list_edges(const TurnedPolygon& body, const Vec2& shift, bool only_surface, std::vector<Edge>& out) {
  out.clear();
  const Polygon& shape = body.shape;
  for (std::uint32_t k = 0; k < shape.size(); ++k) {
    if (only_surface && !shape.covered.empty() && !is_open(shape, k)) continue;
    const Vec2 p = body.turn(shape.vertices[k]) + shift, q = body.turn(shape.vertices[shape.next(k)]) + shift;
    const Vec2 along = (q - p).normalized(), normal(along.y(), -along.x());
    out.push_back({normal, normal.dot(p)});
  }
}

}  // namespace

ElasticBed elastic_bed(const TurnedPolygon& a, const TurnedPolygon& b, const Vec2& d, const Vec2& point,
                       const BedWeights& weights, BedWork& work) {
  static thread_local std::vector<Edge> edges;
  const bool about_a = a.radius() <= b.radius();
  const TurnedPolygon &cut = about_a ? a : b, &cutting = about_a ? b : a;
  const Vec2 shift = about_a ? d : Vec2(-d), about = about_a ? point : Vec2(point - d);
  work.ring.clear();
  for (const Vec2& v : cut.shape.vertices) work.ring.push_back(cut.turn(v));
  list_edges(cutting, shift, false, edges);
  for (const Edge& edge : edges) {
    cut_ring(work.ring, edge.normal, edge.offset, work.next);
    std::swap(work.ring, work.next);
    if (work.ring.size() < 3) return {};
  }
  ElasticBed bed;
  const auto add = [&](const TurnedPolygon& body, const Vec2& at, double weight, bool of_a) {
    if (!(weight > 0)) return;
    list_edges(body, at, true, edges);
    const ElasticBed field = integrate_edges(edges, about, cut.radius(), work);
    bed.measure += weight * field.measure;
    bed.slope += (of_a ? weight : -weight) * field.slope;
    bed.moment += (of_a ? weight : -weight) * field.moment;
  };
  add(cut, Vec2::Zero(), about_a ? weights.a : weights.b, about_a);
  add(cutting, shift, about_a ? weights.b : weights.a, !about_a);
  return bed;
}

}  // namespace scree
