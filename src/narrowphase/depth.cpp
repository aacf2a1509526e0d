#include "narrowphase/depth.h"

#include <algorithm>
#include <limits>

#include "geometry/solid/shared_faces.h"
#include "narrowphase/dispatch.h"
#include "narrowphase/ellipse_contacts.h"
#include "narrowphase/parts_in_place.h"

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

// Calls visit(depth) with what knows the ways out, or returns a depth that is known already.
template <class Visit>
double measure_depth(const State& state, const Placements& placements, Pair pair, Parts parts,
                     const Touch& touch, const Visit& visit) {
  const FromPlacements placed{placements};
  const Bodies& bodies = state.bodies;
  const auto [a, b] = pair;
  const Vec3 d = state.cell.separation(bodies.position[a], bodies.position[b]);
  switch (route_for(state, pair)) {
    case Route::polyhedra: return visit(SolidDepth{placed(a, parts.a), placed(b, parts.b), d}, touch.normal);
    case Route::polyhedron_half_space: {
      const Vec3 out = outward_normal(state, b);
      return out.dot(d) + reach_of(placed(a, parts.a), -out);
    }
    case Route::half_space_polyhedron: {
      const Vec3 out = outward_normal(state, a);
      return -out.dot(d) + reach_of(placed(b, parts.b), -out);
    }
    case Route::polygons: {
      const TurnedPolygon first = turned_part(state, placed, a, parts.a),
                          second = turned_part(state, placed, b, parts.b);
      return visit(FigureDepth{first, second, in_plane(d) + second.centre() - first.centre()},
                   in_plane(touch.normal));
    }
    case Route::polygon_half_plane: {
      const TurnedPolygon body = turned_part(state, placed, a, parts.a);
      const Vec2 out = in_plane(outward_normal(state, b));
      return out.dot(in_plane(d) - body.centre()) + reach_of(body, -out);
    }
    case Route::half_plane_polygon: {
      const TurnedPolygon body = turned_part(state, placed, b, parts.b);
      const Vec2 out = in_plane(outward_normal(state, a));
      return out.dot(in_plane(-d) - body.centre()) + reach_of(body, -out);
    }
    default: return touch.overlap;  // of what is round the overlap is the depth
  }
}

// What is thin is not entered as deep as what is not: of a free body its diameter counts, or twice its least
// thickness.
double entered_scale(const State& state, BodyIndex i) {
  const Shape& shape = state.shapes[state.bodies.shape[i]];
  const double thickness = shape.thickness * state.bodies.scale[i];
  if (!state.bodies.free(i)) return 2.5 * thickness;
  return 2 * std::min(thickness, equivalent_radius(state, i));
}

bool inside(const State& state, const FromPlacements& placed, BodyIndex body, std::uint32_t part,
            const Vec3& point) {  // seen from the body's centre
  const Bodies& bodies = state.bodies;
  const Shape& shape = state.shapes[bodies.shape[body]];
  switch (shape.kind) {
    case ShapeKind::half_space: return outward_normal(state, body).dot(point) < 0;
    case ShapeKind::sphere:
    case ShapeKind::disc: return point.squaredNorm() < bodies.radius[body] * bodies.radius[body];
    case ShapeKind::ellipse: return distance_to(turned_ellipse(state, body), in_plane(point)) < 0;
    case ShapeKind::polygon: {
      Vec2 outward;
      return distance_to(turned_part(state, placed, body, part), in_plane(point), outward) < 0;
    }
    case ShapeKind::box:
    case ShapeKind::polyhedron:
    case ShapeKind::compound: {
      const PlacedPolyhedron& solid = placed(body, part);
      return std::ranges::all_of(solid.planes,
                                 [&](const Plane& p) { return p.normal.dot(point) < p.offset; });
    }
  }
  return false;
}

}  // namespace

double depth_of(const State& state, const Placements& placements, Pair pair, Parts parts, const Touch& touch,
                double at_least) {
  const auto least = [&](const auto& bodies, const auto& normal) { return bodies.least(normal, at_least); };
  return std::max(0.0, measure_depth(state, placements, pair, parts, touch, least));
}

double depth_scale(const State& state, Pair pair) {
  return std::min(entered_scale(state, pair.a), entered_scale(state, pair.b));
}

bool centre_inside(const State& state, const Placements& placements, Pair pair, Parts parts,
                   const Vec3& separation) {
  const FromPlacements placed{placements};
  const auto [a, b] = pair;
  return (state.bodies.free(a) && inside(state, placed, b, parts.b, Vec3(-separation))) ||
         (state.bodies.free(b) && inside(state, placed, a, parts.a, separation));
}

}  // namespace scree
