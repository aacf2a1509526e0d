// Shapes in the plane.
#include <algorithm>
#include <cmath>

#include "base/math.h"
#include "geometry/plane/shared_edges.h"
#include "state/shapes.h"

namespace scree {
namespace {

// Shape::face_response and face_area, as for the faces of solids: edges of several parts on one line count
// together, and covered ones do not. Simpson's rule is exact for the square of a linear function.
void measure_edges(Shape& shape) {
  struct Line {
    Vec2 normal;
    double offset, length, turning;
  };
  std::vector<Line> lines;
  for (const auto& part : shape.figures)
    for (std::uint32_t k = 0; k < part->size(); ++k) {
      const Vec2 p = part->vertices[k] + part->place, q = part->vertices[part->next(k)] + part->place;
      const double whole = (q - p).norm();
      double length = whole;
      for (const CoveredEdge& c : part->covered)
        if (c.edge == k) length -= (c.to - c.from) * whole;
      const Vec2 along = (q - p) / whole, normal(along.y(), -along.x());
      const double at_p = along.dot(p), at_q = along.dot(q), between = 0.5 * (at_p + at_q);
      const double turning = std::max(0.0, length) / 6 * (at_p * at_p + 4 * between * between + at_q * at_q);
      auto line = lines.end();
      if (shape.figures.size() > 1)
        line = std::ranges::find_if(lines, [&](const Line& other) {
          return (other.normal - normal).norm() < 1e-7 &&
                 std::abs(other.offset - normal.dot(p)) < 1e-7 * shape.radius;
        });
      if (line == lines.end()) line = lines.insert(line, {normal, normal.dot(p), 0, 0});
      line->length += std::max(0.0, length);
      line->turning += turning;
    }
  for (const Line& line : lines) {
    const double response = line.length / shape.volume + line.turning / shape.inertia.z();
    shape.face_response = std::max(shape.face_response, response);
    shape.face_area = std::max(shape.face_area, line.length);
  }
}

// Shape::thickness, as of solids.
void measure_width(Shape& shape) {
  shape.thickness = 2 * shape.half_extents.head<2>().minCoeff();
  for (const auto& part : shape.figures) {
    const auto normal_of = [&](std::uint32_t k) {
      const Vec2 along = (part->vertices[part->next(k)] - part->vertices[k]).normalized();
      return Vec2(along.y(), -along.x());
    };
    for (std::uint32_t k = 0; k < part->size(); ++k) {
      const Vec2 normal = normal_of(k);
      const bool goes_on = std::ranges::any_of(
          part->covered, [&](const CoveredEdge& c) { return std::abs(normal_of(c.edge).dot(normal)) > 0.5; });
      if (goes_on) continue;
      const double offset = normal.dot(part->vertices[k]);
      double lowest = offset;
      for (const Vec2& v : part->vertices) lowest = std::min(lowest, normal.dot(v));
      shape.thickness = std::min(shape.thickness, offset - lowest);
    }
  }
}

// The face of an ellipse is the arc of a segment as deep as those that count for discs, 2 % of the diameter
// across: wherever it is on the boundary, affine maps say how long. Its normals pass the centre at
// (a^2 - b^2) sin t cos t / |q|, where |q| is how fast the angle t runs along the boundary.
void measure_arcs(Shape& shape, double a, double b) {
  const double half = math::acos(0.96), chord = 2 * math::sin(half), twist = (a - b) * (a + b);
  const auto speed = [&](double t) {
    const math::SinCos at = math::sincos(t);
    return std::sqrt(a * a * at.sin * at.sin + b * b * at.cos * at.cos);
  };
  const auto turning_at = [&](double t) {
    const double lever = 0.5 * twist * math::sin(2 * t);
    return lever * lever / speed(t);
  };
  constexpr int places = 64;
  for (int n = 0; n <= places; ++n) {
    const double t = 0.5 * math::pi * n / places;
    const double length = chord * speed(t);
    const double turning = half / 3 * (turning_at(t - half) + 4 * turning_at(t) + turning_at(t + half));
    shape.face_response = std::max(shape.face_response, length / shape.volume + turning / shape.inertia.z());
    shape.face_area = std::max(shape.face_area, length);
  }
}

// Areas of the parts about a common centroid.
AreaProperties sum_of(const std::vector<Polygon>& parts) {
  AreaProperties sum;
  std::vector<AreaProperties> own;
  for (const Polygon& part : parts) {
    own.push_back(area_of(part));
    sum.area += own.back().area;
    sum.centroid += own.back().area * own.back().centroid;
  }
  sum.centroid /= sum.area;
  for (const AreaProperties& a : own) {
    const Vec2 d = a.centroid - sum.centroid;
    sum.xx += a.xx + a.area * d.x() * d.x();
    sum.xy += a.xy + a.area * d.x() * d.y();
    sum.yy += a.yy + a.area * d.y() * d.y();
  }
  return sum;
}

// Parts whose shared edges are marked.
Shape make_from_parts(std::string name, const std::vector<Polygon>& parts) {
  const AreaProperties area = sum_of(parts);
  // The axis about which the second moment of area is least lies along x.
  const double angle = 0.5 * math::atan2(2 * area.xy, area.xx - area.yy);
  const math::SinCos turn = math::sincos(angle), half = math::sincos(0.5 * angle);
  Shape s;
  s.name = std::move(name);
  s.kind = ShapeKind::polygon;
  s.volume = area.area;
  s.equivalent_radius = std::sqrt(area.area / math::pi);
  s.inertia = Vec3::Constant(area.xx + area.yy);
  s.given_centroid = Vec3(area.centroid.x(), area.centroid.y(), 0);
  s.given_axes = Quat(half.cos, 0, 0, half.sin);
  for (const Polygon& part : parts) {
    Polygon own = seen_from(part, area.centroid, turn.cos, -turn.sin);
    if (parts.size() == 1) own.place.setZero();  // but for rounding it is
    for (const Vec2& v : own.vertices) {
      const Vec2 x = v + own.place;
      s.radius = std::max(s.radius, x.norm() * (1 + 1e-15));
      s.half_extents = s.half_extents.cwiseMax(Vec3(std::abs(x.x()), std::abs(x.y()), 0));
    }
    s.figures.push_back(std::make_shared<Polygon>(std::move(own)));
  }
  if (s.figures.size() > few_parts) {
    std::vector<Box> boxes;
    for (const auto& figure : s.figures) {
      Vec2 lower = figure->vertices[0], upper = lower;
      for (const Vec2& v : figure->vertices) {
        lower = lower.cwiseMin(v);
        upper = upper.cwiseMax(v);
      }
      lower += figure->place;
      upper += figure->place;
      boxes.push_back({Vec3(lower.x(), lower.y(), 0), Vec3(upper.x(), upper.y(), 0)});
    }
    s.tree = PartTree(boxes);
  }
  s.half_extents.z() = s.half_extents.head<2>().minCoeff();
  s.surface = std::make_shared<SurfaceMesh>(tessellate(s.figures));
  measure_edges(s);
  measure_width(s);
  return s;
}

}  // namespace

Shape make_disc(std::string name, double radius) {
  Shape s;
  s.name = std::move(name);
  s.kind = ShapeKind::disc;
  s.radius = radius;
  s.equivalent_radius = radius;
  s.half_extents = Vec3::Constant(radius);
  s.surface = unit_disc_mesh();
  s.surface_stretch = s.half_extents;
  s.volume = math::pi * radius * radius;
  s.inertia = Vec3::Constant(0.5 * s.volume * radius * radius);
  s.thickness = 2 * radius;
  s.face_area = 0.56 * radius;  // of a segment 2 % of the diameter deep
  s.face_response = s.face_area / s.volume;
  return s;
}

Shape make_ellipse(std::string name, const Vec2& half_axes) {
  const double a = half_axes.x(), b = half_axes.y();
  Shape s;
  s.name = std::move(name);
  s.kind = ShapeKind::ellipse;
  s.radius = std::max(a, b);
  s.equivalent_radius = std::sqrt(a * b);
  s.half_extents = Vec3(a, b, std::min(a, b));
  s.surface = unit_disc_mesh();
  s.surface_stretch = s.half_extents;
  s.volume = math::pi * a * b;
  s.inertia = Vec3::Constant(0.25 * s.volume * (a * a + b * b));
  s.thickness = 2 * std::min(a, b);
  measure_arcs(s, a, b);
  return s;
}

Shape make_polygon_shape(std::string name, const Polygon& given) {
  return make_from_parts(std::move(name), {given});
}

Shape make_polygons_shape(std::string name, std::vector<Polygon> given) {
  cover_shared_edges(given);
  Shape s = make_from_parts(std::move(name), given);
  for (std::uint32_t i = 0; i < given.size(); ++i)
    for (std::uint32_t j = i + 1; j < given.size(); ++j)
      if (make_one_convex(given, i, j)) s.joints.emplace_back(i, j);
  return s;
}

}  // namespace scree
