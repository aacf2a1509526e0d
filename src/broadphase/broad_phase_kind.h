// The methods that find pairs, by name.
#pragma once

#include <cstdint>

#include "base/enum_words.h"

namespace scree {

enum class BroadPhaseKind : std::uint8_t { sweep, tree, heapsort, cells, lists, bvh, brute, automatic };

inline constexpr BroadPhaseKind all_broad_phases[] = {
    BroadPhaseKind::sweep, BroadPhaseKind::tree, BroadPhaseKind::heapsort, BroadPhaseKind::cells,
    BroadPhaseKind::lists, BroadPhaseKind::bvh,  BroadPhaseKind::brute,    BroadPhaseKind::automatic};

constexpr auto words_of(BroadPhaseKind) {
  using enum BroadPhaseKind;
  return std::to_array<EnumWord<BroadPhaseKind>>({{automatic, "auto"},
                                                  {sweep, "sweep"},
                                                  {tree, "tree"},
                                                  {heapsort, "heapsort"},
                                                  {cells, "cells"},
                                                  {lists, "lists"},
                                                  {bvh, "bvh"},
                                                  {brute, "brute"}});
}

}  // namespace scree
