// Trees built at once, and the boxes of their nodes.
#include <algorithm>

#include "base/parallel_lists.h"
#include "broadphase/tree/tree_nodes.h"

namespace scree {
namespace {

// Subtrees that are refitted as one task; the few nodes above them are left to one thread.
constexpr std::size_t subtrees_wanted = 256;

template <int count>
float least(const float (&numbers)[count]) {
  float result = numbers[0];
  for (int k = 1; k < count; ++k) result = std::min(result, numbers[k]);
  return result;
}

template <int count>
float greatest(const float (&numbers)[count]) {
  float result = numbers[0];
  for (int k = 1; k < count; ++k) result = std::max(result, numbers[k]);
  return result;
}

}  // namespace

// Sorted along the walk through the tree, the items of every node are one stretch of the list; groups and
// blocks come to stand in the order in which they will be walked through.
template <int dimension>
void TreeNodes<dimension>::build(std::span<const ItemId> ids, Workers& workers) {
  make_length(sorted_, ids.size());
  workers.for_ranges(ids.size(), 2048, [&](std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k)
      sorted_[k] = {place_on_walk<dimension>(placed(ids[k]).cell), ids[k]};
  });
  sort(
      std::span(sorted_),
      [](const Sorted& a, const Sorted& b) { return a.place != b.place ? a.place < b.place : a.id < b.id; },
      workers);
  build_below(root, sorted_);
}

template <int dimension>
void TreeNodes<dimension>::build_below(std::uint32_t node, std::span<const Sorted> items) {
  const int level = level_of(node);
  if (items.size() <= capacity_ || level == deepest_level) {
    for (const Sorted& item : items) put(node, item.id);
    return;
  }
  const std::uint32_t group = new_group(node, level + 1);
  link_to(node) = inner_bit | group;
  for (unsigned child = 0; child < children; ++child) {
    const auto end = std::ranges::partition_point(items, [&](const Sorted& item) {
      return child_towards<dimension>(placed(item.id).cell, level) <= child;
    });
    const auto count = static_cast<std::size_t>(end - items.begin());
    if (count > 0) build_below(group * children + child, items.first(count));
    items = items.subspan(count);
  }
}

template <int dimension>
void TreeNodes<dimension>::refresh(std::uint32_t first_block) {
  for (std::uint32_t index = first_block; index != nothing; index = blocks_[index].next) {
    Block& block = blocks_[index];
    for (unsigned place = 0; place < block.used; ++place) write_box(block, place, placed(block.item[place]));
  }
}

template <int dimension>
typename TreeNodes<dimension>::Around TreeNodes<dimension>::around_leaf(Link link) const {
  Around box;
  std::ranges::fill(box.lower, no_lower);
  std::ranges::fill(box.upper, no_upper);
  box.mobile = false;
  if (link == empty_leaf) return box;
  for (std::uint32_t index = link; index != nothing; index = blocks_[index].next) {
    const Block& block = blocks_[index];
    for (int k = 0; k < dimension; ++k) {
      box.lower[k] = std::min(box.lower[k], least(block.boxes.lower[k]));
      box.upper[k] = std::max(box.upper[k], greatest(block.boxes.upper[k]));
    }
    box.mobile |= block.mobile != 0;
  }
  return box;
}

template <int dimension>
typename TreeNodes<dimension>::Around TreeNodes<dimension>::around_group(const Group& group) const {
  Around box;
  for (int k = 0; k < dimension; ++k) {
    box.lower[k] = least(group.boxes.lower[k]);
    box.upper[k] = greatest(group.boxes.upper[k]);
  }
  box.mobile = group.mobile != 0;
  return box;
}

template <int dimension>
typename TreeNodes<dimension>::Around TreeNodes<dimension>::around(Link link) const {
  return is_inner(link) ? around_group(groups_[group_below(link)]) : around_leaf(link);
}

