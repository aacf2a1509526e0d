#include "geometry/solid/overlap.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "geometry/solid/cut.h"
#include "geometry/solid/overlap_by_edges.h"
#include "geometry/solid/shared_faces.h"

namespace scree {

using math::DoubleDouble;

struct OverlapWork::Memory {
  EdgeClipper clipper;
  Cutter<double> plain;
  Cutter<DoubleDouble> fine;
  std::vector<Plane> planes;            // of the body that cuts, in the frame of the one that is cut
  std::vector<std::uint32_t> cutting;   // of these, the ones that cut
  std::vector<std::uint32_t> involved;  // numbers of faces that the fine cuts need
  std::vector<std::uint8_t> seen;       // half-edges already walked
};

OverlapWork::OverlapWork() : memory_(std::make_unique<Memory>()) {}
OverlapWork::~OverlapWork() = default;
double OverlapWork::operations() const { return memory_->clipper.operations(); }

namespace {

// How far the area vector may be wrong, over the area, before the fine cuts are made; and what a height and
// the vertex that follows from it are wrong by, in roundings of the size.
constexpr double wanted = 2e-10;
constexpr double thinnest = 1e-17;
// Mean depth over the size, below which plain sums no longer say where the centroid is: those of cuts, and
// those over edges.
constexpr double shallow_for_cuts = 1e-9, shallow_for_edges = 1e-6;
constexpr double roundings = 8 * std::numeric_limits<double>::epsilon();

// Covered faces of both bodies, in the numbers and the frame of the solid.
struct Covers {
  std::span<const CoveredFace> of_cut, of_cutting;
  Vec3 cutting_centre = Vec3::Zero();
  std::uint32_t split = 0;

