#include "state/part_tree.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace scree {

PartTree::PartTree(std::span<const Box> parts) {
  if (parts.empty()) return;
  std::vector<std::uint32_t> order(parts.size());
  std::iota(order.begin(), order.end(), 0u);
  nodes_.reserve(2 * parts.size());
  nodes_.emplace_back();
  build(0, order, parts);
}

// Halves by number, across the longest side of the box about the middles.
void PartTree::build(std::uint32_t node, std::span<std::uint32_t> parts, std::span<const Box> boxes) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  Box box{Vec3::Constant(infinity), Vec3::Constant(-infinity)}, middles = box;
  for (const std::uint32_t part : parts) {
    box.lower = box.lower.cwiseMin(boxes[part].lower);
    box.upper = box.upper.cwiseMax(boxes[part].upper);
    const Vec3 middle = 0.5 * (boxes[part].lower + boxes[part].upper);
    middles.lower = middles.lower.cwiseMin(middle);
    middles.upper = middles.upper.cwiseMax(middle);
  }
  nodes_[node].box = box;
  if (parts.size() == 1) {
    nodes_[node].first = parts[0];
    return;
  }
  int axis = 0;
  (middles.upper - middles.lower).maxCoeff(&axis);
  const std::size_t half = parts.size() / 2;
  const auto middle_of = [&](std::uint32_t part) {
    return boxes[part].lower[axis] + boxes[part].upper[axis];
  };
  std::nth_element(parts.begin(), parts.begin() + static_cast<std::ptrdiff_t>(half), parts.end(),
                   [&](std::uint32_t x, std::uint32_t y) { return middle_of(x) < middle_of(y); });
  const auto child = static_cast<std::uint32_t>(nodes_.size());
  nodes_[node].first = child;
  nodes_[node].is_leaf = false;
  nodes_.resize(nodes_.size() + 2);
  build(child, parts.first(half), boxes);
  build(child + 1, parts.subspan(half), boxes);
}

template <class IsNear>
void PartTree::find(const IsNear& is_near, std::vector<std::uint32_t>& parts) const {
  if (nodes_.empty()) return;
  std::vector<std::uint32_t> open{0};
  while (!open.empty()) {
    const Node& node = nodes_[open.back()];
    open.pop_back();
    if (!is_near(node.box)) continue;
    if (node.is_leaf)
      parts.push_back(node.first);
    else
      open.insert(open.end(), {node.first, node.first + 1});
  }
}

void PartTree::find_near(const Box& box, double margin, std::vector<std::uint32_t>& parts) const {
  find([&](const Box& own) { return is_near(own, box, margin); }, parts);
}

void PartTree::find_below(const Vec3& normal, double offset, std::vector<std::uint32_t>& parts) const {
  find(
      [&](const Box& own) {
        const Vec3 half = 0.5 * (own.upper - own.lower);
        return normal.dot(own.lower + half) - normal.cwiseAbs().dot(half) <= offset;
      },
      parts);
}

void PartTree::find_near(const PartTree& a, const PartTree& b, const RelativePose& pose, double margin,
                         std::vector<PartPair>& pairs) {
  if (a.empty() || b.empty()) return;
  std::vector<PartPair> open{{0, 0}};  // of nodes
  while (!open.empty()) {
    const auto [of_a, of_b] = open.back();
    open.pop_back();
    const Node &x = a.nodes_[of_a], &y = b.nodes_[of_b];
    const Box in_a = pose(y.box);
    if (!is_near(x.box, in_a, margin)) continue;
    if (x.is_leaf && y.is_leaf) {
      pairs.push_back({x.first, y.first});
      continue;
    }
    // The larger one is opened.
    const bool open_a = !x.is_leaf && (y.is_leaf || (x.box.upper - x.box.lower).squaredNorm() >=
                                                        (in_a.upper - in_a.lower).squaredNorm());
    for (std::uint32_t n = 0; n < 2; ++n)
      open.push_back(open_a ? PartPair{x.first + n, of_b} : PartPair{of_a, y.first + n});
  }
}

}  // namespace scree
