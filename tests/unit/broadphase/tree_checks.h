// What must hold for every tree, and ways to compare two of them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "base/parallel.h"
#include "broadphase/broad_phase.h"
#include "broadphase/tree/tree_nodes.h"

namespace scree::test {

inline bool same_pairs(const BroadPhase& x, const BroadPhase& y) {
  return std::equal(x.pairs().begin(), x.pairs().end(), y.pairs().begin(), y.pairs().end());
}

inline std::string differences_of(const BroadPhase& tree, const BroadPhase& brute) {
  std::string text;
  const auto list = [&](const BroadPhase& has, const BroadPhase& lacks, const char* what) {
    for (const Pair& p : has.pairs())
      if (std::find(lacks.pairs().begin(), lacks.pairs().end(), p) == lacks.pairs().end())
        text += std::string(what) + " (" + std::to_string(p.a) + ", " + std::to_string(p.b) + ") ";
  };
  list(brute, tree, "missing");
  list(tree, brute, "superfluous");
  return text.empty() ? "doubles or wrong order" : text;
}

template <int dimension>
std::vector<ItemId> items_of_leaf(const TreeNodes<dimension>& nodes, Link link) {
  std::vector<ItemId> items;
  if (link == empty_leaf) return items;
  for (std::uint32_t index = link; index != nothing; index = nodes.block(index).next)
    for (unsigned k = 0; k < nodes.block(index).used; ++k) items.push_back(nodes.block(index).item[k]);
  std::sort(items.begin(), items.end());
  return items;
}

// The tree as it was built: a walk through it with the items of each leaf and the box of each node. It does
// not tell where in memory anything is.
template <int dimension>
void shape_below(const TreeNodes<dimension>& nodes, std::uint32_t node, std::vector<double>& shape) {
  const auto& group = nodes.group(node / nodes.children);
  for (int k = 0; k < dimension; ++k) {
    shape.push_back(static_cast<double>(group.boxes.lower[k][node % nodes.children]));
    shape.push_back(static_cast<double>(group.boxes.upper[k][node % nodes.children]));
  }
  shape.push_back(group.mobile >> node % nodes.children & 1);
  const Link link = nodes.link_of(node);
  if (is_inner(link)) {
    shape.push_back(-1);
    for (unsigned child = 0; child < nodes.children; ++child)
      shape_below(nodes, group_below(link) * nodes.children + child, shape);
    return;
  }
  const std::vector<ItemId> items = items_of_leaf(nodes, link);
  shape.push_back(static_cast<double>(items.size()));
  for (const ItemId id : items) shape.push_back(id);
}

template <int dimension>
std::vector<double> shape_of(const TreeNodes<dimension>& nodes) {
  std::vector<double> shape;
  shape_below(nodes, nodes.root, shape);
  return shape;
}

// Where every item is in memory.
template <int dimension>
std::vector<std::uint32_t> exact_layout(const TreeNodes<dimension>& nodes) {
  std::vector<std::uint32_t> layout;
  for (const auto& spot : nodes.bodies.spot) layout.push_back(spot.slot);
  for (const auto& spot : nodes.pieces.spot) layout.push_back(spot.slot);
  return layout;
}

template <int dimension>
struct TreeCheck {
  const TreeNodes<dimension>& nodes;
  std::size_t groups = 1, blocks = 0, items = 0;
  std::string wrong{};

  void complain(const std::string& what) {
    if (wrong.empty()) wrong = what;
  }

