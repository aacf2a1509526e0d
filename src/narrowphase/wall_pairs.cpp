#include "narrowphase/wall_pairs.h"

#include <algorithm>
#include <cmath>

namespace scree {
namespace {

struct Wall {
  BodyIndex body;
  Box box;
  double begin = 0, end = 0;  // along the axis of the sweep; in a periodic cell it begins inside
};

const Drive& drive_of(const State& state, BodyIndex wall) { return state.drives[state.bodies.drive[wall]]; }

std::vector<Wall> list_walls(const State& state) {
  const Bodies& b = state.bodies;
  std::vector<Wall> walls;
  for (BodyIndex i = 0; i < b.size(); ++i) {
    if (b.free(i)) continue;
    const Shape& shape = state.shapes[b.shape[i]];
    if (!has_corners(shape.kind)) continue;
    const Drive& drive = drive_of(state, i);
    const double margin = 1e-6 * b.radius[i];
    Box box = exact_bounds(shape, b.scale[i], drive.start_position, drive.start_orientation);
    box.lower.array() -= margin;
    box.upper.array() += margin;
    walls.push_back({i, box});
  }
  return walls;
}

// The axis along which they are spread most, over their length.
int best_axis(const std::vector<Wall>& walls, int dimension) {
  Vec3 low = walls[0].box.lower, high = walls[0].box.upper, length = Vec3::Zero();
  for (const Wall& wall : walls) {
    low = low.cwiseMin(wall.box.lower);
    high = high.cwiseMax(wall.box.upper);
    length += wall.box.upper - wall.box.lower;
  }
  int best = 0;
  for (int k = 1; k < dimension; ++k)
    if ((high[k] - low[k]) * length[best] > (high[best] - low[best]) * length[k]) best = k;
  return best;
}

void sort_along(std::vector<Wall>& walls, int axis, const Cell& cell) {
  for (Wall& wall : walls) {
    wall.begin = wall.box.lower[axis];
    if (cell.periodic[static_cast<std::size_t>(axis)])
      wall.begin -= cell.length[axis] * std::floor((wall.begin - cell.origin[axis]) / cell.length[axis]);
    wall.end = wall.begin + (wall.box.upper[axis] - wall.box.lower[axis]);
  }
  std::ranges::stable_sort(walls, {}, &Wall::begin);
}

// Servos of a group are steered together.
bool go_together(const State& state, BodyIndex a, BodyIndex b) {
  const Drive &one = drive_of(state, a), &other = drive_of(state, b);
  if (one.kind == DriveKind::servo && other.kind == DriveKind::servo)
    return state.bodies.group[a] == state.bodies.group[b] && one.start == other.start &&
           one.axis == other.axis && one.travel == other.travel;
  return move_as_one(one, other);
}

bool boxes_meet(const State& state, const Wall& a, const Wall& b) {
  for (int axis = 0; axis < state.dimension; ++axis)
    if (!state.cell.overlap(a.box, b.box, axis)) return false;
  return true;
}

// From one point to another, by all ways that are not longer than one round of the cell.
std::vector<Vec3> ways_between(const Cell& cell, const Vec3& from, const Vec3& to) {
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

std::vector<WallPair> walls_side_by_side(const State& state) {
  std::vector<Wall> walls = list_walls(state);
  if (walls.size() < 2) return {};
  const int axis = best_axis(walls, state.dimension);
  sort_along(walls, axis, state.cell);
  std::vector<Pair> near;
  const auto consider = [&](const Wall& a, const Wall& b) {
    if (a.body != b.body && boxes_meet(state, a, b) && go_together(state, a.body, b.body))
      near.push_back({std::min(a.body, b.body), std::max(a.body, b.body)});
  };
  const double round = state.cell.periodic[static_cast<std::size_t>(axis)] ? state.cell.length[axis] : 0;
  for (std::size_t m = 0; m < walls.size(); ++m) {
    for (std::size_t n = m + 1; n < walls.size() && walls[n].begin <= walls[m].end; ++n)
      consider(walls[m], walls[n]);
    if (round > 0)
      for (std::size_t n = 0; n < walls.size() && walls[n].begin + round <= walls[m].end; ++n)
        consider(walls[m], walls[n]);
  }
  std::ranges::sort(near);
  near.erase(std::ranges::unique(near).begin(), near.end());
  std::vector<WallPair> pairs;
  for (const auto [a, b] : near)
    for (const Vec3& way :
         ways_between(state.cell, drive_of(state, a).start_position, drive_of(state, b).start_position))
      pairs.push_back({a, b, way});
  return pairs;
}

}  // namespace scree
