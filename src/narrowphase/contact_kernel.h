// The contact table: for every pair of kinds one kernel. The step and whoever asks for a single contact go
// through it alike. A new kind adds its rows to contact_table.cpp.
#pragma once

#include <array>

#include "narrowphase/placed_shape.h"

namespace scree {

struct ContactKernel {
  // Appends the touches of a pair, each with a key that tells it from the pair's others.
  using Find = void (*)(const PairInPlace& pair, WarmStart& warm, KernelWork& work, TouchList& out);
  // How deep the two are in each other (depth.h), given a touch; where it is not more than `at_least` it may
  // be overestimated up to that. Null: the touch's overlap says it.
  using Depth = double (*)(const PairInPlace& pair, const Touch& touch, double at_least);
  // What kernels are worth when work is shared out, in pairs of spheres.
  enum class Cost : std::uint8_t { low, middle, high };

  static void find_nothing(const PairInPlace&, WarmStart&, KernelWork&, TouchList&) {}

  Find find = find_nothing;  // of kinds that never touch
  Depth depth = nullptr;
  Cost cost = Cost::low;
  bool mirrored = false;              // it sees the pair's second body as its first
  bool symmetric = false;             // it takes the two in any order
  bool spheres = false;               // two spheres, or discs: the step takes four such pairs at a time
  bool largest_depth_counts = false;  // of touches that are joined; else the mean does
  bool rests_on_bed = false;          // under laws that know no volume it acts as an elastic bed
  bool has_warm_start = false;
  bool finds_several = false;      // more than one touch of a pair; sorted by their keys
  bool reads_solids_only = false;  // of the shapes nothing but PlacedShape::solid
};

// All of them, by number.
inline constexpr std::size_t contact_kernel_count = shape_kind_count * shape_kind_count;
extern const std::array<ContactKernel, contact_kernel_count> contact_table;

using KernelNumber = std::uint8_t;
inline KernelNumber kernel_number(ShapeKind a, ShapeKind b) {
  return static_cast<KernelNumber>(static_cast<std::size_t>(a) * shape_kind_count +
                                   static_cast<std::size_t>(b));
}
inline const ContactKernel& contact_kernel(ShapeKind a, ShapeKind b) {
  return contact_table[kernel_number(a, b)];
}

inline void find_touches(const ContactKernel& kernel, const PairInPlace& pair, WarmStart& warm,
                         KernelWork& work, TouchList& out) {
  if (!kernel.mirrored) return kernel.find(pair, warm, work, out);
  const std::size_t first = out.size();
  kernel.find(mirrored(pair), warm, work, out);
  turn_round(out, first);
}

}  // namespace scree
