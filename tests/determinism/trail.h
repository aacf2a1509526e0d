// The trail of a run: its hash at regular moments, so that a difference shows where it begins.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "scree/scree.h"

namespace scree::determinism {

// Sanitizers slow a run down tenfold and more, a debug build without them threefold; there a part of it has
// to do.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr std::uint64_t shorter = 5;
#elif !defined(NDEBUG)
inline constexpr std::uint64_t shorter = 2;
#else
inline constexpr std::uint64_t shorter = 1;
#endif

inline constexpr std::uint64_t zoo_steps = 5000 / shorter;

// tests/scenes/zoo.toml: a little of everything.
Scene zoo(const std::vector<std::string>& overrides = {});

// So many bodies and contacts that every loop of the step is shared among threads.
Scene crowd(const std::vector<std::string>& overrides = {});

// Hashes at the start, after every `between` steps, and at the end.
std::vector<std::string> trail(const Scene& scene, std::uint64_t steps, const Options& options,
                               std::uint64_t between = 50);

}  // namespace scree::determinism
