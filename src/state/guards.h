// What a run may do before it is warned about: from the scene, the same for the whole run.
#pragma once

#include <cstdint>
#include <limits>

#include "base/enum_words.h"
#include "state/box.h"

namespace scree {

enum class AtBounds : std::uint8_t { warn, remove, stop };  // what happens to bodies that leave
constexpr auto words_of(AtBounds) {
  using enum AtBounds;
  return std::to_array<EnumWord<AtBounds>>({{warn, "warn"}, {remove, "remove"}, {stop, "stop"}});
}

struct Guards {
  static constexpr double no_limit = std::numeric_limits<double>::infinity();
  double deep_overlap = 0.2;        // depth over depth_scale (narrowphase/depth.h)
  double assumed_speed = no_limit;  // by the automatic time step
  double automatic_dt = 0;          // what contacts need, s; 0: unknown
  Box bounds{Vec3::Constant(-no_limit), Vec3::Constant(no_limit)};
  AtBounds at_bounds = AtBounds::warn;
};

}  // namespace scree
