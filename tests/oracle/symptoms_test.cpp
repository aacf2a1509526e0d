// What exact arithmetic and the fuzzer have found in the kernel, as small as it could be made. One test per
// symptom.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "oracle/bodies.h"
#include "oracle/judge.h"

namespace scree::oracle {
namespace {

void judge_in_turned_axes(const Polyhedron& a, const Polyhedron& b, const Vec3& d, int frames) {
  Rng rng(3, 1);
  PlacedCopy pa, pb;
  OverlapWork work;
  for (int n = 0; n < frames; ++n) {
    const Quat frame = rng.rotation();
    pa.place(a, 1, frame);
    pb.place(b, 1, frame);
    const Verdict verdict = judge(pa.view, pb.view, frame * d, work);
    EXPECT_TRUE(verdict.passes()) << n << ": " << describe(verdict);
  }
}

// Triangles summed from their long sides gave a bar of 3e-5 x 7e-5 x 2 a volume that was wrong by 4e-9 of it.
TEST(symptom, long_thin_overlap_had_more_rounding_than_its_surface_explains) {
  judge_in_turned_axes(box({1, 1, 1}), box({1, 1, 1}), {2 - 3.4e-5, 2 - 6.8e-5, 3.4e-4}, 100);
}

// Faces that meet by one rounding: the volume was right, but so small beside its own roundings that the
// centroid computed from them was metres away.
TEST(symptom, contact_point_of_faces_that_just_meet_was_outside_of_both_bodies) {
  for (const double depth : {0.0, 2.3e-16, 1e-15, 1e-14, 1e-12})
    judge_in_turned_axes(box({1, 1, 1}), box({1, 2, 3}), {2 - depth, 0.5, 1}, 100);
}

// A needle beside a cube, edge on edge: nothing in exact arithmetic, but the fine cuts left a volume of
// 1e-35.
TEST(symptom, edges_that_only_touch_had_a_volume_beyond_their_surface) {
  const double half = std::ldexp(1.0, -7);
  judge_in_turned_axes(box({1, 1, 1}), box({half, half, 1}), {1 + half, 1 + half, 0.48}, 100);
}

}  // namespace
}  // namespace scree::oracle
