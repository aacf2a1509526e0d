// Kernels for one contact or four side by side. A kernel is a template over its number type N: with N =
// double it works on one contact, with N = Lanes on four, in the registers of the processor. Each lane does
// the same IEEE operations in the same order as the plain code, so all give the same bits; branches become
// select(), or are entered when any lane needs them.
#pragma once

#include <cmath>
#include <cstdint>

#include "base/vector.h"

// Inlined always: so it is built for whatever processor the caller is built for. No function that is really
// called, and no lambda, may take or return lanes by value: how they are passed depends on the processor.
#define SCREE_KERNEL inline __attribute__((always_inline))

namespace scree {

inline constexpr int lane_count = 4;

// Four truth values. Aligned by hand, here and below: gcc gives such vectors the alignment of the plainest
// processor, and then relies on that of the widest.
struct alignas(32) LaneMask {
  typedef std::int64_t Vector __attribute__((vector_size(32)));
  Vector v;
  SCREE_KERNEL LaneMask operator&(const LaneMask& o) const { return {v & o.v}; }
  SCREE_KERNEL LaneMask operator|(const LaneMask& o) const { return {v | o.v}; }
  SCREE_KERNEL LaneMask operator~() const { return {~v}; }
};

// Four numbers.
struct alignas(32) Lanes {
  typedef double Vector __attribute__((vector_size(32)));
  Vector v;

  // One number four times. By a shuffle: that becomes one instruction, what gcc makes of a list of four does
  // not.
  static SCREE_KERNEL Vector repeat(double x) {
    const Vector first{x};
    return __builtin_shufflevector(first, first, 0, 0, 0, 0);
  }

  SCREE_KERNEL double operator[](int lane) const { return v[lane]; }
  SCREE_KERNEL void set(int lane, double value) { v[lane] = value; }

