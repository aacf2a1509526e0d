// What registers of four numbers do in one instruction and a compiler does not find by itself. Kernels take
// one of these two as a template argument; both give the same bits.
#pragma once

#include "base/lanes.h"

namespace scree {

struct PlainRegisters {
  // A number from memory, four times.
  static SCREE_KERNEL Lanes repeat(const double* number) { return all_lanes<Lanes>(*number); }
  // Bit k is set where number k is negative. None may be 0 or no number.
  static SCREE_KERNEL unsigned signs(const Lanes& numbers) { return bits(numbers < all_lanes<Lanes>(0)); }
  // Where `sign` is negative, one number, and the other one elsewhere.
  static SCREE_KERNEL Lanes where_negative(const Lanes& sign, const Lanes& yes, const Lanes& no) {
    return select(sign < all_lanes<Lanes>(0), yes, no);
  }
};

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
// The compiler knows the instructions of a processor by name once it has been asked for that processor. These
// functions exist only inside of others that are built for it (SCREE_WIDE): they are inlined always.
#pragma GCC push_options
#pragma GCC target("avx2")
#pragma GCC pop_options

struct WideRegisters {
  static SCREE_KERNEL Lanes repeat(const double* number) {
    typedef double Half __attribute__((vector_size(16)));
    return {__builtin_ia32_vbroadcastsd_pd256(Half{*number})};
  }
  static SCREE_KERNEL unsigned signs(const Lanes& numbers) {
    return static_cast<unsigned>(__builtin_ia32_movmskpd256(numbers.v));
  }
  static SCREE_KERNEL Lanes where_negative(const Lanes& sign, const Lanes& yes, const Lanes& no) {
    return {__builtin_ia32_blendvpd256(no.v, yes.v, sign.v)};
  }
};
#else
using WideRegisters = PlainRegisters;
#endif

}  // namespace scree
