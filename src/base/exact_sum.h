// Exact sums of doubles, independent of the order: the total is a fixed-point number that covers the
// whole range of the format, rounded once at the end (the "small superaccumulator" idea of Neal 2015).
// Used wherever a sum must not depend on the order of storage, on threads or on ranks: partial sums of any
// groups of the terms can be added up to the same total.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "base/vector.h"

namespace scree {

class ExactSum {
 public:
  ExactSum() = default;
  explicit ExactSum(double x) { add(x); }

  void add(double x) {
    const auto bits = std::bit_cast<std::uint64_t>(x);
    if (bits << 1 == 0) return;  // nothing, and it would make the range of limbs in use a long one
    const std::uint64_t exponent = (bits >> 52) & 0x7ff;
    if (exponent == 0x7ff) {
      not_finite_ = true;
      return;
    }
    // x = mantissa * 2^(place - 1074); subnormal numbers share the lowest place.
    const std::uint64_t normal = exponent != 0;
    const std::uint64_t mantissa = (bits & 0x000fffffffffffffu) | (normal << 52);
    const std::uint64_t place = exponent - normal;
    const std::uint64_t shift = place & 31;
    const std::uint64_t low = (mantissa & mask) << shift;
    const std::uint64_t high = (mantissa >> 32) << shift;
    const std::int64_t sign = -static_cast<std::int64_t>(bits >> 63);
    const auto first = static_cast<std::uint32_t>(place >> 5);
    low_ = std::min(low_, first);
    high_ = std::max(high_, first + 2);
    std::int64_t* limb = limbs_.data() + first;
    limb[0] += signed_part(low & mask, sign);
    limb[1] += signed_part((low >> 32) + (high & mask), sign);
    limb[2] += signed_part(high >> 32, sign);
    if (++pending_ == most_pending) normalise();
  }

  void add(const ExactSum& other);

  // The sum rounded to nearest (ties to even); NaN when a term was not finite, an infinity when the
  // exact sum is beyond the largest double.
  double value() const;

  void reset() {
    for (std::uint32_t i = low_; i <= high_; ++i) limbs_[i] = 0;
    low_ = limb_count - 1;
    high_ = 0;
    pending_ = 0;
    not_finite_ = false;
  }

  // The same number however it was put together, for files and hashes: its digits to base 2^32 from the
  // lowest, the last one with the sign; and one that is not 0 when a term was not finite.
  static constexpr std::size_t word_count = 69;
  using Words = std::array<std::uint64_t, word_count>;
  Words words() const;
  static bool is_valid(const Words& words);  // may be given to from()
  static ExactSum from(const Words& words);
  friend bool operator==(const ExactSum& a, const ExactSum& b) { return a.words() == b.words(); }

 private:
  static constexpr std::uint64_t mask = 0xffffffffu;
  // A term adds less than 2^33 to a limb: 2^29 of them stay below 2^62.
  static constexpr std::uint32_t most_pending = 1u << 29;
  // 66 limbs of 32 bits for the range of a double, two for the carries of up to 2^63 terms.
  static constexpr std::size_t limb_count = 68;
  using Limbs = std::array<std::int64_t, limb_count>;

  static std::int64_t signed_part(std::uint64_t v, std::int64_t sign) {
    return (static_cast<std::int64_t>(v) ^ sign) - sign;
  }
  static void carry(Limbs& limbs, std::uint32_t first, std::uint32_t last);
  void normalise();
  // Two limbs above the highest in use take all that can be carried.
  std::uint32_t last_after_carry() const { return std::min<std::uint32_t>(high_ + 2, limb_count - 1); }

  // Limb i counts units of 2^(32 i - 1074); between normalisations it may exceed 32 bits.
  Limbs limbs_{};
  // Limbs in use: terms of one sum are seldom of very different size, and nobody looks at the others.
  std::uint32_t low_ = limb_count - 1, high_ = 0;
  std::uint32_t pending_ = 0;
  bool not_finite_ = false;
};

struct ExactVec3 {
  ExactSum x, y, z;

  void add(const Vec3& v) {
    x.add(v[0]);
    y.add(v[1]);
    z.add(v[2]);
  }
  void add(const ExactVec3& other) {
    x.add(other.x);
    y.add(other.y);
    z.add(other.z);
  }
  Vec3 value() const { return Vec3(x.value(), y.value(), z.value()); }
  void reset() {
    x.reset();
    y.reset();
    z.reset();
  }
};

}  // namespace scree
