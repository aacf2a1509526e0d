// Which body has which row. Rows are what the step goes through when it looks at pairs; they lie along a
// curve that fills space, so that partners are near each other in memory whatever their numbers are. A cache:
// no result depends on it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/parallel.h"
#include "state/state.h"

namespace scree {

struct RowOrder {
  std::vector<BodyIndex> body_of;     // by row
  std::vector<std::uint32_t> row_of;  // by body

  std::size_t size() const { return body_of.size(); }

  void by_number(std::size_t bodies);
  // Bodies with prescribed motion come first, by number: their rows may be long, and are cut (candidates.h).
  void along_curve(const State& state, Workers& workers);
  // Along a curve: are many numbers of successive bodies so far apart that it matters? If not, the order of
  // numbers is as good, and contacts, which are kept in that order, are read and written one after the other.
  bool parts_numbers(const State& state) const;
  // Bodies that have come since get the last rows; those whose new index is no_body leave.
  void append(std::size_t bodies);
  void renumber(std::span<const BodyIndex> new_index);
};

}  // namespace scree
