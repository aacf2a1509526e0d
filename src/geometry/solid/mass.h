// Volume, centroid and inertia of closed surfaces made of triangles, exact up to rounding.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "base/vector.h"

namespace scree {

using Triangle = std::array<std::uint32_t, 3>;  // vertex numbers, counter-clockwise seen from outside

struct MassProperties {
  double volume = 0;  // negative when the surface is turned inside out
  double area = 0;
  Vec3 centroid = Vec3::Zero();
  Mat3 inertia = Mat3::Zero();  // about the centroid, at density 1
};

MassProperties mass_of(std::span<const Vec3> vertices, std::span<const Triangle> triangles);

// The frame in which a symmetric matrix is diagonal. Axes are columns, right-handed; moments rise. Where
// the moments do not tell the axes apart, they stay as near to the given ones as possible (a cube keeps its
// own), so a rounding does not turn a body about.
struct PrincipalAxes {
  Vec3 moments;
  Mat3 axes;
};
PrincipalAxes principal_axes(const Mat3& inertia);

}  // namespace scree
