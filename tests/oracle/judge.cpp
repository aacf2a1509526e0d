#include "oracle/judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace scree::oracle {
namespace {

constexpr double few_roundings = 64 * std::numeric_limits<double>::epsilon();

double diameter(std::span<const Vec3> points) {
  double square = 0;
  for (const Vec3& p : points)
    for (const Vec3& q : points) square = std::max(square, (p - q).squaredNorm());
  return std::sqrt(square);
}

// Looks for faces of one body that lie along faces of the other.
void find_parallel_faces(std::span<const Plane> planes, std::size_t of_a, const ExactOverlap& exact,
                         double size, Verdict& verdict) {
  for (const ExactOverlap::Face& face : exact.faces) {
    double ambiguous = 0;
    for (std::size_t g = 0; g < planes.size(); ++g) {
      if ((g < of_a) == (face.plane < of_a)) continue;
      double highest = -std::numeric_limits<double>::infinity();
      for (const Vec3& corner : face.corners)
        highest = std::max(highest, planes[g].normal.dot(corner) - planes[g].offset);
      const bool bounds =
          std::ranges::any_of(exact.faces, [&](const auto& other) { return other.plane == g; });
      const bool meets = highest > -few_roundings * size;
      if (!bounds && !meets) continue;
      const double sine = planes[g].normal.cross(planes[face.plane].normal).norm();
      verdict.least_sine = std::min(verdict.least_sine, sine);
      // The strip of the face that is so near to the other plane.
      if (!meets || sine >= parallel || planes[g].normal.dot(planes[face.plane].normal) < 0) continue;
      const double strip = few_roundings * size * diameter(face.corners);
      ambiguous += strip < sine * face.area ? strip / sine : face.area;
    }
    verdict.ambiguous += std::min(ambiguous, face.area);
  }
}

// Error over what is allowed. Nothing may be wrong where nothing is allowed.
double share(double error, double allowed) {
  if (error == 0) return 0;
  return allowed > 0 ? error / allowed : std::numeric_limits<double>::infinity();
}

double height_out_of(const PlacedPolyhedron& body, const Vec3& point) {
  double highest = 0;
  for (const Plane& plane : body.planes) highest = std::max(highest, plane.normal.dot(point) - plane.offset);
  return highest;
}

Numbers3 scaled(const Numbers3& v, const Number& factor) {
  return {Number(v[0] * factor), Number(v[1] * factor), Number(v[2] * factor)};
}

Numbers3 cross(const Numbers3& a, const Numbers3& b) {
  return {Number(a[1] * b[2] - a[2] * b[1]), Number(a[2] * b[0] - a[0] * b[2]),
          Number(a[0] * b[1] - a[1] * b[0])};
}

}  // namespace

Verdict judge(const PlacedPolyhedron& a, const PlacedPolyhedron& b, const Vec3& d, OverlapWork& work) {
  Verdict verdict;
  Overlap found;
  verdict.touches = find_overlap(a, b, d, work, found);
  if (!verdict.touches) found = {};

  const CommonPlanes common = common_planes(a, b, d);
  const double radius = std::min(a.radius, b.radius), size = 2 * radius;
  const ExactOverlap exact = exact_overlap(common.planes, a.planes.size(), 4 * radius);
  verdict.overlaps = exact.volume > 0;
  verdict.exact_volume = rounded(exact.volume);
  verdict.largest_patch = std::max(rounded(exact.patch[0]), rounded(exact.patch[1]));
  find_parallel_faces(common.planes, a.planes.size(), exact, size, verdict);
  // Where there should be nothing, what there is must be a rounding high.
  const double patch = verdict.overlaps ? verdict.largest_patch : std::max(found.patch_a, found.patch_b);
  verdict.bound = 1e-9 * verdict.exact_volume + few_roundings * size * patch;
  verdict.finite = std::isfinite(found.volume) && found.centroid.allFinite() && found.area.allFinite() &&
                   found.moment.allFinite() && std::isfinite(found.patch_a) && std::isfinite(found.patch_b);
  if (!verdict.finite) return verdict;

  verdict.volume = share(std::abs(rounded(exact.volume - number(found.volume))), verdict.bound);
  // The centroid is given from the centre of a.
  const Numbers3 shift = numbers(common.about_a ? Vec3::Zero() : d);
  const Numbers3 centroid = difference(numbers(found.centroid), shift);
  if (verdict.touches)
    verdict.volume_centroid =
        share(length(difference(exact.volume_centroid, scaled(centroid, number(found.volume)))),
              size * verdict.bound);
  else
    verdict.volume_centroid = share(length(exact.volume_centroid), size * verdict.bound);
  if (verdict.touches)
    verdict.outside = share(std::max(height_out_of(a, found.centroid), height_out_of(b, found.centroid - d)),
                            1e-9 * size + few_roundings * d.norm());
  if (!verdict.touches || !verdict.overlaps) return verdict;

  const double allowed = 1e-9 * patch + verdict.ambiguous;
  verdict.area = share(length(difference(exact.area, numbers(found.area))), allowed);
  // About the kernel's centroid, which has its own roundings.
  const Numbers3 moment = difference(exact.moment, cross(centroid, exact.area));
  verdict.moment = share(length(difference(moment, numbers(found.moment))), size * allowed);
  verdict.patches = share(std::max(std::abs(rounded(exact.patch[0] - number(found.patch_a))),
                                   std::abs(rounded(exact.patch[1] - number(found.patch_b)))),
                          10 * 1e-9 * patch + verdict.ambiguous);
  return verdict;
}

bool Verdict::passes() const {
  return finite && volume <= 1 && volume_centroid <= 1 && outside <= 1 && area <= 1 && moment <= 1 &&
         patches <= 1;
}

std::string describe(const Verdict& v) {
  return fmt::format(
      "{}, exactly {:.6g} m3 (b = {:.3g}, A = {:.3g}, ambiguous {:.3g}); errors over bounds: volume {:.3g}, "
      "volume x centroid "
      "{:.3g}, "
      "area {:.3g}, moment {:.3g}, patches {:.3g}, centroid outside {:.3g}; least sine between faces {:.3g}",
      v.touches ? "touches" : "does not touch", v.exact_volume, v.bound, v.largest_patch, v.ambiguous,
      v.volume, v.volume_centroid, v.area, v.moment, v.patches, v.outside, v.least_sine);
}

}  // namespace scree::oracle
