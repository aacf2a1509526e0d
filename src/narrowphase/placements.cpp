#include "narrowphase/placements.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace scree {
namespace {

// Sets of bodies as trees: each names another of its set, with a lower number, and the lowest itself.
BodyIndex root_of(BodyIndex i, std::span<const BodyIndex> trees) {
  while (trees[i] != i) i = trees[i];
  return i;
}

void join_trees(BodyIndex a, BodyIndex b, std::span<BodyIndex> trees) {
  for (const BodyIndex i : {a, b})
    if (trees[i] == no_body) trees[i] = i;
  const BodyIndex of_a = root_of(a, trees), of_b = root_of(b, trees);
  trees[of_a] = trees[of_b] = trees[a] = trees[b] = std::min(of_a, of_b);
}

constexpr std::size_t parts_ahead = 8;  // what is read of their bodies is fetched from memory meanwhile

}  // namespace

void Placements::update(const State& state, const Order& order, std::uint64_t generation, Workers& workers,
                        bool plain) {
  const Bodies& bodies = state.bodies;
  const bool changed = !listed_ || generation != generation_;
  if (changed) find_neighbours(state);
  if (changed || order.version != order_version_ || first_part_.size() != bodies.size())
    list_parts(state, order.bodies);
  generation_ = generation;
  order_version_ = order.version;
  listed_ = true;
  workers.for_ranges(placed_.size(), 64, [&](std::size_t begin, std::size_t end) {
    for (std::size_t p = begin; p < end; ++p) {
      if (p + parts_ahead < end) {
        __builtin_prefetch(&bodies.scale[body_[p + parts_ahead]]);
        __builtin_prefetch(&bodies.orientation[body_[p + parts_ahead]]);
      }
      const PlacedPolyhedron& part = placed_[p];
      const std::size_t vertex = static_cast<std::size_t>(part.vertices.data() - vertices_.data());
      const std::size_t plane = static_cast<std::size_t>(part.planes.data() - planes_.data());
      place_polyhedron(*part.shape, bodies.scale[body_[p]], bodies.orientation[body_[p]], &vertices_[vertex],
                       &planes_[plane], plain);
    }
  });
  place_covers(state);
}

void Placements::find_neighbours(const State& state) {
  const std::vector<WallPair> pairs = walls_side_by_side(state);
  wall_seams_.clear();
  joined_.clear();
  surface_.clear();
  solid_.clear();
  const auto join = [&](BodyIndex a, BodyIndex b, bool one_solid) {
    if (surface_.empty()) {
      surface_.assign(state.bodies.size(), no_body);
      solid_.resize(state.bodies.size());
      std::iota(solid_.begin(), solid_.end(), BodyIndex{0});
    }
    join_trees(a, b, surface_);
    if (one_solid && state.bodies.material[a] == state.bodies.material[b]) join_trees(a, b, solid_);
  };
  if (state.dimension == 2) {
    joined_ = join_wall_figures(state, pairs);
    for (const JoinedFigure& figure : joined_)
      for (const auto& [other, one_solid] : figure.others) join(figure.body, other, one_solid);
  } else {
    wall_seams_ = find_wall_seams(state, pairs);
    for (const WallSeam& seam : wall_seams_) join(seam.body, seam.cover_body, seam.one_solid);
  }
  for (std::vector<BodyIndex>* trees : {&surface_, &solid_})
    for (BodyIndex& number : *trees)
      if (number != no_body) number = root_of(number, *trees);
}

void Placements::list_parts(const State& state, std::span<const BodyIndex> order) {
  const Bodies& bodies = state.bodies;
  first_part_.resize(bodies.size());
  placed_.clear();
  figures_.clear();
  body_.clear();
  std::size_t fours = 0, planes = 0;
  for (const BodyIndex i : order) {
    first_part_[i] = static_cast<std::uint32_t>(std::max(placed_.size(), figures_.size()));
    for (const auto& figure : state.shapes[bodies.shape[i]].figures) figures_.push_back(figure.get());
    for (const auto& solid : state.shapes[bodies.shape[i]].parts) {
      double square = 0;
      for (const Vec3& v : solid->vertices) square = std::max(square, v.squaredNorm());
      PlacedPolyhedron& placed = placed_.emplace_back();
      placed.shape = solid.get();
      placed.radius = std::sqrt(square) * bodies.scale[i];  // it does not change when the body turns
      body_.push_back(i);
      fours += Corners::fours_for(solid->vertices.size());
      planes += solid->planes.size();
    }
  }
  for (const JoinedFigure& joined : joined_)
    figures_[first_part_[joined.body] + joined.part] = &joined.figure;
  vertices_.resize(fours);
  planes_.resize(planes);
  look_where_they_are();
}

void Placements::prefetch_geometry(BodyIndex body, std::uint32_t part) const {
  constexpr std::size_t line = 64;
  const auto fetch = [](const void* from, std::size_t bytes) {
    for (std::size_t n = 0; n < bytes; n += line) __builtin_prefetch(static_cast<const char*>(from) + n);
  };
  const PlacedPolyhedron& placed = of(body, part);
  fetch(placed.vertices.data(), placed.vertices.fours() * sizeof(FourCorners));
  fetch(placed.planes.data(), placed.planes.size_bytes());
}

void Placements::look_where_they_are() {
  const FourCorners* vertices = vertices_.data();
  const Plane* planes = planes_.data();
  for (PlacedPolyhedron& placed : placed_) {
    placed.vertices = Corners(vertices, placed.shape->vertices.size());
    placed.planes = {planes, placed.shape->planes.size()};
    vertices += placed.vertices.fours();
    planes += placed.planes.size();
  }
}

void Placements::place_covers(const State& state) {
  const Bodies& bodies = state.bodies;
  covers_.clear();
  if (placed_.empty()) return;
  // Two rounds: the list of covers may move while it grows.
  struct Span {
    std::uint32_t part;
    std::size_t first, count;
  };
  std::vector<Span> spans;
  auto wall_seam = wall_seams_.begin();
  for (BodyIndex i = 0; i < bodies.size(); ++i) {
    const Shape& shape = state.shapes[bodies.shape[i]];
    if (shape.seams.empty() && (wall_seam == wall_seams_.end() || wall_seam->body != i)) continue;
    auto own_seam = shape.seams.begin();
    for (std::uint32_t number = 0; number < shape.parts.size(); ++number) {
      const std::size_t first = covers_.size();
      for (; own_seam != shape.seams.end() && own_seam->part == number; ++own_seam)
        covers_.push_back(
            {own_seam->face, of(i, own_seam->cover_part), Vec3::Zero(), i, own_seam->cover_part});
      for (; wall_seam != wall_seams_.end() && wall_seam->body == i && wall_seam->part == number; ++wall_seam)
        covers_.push_back({wall_seam->face, of(wall_seam->cover_body, wall_seam->cover_part),
                           bodies.orientation[i] * wall_seam->cover_centre, wall_seam->cover_body,
                           wall_seam->cover_part});
      spans.push_back({first_part_[i] + number, first, covers_.size() - first});
    }
  }
  for (const Span& span : spans) placed_[span.part].covered = {covers_.data() + span.first, span.count};
}

}  // namespace scree
