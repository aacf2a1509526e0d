#include "io/frame.h"

#include <algorithm>
#include <charconv>
#include <string>
#include <system_error>

namespace scree {

std::string numbered_name(std::string_view stem, std::uint64_t number, std::string_view ending, int digits) {
  std::string text = std::to_string(number);
  if (text.size() < static_cast<std::size_t>(digits)) text.insert(0, digits - text.size(), '0');
  return std::string(stem) + '_' + text + std::string(ending);
}

std::uint64_t next_number(std::span<const Frame> frames) {
  std::uint64_t next = 0;
  for (const Frame& f : frames) next = std::max(next, f.number + 1);
  return next;
}

std::vector<std::pair<std::uint64_t, std::filesystem::path>> numbered_files(
    const std::filesystem::path& folder, std::string_view stem, std::string_view ending) {
  std::vector<std::pair<std::uint64_t, std::filesystem::path>> files;
  std::error_code code;
  for (std::filesystem::directory_iterator it(folder, code), end; !code && it != end; it.increment(code)) {
    const std::string name = it->path().filename().string();
    if (name.size() <= stem.size() + 1 + ending.size()) continue;
    if (!name.starts_with(stem) || name[stem.size()] != '_' || !name.ends_with(ending)) continue;
    const char* first = name.data() + stem.size() + 1;
    const char* last = name.data() + name.size() - ending.size();
    std::uint64_t number = 0;
    const std::from_chars_result read = std::from_chars(first, last, number);
    if (read.ec == std::errc() && read.ptr == last) files.emplace_back(number, it->path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

void remove_frames_from(const std::filesystem::path& folder, std::string_view stem, std::string_view ending,
                        std::uint64_t number) {
  for (const auto& [n, path] : numbered_files(folder, stem, ending)) {
    std::error_code ignored;
    if (n >= number) std::filesystem::remove(path, ignored);
  }
}

}  // namespace scree
