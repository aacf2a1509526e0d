// Vectors, matrices and quaternions: names for the Eigen types used everywhere.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <array>
#include <vector>

// Marks functions that must also compile for the GPU.
#if defined(__CUDACC__)
#define SCREE_HD __host__ __device__
#else
#define SCREE_HD
#endif

namespace scree {

using Vec2 = Eigen::Vector2d;
using Vec3 = Eigen::Vector3d;
using Vec4 = Eigen::Vector4d;
using Mat3 = Eigen::Matrix3d;
using Quat = Eigen::Quaterniond;  // stored x, y, z, w

// The part of a product of vectors in the plane that sticks out of it.
inline double cross(const Vec2& a, const Vec2& b) { return a.x() * b.y() - a.y() * b.x(); }

// For readers and files that know nothing of Eigen.
inline std::array<double, 3> numbers(const Vec3& v) { return {v.x(), v.y(), v.z()}; }
inline void append(std::vector<double>& list, const Vec3& v) { list.insert(list.end(), {v[0], v[1], v[2]}); }

// Never keep an Eigen expression in `auto`: write the type (Vec3 d = b - a).

}  // namespace scree
