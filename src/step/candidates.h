// Pairs that may touch, and what does not change while they may. A cache: which candidates there are never
// changes a result, because only touching pairs act.
//
// They stand in rows. The row of a body holds the pairs in which it is the lower one, sorted by (b, parts);
// the rows follow each other along a curve (row_order.h).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/parallel.h"
#include "geometry/plane/closest_features.h"
#include "narrowphase/dispatch.h"
#include "state/state.h"
#include "step/row_order.h"

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
  // Of polyhedra: where the last search for a plane between them ended, or zero. Empty where no two polyhedra
  // may touch.
  std::vector<Vec3> separating;

  // Of polygons: the closest features of the last step, or where the overlap was. Empty where there are none.
  static constexpr FeaturePair no_features{none, none};
  std::vector<FeaturePair> features;

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

  // Pairs row by row in the order of `order`, sorted within a row, each once.
  void assign(std::vector<Pair> pairs, const State& state, Workers& workers);
  void find_slots(const Contacts& contacts, Workers& workers);  // after a change of either list

 private:
  void list_parts(std::vector<Pair> pairs, const State& state, Workers& workers);
  void state_facts(const State& state, Workers& workers);
  void forget_searches(Workers& workers);
  void build_rows(const Bodies& bodies, Workers& workers);
  void list_below(const Bodies& bodies, Workers& workers);
  void cut_blocks(const State& state);
  void cut_rows(std::uint32_t first, std::uint32_t end, std::uint32_t most, bool of_walls);
  void describe(Block& block, const State& state) const;
};

}  // namespace scree
