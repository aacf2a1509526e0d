// Elements of columns as the plain numbers that they consist of, for checkpoints and hashes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace scree {

using Image = std::array<std::int32_t, 3>;  // crossings of the periodic box

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

}  // namespace scree
