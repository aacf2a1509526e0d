// Area, centroid and contact line of a figure bounded by arcs of ellipses and straight pieces, gathered piece
// by piece along its boundary, anticlockwise.
#pragma once

#include "geometry/plane/overlap_polygon.h"

namespace scree {

// Conjugate half diameters: the points of the ellipse are those at centre + cos t p + sin t q.
struct HalfDiameters {
  Vec2 p, q;

  Vec2 at(double t) const;
  // From the point at t = 0 to that at t, with the digits of small angles.
  Vec2 from_start(double t) const;
  double area_over_pi() const { return cross(p, q); }
};

class ArcSums {
 public:
  // Pieces of the boundary of a, and of b: only those of b make the contact line. (Those of a close the ring,
  // so they would give the same, were no edges of b hidden.)
  void add_arc_of_a(const Vec2& from, const Vec2& to, const HalfDiameters& ellipse, double begin,
                    double span);
  void add_arc_of_b(const Vec2& from, const Vec2& to, const HalfDiameters& ellipse, double begin,
                    double span);
  void add_line_of_b(const Vec2& from, const Vec2& to, bool hidden);
  void add_whole_of_a(const Vec2& centre, const HalfDiameters& ellipse) {
    patch_a_ += add_whole(centre, ellipse);
  }
  void add_whole_of_b(const Vec2& centre, const HalfDiameters& ellipse) {
    patch_b_ += add_whole(centre, ellipse);
  }

  // With the origin of all points at `origin`. False without an area.
  bool finish(const Vec2& origin, PlaneOverlap& out) const;

 private:
  // These return about how long the arc is.
  double add_whole(const Vec2& centre, const HalfDiameters& ellipse);
  void add_side(const Vec2& from, const Vec2& to);
  double add_segment(const Vec2& from, const Vec2& to, const HalfDiameters& ellipse, double begin,
                     double span);
  void add_contact(const Vec2& from, const Vec2& to);

  double doubled_ = 0, segments_ = 0;  // twice the polygon's area; the segments' area
  Vec2 sixfold_ = Vec2::Zero(), first_ = Vec2::Zero();
  Vec2 along_ = Vec2::Zero();
  double along_squares_ = 0;
  double patch_a_ = 0, patch_b_ = 0;
};

}  // namespace scree
