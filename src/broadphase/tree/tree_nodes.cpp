#include "broadphase/tree/tree_nodes.h"

#include <algorithm>

#include "broadphase/broad_phase.h"

namespace scree {
namespace {

template <int dimension, int count>
void clear_box(BoxRow<dimension, count>& row, unsigned place) {
  for (int k = 0; k < dimension; ++k) {
    row.lower[k][place] = no_lower;
    row.upper[k][place] = no_upper;
  }
}

}  // namespace

template <int dimension>
void TreeNodes<dimension>::clear() {
  groups_.clear();
  blocks_.clear();
  dirty_.clear();
  free_group_ = free_block_ = nothing;
  free_groups_count_ = free_blocks_count_ = 0;
  new_group(nothing, 0);
}

template <int dimension>
std::uint32_t TreeNodes<dimension>::new_group(std::uint32_t parent, int level) {
  std::uint32_t index = free_group_;
  if (index == nothing) {
    index = static_cast<std::uint32_t>(groups_.size());
    groups_.emplace_back();
  } else {
    free_group_ = groups_[index].parent;
    --free_groups_count_;
  }
  Group& group = groups_[index];
  for (unsigned child = 0; child < children; ++child) {
    clear_box(group.boxes, child);
    group.link[child] = empty_leaf;
  }
  group.parent = parent;
  group.stamp = ++stamps_;
  group.level = static_cast<std::uint8_t>(level);
  group.mobile = group.dirty = 0;
  return index;
}

template <int dimension>
void TreeNodes<dimension>::give_back_group(std::uint32_t index) {
  groups_[index].parent = free_group_;
  groups_[index].stamp = ++stamps_;
  groups_[index].level = given_back;
  free_group_ = index;
  ++free_groups_count_;
}

// Becomes the first one of the leaf.
template <int dimension>
std::uint32_t TreeNodes<dimension>::new_block(std::uint32_t node) {
  std::uint32_t index = free_block_;
  if (index == nothing) {
    index = static_cast<std::uint32_t>(blocks_.size());
    blocks_.emplace_back();
  } else {
    free_block_ = blocks_[index].next;
    --free_blocks_count_;
  }
  Block& block = blocks_[index];
  for (unsigned place = 0; place < slots; ++place) clear_box(block.boxes, place);
  block.node = node;
  block.used = block.mobile = 0;
  Link& link = link_to(node);
  block.next = link == empty_leaf ? nothing : link;
  link = index;
  return index;
}

template <int dimension>
void TreeNodes<dimension>::give_back_block(std::uint32_t index) {
  blocks_[index].next = free_block_;
  free_block_ = index;
  ++free_blocks_count_;
}

template <int dimension>
void TreeNodes<dimension>::mark(std::uint32_t node) {
  Group& group = groups_[node / children];
  const auto bit = static_cast<std::uint8_t>(1u << node % children);
  if ((group.dirty & bit) != 0) return;
  group.dirty |= bit;
  dirty_.push_back(node);
}

// Past nodes with children, into a leaf; a full one is divided until there is room.
template <int dimension>
void TreeNodes<dimension>::descend(std::uint32_t node, ItemId id) {
  const std::uint64_t cell = placed(id).cell;
  int level = level_of(node);
  for (;;) {
    const Link link = link_of(node);
    if (!is_inner(link)) {
      if (link == empty_leaf || level == deepest_level || blocks_[link].used < capacity_) break;
      split(node);
      continue;
    }
    ++tally_.passed;
    node = group_below(link) * children + child_towards<dimension>(cell, level++);
  }
  ++tally_.occupied;
  put(node, id);
}

template <int dimension>
void TreeNodes<dimension>::put(std::uint32_t node, ItemId id) {
  std::uint32_t index = link_of(node);
  if (index == empty_leaf || blocks_[index].used == slots) index = new_block(node);
  Block& block = blocks_[index];
  const unsigned place = block.used++;
  Spot& at = spot(id);
  at.slot = index * slots + place;
  at.level = groups_[node / children].level;
  block.item[place] = id;
  block.mobile |= static_cast<std::uint8_t>((at.mobile != 0 ? 1u : 0u) << place);
  write_box(block, place, placed(id));
  mark(node);
}

// The last item of the first block fills the gap. Returns the leaf.
template <int dimension>
std::uint32_t TreeNodes<dimension>::take_out(Spot& left) {
  const std::uint32_t slot = left.slot;
  left.slot = nothing;
  Block& block = blocks_[slot / slots];
  const std::uint32_t node = block.node;
  const std::uint32_t first = link_of(node);
  Block& last = blocks_[first];
  const unsigned from = --last.used;
  const unsigned to = slot % slots;
  if (first * slots + from != slot) {
    for (int k = 0; k < dimension; ++k) {
      block.boxes.lower[k][to] = last.boxes.lower[k][from];
      block.boxes.upper[k][to] = last.boxes.upper[k][from];
    }
    block.item[to] = last.item[from];
    spot(block.item[to]).slot = slot;
    const unsigned moves = last.mobile >> from & 1u;
    block.mobile = static_cast<std::uint8_t>((block.mobile & ~(1u << to)) | moves << to);
  }
  clear_box(last.boxes, from);
  last.mobile &= static_cast<std::uint8_t>(~(1u << from));
  if (last.used == 0) {
    link_to(node) = last.next == nothing ? empty_leaf : last.next;
    give_back_block(first);
  }
  mark(node);
  return node;
}

template <int dimension>
void TreeNodes<dimension>::split(std::uint32_t node) {
  ++tally_.split;
  const int level = level_of(node);
  const std::uint32_t old = link_of(node);
  const std::uint32_t group = new_group(node, level + 1);
  link_to(node) = inner_bit | group;
  const Block items = blocks_[old];
  give_back_block(old);
  for (unsigned place = 0; place < items.used; ++place) {
    const ItemId id = items.item[place];
    put(group * children + child_towards<dimension>(placed(id).cell, level), id);
  }
}

template <int dimension>
bool TreeNodes<dimension>::can_merge(const Group& group) const {
  unsigned items = 0;
  for (const Link link : group.link) {
    if (link == empty_leaf) continue;
    if (is_inner(link) || blocks_[link].next != nothing) return false;
    items += blocks_[link].used;
  }
  return items <= capacity_;
}

// The children of a node become one leaf.
template <int dimension>
void TreeNodes<dimension>::merge(std::uint32_t node) {
  ++tally_.merged;
  const std::uint32_t index = group_below(link_of(node));
  link_to(node) = empty_leaf;
  for (unsigned child = 0; child < children; ++child) {
    const Link link = groups_[index].link[child];
    if (link == empty_leaf) continue;
    const Block items = blocks_[link];
    give_back_block(link);
    for (unsigned place = 0; place < items.used; ++place) put(node, items.item[place]);
  }
  give_back_group(index);
  mark(node);
}

// From a leaf that lost an item upwards, as long as there are too few; nodes down to a level stay as they
// are.
template <int dimension>
void TreeNodes<dimension>::merge_above(std::uint32_t node, int lowest_kept) {
  while (level_of(node) - 1 > lowest_kept && can_merge(groups_[node / children])) {
    node = groups_[node / children].parent;
    merge(node);
  }
}

template <int dimension>
void TreeNodes<dimension>::remove(ItemId id) {
  merge_above(take_out(spot(id)), -1);
}

template <int dimension>
std::uint32_t TreeNodes<dimension>::above(std::uint32_t node, int level) const {
  while (level_of(node) > level) node = groups_[node / children].parent;
  return node;
}

template <int dimension>
TreeWay TreeNodes<dimension>::way_to(ItemId id, std::uint64_t cell) const {
  const int common = common_level(placed(id).cell, cell);
  std::uint32_t node = above(blocks_[spot(id).slot / slots].node, common);
  TreeWay way{node, 0, 0};
  for (int level = level_of(node); is_inner(link_of(node)); ++level, ++way.passed)
    node = group_below(link_of(node)) * children + child_towards<dimension>(cell, level);
  way.leaf = node;
  way.stamp = groups_[node / children].stamp;
  return way;
}

template <int dimension>
void TreeNodes<dimension>::prefetch_way(ItemId id, const TreeWay& way) const {
  __builtin_prefetch(&blocks_[spot(id).slot / slots].used, 1);
  __builtin_prefetch(&groups_[way.leaf / children].link, 1);
}

// What is above the lowest node that holds both centres keeps its items, so nothing there can change. Leaves
// that were merged before may hold both.
template <int dimension>
void TreeNodes<dimension>::move(ItemId id, std::uint64_t cell, const TreeWay& way) {
  Spot& at = spot(id);
  const int level = at.level;
  const int common = common_level(placed(id).cell, cell);
  if (common >= level) {
    placed(id).cell = cell;
    return;
  }
  ++tally_.moved;
  tally_.risen += static_cast<std::uint64_t>(level - common);
  const std::uint32_t leaf = take_out(at);
  std::uint32_t from = way.leaf;
  if (groups_[from / children].stamp == way.stamp)
    tally_.passed += way.passed;
  else
    from = above(leaf, common);
  merge_above(leaf, common);
  placed(id).cell = cell;
  descend(from, id);
}

template <int dimension>
void TreeNodes<dimension>::write_box(Block& block, unsigned place, const Placed<dimension>& placed) const {
  for (int k = 0; k < dimension; ++k) {
    block.boxes.lower[k][place] = placed.lower[k];
    block.boxes.upper[k][place] = placed.upper[k];
  }
}

template <int dimension>
std::size_t TreeNodes<dimension>::memory() const {
  return bytes_of(groups_) + bytes_of(blocks_) + bytes_of(dirty_) + bytes_of(sorted_) + bytes_of(tops_) +
         bytes_of(bodies.placed) + bytes_of(bodies.spot) + bytes_of(pieces.placed) + bytes_of(pieces.spot);
}

template class TreeNodes<2>;
template class TreeNodes<3>;

}  // namespace scree
