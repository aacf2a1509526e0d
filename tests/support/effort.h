// How much a test with random input does.
#pragma once

#include <cstdint>
#include <cstdlib>

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

}  // namespace scree
