// What a bed of springs on the faces of two bodies holds where they overlap.
//
// Each body has a depth field: how far a point inside is from its surface. The measure of the bed is the
// integral of the mean of both fields over the overlap; of a body that counts as rigid the field is left out.
// Energy per measure times this is an energy with a gradient: force and couple follow from how much of the
// overlap is nearest to which face (for each face, its outward normal times the volume of that region, at the
// region's centroid). On a flat patch of area A at depth d the measure is A d^2 / 2: springs side by side,
// which resist tilting. Winkler's foundation; of two bodies the mean of two, each with the other one rigid.
// (Elandt, Drumwright, Sherman and Ruina 2019 have the field of equal pressure in its place.)
#pragma once

#include <vector>

#include "geometry/plane/overlap_polygon.h"
#include "geometry/solid/cut.h"
#include "geometry/solid/placed.h"

namespace scree {

struct ElasticBed {
  double measure = 0;
  // What moving b by dx and turning it by dw about the point changes: -(slope . dx + moment . dw). From a to
  // b.
  Vec3 slope = Vec3::Zero();
  Vec3 moment = Vec3::Zero();
};

// Weights of the two fields; a rigid body has 0.
struct BedWeights {
  double a = 0.5, b = 0.5;
};

// Memory to work in, one per thread.
class BedWork {
 public:
  Cutter<double> cutter;
  Solid<double> overlap;
  std::vector<Plane> planes, near;
  std::vector<double> heights;
  std::vector<Vec2> ring, piece, next;
};

// b's centre is at d from a's. The point, seen from a's centre, is the one about which moments are taken.
// Covered faces are no surface: no depth is counted from them.
ElasticBed elastic_bed(const PlacedPolyhedron& a, const PlacedPolyhedron& b, const Vec3& d, const Vec3& point,
                       const BedWeights& weights, BedWork& work);

// Of polygons, with areas in place of volumes: d is from a's origin to b's, the point is seen from a's.
ElasticBed elastic_bed(const TurnedPolygon& a, const TurnedPolygon& b, const Vec2& d, const Vec2& point,
                       const BedWeights& weights, BedWork& work);

}  // namespace scree
