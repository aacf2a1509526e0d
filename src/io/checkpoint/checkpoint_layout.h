// How the parts of a state become arrays of plain numbers, for writing and reading alike.
#pragma once

#include <cstdint>
#include <type_traits>

#include "state/state.h"

namespace scree {

// The number type that an element of a column consists of, and how many.
template <class Element>
using ScalarOf = std::conditional_t<std::is_arithmetic_v<Element>, Element,
                                    std::conditional_t<std::is_same_v<Element, Image>, std::int32_t, double>>;
template <class Element>
inline constexpr std::size_t scalars_in = sizeof(Element) / sizeof(ScalarOf<Element>);

// Nothing but numbers of that type, without gaps; a struct that gains a member gains a scalar here and
// is refused by readers of older files.
template <class... Elements>
inline constexpr bool are_plain = ((sizeof(Elements) == scalars_in<Elements> * sizeof(ScalarOf<Elements>) &&
                                    alignof(Elements) == alignof(ScalarOf<Elements>)) &&
                                   ...);
static_assert(are_plain<Vec3, Quat, Nordsieck, ContactWork, Image, ContactHistory, RollingHistory>);

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
