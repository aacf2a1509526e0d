// Rates of flow from what has passed so far.
#pragma once

#include <span>

#include "base/errors.h"

namespace scree {

struct FlowRate {
  double rate = 0;          // amount per second
  double from = 0, to = 0;  // the time over which it was fitted
  double amount = 0;        // in all
  std::size_t samples = 0;
};

// By a straight line through the samples in which between a fifth and four fifths of the whole have
// passed: the beginning and the end of a flow are not steady. Or why there is none.
Expected<FlowRate> steady_rate(std::span<const double> times, std::span<const double> amounts);

}  // namespace scree
