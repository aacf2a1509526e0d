// Quantities with units, as a user writes them in a scene: "8 mm", "2500 kg/m^3", "30 rpm".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/errors.h"

namespace scree {

// Exponents of the base units. An angle is a dimension of its own here, so that "5 Hz" is not taken for
// 5 rad/s nor a plain number for an angle.
struct Dimension {
  std::int8_t kg = 0;
  std::int8_t m = 0;
  std::int8_t s = 0;
  std::int8_t rad = 0;

  friend constexpr bool operator==(const Dimension&, const Dimension&) = default;
};

namespace dimension {
inline constexpr Dimension none{};
inline constexpr Dimension mass{1, 0, 0, 0};
inline constexpr Dimension length{0, 1, 0, 0};
inline constexpr Dimension area{0, 2, 0, 0};
inline constexpr Dimension volume{0, 3, 0, 0};
inline constexpr Dimension time{0, 0, 1, 0};
inline constexpr Dimension angle{0, 0, 0, 1};
inline constexpr Dimension velocity{0, 1, -1, 0};
inline constexpr Dimension acceleration{0, 1, -2, 0};
inline constexpr Dimension frequency{0, 0, -1, 0};
inline constexpr Dimension angular_velocity{0, 0, -1, 1};
inline constexpr Dimension density{1, -3, 0, 0};
inline constexpr Dimension force{1, 1, -2, 0};
inline constexpr Dimension pressure{1, -1, -2, 0};
inline constexpr Dimension stiffness{1, 0, -2, 0};
inline constexpr Dimension damping{1, 0, -1, 0};
inline constexpr Dimension energy{1, 2, -2, 0};
inline constexpr Dimension power{1, 2, -3, 0};
inline constexpr Dimension inertia{1, 2, 0, 0};
}  // namespace dimension

// The value in SI units (radians for angles), or a sentence that says what is wrong and what would be
// right. A unit is required unless a plain number is wanted; nan, inf and overflow are refused.
Expected<double> parse_quantity(std::string_view text, Dimension want);

// The SI unit: "m", "kg/m^3", "rad/s", "Pa"; empty for plain numbers.
std::string describe(Dimension d);

// What it measures: "length", "angular velocity"; the unit when it has no name.
std::string name_of(Dimension d);

}  // namespace scree
