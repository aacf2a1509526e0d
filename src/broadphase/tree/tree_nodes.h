// A quadtree or octree of items that is followed, not rebuilt: after Watanabe, Krengel and Matuttis, "Tree
// code based neighborhood algorithms for discrete element methods".
//
// The tree is canonical: a node has children exactly if more than `capacity` items are below it and it is not
// on the deepest level. So it depends on where the items are and not on how they came there.
//
// Items are bodies or pieces of large bodies (tree_cuts.h). An item is in the leaf that holds its centre;
// every node keeps the box around the boxes of all items below it, which is what is searched by. So a box of
// any length is found, however far it reaches beyond its leaf.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "base/ids.h"
#include "base/parallel.h"
#include "broadphase/tree/tree_domain.h"

namespace scree {

using ItemId = std::uint32_t;
inline constexpr ItemId piece_bit = 0x80000000u;  // the rest is the number of a piece, else of a body
inline constexpr std::uint32_t nothing = 0xffffffffu;

// What a node has below it.
using Link = std::uint32_t;
inline constexpr Link inner_bit = 0x80000000u;   // the rest is the group of its children,
inline constexpr Link empty_leaf = 0x7fffffffu;  // else the first block of its items
inline bool is_inner(Link link) { return (link & inner_bit) != 0; }
inline std::uint32_t group_below(Link link) { return link & ~inner_bit; }

inline constexpr std::uint8_t given_back = 255;  // as the level of a group

inline constexpr float no_lower = std::numeric_limits<float>::infinity();
inline constexpr float no_upper = -no_lower;

// Boxes side by side, so that some are compared by one instruction. Those not in use have no points.
template <int dimension, int count>
struct alignas(32) BoxRow {
  float lower[dimension][count];
  float upper[dimension][count];
};

// The children of a node. A node is named by its group and its place there: group * children + child.
template <int dimension>
struct TreeGroup {
  static constexpr int width = 1 << dimension;
  BoxRow<dimension, width> boxes;
  Link link[width];
  std::uint32_t parent;  // a node
  std::uint32_t stamp;   // another one each time it is taken from the pool or goes back to it
  std::uint8_t level;    // of these nodes
  std::uint8_t mobile;   // bit by bit: something below can move
  std::uint8_t dirty;    // bit by bit: the box is to be found anew
};

// Items of a leaf. Only on the deepest level a leaf has more than one, the first of which may have room.
template <int dimension>
struct TreeBlock {
  static constexpr int width = 8;
  BoxRow<dimension, width> boxes;
  ItemId item[width];
  std::uint32_t next;
  std::uint32_t node;
  std::uint8_t used;
  std::uint8_t mobile;  // bit by bit
};

// What happened since the start.
struct TreeTally {
  std::uint64_t moved = 0;     // items that went to another leaf
  std::uint64_t risen = 0;     // levels from their old leaf up to the lowest node that holds both
  std::uint64_t passed = 0;    // nodes with children on the way down
  std::uint64_t occupied = 0;  // leaves moved into
  std::uint64_t split = 0;
  std::uint64_t merged = 0;
};

// Where an item goes that left its leaf: up to the lowest node that holds the old and the new centre, and
// down again to a leaf.
struct TreeWay {
  std::uint32_t leaf;
  std::uint32_t stamp;   // of its group: the leaf is the one that was found while this is the same
  std::uint32_t passed;  // nodes with children on the way down
};

template <int dimension>
class TreeNodes {
 public:
  static constexpr unsigned children = 1u << dimension;
  static constexpr unsigned slots = TreeBlock<dimension>::width;
  static constexpr std::uint32_t root = 0;
  using Group = TreeGroup<dimension>;
  using Block = TreeBlock<dimension>;

  // Where an item is; the look at all bodies needs no more.
  struct Spot {
    std::uint32_t slot = nothing;  // block * slots + place; nothing: not in the tree
    std::uint8_t level = 0;        // of its leaf
    std::uint8_t mobile = 0;
    std::uint8_t outside = 0;  // of the cube
  };
  struct Items {
    std::vector<Placed<dimension>> placed;
    std::vector<Spot> spot;
    void resize(std::size_t count) {
      placed.resize(count);
      spot.resize(count);
    }
  };

  explicit TreeNodes(unsigned capacity) : capacity_(capacity) { clear(); }

