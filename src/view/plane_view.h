// Which part of the plane a picture shows, and where its points come to lie.
#pragma once

#include "view/model.h"
#include "view/plane_picture.h"

namespace scree {

// A stretch of the plane, in metres. Of several frames it is the one that holds them all.
struct PlaneWindow {
  Vec2 low = Vec2::Zero(), high = Vec2::Zero();
  bool any = false;

  void add(const Vec2& centre, double radius);
  void add(const PlaneWindow& other);
};

// Around the free bodies, with the walls that are near them.
PlaneWindow window_of(const Model& model);

// With y up and one scale for both axes; the window lies in the middle of the box.
class PlaneView {
 public:
  PlaneView(const PlaneWindow& window, const PixelBox& box);

  Vec2 operator()(const Vec2& point) const {
    const Vec2 p = scale_ * (point - middle_);
    return {centre_.x() + p.x(), centre_.y() - p.y()};
  }
  Vec2 operator()(const Vec3& point) const { return (*this)(Vec2(point.x(), point.y())); }
  double scale() const { return scale_; }  // pixels per metre
  const PixelBox& box() const { return box_; }

 private:
  PixelBox box_;
  Vec2 middle_, centre_;
  double scale_;
};

// The part of a half-plane in the box, as a convex loop; empty where it is outside. Its edge lies at `point`,
// the normal points out of it; both in pixels, y down.
Loop half_plane_in(const PixelBox& box, const Vec2& point, const Vec2& normal);

// The part of a convex loop in the box.
Loop loop_in(const PixelBox& box, const Loop& loop);

}  // namespace scree
