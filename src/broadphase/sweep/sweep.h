// All pairs from two or three sorted axes: how the sort-and-sweep starts, and starts again.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "broadphase/sweep/axis_list.h"
#include "state/contacts.h"

namespace scree {

// Pairs that overlap on all axes and of which at least one body is mobile, sorted, no doubles.
void sweep_all(std::span<const AxisList> axes, std::span<const std::uint8_t> mobile, std::vector<Pair>& pairs,
               Workers& workers);

}  // namespace scree