  // An item is placed before it is put into the tree; its cell then changes by move() alone.
  Items bodies, pieces;
  Placed<dimension>& placed(ItemId id) {
    return (id & piece_bit) == 0 ? bodies.placed[id] : pieces.placed[id & ~piece_bit];
  }
  const Placed<dimension>& placed(ItemId id) const { return const_cast<TreeNodes*>(this)->placed(id); }
  Spot& spot(ItemId id) { return (id & piece_bit) == 0 ? bodies.spot[id] : pieces.spot[id & ~piece_bit]; }
  const Spot& spot(ItemId id) const { return const_cast<TreeNodes*>(this)->spot(id); }

  // Takes all items out.
  void clear();
  // Into an empty tree, all at once.
  void build(std::span<const ItemId> ids, Workers& workers);
  void insert(ItemId id) { descend(root, id); }
  void remove(ItemId id);
  // Ways are found by many threads, then gone by one: the structure changes in the order of these calls
  // alone. What has changed since a way was found does not matter.
  TreeWay way_to(ItemId id, std::uint64_t cell) const;
  void move(ItemId id, std::uint64_t cell, const TreeWay& way);
  void move(ItemId id, std::uint64_t cell) { move(id, cell, way_to(id, cell)); }
  // What move() will need, in the order of need.
  void prefetch_spot(ItemId id) const {
    __builtin_prefetch(&spot(id));
    __builtin_prefetch(&placed(id));
  }
  void prefetch_way(ItemId id, const TreeWay& way) const;
  // The same item by another number.
  void rename(const Spot& spot, ItemId id) { blocks_[spot.slot / slots].item[spot.slot % slots] = id; }

  // Boxes of nodes follow those of items: of all items, or of the given ones and of leaves that were changed.
  void refit_all(Workers& workers);
  void refit(std::span<const ItemId> ids);

  unsigned capacity() const { return capacity_; }
  const Group& group(std::uint32_t index) const { return groups_[index]; }
  const Block& block(std::uint32_t index) const { return blocks_[index]; }
  std::size_t groups_in_use() const { return groups_.size() - free_groups_count_; }
  std::size_t blocks_in_use() const { return blocks_.size() - free_blocks_count_; }
  const TreeTally& tally() const { return tally_; }
  std::size_t memory() const;

  Link link_of(std::uint32_t node) const { return groups_[node / children].link[node % children]; }

 private:
  struct Sorted {
    std::uint64_t place;
    ItemId id;
  };
  struct Around {  // a box being found
    float lower[dimension], upper[dimension];
    bool mobile;
  };

  int level_of(std::uint32_t node) const { return groups_[node / children].level; }
  Link& link_to(std::uint32_t node) { return groups_[node / children].link[node % children]; }
  std::uint32_t new_group(std::uint32_t parent, int level);
  std::uint32_t new_block(std::uint32_t node);
  void give_back_group(std::uint32_t group);
  void give_back_block(std::uint32_t block);
  void mark(std::uint32_t node);

  std::uint32_t above(std::uint32_t node, int level) const;
  void descend(std::uint32_t node, ItemId id);
  void put(std::uint32_t node, ItemId id);
  std::uint32_t take_out(Spot& spot);
  void split(std::uint32_t node);
  void merge_above(std::uint32_t node, int lowest_kept);
  bool can_merge(const Group& group) const;
  void merge(std::uint32_t node);
  void build_below(std::uint32_t node, std::span<const Sorted> items);

  void write_box(Block& block, unsigned place, const Placed<dimension>& placed) const;
  void refresh(std::uint32_t first_block);
  Around around_leaf(Link link) const;
  Around around_group(const Group& group) const;
  Around around(Link link) const;
  bool store(std::uint32_t node, const Around& box);
  void refit_inside(std::uint32_t node);
  void refit_above(std::uint32_t node);

  unsigned capacity_;
  std::vector<Group> groups_;
  std::vector<Block> blocks_;
  std::uint32_t free_group_ = nothing, free_block_ = nothing;
  std::size_t free_groups_count_ = 0, free_blocks_count_ = 0;
  std::uint32_t stamps_ = 0;
  std::vector<std::uint32_t> dirty_;
  std::vector<Sorted> sorted_;
  std::vector<std::uint32_t> tops_;  // scratch of refit_all
  TreeTally tally_;
};

}  // namespace scree
