// Search by a quadtree or octree that follows the bodies, after Watanabe, Krengel and Matuttis.
// docs/neighbours.md says what is different here, and why.
//
// An update looks at all bodies, in parallel, and finds those whose boxes changed and those that left their
// leaf, with their way up and down the tree. The latter change their leaves one after the other. Then the
// boxes of nodes are found anew where items below them changed, and the pairs: by a walk of the tree against
// itself if much changed, else by asking the tree once for each body that did. Where nothing changed, nothing
// is done.
#pragma once

#include "broadphase/broad_phase.h"
#include "broadphase/tree/tree_cuts.h"
#include "broadphase/tree/tree_nodes.h"
#include "broadphase/tree/tree_pairs.h"
#include "broadphase/tree/tree_walk.h"

namespace scree {

template <int dimension>
class TreeSearch final : public BroadPhase {
 public:
  static constexpr unsigned usual_capacity = 8;

  // `capacity`: items of a leaf, 1 to 8; the pairs do not depend on it.
  explicit TreeSearch(unsigned capacity = usual_capacity) : nodes_(capacity) {}

  void update(std::span<const Box> boxes, std::span<const std::uint8_t> mobile, const Cell& cell,
              Workers& workers) override;
  void renumber(std::span<const BodyIndex> new_index) override;
  void reset() override;
  std::size_t memory() const override;
  std::string_view name() const override { return "tree"; }

  const TreeNodes<dimension>& nodes() const { return nodes_; }
  const TreeCuts<dimension>& cuts() const { return cuts_; }
  // Items that the last update asked the tree about one by one; bodies whose centre is outside of the cube.
  std::size_t asked() const { return asked_count_; }
  std::size_t outside() const { return outside_; }

 private:
  struct Bounds {
    double lower[dimension], upper[dimension];
  };
  struct Mover {
    ItemId id;
    std::uint64_t cell;
    TreeWay way;
  };
  // What the look at a stretch of bodies or pieces finds.
  struct Look {
    std::vector<ItemId> changed;
    std::vector<Mover> movers;
    std::vector<BodyIndex> special;  // not simply moved
    std::int64_t outside = 0;        // more than before
  };
  // What belongs to a part of a search.
  struct Part {
    std::vector<NodePair> pairs;
    std::vector<std::uint32_t> groups;
    std::vector<Pair> met;
    std::array<Pair, 64> hits;  // to be looked at more closely
    std::size_t hit_count = 0;
    std::uint64_t tests = 0;
  };

  bool must_start(std::size_t bodies, const Cell& cell) const;
  void start(Workers& workers);
  bool follow(Workers& workers);
  void append(std::size_t bodies);

  void look_at_bodies(Workers& workers);
  void look_at_body(BodyIndex i, Look& look);
  void look_at_pieces(Workers& workers);
  void move_all(std::size_t looks);
  bool put_body(BodyIndex i, bool into_tree);
  void take_body(BodyIndex i);
  void settle(BodyIndex i);
  bool too_many_strays() const;

  void search_all(Workers& workers);
  void search_changed(Workers& workers);
  void run(Part& part);
  auto hits(Part& part);
  void judge(Part& part);
  bool touch(const Box& a, const Box& b) const;
  BodyIndex body_of(ItemId id) const { return (id & piece_bit) == 0 ? id : cuts_.body_of(id & ~piece_bit); }
  void finish(std::size_t parts, bool all, Workers& workers);

  bool started_ = false;
  std::size_t bodies_at_start_ = 0;
  Cell cell_;
  bool any_periodic_ = false;
  std::span<const Box> boxes_;  // during an update
  std::span<const std::uint8_t> mobile_;
  TreeDomain<dimension> domain_;
  TreeCuts<dimension> cuts_;
  TreeNodes<dimension> nodes_;
  std::size_t outside_ = 0;
  std::vector<Bounds> before_;             // of the last update
  std::vector<std::uint32_t> large_;       // by body: its number among the cuts
  std::vector<std::uint8_t> has_changed_;  // by body, during an update
  std::vector<ItemId> changed_;            // items in the tree
  std::size_t asked_count_ = 0;
  std::vector<std::uint32_t> piece_list_;
  std::vector<ItemId> ids_;
  std::vector<Look> looks_;
  std::vector<Part> parts_;
  std::vector<NodePair> todo_;
  KnownPairs known_;
  std::vector<Pair> met_, parted_;
};

}  // namespace scree
