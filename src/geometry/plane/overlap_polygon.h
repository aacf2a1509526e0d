// The polygon that two convex polygons have in common, and what contact laws take from it.
//
// Only the parts of both boundaries in the layer that both bodies reach, across a direction from one to the
// other, can bound it. One of these two chains is cut by the edges of the other, which needs only the signs
// of heights: whatever they are, a closed polygon comes out (Sutherland and Hodgman 1974). Overlaps so
// shallow that heights are all rounding are cut once more in twice the precision.
#pragma once

#include <memory>

#include "geometry/plane/polygon.h"

namespace scree {

// Seen from the centre of body a, in the axes of space.
struct PlaneOverlap {
  double area = 0;
  Vec2 centroid = Vec2::Zero();
  // Integral of the normal that points out of a over the part of a's boundary inside b: how much the area
  // shrinks when b moves. As long as the line between the two points where the boundaries cross, if there are
  // two, and across it. Stretches of edges that other parts cover are no boundary: what bounds the overlap
  // there is left out, on the other body's side as well.
  Vec2 contact = Vec2::Zero();
  double moment = 0;                // integral of r x normal over the same part, with r from the centroid
  double patch_a = 0, patch_b = 0;  // lengths of the boundaries of a and b that bound the overlap
};

// A polygon as it stands, turned but not moved, and a corner of it near the other one: a mere hint.
struct TurnedPolygon {
  const Polygon& shape;
  double scale = 1;
  double cosine = 1, sine = 0;
  std::uint32_t near = 0;

  Vec2 turn(const Vec2& v) const {
    return Vec2(scale * (cosine * v.x() - sine * v.y()), scale * (sine * v.x() + cosine * v.y()));
  }
  // Direction in the polygon's own axes.
  Vec2 turn_back(const Vec2& v) const {
    return Vec2(cosine * v.x() + sine * v.y(), cosine * v.y() - sine * v.x());
  }
  double radius() const { return scale * shape.radius; }
  Vec2 centre() const { return turn(shape.place); }  // seen from that of the body of which it is a part
};

// Memory to work in, one for each thread.
class PlaneOverlapWork {
 public:
  PlaneOverlapWork();
  ~PlaneOverlapWork();

  struct Memory;
  Memory& memory() { return *memory_; }

  // The corners of the last two polygons that reach furthest towards each other: good hints for the next
  // time.
  std::uint32_t top_a = 0, top_b = 0;
  std::uint64_t asked = 0, refined = 0;  // how often in all, and in twice the precision

 private:
  std::unique_ptr<Memory> memory_;
};

// b's origin is at d from a's. `direction` points from a to b, about along the normal, and need not be of
// length 1: the better the guess, the fewer corners take part. False when there is no overlap.
bool find_overlap(const TurnedPolygon& a, const TurnedPolygon& b, const Vec2& d, const Vec2& direction,
                  PlaneOverlapWork& work, PlaneOverlap& out);

// Of a half-plane: the points where outward . (x - point) <= 0, seen from a's centre.
bool find_overlap(const TurnedPolygon& a, const Vec2& point, const Vec2& outward, PlaneOverlapWork& work,
                  PlaneOverlap& out);

}  // namespace scree
