// A moment that was written out. Frames are numbered from 0; the number is in the names of files.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace scree {

struct Frame {
  std::uint64_t number = 0;
  std::uint64_t step = 0;
  double time = 0;
  friend bool operator==(const Frame&, const Frame&) = default;
};

// "bodies", 7, ".vtp" -> "bodies_000007.vtp"
std::string numbered_name(std::string_view stem, std::uint64_t number, std::string_view ending,
                          int digits = 6);

// One past the largest number of a frame; 0 for none.
std::uint64_t next_number(std::span<const Frame> frames);

// The files <stem>_<digits><ending> of a folder with their numbers, by rising number.
std::vector<std::pair<std::uint64_t, std::filesystem::path>> numbered_files(
    const std::filesystem::path& folder, std::string_view stem, std::string_view ending);

// Removes those with this number or a higher one.
void remove_frames_from(const std::filesystem::path& folder, std::string_view stem, std::string_view ending,
                        std::uint64_t number);

}  // namespace scree
