#include "narrowphase/plane_contacts.h"

#include <algorithm>
#include <cmath>

#include "base/math.h"
#include "geometry/plane/circle_segment.h"

namespace scree {
namespace {

// The contact line counts as vanished below this share of the boundary of the overlap.
constexpr double no_plane_direction = 1e-9;

// A patch of this length: a strip across the layer.
void shape_strip(double length, double thickness, Touch& out) {
  out.area = length * thickness;
  out.lever = 0.25 * length;
}

}  // namespace

void put_touch(const PlaneOverlap& overlap, const Vec2& origin, const Vec2& d, const Vec2& otherwise,
               double thickness, double radius, Touch& out) {
  const double patch = std::max(overlap.patch_a, overlap.patch_b);
  double length = overlap.contact.norm();
  Vec2 normal = Vec2::UnitX();
  if (length > no_plane_direction * patch) {
    normal = overlap.contact / length;
  } else {
    length = 0;
    if (const double distance = otherwise.norm(); distance > 0) normal = otherwise / distance;
  }
  out.normal = in_space(normal);
  out.arm_a = in_space(origin + overlap.centroid);
  out.arm_b = in_space(origin + overlap.centroid - d);
  // Where all of the boundary is covered nothing is left to divide by: no depth is beyond the overlap's size.
  out.overlap = std::min(overlap.area / patch, std::sqrt(overlap.area));
  out.radius = radius;
  out.volume = overlap.area * thickness;
  out.moment = Vec3(0, 0, overlap.moment * thickness);
  shape_strip(length, thickness, out);
  out.width2 = length * length / 12;  // it rocks about its middle
}

bool touch_polygons(const TurnedPolygon& a, const TurnedPolygon& b, const Vec2& d, const Vec2& guess,
                    double thickness, double radius, PlaneOverlapWork& work, Touch& out) {
  PlaneOverlap overlap;
  const Vec2 from = a.centre();
  if (!find_overlap(a, b, d + b.centre() - from, guess, work, overlap)) return false;
  put_touch(overlap, from, d, d, thickness, radius, out);
  return true;
}

bool touch_polygon_half_plane(const TurnedPolygon& a, const Vec2& d, const Vec2& outward, double thickness,
                              double radius, PlaneOverlapWork& work, Touch& out) {
  PlaneOverlap overlap;
  const Vec2 from = a.centre();
  if (!find_overlap(a, d - from, outward, work, overlap)) return false;
  put_touch(overlap, from, d, -outward, thickness, radius, out);
  return true;
}

double distance_to(const TurnedPolygon& body, const Vec2& point, Vec2& outward) {
  const Polygon& shape = body.shape;
  const Vec2 x = body.turn_back(point) / body.scale - shape.place;
  const auto edge = [&](std::uint32_t k) { return Vec2(shape.vertices[shape.next(k)] - shape.vertices[k]); };
  const auto height = [&](std::uint32_t k) {
    const Vec2 e = edge(k);
    return -cross(e, x - shape.vertices[k]) / e.norm();
  };
  const auto grows = [&](const Vec2& own) {
    const Vec2 v = own.normalized();
    return Vec2(body.cosine * v.x() - body.sine * v.y(), body.sine * v.x() + body.cosine * v.y());
  };
  std::uint32_t k = edge_towards(shape, x);
  if (!(height(k) > 0)) {  // inside: out through the nearest edge
    double best = height(k);
    for (std::uint32_t n = 0; n < shape.size(); ++n)
      if (const double h = height(n); h > best) {
        best = h;
        k = n;
      }
    const Vec2 e = edge(k);
    outward = grows({e.y(), -e.x()});
    return body.scale * best;
  }
  // The edges seen from outside stand side by side, and along them the distance has one minimum.
  for (std::uint32_t left = shape.size(); left > 0; --left) {
    const Vec2 e = edge(k), from = x - shape.vertices[k];
    const double along = e.dot(from);
    if (along < 0) {
      const std::uint32_t before = shape.previous(k);
      if (edge(before).dot(x - shape.vertices[shape.next(before)]) < 0) {
        k = before;
        continue;
      }
      outward = grows(from);
      return body.scale * from.norm();
    }
    if (along > e.squaredNorm()) {
      const std::uint32_t next = shape.next(k);
      const Vec2 rest = x - shape.vertices[next];
      if (edge(next).dot(rest) > 0) {
        k = next;
        continue;
      }
      outward = grows(rest);
      return body.scale * rest.norm();
    }
    break;
  }
  const Vec2 e = edge(k);
  outward = grows({e.y(), -e.x()});
  return body.scale * height(k);
}

namespace {

// Whether a neighbour that covers an edge has the contact instead: the nearest point lies on that edge, and
// the neighbour's does not, or does as well and the neighbour comes first. So a disc above a joint touches
// one of the two, and never the edge inside. Both decide by the same two points.
bool taken_over(const TurnedPolygon& body, const Vec2& point, double distance, const Vec2& outward) {
  const Vec2 from = body.centre(), nearest = point - from - distance * outward;
  for (const CoveredEdge& covered : body.shape.covered) {
    const Vec2 begin = body.turn(body.shape.vertices[covered.edge]);
    const Vec2 along = body.turn(body.shape.vertices[body.shape.next(covered.edge)]) - begin;
    const double length = along.norm(), rounding = 1e-10 * length;
    const auto on_the_seam = [&](const Vec2& x) {
      const double share = along.dot(x - begin) / length;
      return std::abs(cross(along, x - begin)) <= rounding * length &&
             share >= covered.from * length - rounding && share <= covered.to * length + rounding;
    };
    if (!on_the_seam(nearest)) continue;
    Vec2 away;
    const TurnedPolygon cover{*covered.cover, body.scale, body.cosine, body.sine};
    const double other = distance_to(cover, point - from, away);
    if (covered.cover_first || !on_the_seam(point - from - other * away)) return true;
  }
  return false;
}

}  // namespace

bool touch_disc_polygon(const Vec2& d, double radius, const TurnedPolygon& b, Touch& out) {
  if (const double reach = radius + b.radius(); (d + b.centre()).squaredNorm() >= reach * reach) return false;
  Vec2 outward;
  out.overlap = radius - distance_to(b, -d, outward);
  if (!(out.overlap > 0)) return false;
  if (!b.shape.covered.empty() && taken_over(b, -d, radius - out.overlap, outward)) return false;
  out.normal = in_space(-outward);
  out.radius = radius;
  out.arm_a = radius * out.normal;
  out.arm_b = out.arm_a - in_space(d);
  return true;
}

// A disc that turns about its centre presses as it did: nothing rocks, and it rolls without loss.
void add_disc_segment(double radius, double thickness, Touch& out) {
  out.width2 = 0;
  const double depth = std::min(out.overlap, 2 * radius);
  const double half = std::sqrt(depth * (2 * radius - depth));
  out.volume = thickness * radius * radius * segment_area(math::atan2(half, radius - depth));
  shape_strip(2 * half, thickness, out);
}

void add_disc_lens(double distance, double radius_a, double radius_b, double thickness, Touch& out) {
  out.width2 = 0;
  if (distance <= std::abs(radius_a - radius_b)) {  // one inside the other
    const double least = std::min(radius_a, radius_b);
    out.volume = math::pi * least * least * thickness;
    return shape_strip(0, thickness, out);
  }
  // Half the chord, by Heron's formula, and how far it is from both centres.
  const double sum = radius_a + radius_b, difference = radius_a - radius_b;
  const double half =
      0.5 / distance *
      std::sqrt((sum - distance) * (sum + distance) * (distance - difference) * (distance + difference));
  const double from_a = 0.5 * (distance + sum * difference / distance), from_b = distance - from_a;
  out.volume = thickness * (radius_a * radius_a * segment_area(math::atan2(half, from_a)) +
                            radius_b * radius_b * segment_area(math::atan2(half, from_b)));
  shape_strip(2 * half, thickness, out);
}

}  // namespace scree
