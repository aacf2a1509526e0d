// Pairs that may touch, sorted by (a, b, parts), and what does not change while they may. A cache: which
// candidates there are never changes a result, because only touching pairs act.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/parallel.h"
#include "narrowphase/dispatch.h"
#include "state/state.h"

namespace scree {

struct Candidates {
  static constexpr std::uint32_t none = 0xffffffffu;

  // What pressing needs to know of a pair beside its bodies.
  struct Facts {
    double root_mass;         // square root of the effective mass
    double inverse_diameter;  // of the smaller body; walls without end do not count
    double inverse_length;    // these two: law/contact_length.h
    double reference_area;
    double radius;  // effective_radius
    const PairLaw* law;
  };

  std::vector<Pair> pair;  // bodies with several parts stand here once for each combination of them
  std::vector<Parts> parts;
  std::vector<Route> route;
  std::vector<Facts> facts;
  std::vector<std::uint32_t> slot;  // the pair's place in state.contacts while it touches, else none
  // Of polyhedra: normal of the plane that parted them last, or zero. Empty where no two polyhedra may touch.
  std::vector<Vec3> separating;

  // Rows: the pairs in which body i is the lower one are row_start[i] .. row_start[i + 1]; those in which it
  // is the higher one are listed in below[below_start[i] .. below_start[i + 1]], by rising partner.
  struct Below {
    std::uint32_t candidate : 31;
    std::uint32_t of_wall : 1;  // the partner moves as prescribed, so it keeps no books of energy
  };
  std::vector<std::uint32_t> row_start, below_start;
  std::vector<Below> below;

  // What one task works on: whole rows of free bodies, so that a body's row has one writer, or any part of
  // the rows of walls, which may be very long.
  struct Block {
    BodyIndex first_body, end_body;
    std::uint32_t begin, end;  // candidates
    bool of_walls;
    bool spheres;        // nothing but spheres, with laws that need no volume
    const PairLaw* law;  // if all pairs have the same, else null
  };
  std::vector<Block> blocks;
  std::vector<BodyIndex> walls;  // bodies with prescribed motion

  std::size_t size() const { return pair.size(); }

  void assign(std::vector<Pair> pairs, const State& state, Workers& workers);  // sorted, each pair once
  void find_slots(const Contacts& contacts, Workers& workers);  // after a change of either list

 private:
  void list_parts(std::vector<Pair> pairs, const State& state, Workers& workers);
  void state_facts(const State& state, Workers& workers);
  void forget_separating_planes(Workers& workers);
  void build_rows(const Bodies& bodies, Workers& workers);
  void list_below(const Bodies& bodies, Workers& workers);
  void cut_blocks(const State& state);
  void describe(Block& block) const;
};

}  // namespace scree
