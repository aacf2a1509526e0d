#include "base/exact_sum.h"

#include <limits>

namespace scree {

// Brings every limb from `first` on, but for `last`, into [0, 2^32); the last one then carries the sign of
// the whole.
void ExactSum::carry(Limbs& limbs, std::uint32_t first, std::uint32_t last) {
  for (std::uint32_t i = first; i < last; ++i) {
    const std::int64_t over = limbs[i] >> 32;
    limbs[i] &= static_cast<std::int64_t>(mask);
    limbs[i + 1] += over;
  }
}

void ExactSum::normalise() {
  const std::uint32_t last = last_after_carry();
  carry(limbs_, low_, last);
  high_ = last;
  pending_ = 1;
}

void ExactSum::add(const ExactSum& other) {
  not_finite_ = not_finite_ || other.not_finite_;
  if (other.low_ > other.high_) return;
  if (pending_ + other.pending_ >= most_pending) {
    normalise();
    ExactSum theirs = other;
    theirs.normalise();
    low_ = std::min(low_, theirs.low_);
    high_ = std::max(high_, theirs.high_);
    for (std::uint32_t i = theirs.low_; i <= theirs.high_; ++i) limbs_[i] += theirs.limbs_[i];
    ++pending_;
    return;
  }
  low_ = std::min(low_, other.low_);
  high_ = std::max(high_, other.high_);
  for (std::uint32_t i = other.low_; i <= other.high_; ++i) limbs_[i] += other.limbs_[i];
  pending_ += other.pending_;
}

ExactSum::Words ExactSum::words() const {
  Limbs limbs = limbs_;
  carry(limbs, std::min<std::uint32_t>(low_, limb_count - 1), limb_count - 1);
  Words words{};
  for (std::size_t i = 0; i < limb_count; ++i) words[i] = static_cast<std::uint64_t>(limbs[i]);
  words[limb_count] = not_finite_;
  return words;
}

bool ExactSum::is_valid(const Words& words) {
  const auto is_digit = [](std::uint64_t word) { return word <= mask; };
  const auto top = static_cast<std::int64_t>(words[limb_count - 1]);
  return std::all_of(words.begin(), words.begin() + limb_count - 1, is_digit) && words[limb_count] <= 1 &&
         top >= -(std::int64_t{1} << 32) && top <= (std::int64_t{1} << 32);
}

ExactSum ExactSum::from(const Words& words) {
  ExactSum sum;
  for (std::uint32_t i = 0; i < limb_count; ++i) {
    sum.limbs_[i] = static_cast<std::int64_t>(words[i]);
    if (words[i] == 0) continue;
    sum.low_ = std::min(sum.low_, i);
    sum.high_ = i;
  }
  sum.pending_ = 1;
  sum.not_finite_ = words[limb_count] != 0;
  return sum;
}

double ExactSum::value() const {
  if (not_finite_) return std::numeric_limits<double>::quiet_NaN();
  if (low_ > high_) return 0.0;
  Limbs limbs;
  const std::uint32_t last = last_after_carry();
  std::copy(limbs_.begin() + low_, limbs_.begin() + last + 1, limbs.begin() + low_);
  carry(limbs, low_, last);
  const bool negative = limbs[last] < 0;
  if (negative) {
    for (std::uint32_t i = low_; i <= last; ++i) limbs[i] = -limbs[i];
    carry(limbs, low_, last);
  }
  std::size_t top = last + 1;
  while (top > low_ && limbs[top - 1] == 0) --top;
  if (top == low_) return 0.0;
  --top;
  // 53 bits and the one below them reach into two limbs beneath the leading one; the smallest numbers need
  // both of the lowest limbs.
  for (std::size_t i = top < 2 ? 0 : top - 2; i < low_; ++i) limbs[i] = 0;
  if (top == 0) limbs[1] = 0;

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
    for (std::size_t i = low_; i < ((lowest - 1) >> 5) && !above_half; ++i) above_half = limbs[i] != 0;
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
