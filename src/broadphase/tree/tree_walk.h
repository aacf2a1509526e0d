// Walks through a tree that find items whose rounded boxes overlap: the tree against itself, or one box
// against the tree. `hit(a, b)` is told of each two items, at least one of which can move.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <vector>

#include "broadphase/tree/tree_nodes.h"

namespace scree {

template <int dimension>
struct WalkBox {
  float lower[dimension];
  float upper[dimension];

  template <int count>
  static WalkBox of(const BoxRow<dimension, count>& row, unsigned place) {
    WalkBox box;
    for (int k = 0; k < dimension; ++k) {
      box.lower[k] = row.lower[k][place];
      box.upper[k] = row.upper[k][place];
    }
    return box;
  }
  WalkBox moved(const std::array<float, dimension>& way, float times) const {
    WalkBox box;
    for (int k = 0; k < dimension; ++k) {
      const float by = times * way[static_cast<std::size_t>(k)];
      box.lower[k] = lower[k] + by;
      box.upper[k] = upper[k] + by;
    }
    return box;
  }
};

// Bit by bit: which of the boxes overlap this one.
template <int dimension, int count>
inline unsigned overlaps(const BoxRow<dimension, count>& row, const WalkBox<dimension>& box) {
  typedef float Four __attribute__((vector_size(16)));
  unsigned result = 0;
#pragma GCC unroll 2
  for (int first = 0; first < count; first += 4) {
    const auto four = [&](const float* numbers) {
      Four loaded;
      std::memcpy(&loaded, numbers + first, sizeof loaded);
      return loaded;
    };
    auto all = (four(row.lower[0]) <= box.upper[0]) & (four(row.upper[0]) >= box.lower[0]);
#pragma GCC unroll 2
    for (int k = 1; k < dimension; ++k)
      all &= (four(row.lower[k]) <= box.upper[k]) & (four(row.upper[k]) >= box.lower[k]);
#if defined(__SSE__)
    const auto bits = static_cast<unsigned>(__builtin_ia32_movmskps(std::bit_cast<Four>(all)));
#else
    unsigned bits = 0;
    for (int k = 0; k < 4; ++k) bits |= (all[k] != 0 ? 1u : 0u) << k;
#endif
    result |= bits << first;
  }
  return result;
}

// Calls task(place) for each bit.
template <class Task>
inline void for_bits(unsigned bits, const Task& task) {
  for (; bits != 0; bits &= bits - 1) task(static_cast<unsigned>(std::countr_zero(bits)));
}

// Two nodes whose boxes overlap, or one with itself; the first is seen through a periodic image.
struct NodePair {
  static constexpr std::uint32_t no_image = 0xffffffffu;
  std::uint32_t a, b;
  std::uint32_t image = no_image;
};

template <int dimension>
class TreeWalk {
 public:
  using Nodes = TreeNodes<dimension>;
  using Group = typename Nodes::Group;
  using Block = typename Nodes::Block;
  using BoxAt = WalkBox<dimension>;

  TreeWalk(const Nodes& nodes, const TreeDomain<dimension>& domain) : nodes_(nodes), domain_(domain) {}

  // Pairs of boxes compared, of items only.
  std::uint64_t tests() const { return tests_; }

  // The tree with itself and with its images: what a walk begins with.
  void start(std::vector<NodePair>& pairs) const {
    pairs.push_back({Nodes::root, Nodes::root});
    for (std::uint32_t image = 0; image < domain_.shifts().size(); ++image)
      pairs.push_back({Nodes::root, Nodes::root, image});
  }

  // One step: two leaves are compared, of other nodes the pairs of children are appended.
  template <class Hit>
  void visit(NodePair pair, std::vector<NodePair>& pairs, const Hit& hit) {
    if (pair.image == NodePair::no_image && pair.a == pair.b)
      with_itself(pair.a, pairs, hit);
    else if (pair.image == NodePair::no_image)
      with_other<false>(pair, pairs, hit);
    else
      with_other<true>(pair, pairs, hit);
  }

  // Everything that overlaps one item.
  template <class Hit>
  void query(ItemId id, std::vector<std::uint32_t>& groups, const Hit& hit) {
    const Placed<dimension>& placed = nodes_.placed(id);
    BoxAt box;
    std::ranges::copy(placed.lower, box.lower);
    std::ranges::copy(placed.upper, box.upper);
    const bool mobile = nodes_.spot(id).mobile != 0;
    query_box(id, box, mobile, groups, hit);
    for (const auto& shift : domain_.shifts()) {
      query_box(id, box.moved(shift, 1), mobile, groups, hit);
      query_box(id, box.moved(shift, -1), mobile, groups, hit);
    }
  }

 private:
  static unsigned child(std::uint32_t node) { return node % Nodes::children; }
  const Group& group_of(std::uint32_t node) const { return nodes_.group(node / Nodes::children); }
  BoxAt box_of(std::uint32_t node) const { return BoxAt::of(group_of(node).boxes, child(node)); }
  bool mobile(std::uint32_t node) const { return (group_of(node).mobile >> child(node) & 1) != 0; }

  template <bool imaged>
  BoxAt through(const BoxAt& box, std::uint32_t image, float times = 1) const {
    if constexpr (imaged)
      return box.moved(domain_.shifts()[image], times);
    else
      return box;
  }

  void prefetch(Link link) const {
    const char* const memory = is_inner(link)
                                   ? reinterpret_cast<const char*>(&nodes_.group(group_below(link)))
                                   : reinterpret_cast<const char*>(&nodes_.block(link));
    for (std::size_t line = 0; line < sizeof(Block); line += 64) __builtin_prefetch(memory + line);
  }

