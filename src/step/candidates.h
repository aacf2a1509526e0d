// Pairs that may touch, and what does not change while they may. A cache: which candidates there are never
// changes a result, because only touching pairs act.
//
// They stand in rows. The row of a body holds the pairs in which it is the lower one, sorted by (b, parts);
// the rows follow each other along a curve (row_order.h).
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "base/parallel.h"
#include "narrowphase/dispatch.h"
#include "narrowphase/near_parts.h"
#include "state/state.h"
#include "step/row_order.h"

namespace scree {

struct Candidates {
  static constexpr std::uint32_t none = 0xffffffffu;

  std::vector<Pair> pair;  // bodies with several parts stand here once for each combination of them
  std::vector<Parts> parts;
  std::vector<KernelNumber> kernel;  // numbers of rows in the table
  std::vector<PairFacts> facts;
  std::vector<std::uint32_t>
      slot;  // the first place in state.contacts of those of the pair, none if it has none
  // How many those are. Empty where no kernel finds several: then it is one.
  std::vector<std::uint32_t> touches;
  std::vector<WarmStart> warm;  // empty where no kernel wants one

  const ContactKernel* table = contact_table.data();  // tests put in kernels of their own
  const ContactKernel& kernel_of(std::size_t k) const { return table[kernel[k]]; }

  // Calls visit(place in state.contacts) for the contacts of a candidate.
  template <class Visit>
  void for_slots(std::uint32_t k, const Visit& visit) const {
    const std::uint32_t first = slot[k];
    if (first == none) return;
    if (touches.empty()) [[likely]]
      return visit(first);
    for (std::uint32_t n = 0; n < touches[k]; ++n) visit(first + n);
  }

  // The pairs of row r are row_start[r] .. row_start[r + 1]; those in which its body is the higher one are
  // listed in below[below_start[r] .. below_start[r + 1]], by rising partner and parts.
  RowOrder order;
  struct Below {
    std::uint32_t candidate : 31;
    std::uint32_t of_wall : 1;  // the partner moves as prescribed, so it keeps no books of energy
  };
  std::vector<std::uint32_t> row_start, below_start;
  std::vector<Below> below;

  // What one task works on: whole rows, all of free bodies or all of walls, so that a row has one writer.
  // Only the row of a wall that is very long is cut.
  struct Block {
    std::uint32_t first_row, end_row;
    std::uint32_t begin, end;  // candidates
    bool of_walls;
    bool part_of_row;
    bool by_number;       // its rows are those of successive bodies: its contacts stand together
    bool spheres;         // nothing but spheres, with laws that need no volume
    bool beds;            // some pair has a law under which bodies with corners rest on beds
    const PairLaw* law;   // if all pairs have the same, else null
    double worth_a_look;  // the least overlap over the diameter at which a contact is looked at
  };
  std::vector<Block> blocks;
  std::vector<BodyIndex> walls;  // bodies with prescribed motion

  std::size_t size() const { return pair.size(); }

  // Of bodies of many parts, those that stand in some candidate, in order; `version` changes with the list.
  std::vector<BodyPart> near_parts;
  std::uint64_t version = 0;

  // Pairs row by row in the order of `order`, sorted within a row, each once. `reach`: of pairs of bodies of
  // many parts, how far these may go while the list is in use.
  using ReachOf = std::function<PartsReach(Pair)>;
  void assign(std::vector<Pair> pairs, const State& state, Workers& workers, const ReachOf& reach = {});
  void find_slots(const Contacts& contacts, Workers& workers);  // after a change of either list

 private:
  void list_parts(std::vector<Pair> pairs, const State& state, Workers& workers, const ReachOf& reach);
  void state_facts(const State& state, Workers& workers);
  void forget_searches(Workers& workers);
  void build_rows(const Bodies& bodies, Workers& workers);
  void list_below(const Bodies& bodies, Workers& workers);
  void cut_blocks(const State& state);
  void cut_rows(std::uint32_t first, std::uint32_t end, std::uint32_t most, bool of_walls);
  void describe(Block& block, const State& state) const;
};

}  // namespace scree
