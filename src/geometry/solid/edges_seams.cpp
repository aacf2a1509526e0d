#include "geometry/solid/edges_seams.h"

#include <algorithm>

#include "geometry/solid/shared_faces.h"

namespace scree::edges {
namespace {

// A patch on one face, from the stretches that bound it.
struct Patch {
  Vec3 area = Vec3::Zero(), moment = Vec3::Zero();  // about the origin
  Vec3 corners = Vec3::Zero();                      // their sum
  int count = 0;

  // To its left.
  void add(const Vec3& p, const Vec3& q) {
    area += 0.5 * p.cross(Vec3(q - p));
    moment -= (p.dot(p) + p.dot(q) + q.dot(q)) / 6 * (q - p);
    corners += p;
    ++count;
  }
};

Vec3 corner(const Pieces& pieces, std::size_t number) {
  return Eigen::Map<const Vec3>(pieces.corner[number].x);
}

Patch patch_on(const Pieces& pieces, const ContactLine& line, int which, std::uint8_t face,
               const Vec3& origin) {
  Patch patch;
  const int begin = which == 0 ? 0 : pieces.of_first, end = which == 0 ? pieces.of_first : pieces.count;
  for (int n = begin; n < end; ++n) {
    const Polyhedron::ShortEdge e = pieces.edge[n];
    if (e.left != face && e.right != face) continue;
    const std::size_t first = 2 * static_cast<std::size_t>(n);
    const Vec3 p = corner(pieces, first) - origin, q = corner(pieces, first + 1) - origin;
    if (e.left == face) patch.add(p, q);
    if (e.right == face) patch.add(q, p);
  }
  for (int n = 0; n < line.corners; ++n) {
    const unsigned side = line.ends[n];
    if ((which == 0 ? ContactLine::first_face(side) : ContactLine::second_face(side)) != face) continue;
    const Vec3 p = corner(pieces, line.from[n] / sizeof(Corner)) - origin;
    const Vec3 q = corner(pieces, line.corner[n] / sizeof(Corner)) - origin;
    if (which == 0)
      patch.add(p, q);
    else
      patch.add(q, p);
  }
  return patch;
}

// The patches of one body that its neighbours cover, summed up.
struct Seams {
  Vec3 area = Vec3::Zero(), moment = Vec3::Zero();
  double patch = 0;
  bool any = false;
};

Seams find_seams(const Side& side, const Pieces& pieces, const ContactLine& line, int which,
                 std::span<const CoveredFace> covered, const Vec3& centre, const Vec3& origin) {
  Seams seams;
  if (covered.empty()) return seams;
  for (int f = 0; f < side.faces; ++f) {
    const std::uint32_t number = side.number_of(side.name[f]);
    const auto is_this = [&](const CoveredFace& c) { return c.face == number; };
    if (std::ranges::none_of(covered, is_this)) continue;
    const Patch patch = patch_on(pieces, line, which, side.name[f], origin);
    if (patch.count == 0) continue;
    const Vec3 middle = origin + patch.corners / patch.count - centre;
    if (std::ranges::none_of(covered, [&](const CoveredFace& c) { return is_this(c) && covers(c, middle); }))
      continue;
    seams.any = true;
    seams.area += patch.area;
    seams.moment += patch.moment;
    seams.patch += patch.area.norm();
  }
  return seams;
}

}  // namespace

void leave_out_seams(const Side* side, const Pieces& pieces, const ContactLine& line,
                     std::span<const CoveredFace> of_first_body, std::span<const CoveredFace> of_second_body,
                     const Vec3& d, OverlapSums& sums) {
  const Vec3 origin = corner(pieces, line.corner[0] / sizeof(Corner));
  const Seams of_first = find_seams(side[0], pieces, line, 0, of_first_body, Vec3::Zero(), origin);
  const Seams of_second = find_seams(side[1], pieces, line, 1, of_second_body, d, origin);
  if (!of_first.any && !of_second.any) return;
  const double share = of_first.any && of_second.any ? 0.5 : 1;
  const Vec3 from_origin = sums.centroid - origin;
  const Vec3 moment =
      sums.moment + from_origin.cross(sums.area) + share * (of_second.moment - of_first.moment);
  sums.area += share * (of_second.area - of_first.area);
  sums.moment = moment - from_origin.cross(sums.area);
  sums.patch_first -= of_first.patch;
  sums.patch_second -= of_second.patch;
}

}  // namespace scree::edges
