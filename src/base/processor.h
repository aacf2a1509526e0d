// Kernels are built for every processor and once more, in functions marked SCREE_WIDE, for those with 256-bit
// registers and what comes with them; which to call is decided when the program runs. Both do the same
// operations in the same order, so the bits are the same. Why not compile everything for the machine at hand:
// a program built on one machine must run on the next, and inlined functions of the standard library may not
// depend on who compiled them first.
#pragma once

namespace scree {

#if defined(__x86_64__)
#define SCREE_WIDE [[gnu::target("avx2,bmi,popcnt")]]
inline bool has_wide_registers() {
  static const bool has =
      __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("popcnt");
  return has;
}
#else
#define SCREE_WIDE
inline bool has_wide_registers() { return false; }
#endif

}  // namespace scree
