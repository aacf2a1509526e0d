// A file that knows whether it is whole: 512 bytes of text that state its kind, version, length and
// checksum, then the content. HDF5 readers skip such a block before the content (its "user block"), so
// a sealed HDF5 file opens in any of them; and damage is found before HDF5 parses a single byte.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>

namespace scree {

inline constexpr std::size_t seal_size = 512;

// Counts changes of what stands in a checkpoint, and where. A program reads the files of its own version
// only. 5: what an integrator remembers stands apart (stepper/), with who wrote it; part numbers of 32 bits.
inline constexpr int checkpoint_version = 5;

void write_sealed(const std::filesystem::path& path, std::span<const std::byte> content);

// Throws RunError that says what is wrong when a single bit of the file is not as it was written.
void check_seal(const std::filesystem::path& path);

}  // namespace scree
