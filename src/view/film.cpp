#include "view/film.h"

#include <algorithm>
#include <cmath>

namespace scree {

std::vector<int> delays_of(std::span<const double> times, double slower) {
  constexpr int least = 2, last = 100;
  std::vector<int> delays;
  const auto mark = [&](double time) {
    return std::floor(std::min(1e9, 100 * slower * (time - times.front())) + 0.5);
  };
  for (std::size_t k = 0; k + 1 < times.size(); ++k)
    delays.push_back(std::clamp(static_cast<int>(mark(times[k + 1]) - mark(times[k])), least, 65535));
  if (!times.empty()) delays.push_back(last);
  return delays;
}

double pleasant_slowness(std::span<const double> times) {
  if (times.size() < 2 || !(times.back() > times.front())) return 1;
  return 0.05 * static_cast<double>(times.size() - 1) / (times.back() - times.front());
}

}  // namespace scree
