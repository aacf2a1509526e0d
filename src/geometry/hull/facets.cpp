// The one file that knows Qhull (Barber, Dobkin, Huhdanpaa, "The Quickhull algorithm for convex hulls",
// 1996), by its reentrant C interface.
#include "geometry/hull/facets.h"

#include <fmt/format.h>
#include <libqhull_r/libqhull_r.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <memory>

#include "base/traps_off.h"

namespace scree {
namespace {

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

// Qhull writes its complaints to a file, to stderr if it gets none.
File silent_file() {
  File file(std::fopen("/dev/null", "w"));
  if (!file) file.reset(std::tmpfile());
  return file;
}

class Qhull {
 public:
  Qhull() { qh_zero(&state_, nullptr); }
  ~Qhull() {
    qh_freeqhull(&state_, !qh_ALL);
    int still_used = 0, bytes = 0;
    qh_memfreeshort(&state_, &still_used, &bytes);
  }
  Qhull(const Qhull&) = delete;
  Qhull& operator=(const Qhull&) = delete;

  // Qhull's return code, zero for success.
  int run(std::vector<double>& coordinates, std::FILE* complaints) {
    // Pp: no warnings. Facets merged for the sake of precision stay merged (no Qt), nothing is joggled.
    std::string command = "qhull Pp";
    return qh_new_qhull(&state_, 3, static_cast<int>(coordinates.size() / 3), coordinates.data(), False,
                        command.data(), nullptr, complaints);
  }

  // Corners of all facets in the order of the rim, in either direction.
  template <class Take>
  bool each_facet(Take take) {
    for (facetT* facet = state_.facet_list; facet && facet->next; facet = facet->next) {
      std::vector<std::uint32_t> corners;
      if (facet->simplicial) {
        vertexT *vertex = nullptr, **vertexp = nullptr;
        FOREACHvertex_(facet->vertices) corners.push_back(number_of(vertex));
      } else if (!walk_rim(facet, corners)) {
        return false;
      }
      if (corners.size() < 3) return false;
      take(corners);
    }
    return true;
  }

 private:
  std::uint32_t number_of(const vertexT* vertex) const {
    return static_cast<std::uint32_t>((vertex->point - state_.first_point) / 3);
  }

  // The ridges of a facet are the sides of its polygon, in no order.
  bool walk_rim(facetT* facet, std::vector<std::uint32_t>& corners) const {
    std::vector<std::array<std::uint32_t, 2>> ends;  // each side twice: from either end
    ridgeT *ridge = nullptr, **ridgep = nullptr;
    FOREACHridge_(facet->ridges) {
      const std::uint32_t a = number_of(static_cast<vertexT*>(ridge->vertices->e[0].p));
      const std::uint32_t b = number_of(static_cast<vertexT*>(ridge->vertices->e[1].p));
      ends.push_back({a, b});
      ends.push_back({b, a});
    }
    std::sort(ends.begin(), ends.end());
    // Every corner has two sides.
    for (std::size_t k = 0; k < ends.size(); k += 2) {
      if (ends[k][0] != ends[k + 1][0] || ends[k][1] == ends[k + 1][1]) return false;
    }
    if (ends.empty()) return false;
    std::uint32_t last = ends[0][1], now = ends[0][0];
    do {
      corners.push_back(now);
      if (corners.size() > ends.size()) return false;
      const auto side = std::lower_bound(ends.begin(), ends.end(), std::array<std::uint32_t, 2>{now, 0});
      if (side == ends.end() || (*side)[0] != now) return false;
      const std::uint32_t after = (*side)[1] == last ? (*(side + 1))[1] : (*side)[1];
      last = now;
      now = after;
    } while (now != ends[0][0]);
    return 2 * corners.size() == ends.size();
  }

