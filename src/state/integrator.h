// How motion is integrated.
#pragma once

#include <cstdint>

#include "base/enum_words.h"

namespace scree {

enum class Integrator : std::uint8_t { gear, verlet };
constexpr auto words_of(Integrator) {
  return std::to_array<EnumWord<Integrator>>({{Integrator::gear, "gear"}, {Integrator::verlet, "verlet"}});
}

}  // namespace scree
