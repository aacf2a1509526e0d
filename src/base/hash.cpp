#include "base/hash.h"

namespace scree {

void Hasher::bytes(const void* data, std::size_t size) {
  const unsigned char* p = static_cast<const unsigned char*>(data);
  // Words are put together byte by byte, so that the value does not depend on the byte order.
  for (std::size_t i = 0; i < size; i += 8) {
    std::uint64_t word = 0;
    const std::size_t n = size - i < 8 ? size - i : 8;
    for (std::size_t k = 0; k < n; ++k) word |= std::uint64_t{p[i + k]} << (8 * k);
    number(word);
  }
  number(static_cast<std::uint64_t>(size));
}

std::uint64_t checksum(const void* data, std::size_t size) {
  Hasher h;
  h.bytes(data, size);
  return h.value();
}

std::string hex(std::uint64_t value) {
  std::string text(16, '0');
  for (int i = 15; i >= 0; --i, value >>= 4)
    text[static_cast<std::size_t>(i)] = "0123456789abcdef"[value & 15];
  return text;
}

}  // namespace scree
