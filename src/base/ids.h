// Two ways to name a body: the global id (never reused, public, in files and hashes) and the dense
// index into the arrays (changes when bodies leave). Arrays are kept in the order of ids, so index
// order is id order within one process.
#pragma once

#include <cstdint>

namespace scree {

using BodyId = std::uint64_t;
using BodyIndex = std::uint32_t;
using ShapeIndex = std::uint32_t;
using MaterialIndex = std::uint32_t;

inline constexpr BodyIndex no_body = 0xffffffffu;

}  // namespace scree
