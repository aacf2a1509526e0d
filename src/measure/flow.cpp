#include "measure/flow.h"

#include <vector>

#include "measure/line_fit.h"

namespace scree {

Expected<FlowRate> steady_rate(std::span<const double> times, std::span<const double> amounts) {
  constexpr double first = 0.2, last = 0.8;
  const double whole = amounts.empty() ? 0 : amounts.back();
  if (!(whole > 0)) return Expected<FlowRate>::failure("nothing has passed");
  std::vector<Vec2> steady;
  for (std::size_t i = 0; i < times.size(); ++i)
    if (amounts[i] >= first * whole && amounts[i] <= last * whole) steady.emplace_back(times[i], amounts[i]);
  if (steady.size() < 3)
    return Expected<FlowRate>::failure(
        "fewer than three samples lie between a fifth and four fifths of what has passed");
  const auto line = fit_line(steady);
  if (!line) return Expected<FlowRate>::failure("all samples are of one time");
  return FlowRate{line->slope, steady.front().x(), steady.back().x(), whole, steady.size()};
}

}  // namespace scree
