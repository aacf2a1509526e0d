#include "narrowphase/seams.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "geometry/shared_faces.h"

namespace scree {
namespace {

struct Wall {
  BodyIndex body;
  std::uint32_t part;
  Box box;
  PlacedCopy solid;
};

std::vector<Wall> place_walls(const State& state) {
  const Bodies& b = state.bodies;
  std::vector<Wall> walls;
  for (BodyIndex i = 0; i < b.size(); ++i) {
    if (b.free(i)) continue;
    const Shape& shape = state.shapes[b.shape[i]];
    for (std::uint32_t part = 0; part < shape.parts.size(); ++part) {
      const double margin = 1e-6 * b.radius[i];
      Box box = bounds(shape, b.scale[i], b.position[i], b.orientation[i]);
      box.lower.array() -= margin;
      box.upper.array() += margin;
      walls.push_back({i, part, box, {}});
      walls.back().solid.place(*shape.parts[part], b.scale[i], b.orientation[i]);
    }
  }
  return walls;
}

// From one point to another, by all ways that are not longer than one round of the cell.
std::vector<Vec3> images(const Cell& cell, const Vec3& from, const Vec3& to) {
  std::vector<Vec3> ways = {cell.separation(from, to)};
  for (int k = 0; k < 3; ++k) {
    if (!cell.periodic[k]) continue;
    const std::size_t count = ways.size();
    for (std::size_t n = 0; n < count; ++n) {
      Vec3 other = ways[n];
      other[k] -= std::copysign(cell.length[k], other[k]);
      ways.push_back(other);
    }
  }
  return ways;
}

}  // namespace

std::vector<WallSeam> find_wall_seams(const State& state) {
  const Bodies& bodies = state.bodies;
  const std::vector<Wall> walls = place_walls(state);
  const auto in_axes_of = [&](BodyIndex i, const Vec3& d) -> Vec3 {
    return bodies.orientation[i].conjugate() * d;
  };
  std::vector<WallSeam> seams;
  for (std::size_t m = 0; m < walls.size(); ++m)
    for (std::size_t n = m + 1; n < walls.size(); ++n) {
      const Wall &a = walls[m], &b = walls[n];
      if (a.body == b.body) continue;
      const auto near = [&](int axis) { return state.cell.overlap(a.box, b.box, axis); };
      if (!near(0) || !near(1) || !near(2)) continue;
      if (!move_as_one(state.drives[bodies.drive[a.body]], state.drives[bodies.drive[b.body]])) continue;
      for (const Vec3& d : images(state.cell, bodies.position[a.body], bodies.position[b.body]))
        for (const SharedFace& face : shared_faces(a.solid.view, b.solid.view, d)) {
          seams.push_back({a.body, a.part, face.of_a, b.body, b.part, in_axes_of(a.body, d)});
          seams.push_back({b.body, b.part, face.of_b, a.body, a.part, in_axes_of(b.body, -d)});
        }
    }
  std::ranges::stable_sort(seams, {}, [](const WallSeam& s) {
    return std::tuple(s.body, s.part, s.face, s.cover_body, s.cover_part);
  });
  return seams;
}

}  // namespace scree
