// How much a test with random input does.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <vector>

namespace scree {

// Rounds of such a test: all of them in `make test-long` (which sets SCREE_LONG), a third in `make test`, and
// a ninth where a sanitizer slows each of them down.
inline std::uint64_t rounds(std::uint64_t all) {
  if (std::getenv("SCREE_LONG") != nullptr) return all;
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  return (all + 8) / 9;
#else
  return (all + 2) / 3;
#endif
}

// Seeds of such a test: `rounds` of the `all` from `first` on, spread over them, so that a share holds worlds
// of every size that all do. (No `all` may be a multiple of 7.)
inline std::vector<std::uint64_t> seeds(std::uint64_t first, std::uint64_t all) {
  std::vector<std::uint64_t> chosen;
  for (std::uint64_t n = 0; n < rounds(all); ++n) chosen.push_back(first + 7 * n % all);
  return chosen;
}

// How busy random worlds are is a matter of chance where few are looked at: by so much less than all may be.
inline std::uint64_t slack() { return rounds(240) == 240 ? 1 : 4; }

}  // namespace scree
