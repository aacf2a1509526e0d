// Shapes are immutable and shared between bodies; a body adds a scale. Local frame: centroid and
// principal axes.
#pragma once

#include <algorithm>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/vector.h"
#include "geometry/plane/polygon.h"
#include "geometry/solid/polyhedron.h"
#include "geometry/tessellate.h"
#include "state/box.h"
#include "state/part_tree.h"

namespace scree {

// A box is a polyhedron with quicker kernels. A compound consists of convex parts that move as one. In the
// plane there are discs, polygons and ellipses, and half-spaces whose normal lies in it.
enum class ShapeKind : std::uint8_t { sphere, box, half_space, polyhedron, compound, disc, polygon, ellipse };
inline constexpr std::size_t shape_kind_count = 8;

const char* name_of(ShapeKind kind);

// Of bodies with no more parts than this all combinations are looked at.
inline constexpr std::size_t few_parts = 8;

struct Shape {
  std::string name;
  ShapeKind kind = ShapeKind::sphere;
  double radius = 0;  // of the bounding sphere about the centroid; half-space: infinite
  // Of the box about the centroid along the local axes that holds the shape.
  Vec3 half_extents = Vec3::Zero();
  // Box, polyhedron: one convex solid; compound: several. In the local frame.
  std::vector<std::shared_ptr<const Polyhedron>> parts;
  // Polygon: its convex parts, in the local frame.
  std::vector<std::shared_ptr<const Polygon>> figures;
  // For files and pictures: points p of the mesh lie at surface_stretch * p in the local frame. Round shapes
  // of all sizes share a mesh. Half-space: null.
  std::shared_ptr<const SurfaceMesh> surface;
  Vec3 surface_stretch = Vec3::Ones();
  // Compound: faces that its parts share, in the order of part and face.
  struct Seam {
    std::uint32_t part, face, cover_part;
  };
  std::vector<Seam> seams;
  // Pairs of parts (lower, higher) that make one convex solid together: where both are touched, it is one.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> joints;
  // Of shapes of more parts than `few_parts`.
  PartTree tree;
  // Where the local frame lies in the coordinates in which the shape was given.
  Vec3 given_centroid = Vec3::Zero();
  Quat given_axes = Quat::Identity();  // turns local vectors into given ones
  bool given_origin = false;           // positions in scenes mean the origin of these, not the centroid
  Vec3 normal = Vec3::UnitZ();         // half-space: local, unit, points out of the solid
  double equivalent_radius = 0;        // of the sphere of equal volume; half-space: infinite
  // At scale 1 and density 1; in the plane of a layer 1 m thick: volume, 0 for half-spaces, and principal
  // moments.
  double volume = 0;
  Vec3 inertia = Vec3::Zero();
  // How much faster than a point of the same mass a face can make it swing: the largest, over all faces of
  // area A, of A / V + (integral of (e . (x x n))^2 over the face) / I_e, at scale 1 (1/m). A stiffness Y / l
  // per area gives the square of a frequency Y / (l rho) times this.
  double face_response = 0;
  double face_area = 0;  // the largest flat face, at scale 1
  // The least that the shape, or one of its parts, measures across its faces, at scale 1; half-space:
  // infinite.
  double thickness = 0;
};

Shape make_sphere(std::string name, double radius);
Shape make_box(std::string name, const Vec3& half_extents);
Shape make_half_space(std::string name, const Vec3& normal);
Shape make_disc(std::string name, double radius);
// Its first half axis lies along x. With two equal ones it acts as a disc does, but knows how it is turned.
Shape make_ellipse(std::string name, const Vec2& half_axes);
// A polygon, or several that make one body: they must not overlap, but may share edges.
Shape make_polygon_shape(std::string name, const Polygon& given);
Shape make_polygons_shape(std::string name, std::vector<Polygon> given);
Shape make_polyhedron(std::string name, const Polyhedron& given);
// The parts must not overlap, but may share faces.
Shape make_compound(std::string name, const std::vector<Polyhedron>& given);

inline bool is_polyhedral(ShapeKind kind) {
  return kind == ShapeKind::box || kind == ShapeKind::polyhedron || kind == ShapeKind::compound;
}
inline bool has_corners(ShapeKind kind) { return is_polyhedral(kind) || kind == ShapeKind::polygon; }
inline bool is_round(ShapeKind kind) { return kind == ShapeKind::sphere || kind == ShapeKind::disc; }
inline std::uint32_t part_count(const Shape& shape) {
  return static_cast<std::uint32_t>(std::max<std::size_t>({1, shape.parts.size(), shape.figures.size()}));
}
inline bool bounded(const Shape& shape) { return shape.kind != ShapeKind::half_space; }

// Pairs (lower, higher) of parts whose boxes come within a margin of each other, in order.
std::vector<std::pair<std::uint32_t, std::uint32_t>> parts_side_by_side(
    std::span<const std::shared_ptr<const Polyhedron>> parts, double margin);

// A box around a scaled, placed, bounded shape, quick to find: of polygons it may be wide.
Box bounds(const Shape& shape, double scale, const Vec3& position, const Quat& orientation);
// The smallest one.
Box exact_bounds(const Shape& shape, double scale, const Vec3& position, const Quat& orientation);

}  // namespace scree
