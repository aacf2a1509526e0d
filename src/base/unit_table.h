// The units and dimensions that units.cpp knows.
#pragma once

#include <array>
#include <string_view>

#include "base/math.h"
#include "base/units.h"

namespace scree {

// One unit = 10^ten * numerator / denominator in SI. The power of ten is kept apart so that "8 mm" is
// exactly the double nearest to 0.008.
struct Unit {
  std::string_view name;
  Dimension dimension;
  int ten = 0;
  double numerator = 1.0;
  double denominator = 1.0;
};

inline constexpr std::array units = {
    Unit{"m", dimension::length},
    Unit{"mm", dimension::length, -3},
    Unit{"cm", dimension::length, -2},
    Unit{"um", dimension::length, -6},
    Unit{"\u00b5m", dimension::length, -6},
    Unit{"nm", dimension::length, -9},
    Unit{"km", dimension::length, 3},
    Unit{"s", dimension::time},
    Unit{"ms", dimension::time, -3},
    Unit{"us", dimension::time, -6},
    Unit{"\u00b5s", dimension::time, -6},
    Unit{"ns", dimension::time, -9},
    Unit{"min", dimension::time, 0, 60.0},
    Unit{"h", dimension::time, 0, 3600.0},
    Unit{"kg", dimension::mass},
    Unit{"g", dimension::mass, -3},
    Unit{"mg", dimension::mass, -6},
    Unit{"t", dimension::mass, 3},
    Unit{"N", dimension::force},
    Unit{"mN", dimension::force, -3},
    Unit{"kN", dimension::force, 3},
    Unit{"MN", dimension::force, 6},
    Unit{"Pa", dimension::pressure},
    Unit{"kPa", dimension::pressure, 3},
    Unit{"MPa", dimension::pressure, 6},
    Unit{"GPa", dimension::pressure, 9},
    Unit{"bar", dimension::pressure, 5},
    Unit{"J", dimension::energy},
    Unit{"mJ", dimension::energy, -3},
    Unit{"kJ", dimension::energy, 3},
    Unit{"W", dimension::power},
    Unit{"kW", dimension::power, 3},
    Unit{"Hz", dimension::frequency},
    Unit{"kHz", dimension::frequency, 3},
    Unit{"rad", dimension::angle},
    Unit{"deg", dimension::angle, 0, math::pi, 180.0},
    Unit{"rev", dimension::angle, 0, 2.0 * math::pi},
    Unit{"rpm", dimension::angular_velocity, 0, math::pi, 30.0},
    Unit{"%", dimension::none, -2},
    Unit{"1", dimension::none},
};

// How messages speak of a dimension: its name with article, its SI unit, and a unit (or two) to give as
// an example.
struct Quantity {
  Dimension dimension;
  std::string_view name;
  std::string_view si;
  std::string_view example;
  std::string_view other_example = {};
};

inline constexpr std::array quantities = {
    Quantity{dimension::none, "a plain number", "", ""},
    Quantity{dimension::mass, "a mass", "kg", "kg"},
    Quantity{dimension::length, "a length", "m", "mm"},
    Quantity{dimension::area, "an area", "m^2", "m^2"},
    Quantity{dimension::volume, "a volume", "m^3", "m^3"},
    Quantity{dimension::time, "a time", "s", "s"},
    Quantity{dimension::angle, "an angle", "rad", "deg"},
    Quantity{dimension::velocity, "a velocity", "m/s", "m/s"},
    Quantity{dimension::acceleration, "an acceleration", "m/s^2", "m/s^2"},
    Quantity{dimension::frequency, "a frequency", "1/s", "Hz", "1/s"},
    Quantity{dimension::angular_velocity, "an angular velocity", "rad/s", "rpm", "rad/s"},
    Quantity{{0, 0, -2, 1}, "an angular acceleration", "rad/s^2", "rad/s^2"},
    Quantity{dimension::density, "a density", "kg/m^3", "kg/m^3"},
    Quantity{dimension::force, "a force", "N", "N"},
    Quantity{dimension::pressure, "a pressure", "Pa", "Pa"},
    Quantity{dimension::stiffness, "a stiffness", "N/m", "N/m"},
    Quantity{dimension::damping, "a damping constant", "N*s/m", "N*s/m"},
    Quantity{dimension::energy, "an energy", "J", "J"},
    Quantity{dimension::power, "a power", "W", "W"},
    Quantity{dimension::inertia, "a moment of inertia", "kg*m^2", "kg*m^2"},
    Quantity{{1, 1, -1, 0}, "a momentum", "kg*m/s", "kg*m/s"},
    Quantity{{1, -1, -1, 0}, "a viscosity", "Pa*s", "Pa*s"},
    Quantity{{0, 3, -1, 0}, "a volume flow", "m^3/s", "m^3/s"},
};

}  // namespace scree