  SCREE_KERNEL Lanes operator-() const { return {-v}; }
  SCREE_KERNEL friend Lanes operator+(const Lanes& a, const Lanes& b) { return {a.v + b.v}; }
  SCREE_KERNEL friend Lanes operator-(const Lanes& a, const Lanes& b) { return {a.v - b.v}; }
  SCREE_KERNEL friend Lanes operator*(const Lanes& a, const Lanes& b) { return {a.v * b.v}; }
  SCREE_KERNEL friend Lanes operator/(const Lanes& a, const Lanes& b) { return {a.v / b.v}; }
  SCREE_KERNEL friend Lanes operator+(double a, const Lanes& b) { return {repeat(a) + b.v}; }
  SCREE_KERNEL friend Lanes operator-(double a, const Lanes& b) { return {repeat(a) - b.v}; }
  SCREE_KERNEL friend Lanes operator*(double a, const Lanes& b) { return {repeat(a) * b.v}; }
  SCREE_KERNEL friend Lanes operator/(double a, const Lanes& b) { return {repeat(a) / b.v}; }
  SCREE_KERNEL friend Lanes operator-(const Lanes& a, double b) { return {a.v - repeat(b)}; }
  SCREE_KERNEL friend Lanes operator*(const Lanes& a, double b) { return {a.v * repeat(b)}; }
  SCREE_KERNEL friend Lanes operator/(const Lanes& a, double b) { return {a.v / repeat(b)}; }
  SCREE_KERNEL friend LaneMask operator<(const Lanes& a, const Lanes& b) { return {a.v < b.v}; }
  SCREE_KERNEL friend LaneMask operator>(const Lanes& a, const Lanes& b) { return {a.v > b.v}; }
  SCREE_KERNEL friend LaneMask operator>(const Lanes& a, double b) { return {a.v > b}; }
  SCREE_KERNEL friend LaneMask operator>=(const Lanes& a, double b) { return {a.v >= b}; }
  SCREE_KERNEL friend LaneMask operator==(const Lanes& a, double b) { return {a.v == b}; }
};

template <class N>
struct MaskOf {
  using Type = bool;
};
template <>
struct MaskOf<Lanes> {
  using Type = LaneMask;
};
template <class N>
using Mask = typename MaskOf<N>::Type;

SCREE_HD SCREE_KERNEL double select(bool mask, double yes, double no) { return mask ? yes : no; }
SCREE_HD SCREE_KERNEL bool any(bool mask) { return mask; }
SCREE_HD SCREE_KERNEL double root(double x) { return std::sqrt(x); }
SCREE_HD SCREE_KERNEL double magnitude(double x) { return std::abs(x); }
SCREE_HD SCREE_KERNEL double nearest_integer(double x) { return std::rint(x); }

SCREE_KERNEL Lanes select(const LaneMask& mask, const Lanes& yes, const Lanes& no) {
  return {mask.v ? yes.v : no.v};
}
SCREE_KERNEL unsigned bits(const LaneMask& mask) {  // lane 0 is the lowest bit
#if defined(__x86_64__)
  typedef double Half __attribute__((vector_size(16)));
  Half half[2];
  __builtin_memcpy(half, &mask.v, sizeof half);
  return static_cast<unsigned>(__builtin_ia32_movmskpd(half[0]) | __builtin_ia32_movmskpd(half[1]) << 2);
#else
  return static_cast<unsigned>((mask.v[0] & 1) | (mask.v[1] & 2) | (mask.v[2] & 4) | (mask.v[3] & 8));
#endif
}
SCREE_KERNEL LaneMask select(const LaneMask& mask, const LaneMask& yes, const LaneMask& no) {
  return {mask.v ? yes.v : no.v};
}
SCREE_KERNEL bool any(const LaneMask& mask) { return bits(mask) != 0; }
SCREE_KERNEL Lanes root(const Lanes& x) {
  return {Lanes::Vector{std::sqrt(x[0]), std::sqrt(x[1]), std::sqrt(x[2]), std::sqrt(x[3])}};
}
SCREE_KERNEL Lanes nearest_integer(const Lanes& x) {
  return {Lanes::Vector{std::rint(x[0]), std::rint(x[1]), std::rint(x[2]), std::rint(x[3])}};
}
SCREE_KERNEL Lanes magnitude(const Lanes& x) {
  LaneMask::Vector bits;
  __builtin_memcpy(&bits, &x.v, sizeof bits);
  bits &= 0x7fffffffffffffff;
  Lanes size;
  __builtin_memcpy(&size.v, &bits, sizeof bits);
  return size;
}

template <class N>
SCREE_HD SCREE_KERNEL N all_lanes(double x);
template <>
SCREE_HD SCREE_KERNEL double all_lanes<double>(double x) {
  return x;
}
template <>
SCREE_KERNEL Lanes all_lanes<Lanes>(double x) {
  return {Lanes::repeat(x)};
}
SCREE_KERNEL LaneMask all_lanes(std::int64_t bits) { return {LaneMask::Vector{bits, bits, bits, bits}}; }
// By halves: gcc would put four numbers into memory and read them back as one, which processors wait for.
SCREE_KERNEL Lanes lanes_of(double a, double b, double c, double d) {
  typedef double Half __attribute__((vector_size(16)));
  const Half low{a, b}, high{c, d};
  return {__builtin_shufflevector(low, high, 0, 1, 2, 3)};
}

SCREE_KERNEL Lanes lesser(const Lanes& a, const Lanes& b) { return select(a < b, a, b); }
SCREE_KERNEL Lanes greater(const Lanes& a, const Lanes& b) { return select(a > b, a, b); }

// A vector of such numbers.
template <class N>
struct Triple {
  N x, y, z;

