#include "base/exact_sum.h"

#include <limits>

namespace scree {

// Brings every limb but the last into [0, 2^32); the last one then carries the sign of the whole.
void ExactSum::carry(Limbs& limbs) {
  for (std::size_t i = 0; i + 1 < limb_count; ++i) {
    const std::int64_t over = limbs[i] >> 32;
    limbs[i] &= static_cast<std::int64_t>(mask);
    limbs[i + 1] += over;
  }
}

void ExactSum::normalise() {
  carry(limbs_);
  pending_ = 1;
}

void ExactSum::add(const ExactSum& other) {
  not_finite_ = not_finite_ || other.not_finite_;
  if (pending_ + other.pending_ >= most_pending) {
    normalise();
    Limbs theirs = other.limbs_;
    carry(theirs);
    for (std::size_t i = 0; i < limb_count; ++i) limbs_[i] += theirs[i];
    ++pending_;
    return;
  }
  for (std::size_t i = 0; i < limb_count; ++i) limbs_[i] += other.limbs_[i];
  pending_ += other.pending_;
}

double ExactSum::value() const {
  if (not_finite_) return std::numeric_limits<double>::quiet_NaN();
  Limbs limbs = limbs_;
  carry(limbs);
  const bool negative = limbs.back() < 0;
  if (negative) {
    for (std::int64_t& limb : limbs) limb = -limb;
    carry(limbs);
  }
  std::size_t top = limb_count;
  while (top > 0 && limbs[top - 1] == 0) --top;
  if (top == 0) return 0.0;
  --top;

  // The leading bit decides the place of the 53 bits to keep.
  const auto limb = [&](std::size_t i) { return static_cast<std::uint64_t>(limbs[i]); };
  std::uint64_t leading = 32 * top + static_cast<std::uint64_t>(std::bit_width(limb(top))) - 1;
  const std::uint64_t sign = std::uint64_t{negative} << 63;
  if (leading < 53) {  // exact: subnormal, or the lowest normal numbers
    const std::uint64_t units = limb(0) | (limb(1) << 32);
    if (leading < 52) return std::bit_cast<double>(sign | units);
    return std::bit_cast<double>(sign | (std::uint64_t{1} << 52) | (units & 0x000fffffffffffffu));
  }
  const auto bit = [&](std::uint64_t place) { return (limb(place >> 5) >> (place & 31)) & 1; };
  // The limbs that hold the kept bits, put together from the top.
  std::uint64_t kept = 0;
  const std::uint64_t lowest = leading - 52;
  for (std::uint64_t place = lowest, have = 0; have < 53;) {
    const std::uint64_t offset = place & 31;
    kept |= (limb(place >> 5) >> offset) << have;
    have += 32 - offset;
    place += 32 - offset;
  }
  kept &= 0x001fffffffffffffu;
  if (bit(lowest - 1)) {
    bool above_half = (limb((lowest - 1) >> 5) & ((std::uint64_t{1} << ((lowest - 1) & 31)) - 1)) != 0;
    for (std::size_t i = 0; i < ((lowest - 1) >> 5) && !above_half; ++i) above_half = limbs[i] != 0;
    if (above_half || (kept & 1)) ++kept;
    if (kept >> 53) {
      kept >>= 1;
      ++leading;
    }
  }
  const std::uint64_t exponent = leading - 51;  // a leading bit at place 52 is the lowest normal exponent, 1
  if (exponent > 2046) return std::bit_cast<double>(sign | 0x7ff0000000000000u);
  return std::bit_cast<double>(sign | (exponent << 52) | (kept & 0x000fffffffffffffu));
}

}  // namespace scree
