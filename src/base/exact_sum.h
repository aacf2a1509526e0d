// Exact sums of doubles, independent of the order: the total is a fixed-point number that covers the
// whole range of the format, rounded once at the end (the "small superaccumulator" idea of Neal 2015).
// Used where very many contacts act on one body, and wherever a sum must not depend on threads or ranks.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "base/vector.h"

namespace scree {

class ExactSum {
 public:
  void add(double x) {
    const auto bits = std::bit_cast<std::uint64_t>(x);
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
    std::int64_t* limb = limbs_.data() + (place >> 5);
    limb[0] += signed_part(low & mask, sign);
    limb[1] += signed_part((low >> 32) + (high & mask), sign);
    limb[2] += signed_part(high >> 32, sign);
    if (++pending_ == most_pending) normalise();
  }

  void add(const ExactSum& other);

  // The sum rounded to nearest (ties to even); NaN when a term was not finite, an infinity when the
  // exact sum is beyond the largest double.
  double value() const;

  void reset() { *this = ExactSum(); }

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
  static void carry(Limbs& limbs);
  void normalise();

  // Limb i counts units of 2^(32 i - 1074); between normalisations it may exceed 32 bits.
  Limbs limbs_{};
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
  void reset() { *this = ExactVec3(); }
};

}  // namespace scree
