// Lists of near pairs, after Verlet: every box gets a margin and the tree finds the pairs of those; as long
// as boxes stay inside of what they were given, an update only looks which of the near pairs overlap. Worth
// it where boxes move by little between updates. The step has margins of its own (step/neighbourhood.h);
// beside those, lists gain where bodies only tremble, or where a few are much quicker than the rest.
//
// Inside, bodies stand in rows along a curve that fills space, so that near pairs are near in memory, too.
#pragma once

#include <vector>

#include "broadphase/broad_phase.h"

namespace scree {

class ListSearch final : public BroadPhase {
 public:
  explicit ListSearch(int dimension)
      : dimension_(dimension), near_(make_broad_phase(BroadPhaseKind::tree, dimension)) {}

  void update(std::span<const Box> boxes, std::span<const std::uint8_t> mobile, const Cell& cell,
              Workers& workers) override;
  void renumber(std::span<const BodyIndex> new_index) override;
  void reset() override;
  std::string_view name() const override { return "lists"; }
  std::size_t memory() const override;

 private:
  void order_rows(std::span<const Box> boxes, Workers& workers);
  bool read(std::span<const Box> boxes, std::span<const std::uint8_t> mobile, Workers& workers);
  void renew(const Cell& cell, Workers& workers);
  Box with_margin(std::size_t row, double usual_way) const;
  double moved(const Box& box, const Box& held, int axis) const;
  bool inside(const Box& box, const Box& held) const;
  double way_of(std::size_t row) const;
  bool meet(const Pair& rows) const;
  Pair in_bodies(const Pair& rows) const;
  void list_all(Workers& workers);
  void list_changes(Workers& workers);

  int dimension_;
  std::unique_ptr<BroadPhase> near_;  // of rows
  Cell cell_;
  bool wraps_ = false;
  // By row:
  std::vector<BodyIndex> body_;
  std::vector<Box> box_, held_;  // now; with its margin
  std::vector<float> pace_;      // way per update, of the quicker ones of the last times
  std::vector<std::uint8_t> mobile_;
  std::vector<std::uint8_t> meets_;  // by near pair
  bool margins_known_ = false;       // held_ and the near pairs are of these rows
  int age_ = 0;                      // updates since boxes got margins
  int renewals_ = 0;                 // since rows were ordered
  // Scratch of pieces of the work:
  struct Found {
    std::vector<Pair> met, parted;
  };
  std::vector<Found> found_;
  std::vector<Pair> next_, met_, parted_;
};

}  // namespace scree
