#include "oracle/overlap_fuzz/properties.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace scree::oracle {
namespace {

constexpr double few_roundings = 64 * std::numeric_limits<double>::epsilon();

double share(double error, double allowed) {
  if (!(error > 0)) return 0;
  return allowed > 0 ? error / allowed : std::numeric_limits<double>::infinity();
}

double volume_of(const FuzzPair& pair, int which) {
  return pair.shapes[which]->volume * pair.scales[which] * pair.scales[which] * pair.scales[which];
}

double height_out_of(const PlacedPolyhedron& body, const Vec3& point) {
  double highest = 0;
  for (const Plane& plane : body.planes) highest = std::max(highest, plane.normal.dot(point) - plane.offset);
  return highest;
}

// With a and b exchanged. The smaller body is cut by the larger either way, so the same numbers must come
// out; of equal ones the first is cut, and the answers may differ by roundings.
double difference(const Overlap& one, const Overlap& other, const FuzzPair& pair, double size) {
  if (pair.a.view.radius != pair.b.view.radius) {
    const double centroid = (one.centroid - pair.d - other.centroid).norm();
    const bool same = one.volume == other.volume && one.area == -other.area && one.patch_a == other.patch_b &&
                      one.patch_b == other.patch_a && one.moment == -other.moment;
    if (!same) return std::numeric_limits<double>::infinity();
    return share(centroid, few_roundings * (size + pair.d.norm()));
  }
  const double patch = std::max({one.patch_a, one.patch_b, other.patch_a, other.patch_b});
  const double bound = 1e-9 * std::max(one.volume, other.volume) + few_roundings * size * patch;
  const Vec3 moved = one.volume * Vec3(one.centroid - pair.d) - other.volume * other.centroid;
  return std::max(share(std::abs(one.volume - other.volume), 2 * bound),
                  share(moved.norm(), 2 * bound * size));
}

}  // namespace

Properties look_at(const FuzzPair& pair, OverlapWork& work) {
  const PlacedPolyhedron &a = pair.a.view, &b = pair.b.view;
  const double size = 2 * std::min(a.radius, b.radius);
  Properties result;
  Overlap one, other;
  result.touches = find_overlap(a, b, pair.d, work, one);
  if (!find_overlap(b, a, -pair.d, work, other)) other = {};
  if (!result.touches) one = {};
  for (const Overlap* o : {&one, &other})
    result.finite &= std::isfinite(o->volume) && o->centroid.allFinite() && o->area.allFinite() &&
                     o->moment.allFinite() && std::isfinite(o->patch_a) && std::isfinite(o->patch_b);
  if (!result.finite) return result;
  // What does not touch may have any centroid.
  if (one.volume == 0) one.centroid = pair.d;
  result.exchange = difference(one, other, pair, size);
  if (!result.touches) return result;

  result.some = one.volume > 0;
  const double least = std::min(volume_of(pair, 0), volume_of(pair, 1));
  result.volume = share(one.volume - least, 1e-9 * least);
  const double patch = std::max(one.patch_a, one.patch_b);
  result.area = share(one.area.norm() - std::min(one.patch_a, one.patch_b), 1e-9 * patch);
  result.outside = share(std::max(height_out_of(a, one.centroid), height_out_of(b, one.centroid - pair.d)),
                         1e-9 * size + few_roundings * pair.d.norm());
  return result;
}

std::string Properties::describe() const {
  return fmt::format(
      "finite {}, volume above 0 {}; over what is allowed: volume {:.3g}, area {:.3g}, centroid "
      "outside {:.3g}, exchange {:.3g}",
      finite, some, volume, area, outside, exchange);
}

}  // namespace scree::oracle