  SCREE_HD SCREE_KERNEL Triple operator+(const Triple& o) const { return {x + o.x, y + o.y, z + o.z}; }
  SCREE_HD SCREE_KERNEL Triple operator-(const Triple& o) const { return {x - o.x, y - o.y, z - o.z}; }
  SCREE_HD SCREE_KERNEL Triple operator-() const { return {-x, -y, -z}; }
  SCREE_HD SCREE_KERNEL Triple operator*(const N& s) const { return {x * s, y * s, z * s}; }
  SCREE_HD SCREE_KERNEL Triple cross(const Triple& o) const {
    return {y * o.z - z * o.y, z * o.x - x * o.z, x * o.y - y * o.x};
  }
};

template <class N>
SCREE_HD SCREE_KERNEL N inner(const Triple<N>& a, const Triple<N>& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
template <class N>
SCREE_HD SCREE_KERNEL N inner(const N& a, const N& b) {
  return a * b;
}

template <class N>
SCREE_HD SCREE_KERNEL Triple<N> select(const Mask<N>& mask, const Triple<N>& yes, const Triple<N>& no) {
  return {select(mask, yes.x, no.x), select(mask, yes.y, no.y), select(mask, yes.z, no.z)};
}

SCREE_HD SCREE_KERNEL Triple<double> triple(const Vec3& v) { return {v.x(), v.y(), v.z()}; }
SCREE_HD SCREE_KERNEL Vec3 vec3(const Triple<double>& v) { return Vec3(v.x, v.y, v.z); }

// Four lanes of four numbers, turned about the diagonal.
SCREE_KERNEL void transpose(const Lanes& a, const Lanes& b, const Lanes& c, const Lanes& d, Lanes* out) {
  const Lanes::Vector low_ab = __builtin_shufflevector(a.v, b.v, 0, 4, 2, 6);
  const Lanes::Vector high_ab = __builtin_shufflevector(a.v, b.v, 1, 5, 3, 7);
  const Lanes::Vector low_cd = __builtin_shufflevector(c.v, d.v, 0, 4, 2, 6);
  const Lanes::Vector high_cd = __builtin_shufflevector(c.v, d.v, 1, 5, 3, 7);
  out[0].v = __builtin_shufflevector(low_ab, low_cd, 0, 1, 4, 5);
  out[1].v = __builtin_shufflevector(high_ab, high_cd, 0, 1, 4, 5);
  out[2].v = __builtin_shufflevector(low_ab, low_cd, 2, 3, 6, 7);
  out[3].v = __builtin_shufflevector(high_ab, high_cd, 2, 3, 6, 7);
}

// Over the four, in this order whatever the processor.
SCREE_KERNEL double largest(const Lanes& v) {
  const double a = v[0] > v[1] ? v[0] : v[1], b = v[2] > v[3] ? v[2] : v[3];
  return a > b ? a : b;
}
SCREE_KERNEL double smallest(const Lanes& v) {
  const double a = v[0] < v[1] ? v[0] : v[1], b = v[2] < v[3] ? v[2] : v[3];
  return a < b ? a : b;
}
// Sums over the lanes of four at once.
SCREE_KERNEL Lanes sums_of(const Lanes& a, const Lanes& b, const Lanes& c, const Lanes& d) {
  Lanes turned[4];
  transpose(a, b, c, d, turned);
  return (turned[0] + turned[1]) + (turned[2] + turned[3]);
}

SCREE_KERNEL Lanes load(const double* from) {
  Lanes lanes;
  __builtin_memcpy(&lanes.v, from, sizeof lanes.v);
  return lanes;
}
SCREE_KERNEL void store(double* to, const Lanes& lanes) { __builtin_memcpy(to, &lanes.v, sizeof lanes.v); }

SCREE_KERNEL LaneMask load_bits(const std::int64_t* from) {
  LaneMask mask;
  __builtin_memcpy(&mask.v, from, sizeof mask.v);
  return mask;
}

// Four records of `width` doubles each, from memory and to it: number i of all four is out[i].
template <int width>
SCREE_KERNEL void load_records(const double* const* from, Lanes* out) {
#pragma GCC unroll 16
  for (int i = 0; i + 4 <= width; i += 4)
    transpose(load(from[0] + i), load(from[1] + i), load(from[2] + i), load(from[3] + i), out + i);
#pragma GCC unroll 4
  for (int i = width / 4 * 4; i < width; ++i)
    out[i] = lanes_of(from[0][i], from[1][i], from[2][i], from[3][i]);
}

template <int width>
SCREE_KERNEL void store_records(const Lanes* in, double* const* to) {
#pragma GCC unroll 16
  for (int i = 0; i + 4 <= width; i += 4) {
    Lanes record[lane_count];
    transpose(in[i], in[i + 1], in[i + 2], in[i + 3], record);
#pragma GCC unroll 4
    for (int lane = 0; lane < lane_count; ++lane)
      __builtin_memcpy(to[lane] + i, &record[lane].v, sizeof(Lanes));
  }
#pragma GCC unroll 4
  for (int i = width / 4 * 4; i < width; ++i)
#pragma GCC unroll 4
    for (int lane = 0; lane < lane_count; ++lane) to[lane][i] = in[i][lane];
}

// The records follow each other in memory.
template <int width>
SCREE_KERNEL void store_records(const Lanes* in, double* to) {
  double* const records[lane_count] = {to, to + width, to + 2 * width, to + 3 * width};
  store_records<width>(in, records);
}

}  // namespace scree
