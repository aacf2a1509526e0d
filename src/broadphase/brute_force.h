// Every body against every other: the plain twin that the clever methods are compared with.
#pragma once

#include "broadphase/broad_phase.h"

namespace scree {

class BruteForce final : public BroadPhase {
 public:
  explicit BruteForce(int dimension = 3) : dimension_(dimension) {}

  void update(std::span<const Box> boxes, std::span<const std::uint8_t> mobile, const Cell& cell,
              Workers& workers) override;
  void renumber(std::span<const BodyIndex> new_index) override { renumber_pairs_of(new_index); }
  void reset() override { pairs_.clear(); }
  std::size_t memory() const override { return bytes_of(next_); }
  std::string_view name() const override { return "brute"; }

 private:
  int dimension_;
  std::vector<Pair> next_;
};

}  // namespace scree
