#include "narrowphase/near_parts.h"

#include <algorithm>
#include <numeric>

namespace scree {
namespace {

const Shape& shape_of(const State& state, BodyIndex i) { return state.shapes[state.bodies.shape[i]]; }

void all_parts(std::uint32_t of_a, std::uint32_t of_b, std::vector<Parts>& parts) {
  for (std::uint32_t i = 0; i < of_a; ++i)
    for (std::uint32_t j = 0; j < of_b; ++j) parts.push_back({i, j});
}

// How body `of` stands in the axes of the shape of body `in`, for boxes in the axes of space about its
// centre.
RelativePose axes_of_space(const State& state, BodyIndex in, BodyIndex of) {
  const Bodies& b = state.bodies;
  const Mat3 back = b.orientation[in].toRotationMatrix().transpose();
  const double scale = 1 / b.scale[in];
  return {back * (scale * state.cell.separation(b.position[in], b.position[of])), back, scale};
}

// Parts of body i, which has a tree, near the other one, which is within `box` or at rest where it is.
std::vector<std::uint32_t> parts_near(const State& state, BodyIndex i, BodyIndex other, const Box* box,
                                      double margin) {
  const Bodies& b = state.bodies;
  const Shape& shape = shape_of(state, i);
  std::vector<std::uint32_t> near;
  const RelativePose pose = axes_of_space(state, i, other);
  // Everything is known but for rounding.
  const double own_margin = margin / b.scale[i] + 1e-9 * shape.radius;
  if (!bounded(shape_of(state, other))) {
    if (moves_by_drive(state, other)) {  // nobody knows how far
      near.resize(part_count(shape));
      std::iota(near.begin(), near.end(), 0u);
      return near;
    }
    const Vec3 outward =
        pose.turn * (b.orientation[other].toRotationMatrix() * shape_of(state, other).normal);
    shape.tree.find_below(outward, outward.dot(pose.position) + own_margin, near);
  } else {
    Box where =
        box ? *box : bounds(shape_of(state, other), b.scale[other], b.position[other], b.orientation[other]);
    where = {where.lower - b.position[other], where.upper - b.position[other]};
    shape.tree.find_near(pose(where), own_margin, near);
  }
  return near;
}

}  // namespace

void find_near_parts(const State& state, Pair pair, const PartsReach& reach, std::vector<Parts>& parts) {
  parts.clear();
  const auto [a, b] = pair;
  const Shape &of_a = shape_of(state, a), &of_b = shape_of(state, b);
  if (!of_a.tree.empty() && !of_b.tree.empty()) {
    const Bodies& bodies = state.bodies;
    RelativePose pose = axes_of_space(state, a, b);
    pose.turn = pose.turn * bodies.orientation[b].toRotationMatrix();
    pose.scale *= bodies.scale[b];
    const double margin = (reach.margin_a + reach.margin_b) / bodies.scale[a] + 1e-9 * of_a.radius;
    static thread_local std::vector<PartTree::PartPair> near;
    near.clear();
    PartTree::find_near(of_a.tree, of_b.tree, pose, margin, near);
    for (const auto& [i, j] : near) parts.push_back({i, j});
  } else if (!of_a.tree.empty()) {
    for (const std::uint32_t i : parts_near(state, a, b, reach.box_b, reach.margin_a))
      for (std::uint32_t j = 0; j < part_count(of_b); ++j) parts.push_back({i, j});
  } else if (!of_b.tree.empty()) {
    for (const std::uint32_t j : parts_near(state, b, a, reach.box_a, reach.margin_b))
      for (std::uint32_t i = 0; i < part_count(of_a); ++i) parts.push_back({i, j});
  } else {
    return all_parts(part_count(of_a), part_count(of_b), parts);
  }
  std::ranges::sort(parts);
}

std::vector<BodyPart> near_parts_of(const State& state, std::span<const Pair> pairs,
                                    std::span<const Parts> parts) {
  std::vector<BodyPart> near;
  if (std::ranges::all_of(state.shapes, [](const Shape& shape) { return shape.tree.empty(); })) return near;
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    if (has_many_parts(state, pairs[k].a)) near.push_back({pairs[k].a, parts[k].a});
    if (has_many_parts(state, pairs[k].b)) near.push_back({pairs[k].b, parts[k].b});
  }
  std::ranges::sort(near);
  near.erase(std::ranges::unique(near).begin(), near.end());
  return near;
}

}  // namespace scree
