#include "narrowphase/placements.h"

#include <algorithm>
#include <cmath>

namespace scree {

void Placements::update(const State& state, std::uint64_t generation, Workers& workers) {
  const Bodies& bodies = state.bodies;
  const bool changed = !listed_ || generation != generation_;
  if (changed || first_part_.size() != bodies.size() + 1) list_parts(state);
  if (changed) wall_seams_ = find_wall_seams(state);
  generation_ = generation;
  listed_ = true;
  workers.for_ranges(parts_.size(), 64, [&](std::size_t begin, std::size_t end) {
    for (std::size_t p = begin; p < end; ++p) {
      const Part& part = parts_[p];
      place_polyhedron(*part.shape, bodies.scale[part.body], bodies.orientation[part.body],
                       &vertices_[part.first_vertex], &planes_[part.first_plane]);
    }
  });
  place_covers(state);
}

void Placements::list_parts(const State& state) {
  const Bodies& bodies = state.bodies;
  first_part_.clear();
  parts_.clear();
  std::size_t vertices = 0, planes = 0;
  for (BodyIndex i = 0; i < bodies.size(); ++i) {
    first_part_.push_back(static_cast<std::uint32_t>(parts_.size()));
    for (const auto& solid : state.shapes[bodies.shape[i]].parts) {
      double square = 0;
      for (const Vec3& v : solid->vertices) square = std::max(square, v.squaredNorm());
      parts_.push_back({i, solid.get(), vertices, planes, std::sqrt(square) * bodies.scale[i]});
      vertices += solid->vertices.size();
      planes += solid->planes.size();
    }
  }
  first_part_.push_back(static_cast<std::uint32_t>(parts_.size()));
  vertices_.resize(vertices);
  planes_.resize(planes);
}

void Placements::place_covers(const State& state) {
  const Bodies& bodies = state.bodies;
  covers_.clear();
  if (parts_.empty()) return;
  auto wall_seam = wall_seams_.begin();
  const auto solid = [&](BodyIndex i, std::uint32_t number) {
    return solid_of(parts_[first_part_[i] + number]);
  };
  for (BodyIndex i = 0; i < bodies.size(); ++i) {
    const Shape& shape = state.shapes[bodies.shape[i]];
    if (shape.seams.empty() && (wall_seam == wall_seams_.end() || wall_seam->body != i)) continue;
    auto own_seam = shape.seams.begin();
    for (std::uint32_t number = 0; number < shape.parts.size(); ++number) {
      Part& part = parts_[first_part_[i] + number];
      part.first_cover = covers_.size();
      for (; own_seam != shape.seams.end() && own_seam->part == number; ++own_seam)
        covers_.push_back(
            {own_seam->face, solid(i, own_seam->cover_part), Vec3::Zero(), i, own_seam->cover_part});
      for (; wall_seam != wall_seams_.end() && wall_seam->body == i && wall_seam->part == number; ++wall_seam)
        covers_.push_back({wall_seam->face, solid(wall_seam->cover_body, wall_seam->cover_part),
                           bodies.orientation[i] * wall_seam->cover_centre, wall_seam->cover_body,
                           wall_seam->cover_part});
      part.covers = covers_.size() - part.first_cover;
    }
  }
}

PlacedSolid Placements::solid_of(const Part& part) const {
  return {part.shape,
          {vertices_.data() + part.first_vertex, part.shape->vertices.size()},
          {planes_.data() + part.first_plane, part.shape->planes.size()},
          part.radius};
}

PlacedPolyhedron Placements::of(BodyIndex body, std::uint32_t number) const {
  const Part& part = parts_[first_part_[body] + number];
  return {solid_of(part), {covers_.data() + part.first_cover, part.covers}};
}

}  // namespace scree
