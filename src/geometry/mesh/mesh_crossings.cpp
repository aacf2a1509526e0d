#include "geometry/mesh/mesh_crossings.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "geometry/mesh/mesh_predicates.h"
#include "geometry/mesh/mesh_topology.h"

namespace scree {
namespace {

struct Bounds {
  Vec3 low = Vec3::Zero(), high = Vec3::Zero();
  bool overlaps(const Bounds& o) const {
    return low[0] <= o.high[0] && o.low[0] <= high[0] && low[1] <= o.high[1] && o.low[1] <= high[1] &&
           low[2] <= o.high[2] && o.low[2] <= high[2];
  }
  void include(const Bounds& o) {
    low = low.cwiseMin(o.low);
    high = high.cwiseMax(o.high);
  }
};

// A mesh of usual size for the exact predicates: a power of two changes no digit. What is 2^-200 times as
// small as the largest coordinate counts as zero.
Mesh scaled(const Mesh& mesh) {
  double largest = 0;
  for (const Vec3& v : mesh.vertices) largest = std::max(largest, v.cwiseAbs().maxCoeff());
  const double factor = std::ldexp(1.0, -std::ilogb(largest));
  Mesh out = mesh;
  for (Vec3& v : out.vertices)
    for (int k = 0; k < 3; ++k) v[k] = std::abs(v[k] * factor) < 0x1p-200 ? 0.0 : v[k] * factor;
  return out;
}

class TriangleSearch {
 public:
  explicit TriangleSearch(const Mesh& mesh) : mesh_(scaled(mesh)) {
    for (std::size_t i = 0; i < mesh_.triangles.size(); ++i) {
      const Triangle& t = mesh_.triangles[i];
      if (collapsed(t) || is_flat(mesh_, t)) continue;
      solid_.push_back(static_cast<std::uint32_t>(i));
      Bounds box{point(t, 0), point(t, 0)};
      box.include({point(t, 1), point(t, 1)});
      box.include({point(t, 2), point(t, 2)});
      boxes_.push_back(box);
    }
  }

  const std::vector<std::uint32_t>& solid() const { return solid_; }
  const std::vector<Bounds>& boxes() const { return boxes_; }  // of `solid`

  bool cross(std::uint32_t i, std::uint32_t j) const {
    Triangle t = mesh_.triangles[i], u = mesh_.triangles[j];
    // Common corners first, in both.
    std::size_t common = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      const auto found = std::find(u.begin() + static_cast<std::ptrdiff_t>(common), u.end(), t[k]);
      if (found == u.end()) continue;
      std::iter_swap(u.begin() + static_cast<std::ptrdiff_t>(common), found);
      std::swap(t[common], t[k]);
      ++common;
    }
    const Vec3 &a = point(t, 0), &b = point(t, 1), &c = point(t, 2);
    const Vec3 &d = point(u, 0), &e = point(u, 1), &f = point(u, 2);
    if (common == 3) return false;
    // Beyond the common edge they meet only when one is folded back onto the other.
    if (common == 2) return orientation(a, b, c, f) == 0 && same_side(a, b, c, f);
    // From a common corner the intersection goes on to the opposite edge of one of them.
    if (common == 1) return segment_meets_triangle(b, c, d, e, f) || segment_meets_triangle(e, f, a, b, c);
    if (apart(a, b, c, d, e, f) || apart(d, e, f, a, b, c)) return false;
    return segment_meets_triangle(a, b, d, e, f) || segment_meets_triangle(b, c, d, e, f) ||
           segment_meets_triangle(c, a, d, e, f) || segment_meets_triangle(d, e, a, b, c) ||
           segment_meets_triangle(e, f, a, b, c) || segment_meets_triangle(f, d, a, b, c);
  }

 private:
  const Vec3& point(const Triangle& t, std::size_t k) const { return mesh_.vertices[t[k]]; }

  // All of d, e, f strictly on one side of the plane of a, b, c.
  static bool apart(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d, const Vec3& e,
                    const Vec3& f) {
    const int side = orientation(a, b, c, d);
    return side != 0 && orientation(a, b, c, e) == side && orientation(a, b, c, f) == side;
  }

  // c and f on the same side of the line a b, all four in a plane.
  static bool same_side(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& f) {
    for (int drop = 0; drop < 3; ++drop) {
      const int side = orientation_in_plane(a, b, c, drop);
      if (side != 0) return orientation_in_plane(a, b, f, drop) == side;
    }
    return false;
  }

