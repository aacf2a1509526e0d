#include "narrowphase/placements.h"

#include <cmath>

namespace scree {

void Placements::update(const State& state, Workers& workers) {
  const Bodies& bodies = state.bodies;
  first_part_.clear();
  parts_.clear();
  std::size_t vertices = 0, planes = 0;
  for (BodyIndex i = 0; i < bodies.size(); ++i) {
    first_part_.push_back(static_cast<std::uint32_t>(parts_.size()));
    for (const auto& solid : state.shapes[bodies.shape[i]].parts) {
      parts_.push_back({solid.get(), vertices, planes, 0});
      vertices += solid->vertices.size();
      planes += solid->planes.size();
    }
  }
  first_part_.push_back(static_cast<std::uint32_t>(parts_.size()));
  vertices_.resize(vertices);
  planes_.resize(planes);
  workers.for_ranges(bodies.size(), 64, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      for (std::uint32_t p = first_part_[i]; p < first_part_[i + 1]; ++p) {
        Part& part = parts_[p];
        place_polyhedron(*part.shape, bodies.scale[i], bodies.orientation[i], &vertices_[part.first_vertex],
                         &planes_[part.first_plane]);
        double square = 0;
        for (std::size_t v = 0; v < part.shape->vertices.size(); ++v)
          square = std::max(square, vertices_[part.first_vertex + v].squaredNorm());
        part.radius = std::sqrt(square);
      }
  });
}

PlacedPolyhedron Placements::of(BodyIndex body, std::uint32_t number) const {
  const Part& part = parts_[first_part_[body] + number];
  return {part.shape,
          {vertices_.data() + part.first_vertex, part.shape->vertices.size()},
          {planes_.data() + part.first_plane, part.shape->planes.size()},
          part.radius};
}

}  // namespace scree