  template <class Hit>
  void with_itself(std::uint32_t node, std::vector<NodePair>& pairs, const Hit& hit) {
    const Link link = nodes_.link_of(node);
    if (!is_inner(link)) {
      if (link != empty_leaf && mobile(node)) leaf_with_itself(link, hit);
      return;
    }
    const std::uint32_t below = group_below(link);
    const Group& group = nodes_.group(below);
    if (group.mobile == 0) return;
    for (unsigned i = 0; i < Nodes::children; ++i) {
      if (group.link[i] == empty_leaf) continue;
      const std::uint32_t a = below * Nodes::children + i;
      prefetch(group.link[i]);
      pairs.push_back({a, a});
      unsigned others = overlaps(group.boxes, BoxAt::of(group.boxes, i)) & (~0u << i << 1);
      if ((group.mobile >> i & 1u) == 0) others &= group.mobile;
      for_bits(others, [&](unsigned j) { pairs.push_back({a, below * Nodes::children + j}); });
    }
  }

  template <bool imaged, class Hit>
  void with_other(NodePair pair, std::vector<NodePair>& pairs, const Hit& hit) {
    const Link a = nodes_.link_of(pair.a);
    const Link b = nodes_.link_of(pair.b);
    if (a == empty_leaf || b == empty_leaf) return;
    if (is_inner(a)) {
      // As seen by b; most children of a are too far away.
      const Group& group = nodes_.group(group_below(a));
      unsigned near = overlaps(group.boxes, through<imaged>(box_of(pair.b), pair.image, -1));
      if (!mobile(pair.b)) near &= group.mobile;
      for_bits(near, [&](unsigned i) {
        const std::uint32_t node = group_below(a) * Nodes::children + i;
        if (is_inner(b))
          children_near<imaged>(node, b, pair.image, pairs, hit);
        else
          pairs.push_back({node, pair.b, pair.image});
      });
    } else if (is_inner(b)) {
      children_near<imaged>(pair.a, b, pair.image, pairs, hit);
    } else {
      leaves<imaged>(a, b, box_of(pair.b), pair.image, hit);
    }
  }

  // Two leaves are compared at once, there is nothing below them to be put aside.
  template <bool imaged, class Hit>
  void children_near(std::uint32_t a, Link b, std::uint32_t image, std::vector<NodePair>& pairs,
                     const Hit& hit) {
    const Group& group = nodes_.group(group_below(b));
    unsigned near = overlaps(group.boxes, through<imaged>(box_of(a), image));
    if (!mobile(a)) near &= group.mobile;
    const Link link = nodes_.link_of(a);
    for_bits(near, [&](unsigned j) { prefetch(group.link[j]); });
    for_bits(near, [&](unsigned j) {
      if (is_inner(link) || is_inner(group.link[j]))
        pairs.push_back({a, group_below(b) * Nodes::children + j, image});
      else
        leaves<imaged>(link, group.link[j], BoxAt::of(group.boxes, j), image, hit);
    });
  }

  template <class Hit>
  void leaf_with_itself(Link link, const Hit& hit) {
    for (std::uint32_t index = link; index != nothing; index = nodes_.block(index).next) {
      const Block& block = nodes_.block(index);
      for (unsigned i = 0; i < block.used; ++i) {
        const BoxAt box = BoxAt::of(block.boxes, i);
        const unsigned mask = (block.mobile >> i & 1u) != 0 ? ~0u : block.mobile;
        tests_ += block.used - i - 1;
        for_bits(overlaps(block.boxes, box) & mask & (~0u << i << 1),
                 [&](unsigned j) { hit(block.item[i], block.item[j]); });
        with_blocks(block.item[i], box, mask != ~0u, block.next, hit);
      }
    }
  }

  template <bool imaged, class Hit>
  void leaves(Link a, Link b, const BoxAt& box_of_b, std::uint32_t image, const Hit& hit) {
    const BoxAt seen_by_a = through<imaged>(box_of_b, image, -1);
    for (std::uint32_t index = a; index != nothing; index = nodes_.block(index).next) {
      const Block& block = nodes_.block(index);
      for_bits(overlaps(block.boxes, seen_by_a), [&](unsigned i) {
        const BoxAt box = through<imaged>(BoxAt::of(block.boxes, i), image);
        with_blocks(block.item[i], box, (block.mobile >> i & 1u) == 0, b, hit);
      });
    }
  }

  template <class Hit>
  void with_blocks(ItemId id, const BoxAt& box, bool only_mobile, std::uint32_t first, const Hit& hit) {
    for (std::uint32_t index = first; index != nothing; index = nodes_.block(index).next) {
      const Block& block = nodes_.block(index);
      tests_ += block.used;
      unsigned near = overlaps(block.boxes, box);
      if (only_mobile) near &= block.mobile;
      for_bits(near, [&](unsigned j) { hit(id, block.item[j]); });
    }
  }

  template <class Hit>
  void query_box(ItemId id, const BoxAt& box, bool is_mobile, std::vector<std::uint32_t>& groups,
                 const Hit& hit) {
    groups.assign(1, Nodes::root);
    while (!groups.empty()) {
      const Group& group = nodes_.group(groups.back());
      groups.pop_back();
      unsigned near = overlaps(group.boxes, box);
      if (!is_mobile) near &= group.mobile;
      for_bits(near, [&](unsigned i) {
        const Link link = group.link[i];
        if (is_inner(link))
          groups.push_back(group_below(link));
        else
          with_blocks(id, box, !is_mobile, link, hit);
      });
    }
  }

  const Nodes& nodes_;
  const TreeDomain<dimension>& domain_;
  std::uint64_t tests_ = 0;
};

}  // namespace scree
