// A tree of boxes about the parts of a shape, in its own axes. Bodies of many parts meet in a few of them:
// this finds which, so that nobody lists all pairs of parts.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/vector.h"
#include "state/box.h"

namespace scree {

// How something stands in the axes of something else: a point x of it is at position + turn * (scale * x).
struct RelativePose {
  Vec3 position = Vec3::Zero();
  Mat3 turn = Mat3::Identity();
  double scale = 1;

  // The box about a box.
  Box operator()(const Box& box) const {
    const Vec3 centre = position + turn * (0.5 * scale * (box.lower + box.upper));
    const Vec3 half = turn.cwiseAbs() * (0.5 * scale * (box.upper - box.lower));
    return {centre - half, centre + half};
  }
};

class PartTree {
 public:
  PartTree() = default;
  explicit PartTree(std::span<const Box> parts);

  bool empty() const { return nodes_.empty(); }
  // About all parts.
  const Box& bounds() const { return nodes_[0].box; }

  // Appends the parts whose boxes come within `margin` of a box; in no order.
  void find_near(const Box& box, double margin, std::vector<std::uint32_t>& parts) const;

  // Appends the parts whose boxes reach below a plane, where normal . x <= offset.
  void find_below(const Vec3& normal, double offset, std::vector<std::uint32_t>& parts) const;

  struct PartPair {
    std::uint32_t a, b;
    friend auto operator<=>(const PartPair&, const PartPair&) = default;
  };
  // Appends the pairs of parts whose boxes come within `margin` of each other, where `b` stands at this pose
  // in the axes of a; a margin too many may be found. In no order.
  static void find_near(const PartTree& a, const PartTree& b, const RelativePose& pose, double margin,
                        std::vector<PartPair>& pairs);

 private:
  template <class IsNear>
  void find(const IsNear& is_near, std::vector<std::uint32_t>& parts) const;

  // A leaf holds one part; the children of a node are `first` and `first` + 1.
  struct Node {
    Box box;
    std::uint32_t first = 0;  // child, or part
    bool is_leaf = true;
  };
  void build(std::uint32_t node, std::span<std::uint32_t> parts, std::span<const Box> boxes);

  std::vector<Node> nodes_;
};

// Do boxes come within a margin of each other, on every axis?
inline bool is_near(const Box& a, const Box& b, double margin) {
  for (int k = 0; k < 3; ++k)
    if (a.lower[k] > b.upper[k] + margin || b.lower[k] > a.upper[k] + margin) return false;
  return true;
}

}  // namespace scree
