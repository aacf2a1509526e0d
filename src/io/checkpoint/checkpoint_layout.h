// How the parts of a state become arrays of plain numbers, for writing and reading alike.
#pragma once

#include <cstdint>

#include "state/plain_numbers.h"
#include "state/state.h"

namespace scree {

static_assert(are_plain<Vec3, Quat, ContactWork, Image, ContactHistory, RollingHistory>);

// Parts of a scene that a checkpoint must find again: it holds indices into them.
inline std::vector<std::uint64_t> fingerprint(const State& s) {
  return {static_cast<std::uint64_t>(s.dimension),
          static_cast<std::uint64_t>(s.integrator),
          s.shapes.size(),
          s.materials.size(),
          s.groups.size(),
          s.inlets.size(),
          s.outlets.size()};
}

// Progress of inlets and outlets, field by field. The asserts fail when one is added and not listed.
template <class Visit>
void for_each_inlet_field(Visit&& visit) {
  static_assert(sizeof(InletProgress) == 6 * 8);
  visit("inlets/open_since", &InletProgress::open_since);
  visit("inlets/released", &InletProgress::released);
  visit("inlets/draws", &InletProgress::draws);
  visit("inlets/total", &InletProgress::total);
  visit("inlets/missed", &InletProgress::missed);
  visit("inlets/open", &InletProgress::open);
}
template <class Visit>
void for_each_outlet_field(Visit&& visit) {
  static_assert(sizeof(OutletProgress) == 8 + sizeof(ExactSum));
  visit("outlets/removed", &OutletProgress::removed);
  visit("outlets/removed_mass", &OutletProgress::removed_mass);
}

}  // namespace scree
