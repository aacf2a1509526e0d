// The pairs of a broad phase by body: who is near it, and on which side.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "base/ids.h"
#include "base/parallel.h"
#include "state/box.h"
#include "state/cell.h"
#include "state/contacts.h"

namespace scree {

struct Neighbour {
  BodyIndex body;
  // Along each axis, from centre to centre through the nearest image: -1, 0 or 1.
  std::array<std::int8_t, 3> direction;
};

class NeighbourTable {
 public:
  // Pairs as BroadPhase::pairs() gives them, with the boxes from which they came.
  void assign(std::span<const Pair> pairs, std::span<const Box> boxes, const Cell& cell, Workers& workers);

  // By rising number.
  std::span<const Neighbour> of(BodyIndex body) const {
    return {neighbours_.data() + start_[body], neighbours_.data() + start_[body + 1]};
  }

 private:
  std::vector<std::uint32_t> start_;  // of each body, and one more
  std::vector<Neighbour> neighbours_;
};

}  // namespace scree