  Mesh mesh_;
  std::vector<std::uint32_t> solid_;
  std::vector<Bounds> boxes_;
};

// A tree of boxes: halves at the median of the longest axis down to a few triangles.
class BoxTree {
 public:
  explicit BoxTree(const std::vector<Bounds>& boxes) : boxes_(boxes), order_(boxes.size()) {
    for (std::size_t i = 0; i < order_.size(); ++i) order_[i] = static_cast<std::uint32_t>(i);
    if (order_.empty()) return;
    nodes_.push_back({{}, 0, static_cast<std::uint32_t>(order_.size()), 0});
    for (std::size_t n = 0; n < nodes_.size(); ++n) split(n);
  }

  // Calls f(j) for every box j > i that overlaps box i, until it says false.
  template <class F>
  bool for_each_partner(std::uint32_t i, F&& f) const {
    const Bounds& box = boxes_[i];
    std::array<std::uint32_t, 128> waiting;  // halves are equal: 32 levels, two nodes of each at most
    std::size_t count = 0;
    waiting[count++] = 0;
    while (count > 0) {
      const Node& node = nodes_[waiting[--count]];
      if (!node.box.overlaps(box)) continue;
      if (node.child > 0) {
        waiting[count++] = node.child;
        waiting[count++] = node.child + 1;
        continue;
      }
      for (std::uint32_t k = node.begin; k < node.end; ++k)
        if (order_[k] > i && boxes_[order_[k]].overlaps(box) && !f(order_[k])) return false;
    }
    return true;
  }

 private:
  struct Node {
    Bounds box;
    std::uint32_t begin, end;  // in order_
    std::uint32_t child;       // the first of two; 0 for a leaf
  };

  void split(std::size_t n) {
    const std::uint32_t begin = nodes_[n].begin, end = nodes_[n].end;
    Bounds all = boxes_[order_[begin]];
    for (std::uint32_t k = begin; k < end; ++k) all.include(boxes_[order_[k]]);
    nodes_[n].box = all;
    if (end - begin <= 4) return;
    const Vec3 size = all.high - all.low;
    const int axis = size[0] >= size[1] && size[0] >= size[2] ? 0 : size[1] >= size[2] ? 1 : 2;
    const std::uint32_t middle = begin + (end - begin) / 2;
    std::nth_element(order_.begin() + begin, order_.begin() + middle, order_.begin() + end,
                     [&](std::uint32_t a, std::uint32_t b) {
                       const double x = boxes_[a].low[axis] + boxes_[a].high[axis];
                       const double y = boxes_[b].low[axis] + boxes_[b].high[axis];
                       return x != y ? x < y : a < b;
                     });
    nodes_[n].child = static_cast<std::uint32_t>(nodes_.size());
    nodes_.push_back({{}, begin, middle, 0});
    nodes_.push_back({{}, middle, end, 0});
  }

  const std::vector<Bounds>& boxes_;
  std::vector<std::uint32_t> order_;
  std::vector<Node> nodes_;
};

void sort(std::vector<MeshCrossings::Pair>& pairs) {
  std::sort(pairs.begin(), pairs.end(), [](const MeshCrossings::Pair& x, const MeshCrossings::Pair& y) {
    return x.a != y.a ? x.a < y.a : x.b < y.b;
  });
}

}  // namespace

MeshCrossings find_crossings(const Mesh& mesh) {
  MeshCrossings found;
  const TriangleSearch pairs(mesh);
  const BoxTree tree(pairs.boxes());
  const std::vector<std::uint32_t>& solid = pairs.solid();
  std::size_t tests = 0;
  const std::size_t allowed = most_crossing_tests + 30 * mesh.triangles.size();
  for (std::uint32_t i = 0; i < solid.size() && found.complete; ++i)
    found.complete = tree.for_each_partner(i, [&](std::uint32_t j) {
      if (++tests > allowed) return false;
      if (pairs.cross(solid[i], solid[j])) found.pairs.push_back({solid[i], solid[j]});
      return found.pairs.size() < most_crossings;
    });
  sort(found.pairs);
  return found;
}

MeshCrossings find_crossings_plainly(const Mesh& mesh) {
  MeshCrossings found;
  const TriangleSearch pairs(mesh);
  const std::vector<std::uint32_t>& solid = pairs.solid();
  for (std::size_t i = 0; i < solid.size(); ++i)
    for (std::size_t j = i + 1; j < solid.size(); ++j)
      if (pairs.cross(solid[i], solid[j])) found.pairs.push_back({solid[i], solid[j]});
  return found;
}

}  // namespace scree
