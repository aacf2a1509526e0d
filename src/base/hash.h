// 64-bit hashes of numbers and bytes. Every input bit reaches every output bit; the result depends on the
// bits alone (-0.0 and 0.0 differ), on the order of the calls, and not on the machine.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>

namespace scree {

class Hasher {
 public:
  explicit Hasher(std::uint64_t key = 0) : state_(mix(key + step)) {}

  void number(std::uint64_t word) {
    state_ = mix((state_ ^ word) + step);
    ++words_;
  }
  void number(std::int64_t word) { number(static_cast<std::uint64_t>(word)); }
  void number(std::uint32_t word) { number(std::uint64_t{word}); }
  void number(std::int32_t word) { number(static_cast<std::uint64_t>(std::int64_t{word})); }
  void number(double value) { number(std::bit_cast<std::uint64_t>(value)); }

  // A run of bytes and its length; two runs do not hash as their concatenation.
  void bytes(const void* data, std::size_t size);

  std::uint64_t value() const { return mix(state_ ^ (words_ * step)); }

 private:
  // A bijection of 64-bit words (the finaliser of SplitMix64: Steele, Lea, Flood 2014).
  static std::uint64_t mix(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  static constexpr std::uint64_t step = 0x9e3779b97f4a7c15u;

  std::uint64_t state_;
  std::uint64_t words_ = 0;
};

// Checksum of a buffer.
std::uint64_t checksum(const void* data, std::size_t size);

// Sixteen lower-case hexadecimal digits.
std::string hex(std::uint64_t value);

}  // namespace scree
