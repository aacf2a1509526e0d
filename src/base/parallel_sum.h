// Sums over many terms by all threads, exact and therefore the same however they are shared out.
#pragma once

#include <algorithm>
#include <vector>

#include "base/exact_sum.h"
#include "base/parallel.h"

namespace scree {

// value(i) over [0, n).
template <class Value>
ExactSum sum_exactly(Workers& workers, std::size_t n, const Value& value) {
  constexpr std::size_t part = 8192;  // terms: enough to pay for the sum of their sum
  std::vector<ExactSum> sums((n + part - 1) / part);
  workers.for_ranges(sums.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t p = begin; p < end; ++p)
      for (std::size_t i = p * part; i < std::min(n, (p + 1) * part); ++i) sums[p].add(value(i));
  });
  for (std::size_t p = 1; p < sums.size(); ++p) sums[0].add(sums[p]);
  return sums.empty() ? ExactSum() : sums[0];
}

}  // namespace scree
