// Symmetric tensors in three dimensions and in the plane: what they are along their own axes.
#pragma once

#include "base/vector.h"

namespace scree {

struct Principal {
  Vec3 values = Vec3::Zero();    // falling; in the plane two, then 0
  Mat3 axes = Mat3::Identity();  // columns, in the order of the values; in the plane the last is z
};

// Of the symmetric part; in the plane of its x and y.
Principal principal(const Mat3& tensor, int dimension);

// A mean over the directions of space: trace over the dimension.
double mean_part(const Mat3& tensor, int dimension);

// How far it is from that. In space sqrt(3/2 s : s) with s the tensor without its mean, which in a triaxial
// test is the difference of the axial and the lateral value; in the plane half the difference of the two
// values, the radius of Mohr's circle.
double deviator(const Mat3& tensor, int dimension);

}  // namespace scree
