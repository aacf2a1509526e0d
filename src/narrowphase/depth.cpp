#include "narrowphase/depth.h"

#include <algorithm>
#include <limits>

#include "geometry/solid/shared_faces.h"
#include "narrowphase/dispatch.h"
#include "narrowphase/kernels.h"
#include "narrowphase/kind_operations.h"
#include "narrowphase/place_shape.h"
#include "narrowphase/plane_contacts.h"

namespace scree {
namespace {

constexpr double far_away = std::numeric_limits<double>::infinity();

double reach_of(const PlacedSolid& solid, const Vec3& direction) {
  double furthest = -far_away;
  for (const Vec3& v : solid.vertices) furthest = std::max(furthest, direction.dot(v));
  return furthest;
}

Vec3 furthest_of(const PlacedSolid& solid, const Vec3& direction) {
  Vec3 best = solid.vertices[0];
  double furthest = direction.dot(best);
  for (const Vec3& v : solid.vertices) {
    const double reach = direction.dot(v);
    if (!(reach > furthest)) continue;
    furthest = reach;
    best = v;
  }
  return best;
}

// Calls visit(outward normal, offset) for the faces that are surface, until it returns false.
template <class Visit>
void for_each_face(const PlacedPolyhedron& body, const Visit& visit) {
  for (std::uint32_t f = 0; f < body.planes.size(); ++f) {
    const bool is_surface = body.covered.empty() || !fully_covered(body, f);
    if (is_surface && !visit(body.planes[f].normal, body.planes[f].offset)) return;
  }
}

template <class Visit>
void for_each_edge(const TurnedPolygon& body, const Visit& visit) {
  const Polygon& shape = body.shape;
  for (std::uint32_t k = 0; k < shape.size(); ++k) {
    const bool covered = std::ranges::any_of(
        shape.covered, [&](const CoveredEdge& c) { return c.edge == k && c.to - c.from > 0.5; });
    if (covered) continue;
    const Vec2 p = body.turn(shape.vertices[k]), q = body.turn(shape.vertices[shape.next(k)]);
    const Vec2 along = (q - p).normalized(), normal(along.y(), -along.x());
    if (!visit(normal, normal.dot(p))) return;
  }
}

// Of two polyhedra whose centres are d apart.
struct SolidDepth {
  const PlacedPolyhedron &a, &b;
  Vec3 d;
  // The depth along the contact normal or, where that is less, a face of one of them: as far as it is more
  // than what is wanted. Most faces do not look along the normal, and the one corner of the other solid that
  // goes deepest shows that they cannot matter.
  double least(const Vec3& normal, double at_least) const {
    const Vec3 of_a = furthest_of(a, normal), of_b = furthest_of(b, -normal);
    double depth = normal.dot(of_a) + (-normal).dot(of_b) - normal.dot(d);
    through_faces(a, b, of_b, d, depth, at_least);
    through_faces(b, a, of_a, -d, depth, at_least);
    return depth;
  }

 private:
  static void through_faces(const PlacedPolyhedron& of, const PlacedPolyhedron& other, const Vec3& deepest,
                            const Vec3& separation, double& depth, double at_least) {
    if (!(depth > at_least)) return;
    for_each_face(of, [&](const Vec3& n, double offset) {
      const Vec3 inwards = -n;
      if (offset + inwards.dot(deepest) - n.dot(separation) >= depth) return true;
      depth = std::min(depth, offset + reach_of(other, inwards) - n.dot(separation));
      return depth > at_least;
    });
  }
};

// The same for polygons; d is from one figure's origin to the other's.
struct FigureDepth {
  const TurnedPolygon &a, &b;
  Vec2 d;
  double least(const Vec2& normal, double at_least) const {
    double depth = reach_of(a, normal) + reach_of(b, -normal) - normal.dot(d);
    if (!(depth > at_least)) return depth;
    for_each_edge(a, [&](const Vec2& n, double offset) {
      depth = std::min(depth, offset + reach_of(b, -n) - n.dot(d));
      return depth > at_least;
    });
    for_each_edge(b, [&](const Vec2& n, double offset) {
      depth = std::min(depth, offset + reach_of(a, -n) + n.dot(d));
      return depth > at_least;
    });
    return depth;
  }
};

// What is thin is not entered as deep as what is not: of a free body its diameter counts, or twice its least
// thickness.
double entered_scale(const State& state, BodyIndex i) {
  const Shape& shape = state.shapes[state.bodies.shape[i]];
  const double thickness = shape.thickness * state.bodies.scale[i];
  if (!state.bodies.free(i)) return 2.5 * thickness;
  return 2 * std::min(thickness, equivalent_radius(state, i));
}

}  // namespace

double kernels::depth_polyhedra(const PairInPlace& pair, const Touch& touch, double at_least) {
  return SolidDepth{*pair.a.solid, *pair.b.solid, pair.separation}.least(touch.normal, at_least);
}

double kernels::depth_polyhedron_half_space(const PairInPlace& pair, const Touch&, double) {
  const Vec3 out = pair.b.outward();
  return out.dot(pair.separation) + reach_of(*pair.a.solid, -out);
}

double kernels::depth_polygons(const PairInPlace& pair, const Touch& touch, double at_least) {
  const TurnedPolygon a = pair.a.polygon(), b = pair.b.polygon();
  return FigureDepth{a, b, in_plane(pair.separation) + b.centre() - a.centre()}.least(in_plane(touch.normal),
                                                                                      at_least);
}

double kernels::depth_polygon_half_plane(const PairInPlace& pair, const Touch&, double) {
  const TurnedPolygon body = pair.a.polygon();
  const Vec2 out = in_plane(pair.b.outward());
  return out.dot(in_plane(pair.separation) - body.centre()) + reach_of(body, -out);
}

double depth_scale(const State& state, Pair pair) {
  return std::min(entered_scale(state, pair.a), entered_scale(state, pair.b));
}

bool centre_inside(const State& state, const Placements& placements, Pair pair, Parts parts,
                   const Vec3& separation) {
  const auto contains = [&](BodyIndex i, std::uint32_t part, const Vec3& point) {
    const PlacedShape body = place_shape(state, placements, i, part);
    return operations_of(body.shape->kind).contains(body, point);
  };
  const auto [a, b] = pair;
  return (state.bodies.free(a) && contains(b, parts.b, Vec3(-separation))) ||
         (state.bodies.free(b) && contains(a, parts.a, separation));
}

}  // namespace scree