// Returns whether anything is new.
template <int dimension>
bool TreeNodes<dimension>::store(std::uint32_t node, const Around& box) {
  Group& group = groups_[node / children];
  const unsigned child = node % children;
  bool changed = false;
  for (int k = 0; k < dimension; ++k) {
    changed |= group.boxes.lower[k][child] != box.lower[k] || group.boxes.upper[k][child] != box.upper[k];
    group.boxes.lower[k][child] = box.lower[k];
    group.boxes.upper[k][child] = box.upper[k];
  }
  const auto mobile =
      static_cast<std::uint8_t>((group.mobile & ~(1u << child)) | (box.mobile ? 1u : 0u) << child);
  changed |= mobile != group.mobile;
  group.mobile = mobile;
  return changed;
}

// All boxes inside of a node; its own is the caller's. The boxes of items come from anywhere in memory: those
// of all leaves of a group are asked for together.
template <int dimension>
void TreeNodes<dimension>::refit_inside(std::uint32_t node) {
  const Link link = link_of(node);
  if (!is_inner(link)) {
    if (link != empty_leaf) refresh(link);
    return;
  }
  const std::uint32_t below = group_below(link);
  for (const Link leaf : groups_[below].link)
    if (!is_inner(leaf) && leaf != empty_leaf)
      for (unsigned place = 0; place < blocks_[leaf].used; ++place)
        __builtin_prefetch(&placed(blocks_[leaf].item[place]));
  for (unsigned child = 0; child < children; ++child) {
    refit_inside(below * children + child);
    store(below * children + child, around(groups_[below].link[child]));
  }
  groups_[below].dirty = 0;
}

template <int dimension>
void TreeNodes<dimension>::refit_all(Workers& workers) {
  dirty_.clear();
  // Level by level from the root; nodes with children are replaced by these.
  tops_.assign(1, root);
  std::size_t first = 0;
  while (tops_.size() - first < subtrees_wanted) {
    const std::size_t end = tops_.size();
    for (std::size_t k = first; k < end; ++k) {
      const Link link = link_of(tops_[k]);
      if (!is_inner(link)) continue;
      for (unsigned child = 0; child < children; ++child)
        tops_.push_back(group_below(link) * children + child);
    }
    if (tops_.size() == end) break;
    first = end;
  }
  workers.for_costly_ranges(tops_.size() - first, [&](std::size_t begin, std::size_t end) {
    for (std::size_t k = first + begin; k < first + end; ++k) refit_inside(tops_[k]);
  });
  for (std::size_t k = tops_.size(); k-- > 0;) {
    const Link link = link_of(tops_[k]);
    if (k < first && !is_inner(link) && link != empty_leaf) refresh(link);
    store(tops_[k], around(link));
  }
  for (const std::uint32_t node : tops_) groups_[node / children].dirty = 0;
}

template <int dimension>
void TreeNodes<dimension>::refit_above(std::uint32_t node) {
  while (node != nothing && store(node, around(link_of(node)))) node = groups_[node / children].parent;
}

template <int dimension>
void TreeNodes<dimension>::refit(std::span<const ItemId> ids) {
  for (const ItemId id : ids) {
    const Spot& at = spot(id);
    if (at.slot == nothing) continue;
    Block& block = blocks_[at.slot / slots];
    write_box(block, at.slot % slots, placed(id));
    mark(block.node);
  }
  for (const std::uint32_t node : dirty_) {
    Group& group = groups_[node / children];
    if (group.level == given_back) continue;
    group.dirty &= static_cast<std::uint8_t>(~(1u << node % children));
    refit_above(node);
  }
  dirty_.clear();
}

#define SCREE_INSTANTIATE(dimension)                                                        \
  template void TreeNodes<dimension>::build(std::span<const ItemId> ids, Workers& workers); \
  template void TreeNodes<dimension>::refit_all(Workers& workers);                          \
  template void TreeNodes<dimension>::refit(std::span<const ItemId> ids);
SCREE_INSTANTIATE(2)
SCREE_INSTANTIATE(3)
#undef SCREE_INSTANTIATE

}  // namespace scree