  // Returns the items below; `prefix` is the first cell of the node.
  std::vector<ItemId> below(std::uint32_t node, int level, std::uint64_t prefix) {
    const Link link = nodes.link_of(node);
    if (nodes.group(node / nodes.children).level != level) complain("wrong level");
    std::vector<ItemId> all;
    if (is_inner(link)) {
      ++groups;
      const auto& group = nodes.group(group_below(link));
      if (group.parent != node) complain("wrong parent");
      for (unsigned child = 0; child < nodes.children; ++child) {
        std::uint64_t first = prefix;
        for (int k = 0; k < dimension; ++k)
          first |= std::uint64_t{child >> k & 1} << (k * deepest_level + deepest_level - 1 - level);
        const auto some = below(group_below(link) * nodes.children + child, level + 1, first);
        all.insert(all.end(), some.begin(), some.end());
      }
      if (all.size() <= nodes.capacity()) complain("a node with children has too few items");
    } else {
      all = items_of_leaf(nodes, link);
      if (all.size() > nodes.capacity() && level < deepest_level) complain("a leaf has too many items");
      check_leaf(node, link, level, prefix);
    }
    check_box(node, all);
    return all;
  }

  void check_leaf(std::uint32_t node, Link link, int level, std::uint64_t prefix) {
    if (link == empty_leaf) return;
    for (std::uint32_t index = link; index != nothing; index = nodes.block(index).next) {
      ++blocks;
      const auto& block = nodes.block(index);
      if (block.node != node) complain("a block of another leaf");
      if (block.used == 0 || (index != link && block.used != nodes.slots)) complain("a block with gaps");
      for (unsigned k = 0; k < block.used; ++k) {
        ++items;
        const auto& spot = nodes.spot(block.item[k]);
        const auto& placed = nodes.placed(block.item[k]);
        if (spot.slot != index * nodes.slots + k || spot.level != level) complain("an item is elsewhere");
        if (common_level(placed.cell, prefix) < level) complain("a centre is not in its leaf");
        if ((spot.mobile != 0) != ((block.mobile >> k & 1) != 0)) complain("wrong mobility");
        for (int d = 0; d < dimension; ++d)
          if (block.boxes.lower[d][k] != placed.lower[d] || block.boxes.upper[d][k] != placed.upper[d])
            complain("an old box");
      }
    }
  }

  // As small as it can be.
  void check_box(std::uint32_t node, const std::vector<ItemId>& all) {
    const auto& group = nodes.group(node / nodes.children);
    const unsigned child = node % nodes.children;
    bool mobile = false;
    for (const ItemId id : all) mobile |= nodes.spot(id).mobile != 0;
    if (mobile != ((group.mobile >> child & 1) != 0)) complain("wrong mobility of a node");
    for (int k = 0; k < dimension; ++k) {
      float lower = no_lower, upper = no_upper;
      for (const ItemId id : all) {
        lower = std::min(lower, nodes.placed(id).lower[k]);
        upper = std::max(upper, nodes.placed(id).upper[k]);
      }
      if (group.boxes.lower[k][child] != lower || group.boxes.upper[k][child] != upper)
        complain("not the box around the items");
    }
  }
};

// Empty if all is well; the same tree results when it is built from nothing.
template <int dimension>
std::string check_tree(const TreeNodes<dimension>& nodes) {
  TreeCheck<dimension> check{nodes};
  check.below(nodes.root, 0, 0);
  if (check.groups != nodes.groups_in_use()) check.complain("a group was lost");
  if (check.blocks != nodes.blocks_in_use()) check.complain("a block was lost");
  std::vector<ItemId> ids;
  for (ItemId i = 0; i < nodes.bodies.spot.size(); ++i)
    if (nodes.bodies.spot[i].slot != nothing) ids.push_back(i);
  for (ItemId p = 0; p < nodes.pieces.spot.size(); ++p)
    if (nodes.pieces.spot[p].slot != nothing) ids.push_back(p | piece_bit);
  if (check.items != ids.size()) check.complain("an item was lost");
  TreeNodes<dimension> again(nodes.capacity());
  again.bodies = nodes.bodies;
  again.pieces = nodes.pieces;
  Workers workers(1);
  again.build(ids, workers);
  again.refit_all(workers);
  if (shape_of(again) != shape_of(nodes)) check.complain("built from nothing it is another one");
  return check.wrong;
}

}  // namespace scree::test
