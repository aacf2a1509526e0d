// A convex polyhedron that is clipped by planes, without any rounding.
#pragma once

#include <CGAL/Gmpzf.h>

#include <array>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "geometry/solid/polyhedron.h"

namespace scree::oracle {

using Exact = CGAL::Gmpzf;  // an integer times a power of two: closed under +, - and *

struct ExactPlane {
  Exact normal[3], offset;
  Plane rounded;  // the very same numbers as doubles
};
ExactPlane exact_plane(const Plane& plane);

// The point (x, y, z) / w, with w above 0.
struct ExactPoint {
  Exact x, y, z, w;
  Vec3 rounded;  // to a few roundings of each coordinate
};

class ExactClip {
 public:
  static constexpr std::uint32_t cube = 0xffffffffu;  // plane number of the faces it starts with
  struct Face {
    std::uint32_t plane;              // number
    std::vector<std::uint32_t> loop;  // vertices, counter-clockwise seen from outside
  };

  explicit ExactClip(double half);  // begins as a cube about the origin
  // Keeps the part below the plane. False, and then nothing more may be asked, when it has no interior.
  bool keep_below(const Plane& plane, std::uint32_t number);
  const std::vector<Face>& faces() const { return faces_; }
  const ExactPoint& vertex(std::uint32_t v) const { return vertices_[v]; }

 private:
  using Edge = std::pair<std::uint32_t, std::uint32_t>;
  struct Crossing {
    std::uint32_t vertex;
    std::uint32_t plane;  // place in planes_ of the face that met it first
  };
  int side_of(const ExactPoint& point, const ExactPlane& plane) const;
  // The new vertex on an edge that crosses the newest plane. Its position is known once both faces have
  // asked.
  std::uint32_t cross(std::uint32_t u, std::uint32_t v, std::uint32_t plane_place);

  std::vector<ExactPlane> planes_;    // those that cut, in their order, after the six of the cube
  std::vector<std::uint32_t> place_;  // of each face: its plane's place in planes_
  std::vector<Face> faces_;
  std::vector<ExactPoint> vertices_;  // with those no longer used
  std::vector<std::int8_t> side_;     // of each vertex, by the newest plane
  std::map<Edge, Crossing> crossings_;
};

}  // namespace scree::oracle