  bool any() const { return !of_cut.empty() || !of_cutting.empty(); }
  bool cover(std::uint32_t face, const Vec3& point) const {
    const bool is_cut = face < split;
    const Vec3 centre = is_cut ? Vec3(Vec3::Zero()) : cutting_centre;
    for (const CoveredFace& covered : is_cut ? of_cut : of_cutting) {
      if (covered.face != (is_cut ? face : face - split)) continue;
      if (covers(covered, point - centre)) return true;
    }
    return false;
  }
};

// Normal times twice the area of the triangle p, q, r. From its two shorter sides: the long ones of a sliver
// are nearly parallel, and their product is all rounding.
template <class N>
Triple<N> doubled_area(const Triple<N>& p, const Triple<N>& q, const Triple<N>& r) {
  const Triple<N> pq = q - p, qr = r - q, rp = p - r;
  const double a = to_double(inner(pq, pq)), b = to_double(inner(qr, qr)), c = to_double(inner(rp, rp));
  if (a >= b && a >= c) return qr.cross(rp);
  return b >= c ? rp.cross(pq) : pq.cross(qr);
}

// The corner nearest to the origin: any would do for its height over the triangle's plane.
template <class N>
const Triple<N>& nearest_corner(const Triple<N>& p, const Triple<N>& q, const Triple<N>& r) {
  const double a = to_double(inner(p, p)), b = to_double(inner(q, q)), c = to_double(inner(r, r));
  if (a <= b && a <= c) return p;
  return b <= c ? q : r;
}

// Sums over the surface of a solid, in its frame. Faces numbered below `split` belong to the body that was
// cut, the others to the one that cut it.
template <class N>
OverlapSums sum_surface(const Solid<N>& solid, const Covers& covers, std::vector<std::uint8_t>& seen) {
  const std::uint32_t split = covers.split;
  const auto& edges = solid.half_edges;
  seen.assign(edges.size(), 0);
  const Triple<N> origin = solid.vertices[0];
  const N zero = number<N>(0);
  const Triple<N> nothing{zero, zero, zero};
  N volume6 = zero;
  Triple<N> first_moment = nothing;  // 24 times
  Triple<N> area[2] = {nothing, nothing};
  Triple<N> moment[2] = {nothing, nothing};  // 6 times, about the origin
  double patch[2] = {0, 0};
  bool seams[2] = {false, false};
  for (std::uint32_t start = 0; start < edges.size(); ++start) {
    if (seen[start]) continue;
    const int side = edges[start].face < split ? 0 : 1;
    const Triple<N> p = solid.vertices[edges[start].origin] - origin;
    Triple<N> loop = nothing, loop_moment = nothing;
    Triple<N> corners = p;
    double corner_count = 1;
    seen[start] = 1;
    std::uint32_t h = edges[start].next;
    Triple<N> q = solid.vertices[edges[h].origin] - origin;
    for (; h != start; h = edges[h].next) {
      seen[h] = 1;
      const Triple<N> r = solid.vertices[edges[edges[h].next].origin] - origin;
      const Triple<N> doubled = doubled_area(p, q, r);
      const Triple<N> sum = p + q + r;
      const N tetrahedron = inner(nearest_corner(p, q, r), doubled);
      volume6 = volume6 + tetrahedron;
      first_moment = first_moment + sum * tetrahedron;
      loop_moment = loop_moment + sum.cross(doubled);
      loop = loop + doubled;
      corners = corners + q;
      corner_count += 1;
      q = r;
    }
    if (covers.any()) {
      const Vec3 middle = to_doubles(origin) + to_doubles(corners) / corner_count;
      if (covers.cover(edges[start].face, middle)) {
        seams[side] = true;
        continue;
      }
    }
    area[side] = area[side] + loop;
    moment[side] = moment[side] + loop_moment;
    patch[side] += 0.5 * to_doubles(loop).norm();
  }
  if (seams[0] != seams[1]) {  // the side without seams says nothing of where they are: leave it out
    const int told = seams[0] ? 0 : 1;
    area[1 - told] = -area[told];
    moment[1 - told] = -moment[told];
  }
  OverlapSums sums;
  sums.volume = to_double(volume6) / 6;
  // The two patches close: half their difference is either, with the roundings of both.
  const Triple<N> quarter{number<N>(0.25), number<N>(0.25), number<N>(0.25)};
  const Triple<N> difference = area[0] - area[1];
  sums.area =
      to_doubles(Triple<N>{difference.x * quarter.x, difference.y * quarter.y, difference.z * quarter.z});
  sums.patch_first = patch[0];
  sums.patch_second = patch[1];
  if (!(sums.volume > 0)) return sums;
  // A volume of a few roundings has no centroid to speak of; the overlap's own extent says where it can be.
  Vec3 low = Vec3::Zero(), high = Vec3::Zero();
  for (const Triple<N>& v : solid.vertices) {
    const Vec3 x = to_doubles(v - origin);
    low = low.cwiseMin(x);
    high = high.cwiseMax(x);
  }
  const Vec3 from_origin = Vec3(to_doubles(first_moment) / (24 * sums.volume)).cwiseMax(low).cwiseMin(high);
  sums.centroid = to_doubles(origin) + from_origin;
  sums.moment = to_doubles(moment[0] - moment[1]) / 12 - from_origin.cross(sums.area);
  for (std::uint32_t h = 0; h < edges.size(); h += 2)
    if ((edges[h].face < split) != (edges[h + 1].face < split))
      sums.contact_line +=
          to_doubles(solid.vertices[edges[h].origin] - solid.vertices[edges[h + 1].origin]).norm();
  return sums;
}

template <class N>
bool cut_by(Cutter<N>& cutter, const Plane& plane, std::uint32_t face) {
  return cutter.cut(numbers<N>(plane.normal), number<N>(plane.offset), face);
}

// A cube about the origin, its faces numbered `face`.
template <class N>
void start_with_cube(Solid<N>& solid, double half, std::uint32_t face) {
  solid.vertices.clear();
  for (int corner = 0; corner < 8; ++corner)
    solid.vertices.push_back(
        numbers<N>(half * Vec3(corner & 1 ? 1 : -1, corner & 2 ? 1 : -1, corner & 4 ? 1 : -1)));
  // Edges along x, y, z; their half-edges and how the faces go on.
  static constexpr std::uint8_t quads[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                               {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
  std::uint32_t half_edge_of[8][8];
  std::uint32_t next = 0;
  for (std::uint32_t a = 0; a < 8; ++a)
    for (std::uint32_t bit = 1; bit < 8; bit *= 2)
      if (!(a & bit)) {
        half_edge_of[a][a | bit] = next++;
        half_edge_of[a | bit][a] = next++;
      }
  solid.half_edges.resize(next);
  for (const auto& quad : quads)
    for (int k = 0; k < 4; ++k) {
      const std::uint32_t a = quad[k], b = quad[(k + 1) % 4], c = quad[(k + 2) % 4];
      solid.half_edges[half_edge_of[a][b]] = {a, half_edge_of[b][c], face};
    }
}

// The cuts again, from planes alone and in twice the precision. Only faces that come near the overlap as the
// plain cuts found it matter; should they not close around it, or should it reach others, all do.
OverlapSums sum_finely(const PlacedPolyhedron& cut, std::span<const Plane> cutting, const Covers& covers,
                       OverlapWork::Memory& work) {
  const std::uint32_t split = static_cast<std::uint32_t>(cut.planes.size());
  const std::uint32_t all = split + static_cast<std::uint32_t>(cutting.size());
  const auto plane = [&](std::uint32_t f) -> const Plane& {
    return f < split ? cut.planes[f] : cutting[f - split];
  };
  const double near = -(1e-8 + roundings * std::sqrt(work.plain.worst_slope2)) * cut.radius;
  // Does a solid come near the plane of a face?
  const auto reaches = [&](const auto& solid, std::uint32_t f) {
    return std::ranges::any_of(solid.vertices, [&](const auto& v) {
      return plane(f).normal.dot(to_doubles(v)) - plane(f).offset > near;
    });
  };
  work.involved.clear();
  for (std::uint32_t f = 0; f < all; ++f)
    if (reaches(work.plain.solid, f)) work.involved.push_back(f);
  for (const bool everything : {false, true}) {
    Cutter<DoubleDouble>& fine = work.fine;
    start_with_cube(fine.solid, 2 * cut.radius, all);
    const std::size_t cuts = everything ? all : work.involved.size();
    bool left = true;
    for (std::uint32_t n = 0; left && n < cuts; ++n) {
      const std::uint32_t f = everything ? n : work.involved[n];
      left = cut_by(fine, plane(f), f);
    }
    if (!left) return {};
    if (everything) return sum_surface(fine.solid, covers, work.seen);
    const bool closed = std::ranges::none_of(fine.solid.half_edges,
                                             [&](const Polyhedron::HalfEdge& h) { return h.face == all; });
    bool complete = closed;
    for (std::uint32_t f = 0; complete && f < all; ++f)
      complete = std::ranges::binary_search(work.involved, f) || !reaches(fine.solid, f);
    if (complete) return sum_surface(fine.solid, covers, work.seen);
  }
  return {};
}

// Planes of the cutting body in the frame of the one that is cut, whose centre is at -d from its own.
void shift_planes(std::span<const Plane> planes, const Vec3& d, std::vector<Plane>& out) {
  out.resize(planes.size());
  for (std::size_t f = 0; f < planes.size(); ++f)
    out[f] = {planes[f].normal, planes[f].offset + planes[f].normal.dot(d)};
}

// Is rounding invisible in the area vector and the centroid?
bool is_exact_enough(const OverlapSums& sums, double radius, double blur, double shallow) {
  const double patch = std::max(sums.patch_first, sums.patch_second);
  return sums.volume > shallow * radius * patch && roundings * radius * blur <= wanted * patch;
}

// Cuts `cut` by planes; false when nothing is left.
bool overlap_with_planes(const PlacedPolyhedron& cut, std::span<const Plane> planes, Covers covers,
                         OverlapWork::Memory& work, OverlapSums& sums) {
  // The plane that leaves least comes first: after it there is little left to cut.
  work.cutting.clear();
  double best = -std::numeric_limits<double>::infinity();
  std::size_t first = 0;
  for (std::uint32_t f = 0; f < planes.size(); ++f) {
    double lowest = std::numeric_limits<double>::infinity(), highest = -lowest;
    for (const Vec3& v : cut.vertices) {
      const double height = planes[f].normal.dot(v) - planes[f].offset;
      lowest = std::min(lowest, height);
      highest = std::max(highest, height);
    }
    if (lowest >= 0) return false;
    if (highest <= 0) continue;
    if (lowest > best) {
      best = lowest;
      first = work.cutting.size();
    }
    work.cutting.push_back(f);
  }
  Cutter<double>& plain = work.plain;
  plain.worst_slope2 = 1;
  plain.solid.vertices.clear();
  for (const Vec3& v : cut.vertices) plain.solid.vertices.push_back(triple(v));
  plain.solid.half_edges.assign(cut.shape->half_edges.begin(), cut.shape->half_edges.end());
  const std::uint32_t split = static_cast<std::uint32_t>(cut.planes.size());
  if (!work.cutting.empty()) std::swap(work.cutting[0], work.cutting[first]);
  for (const std::uint32_t f : work.cutting)
    if (!cut_by(plain, planes[f], split + f)) return false;
  covers.split = split;
  sums = sum_surface(plain.solid, covers, work.seen);
  const double blur = std::sqrt(plain.worst_slope2) * sums.contact_line;
  if (!is_exact_enough(sums, cut.radius, blur, shallow_for_cuts))
    sums = sum_finely(cut, planes, covers, work);
  // Thinner than a rounding of the input: no number of this size can tell it from nothing.
  return sums.volume > thinnest * cut.radius * std::max(sums.patch_first, sums.patch_second);
}

// Which of the two is cut: the smaller one, whose coordinates round less; of equals the first.
bool cuts_a(const PlacedPolyhedron& a, const PlacedPolyhedron& b) { return a.radius <= b.radius; }

}  // namespace

namespace {

// Takes the answer of the edges where it is sure, and else cuts. `cut_surely` does that.
template <class CutSurely>
const OverlapSums* decide(EdgeClipper::Answer answer, double radius, OverlapWork& work, OverlapSums& cut_sums,
                          const CutSurely& cut_surely) {
  using Answer = EdgeClipper::Answer;
  const EdgeClipper& clipper = work.memory().clipper;
  ++work.counts.asked;
  if (answer == Answer::no_layer) ++work.counts.without_layer;
  if (answer == Answer::no_layer || answer == Answer::apart) return nullptr;
  const OverlapSums* sums = &clipper.sums;
  const auto exact = [&](double blur) { return is_exact_enough(*sums, radius, blur, shallow_for_edges); };
  if (answer == Answer::unsure || (!exact(clipper.coarse_blur) && !exact(clipper.blur()))) {
    ++work.counts.cut;
    if (!cut_surely()) return nullptr;
    sums = &cut_sums;
  }
  ++work.counts.overlapping;
  return sums;
}

}  // namespace

bool find_overlap(const PlacedPolyhedron& a, const PlacedPolyhedron& b, const Vec3& d, const Vec3& direction,
                  OverlapWork& work, Overlap& out) {
  OverlapWork::Memory& memory = work.memory();
  const bool about_a = cuts_a(a, b);
  const PlacedPolyhedron &cut = about_a ? a : b, &cutting = about_a ? b : a;
  const Vec3 to_cutting = about_a ? d : Vec3(-d);
  OverlapSums cut_sums;
  const auto answer =
      memory.clipper.clip(cut, cutting, to_cutting, about_a ? direction : Vec3(-direction), work.plain);
  const OverlapSums* sums = decide(answer, cut.radius, work, cut_sums, [&] {
    shift_planes(cutting.planes, to_cutting, memory.planes);
    Covers covers;
    covers.of_cut = cut.covered;
    covers.of_cutting = cutting.covered;
    covers.cutting_centre = to_cutting;
    return overlap_with_planes(cut, memory.planes, covers, memory, cut_sums);
  });
  if (!sums) return false;
  out.volume = sums->volume;
  out.centroid = about_a ? sums->centroid : Vec3(sums->centroid + d);
  out.area = about_a ? sums->area : Vec3(-sums->area);
  out.moment = about_a ? sums->moment : Vec3(-sums->moment);
  out.patch_a = about_a ? sums->patch_first : sums->patch_second;
  out.patch_b = about_a ? sums->patch_second : sums->patch_first;
  out.contact_line = sums->contact_line;
  return true;
}

bool find_overlap(const PlacedPolyhedron& a, const Plane& half_space, OverlapWork& work, Overlap& out) {
  OverlapWork::Memory& memory = work.memory();
  OverlapSums cut_sums;
  const auto answer = memory.clipper.clip(a, half_space, work.plain);
  const OverlapSums* sums = decide(answer, a.radius, work, cut_sums, [&] {
    Covers covers;
    covers.of_cut = a.covered;
    return overlap_with_planes(a, {&half_space, 1}, covers, memory, cut_sums);
  });
  if (!sums) return false;
  out = {sums->volume,      sums->centroid,     sums->area,        sums->moment,
         sums->patch_first, sums->patch_second, sums->contact_line};
  return true;
}

CommonPlanes common_planes(const PlacedPolyhedron& a, const PlacedPolyhedron& b, const Vec3& d) {
  CommonPlanes common;
  common.about_a = cuts_a(a, b);
  std::vector<Plane> shifted;
  shift_planes(common.about_a ? b.planes : a.planes, common.about_a ? d : Vec3(-d), shifted);
  const std::span<const Plane> first = common.about_a ? a.planes : std::span<const Plane>(shifted);
  const std::span<const Plane> second = common.about_a ? std::span<const Plane>(shifted) : b.planes;
  common.planes.assign(first.begin(), first.end());
  common.planes.insert(common.planes.end(), second.begin(), second.end());
  return common;
}

}  // namespace scree
