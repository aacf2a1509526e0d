// Where writers put the bytes of a file: at places counted from its beginning, in any order. Several threads
// may do so at once, at different places.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <span>
#include <string>

namespace scree {

using PutBytes = std::function<void(std::uint64_t place, std::span<const std::byte> bytes)>;

// The file in memory that is written by write(put).
template <class Write>
std::string text_written(const Write& write) {
  std::string text;
  std::mutex one_by_one;
  write(PutBytes([&](std::uint64_t place, std::span<const std::byte> bytes) {
    const std::scoped_lock lock(one_by_one);
    text.resize(std::max<std::size_t>(text.size(), place + bytes.size()));
    std::copy_n(reinterpret_cast<const char*>(bytes.data()), bytes.size(),
                text.begin() + static_cast<std::ptrdiff_t>(place));
  }));
  return text;
}

}  // namespace scree