  qhT state_;
};

// Sides of facets that run along the same two vertices, and the facets they belong to.
struct FacetSide {
  std::uint32_t low, high;
  std::uint32_t facet;
  bool rises;
};

std::vector<FacetSide> sorted_sides(const Polyhedron& p) {
  std::vector<FacetSide> sides;
  for (std::size_t f = 0; f + 1 < p.face_start.size(); ++f) {
    const std::size_t first = p.face_start[f], count = p.face_start[f + 1] - first;
    for (std::size_t c = 0; c < count; ++c) {
      const std::uint32_t a = p.corners[first + c], b = p.corners[first + (c + 1) % count];
      sides.push_back({std::min(a, b), std::max(a, b), static_cast<std::uint32_t>(f), a < b});
    }
  }
  std::sort(sides.begin(), sides.end(), [](const FacetSide& a, const FacetSide& b) {
    return std::tie(a.low, a.high, a.facet) < std::tie(b.low, b.high, b.facet);
  });
  return sides;
}

// Gives all facets the same sense of rotation, by walking from neighbour to neighbour.
bool agree_on_sense(Polyhedron& p) {
  const std::vector<FacetSide> sides = sorted_sides(p);
  if (sides.size() % 2 != 0) return false;
  const std::size_t facets = p.face_start.size() - 1;
  struct Neighbour {
    std::uint32_t facet;
    bool same_direction;  // both run along the common side in the same direction: one must be turned
  };
  std::vector<std::vector<Neighbour>> neighbours(facets);
  for (std::size_t s = 0; s < sides.size(); s += 2) {
    const FacetSide &a = sides[s], &b = sides[s + 1];
    if (a.low != b.low || a.high != b.high || a.facet == b.facet) return false;
    neighbours[a.facet].push_back({b.facet, a.rises == b.rises});
    neighbours[b.facet].push_back({a.facet, a.rises == b.rises});
  }
  enum class Sense : char { unknown, kept, turned };
  std::vector<Sense> sense(facets, Sense::unknown);
  std::vector<std::uint32_t> waiting{0};
  sense[0] = Sense::kept;
  while (!waiting.empty()) {
    const std::uint32_t f = waiting.back();
    waiting.pop_back();
    for (const Neighbour& next : neighbours[f]) {
      if (sense[next.facet] != Sense::unknown) continue;
      const bool turned = (sense[f] == Sense::turned) != next.same_direction;
      sense[next.facet] = turned ? Sense::turned : Sense::kept;
      waiting.push_back(next.facet);
    }
  }
  for (std::size_t f = 0; f < facets; ++f) {
    if (sense[f] != Sense::turned) continue;
    std::reverse(p.corners.begin() + p.face_start[f], p.corners.begin() + p.face_start[f + 1]);
  }
  return link_half_edges(p);
}

double signed_volume6(const Polyhedron& p) {
  double volume = 0;
  for (std::size_t f = 0; f + 1 < p.face_start.size(); ++f) {
    const std::span<const std::uint32_t> corners = p.corners_of(f);
    for (std::size_t c = 2; c < corners.size(); ++c) {
      volume += p.vertices[corners[0]].dot(p.vertices[corners[c - 1]].cross(p.vertices[corners[c]]));
    }
  }
  return volume;
}

}  // namespace

Expected<Polyhedron> qhull_facets(std::span<const Vec3> points) {
  using Failure = Expected<Polyhedron>;
  std::vector<double> coordinates;
  coordinates.reserve(3 * points.size());
  for (const Vec3& p : points) coordinates.insert(coordinates.end(), {p.x(), p.y(), p.z()});
  Polyhedron hull;
  {
    const File complaints = silent_file();
    if (!complaints) return Failure::failure("no file can be opened for the messages of Qhull");
    // Qhull divides first and looks at the quotient afterwards: its exceptions are not ours.
    const TrapsOff traps_off;
    Qhull qhull;
    const int code = qhull.run(coordinates, complaints.get());
    if (code == qh_ERRmem) return Failure::failure("there is not enough memory for the hull");
    if (code != qh_ERRnone)
      return Failure::failure(fmt::format("Qhull finds no hull (its code is {})", code));
    hull.face_start.push_back(0);
    const bool whole = qhull.each_facet([&](const std::vector<std::uint32_t>& corners) {
      hull.corners.insert(hull.corners.end(), corners.begin(), corners.end());
      hull.face_start.push_back(static_cast<std::uint32_t>(hull.corners.size()));
    });
    if (!whole || hull.face_start.size() < 5)
      return Failure::failure("Qhull gives facets that are no polygons");
  }
  hull.vertices.assign(points.begin(), points.end());
  if (!agree_on_sense(hull)) return Failure::failure("Qhull gives facets that do not close");
  if (signed_volume6(hull) < 0) {
    for (std::size_t f = 0; f + 1 < hull.face_start.size(); ++f) {
      std::reverse(hull.corners.begin() + hull.face_start[f], hull.corners.begin() + hull.face_start[f + 1]);
    }
    link_half_edges(hull);
  }
  return hull;
}

}  // namespace scree
