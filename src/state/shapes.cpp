#include "state/shapes.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include "base/math.h"
#include "geometry/hull/hull.h"
#include "geometry/solid/mass.h"
#include "geometry/solid/overlap.h"
#include "geometry/solid/shared_faces.h"

namespace scree {
namespace {

double equivalent_radius_of(double volume) { return math::cbrt(volume * 3 / (4 * math::pi)); }

std::shared_ptr<const Polyhedron> box_solid(const Vec3& h) {
  auto solid = std::make_shared<Polyhedron>();
  // Bit k of a corner's number says that it is on the upper side of axis k.
  for (int corner = 0; corner < 8; ++corner)
    solid->vertices.push_back(
        {corner & 1 ? h.x() : -h.x(), corner & 2 ? h.y() : -h.y(), corner & 4 ? h.z() : -h.z()});
  solid->corners = {0, 4, 6, 2, 1, 3, 7, 5, 0, 1, 5, 4, 2, 6, 7, 3, 0, 2, 3, 1, 4, 5, 7, 6};
  for (std::uint32_t face = 0; face <= 6; ++face) solid->face_start.push_back(4 * face);
  for (int axis = 0; axis < 3; ++axis)
    for (const double side : {-1.0, 1.0}) solid->planes.push_back({side * Vec3::Unit(axis), h[axis]});
  link_half_edges(*solid);
  return solid;
}

// Masses of the parts about a common centroid.
MassProperties sum_of(const std::vector<Polyhedron>& parts) {
  MassProperties sum;
  std::vector<MassProperties> own;
  for (const Polyhedron& part : parts) {
    own.push_back(mass_of(part));
    sum.volume += own.back().volume;
    sum.area += own.back().area;
    sum.centroid += own.back().volume * own.back().centroid;
  }
  sum.centroid /= sum.volume;
  for (const MassProperties& m : own) {
    const Vec3 d = m.centroid - sum.centroid;
    sum.inertia += m.inertia + m.volume * (d.squaredNorm() * Mat3::Identity() - d * d.transpose());
  }
  return sum;
}

// Seams of one part, of a list in order.
std::span<const Shape::Seam> seams_of(const Shape& shape, std::uint32_t part) {
  return std::ranges::equal_range(shape.seams, part, {}, &Shape::Seam::part);
}

Box box_of(const Polyhedron& part) {
  Box box{part.vertices[0], part.vertices[0]};
  for (const Vec3& v : part.vertices) box = {box.lower.cwiseMin(v), box.upper.cwiseMax(v)};
  return box;
}

std::vector<Box> boxes_of(std::span<const std::shared_ptr<const Polyhedron>> parts) {
  std::vector<Box> boxes;
  for (const auto& part : parts) boxes.push_back(box_of(*part));
  return boxes;
}

// Shape::face_response and face_area. The integrand is quadratic: the midpoints of a triangle's sides give it
// exactly. Faces of several parts in one plane count together; those that parts share do not count.
void measure_faces(Shape& shape) {
  struct Flat {
    Plane plane;
    double area = 0;
    Vec3 turning = Vec3::Zero();
  };
  std::vector<Flat> flats;
  const auto is_seam = [&](std::uint32_t part, std::size_t face) {
    return std::ranges::any_of(seams_of(shape, part), [&](const Shape::Seam& s) { return s.face == face; });
  };
  for (std::uint32_t part = 0; part < shape.parts.size(); ++part) {
    const Polyhedron& solid = *shape.parts[part];
    for (std::size_t f = 0; f < solid.faces(); ++f) {
      if (is_seam(part, f)) continue;
      const Plane& plane = solid.planes[f];
      auto flat = flats.end();
      if (shape.parts.size() > 1)
        flat = std::ranges::find_if(flats, [&](const Flat& other) {
          return (other.plane.normal - plane.normal).norm() < 1e-7 &&
                 std::abs(other.plane.offset - plane.offset) < 1e-7 * shape.radius;
        });
      if (flat == flats.end()) flat = flats.insert(flat, Flat{plane});
      const auto corners = solid.corners_of(f);
      for (std::size_t k = 1; k + 1 < corners.size(); ++k) {
        const Vec3 p = solid.vertices[corners[0]], q = solid.vertices[corners[k]],
                   r = solid.vertices[corners[k + 1]];
        const double triangle = 0.5 * (q - p).cross(r - p).norm();
        flat->area += triangle;
        for (const Vec3& x : {Vec3(0.5 * (p + q)), Vec3(0.5 * (q + r)), Vec3(0.5 * (r + p))})
          flat->turning += triangle / 3 * x.cross(plane.normal).cwiseAbs2();
      }
    }
  }
  for (const Flat& flat : flats) {
    const double response = flat.area / shape.volume + flat.turning.cwiseQuotient(shape.inertia).maxCoeff();
    shape.face_response = std::max(shape.face_response, response);
    shape.face_area = std::max(shape.face_area, flat.area);
  }
}

// Shape::seams and joints.
void find_seams(Shape& shape) {
  std::vector<PlacedCopy> parts(shape.parts.size());
  for (std::size_t k = 0; k < parts.size(); ++k) parts[k].place(*shape.parts[k], 1, Quat::Identity());
  for (const auto& [i, j] : parts_side_by_side(shape.parts, 1e-6 * shape.radius)) {
    const std::vector<SharedFace> shared = shared_faces(parts[i].view, parts[j].view, Vec3::Zero());
    for (const SharedFace& face : shared) {
      shape.seams.push_back({i, face.of_a, j});
      shape.seams.push_back({j, face.of_b, i});
    }
    if (!shared.empty() && make_one_convex(parts[i].view, parts[j].view, Vec3::Zero(), shared))
      shape.joints.emplace_back(i, j);
  }
  std::ranges::sort(shape.seams, {},
                    [](const Shape::Seam& s) { return std::tuple(s.part, s.face, s.cover_part); });
}

// Shape::thickness. Across a face of a part the body goes on where a neighbour covers the other side.
void measure_thickness(Shape& shape) {
  const double whole = 2 * shape.half_extents.minCoeff();
  shape.thickness = whole;
  for (std::uint32_t part = 0; part < shape.parts.size(); ++part) {
    const Polyhedron& solid = *shape.parts[part];
    const auto goes_on = [&](const Vec3& normal) {
      return std::ranges::any_of(seams_of(shape, part), [&](const Shape::Seam& s) {
        return std::abs(solid.planes[s.face].normal.dot(normal)) > 0.5;
      });
    };
    for (const Plane& plane : solid.planes) {
      if (goes_on(plane.normal)) continue;
      double lowest = plane.offset;
      for (const Vec3& v : solid.vertices) lowest = std::min(lowest, plane.normal.dot(v));
      shape.thickness = std::min(shape.thickness, plane.offset - lowest);
    }
  }
}

}  // namespace

std::vector<std::pair<std::uint32_t, std::uint32_t>> parts_side_by_side(
    std::span<const std::shared_ptr<const Polyhedron>> parts, double margin) {
  const PartTree tree(boxes_of(parts));
  std::vector<PartTree::PartPair> near;
  PartTree::find_near(tree, tree, {}, margin, near);
  std::erase_if(near, [](const PartTree::PartPair& pair) { return pair.a >= pair.b; });
  std::ranges::sort(near);
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
  for (const auto& [a, b] : near) pairs.emplace_back(a, b);
  return pairs;
}

const char* name_of(ShapeKind kind) {
  switch (kind) {
    case ShapeKind::sphere: return "sphere";
    case ShapeKind::box: return "box";
    case ShapeKind::half_space: return "half-space";
    case ShapeKind::polyhedron: return "polyhedron";
    case ShapeKind::compound: return "compound";
    case ShapeKind::disc: return "disc";
    case ShapeKind::polygon: return "polygon";
    case ShapeKind::ellipse: return "ellipse";
  }
  return "?";
}

Shape make_sphere(std::string name, double radius) {
  Shape s;
  s.name = std::move(name);
  s.kind = ShapeKind::sphere;
  s.radius = radius;
  s.equivalent_radius = radius;
  s.half_extents = Vec3::Constant(radius);
  s.surface = unit_sphere_mesh();
  s.surface_stretch = s.half_extents;
  s.volume = 4.0 / 3.0 * math::pi * radius * radius * radius;
  s.inertia = Vec3::Constant(0.4 * s.volume * radius * radius);
  s.thickness = 2 * radius;
  s.face_area = 0.25 * radius * radius;  // of a cap 2 % of the diameter deep
  s.face_response = s.face_area / s.volume;
  return s;
}

Shape make_box(std::string name, const Vec3& h) {
  Shape s;
  s.name = std::move(name);
  s.kind = ShapeKind::box;
  s.half_extents = h;
  s.radius = h.norm();
  s.volume = 8.0 * h.x() * h.y() * h.z();
  s.equivalent_radius = equivalent_radius_of(s.volume);
  s.parts = {box_solid(h)};
  s.surface = std::make_shared<SurfaceMesh>(tessellate(s.parts));
  const Vec3 h2 = h.cwiseProduct(h);
  s.inertia = s.volume / 3.0 * Vec3(h2.y() + h2.z(), h2.z() + h2.x(), h2.x() + h2.y());
  s.thickness = 2 * h.minCoeff();
  measure_faces(s);
  return s;
}

Shape make_half_space(std::string name, const Vec3& normal) {
  Shape s;
  s.name = std::move(name);
  s.kind = ShapeKind::half_space;
  s.normal = normal.normalized();
  s.radius = std::numeric_limits<double>::infinity();
  s.equivalent_radius = s.thickness = s.radius;
  return s;
}

Shape make_compound(std::string name, const std::vector<Polyhedron>& given) {
  const MassProperties mass = sum_of(given);
  const PrincipalAxes principal = principal_axes(mass.inertia);
  Shape s;
  s.name = std::move(name);
  s.kind = given.size() == 1 ? ShapeKind::polyhedron : ShapeKind::compound;
  s.volume = mass.volume;
  s.equivalent_radius = equivalent_radius_of(s.volume);
  s.inertia = principal.moments;
  s.given_centroid = mass.centroid;
  s.given_axes = Quat(principal.axes).normalized();
  double square = 0;
  for (const Polyhedron& part : given) {
    auto solid = std::make_shared<Polyhedron>(transformed(part, principal.axes.transpose(), -mass.centroid));
    for (const Vec3& v : solid->vertices) {
      square = std::max(square, v.squaredNorm());
      s.half_extents = s.half_extents.cwiseMax(v.cwiseAbs());
    }
    s.parts.push_back(std::move(solid));
  }
  s.radius = std::sqrt(square) * (1 + 1e-15);
  s.surface = std::make_shared<SurfaceMesh>(tessellate(s.parts));
  if (s.parts.size() > few_parts) s.tree = PartTree(boxes_of(s.parts));
  find_seams(s);
  measure_faces(s);
  measure_thickness(s);
  return s;
}

Shape make_polyhedron(std::string name, const Polyhedron& given) {
  return make_compound(std::move(name), {given});
}

Box bounds(const Shape& shape, double scale, const Vec3& position, const Quat& orientation) {
  if (is_round(shape.kind)) {
    const Vec3 r = Vec3::Constant(shape.radius * scale);
    return {position - r, position + r};
  }
  const Mat3 turn = orientation.toRotationMatrix();
  if (shape.kind == ShapeKind::ellipse) {
    const Vec3 a = scale * shape.half_extents.x() * turn.col(0),
               b = scale * shape.half_extents.y() * turn.col(1);
    const Vec3 h(Vec2(a.x(), b.x()).norm(), Vec2(a.y(), b.y()).norm(), scale * shape.half_extents.z());
    return {position - h, position + h};
  }
  // Of polygons it costs the same for any number of corners, and is a little wide.
  if (shape.kind == ShapeKind::box || shape.kind == ShapeKind::polygon) {
    const Vec3 h = turn.cwiseAbs() * (scale * shape.half_extents);
    return {position - h, position + h};
  }
  Vec3 low = Vec3::Constant(std::numeric_limits<double>::infinity()), high = -low;
  for (const auto& part : shape.parts)
    for (const Vec3& v : part->vertices) {
      const Vec3 x = turn * (scale * v);
      low = low.cwiseMin(x);
      high = high.cwiseMax(x);
    }
  return {position + low, position + high};
}

Box exact_bounds(const Shape& shape, double scale, const Vec3& position, const Quat& orientation) {
  if (shape.kind != ShapeKind::polygon) return bounds(shape, scale, position, orientation);
  const Mat3 turn = orientation.toRotationMatrix();
  Box box{Vec3::Constant(std::numeric_limits<double>::infinity()),
          Vec3::Constant(-std::numeric_limits<double>::infinity())};
  for (const auto& figure : shape.figures)
    for (const Vec2& v : figure->vertices) {
      const Vec2 own = v + figure->place;
      const Vec3 x = position + turn * Vec3(scale * own.x(), scale * own.y(), 0);
      box.lower = box.lower.cwiseMin(x);
      box.upper = box.upper.cwiseMax(x);
    }
  return box;
}

}  // namespace scree
