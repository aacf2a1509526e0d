// Neighbours through the tree of boxes that Embree builds for its rays. The tree is of single precision:
// boxes are rounded outwards, and whom it names is asked again in double precision.
//
// While bodies move a little, the tree only follows them. It is built anew when others are there, when some
// have jumped, and when it has become loose: when it names many more than after it was built.
#pragma once

#include <memory>

#include "broadphase/broad_phase.h"
#include "broadphase/plain_boxes.h"

namespace scree {

class EmbreeTree;

class EmbreeSearch final : public BroadPhase {
 public:
  explicit EmbreeSearch(int dimension = 3);
  ~EmbreeSearch() override;

  void update(std::span<const Box> boxes, std::span<const std::uint8_t> mobile, const Cell& cell,
              Workers& workers) override;
  void renumber(std::span<const BodyIndex> new_index) override;
  void reset() override;
  std::size_t memory() const override;
  std::string_view name() const override { return "bvh"; }

 private:
  int dimension_;
  PlainBoxes plain_boxes_;
  std::unique_ptr<EmbreeTree> tree_;
  bool stale_ = true;              // the tree: build it anew
  std::uint64_t usual_tests_ = 0;  // after it was built
  std::vector<Pair> next_;
};

// From now on make_broad_phase() knows how to make it.
void register_embree_search();

}  // namespace scree
