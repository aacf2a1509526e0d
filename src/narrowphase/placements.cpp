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
  if (changed || order.version != order_version_ || first_part_.size() != bodies.size()) {
    list_parts(state, order.bodies);
    near_listed_ = false;
  }
  generation_ = generation;
  order_version_ = order.version;
  listed_ = true;
  workers.for_ranges(placed_always_, 64, [&](std::size_t begin, std::size_t end) {
    for (std::size_t p = begin; p < end; ++p) {
      if (p + parts_ahead < end) {
        __builtin_prefetch(&bodies.scale[body_[p + parts_ahead]]);
        __builtin_prefetch(&bodies.orientation[body_[p + parts_ahead]]);
      }
      place_part(state, p, plain);
    }
  });
  place_covers(state);
}

void Placements::place_part(const State& state, std::size_t p, bool plain) {
  const PlacedPolyhedron& part = placed_[p];
  const std::size_t vertex = static_cast<std::size_t>(part.vertices.data() - vertices_.data());
  const std::size_t plane = static_cast<std::size_t>(part.planes.data() - planes_.data());
  const BodyIndex body = body_[p];
  place_polyhedron(*part.shape, state.bodies.scale[body], state.bodies.orientation[body], &vertices_[vertex],
                   &planes_[plane], plain);
}

void Placements::place_near(const State& state, std::span<const BodyPart> parts, std::uint64_t version,
                            Workers& workers, bool plain) {
  if (placed_always_ == placed_.size()) return;
  if (!near_listed_ || version != near_version_) list_near(state, parts);
  near_version_ = version;
  near_listed_ = true;
  workers.for_ranges(near_and_covers_.size(), 64, [&](std::size_t begin, std::size_t end) {
    for (std::size_t n = begin; n < end; ++n) {
      const auto [body, part] = near_and_covers_[n];
      place_part(state, first_part_[body] + part, plain);
    }
  });
  near_covers_.clear();
  std::vector<std::size_t> first;
  for (const auto& [body, part] : near_) {
    first.push_back(near_covers_.size());
    append_covers(state, body, part, wall_seams_of(body), near_covers_);
  }
  first.push_back(near_covers_.size());
  for (std::size_t n = 0; n < near_.size(); ++n)
    placed_[first_part_[near_[n].body] + near_[n].part].covered = {near_covers_.data() + first[n],
                                                                   first[n + 1] - first[n]};
}

void Placements::list_near(const State& state, std::span<const BodyPart> parts) {
  const auto has_many = [&](BodyIndex i) { return !state.shapes[state.bodies.shape[i]].tree.empty(); };
  near_.assign(parts.begin(), parts.end());
  near_and_covers_ = near_;
  std::vector<CoveredFace> covers;
  for (const auto& [body, part] : near_) append_covers(state, body, part, wall_seams_of(body), covers);
  for (const CoveredFace& cover : covers) near_and_covers_.push_back({cover.cover_body, cover.cover_part});
  for (const WallSeam& seam : wall_seams_) near_and_covers_.push_back({seam.cover_body, seam.cover_part});
  std::erase_if(near_and_covers_, [&](const BodyPart& part) { return !has_many(part.body); });
  std::ranges::sort(near_and_covers_);
  near_and_covers_.erase(std::ranges::unique(near_and_covers_).begin(), near_and_covers_.end());
}

std::span<const WallSeam> Placements::wall_seams_of(BodyIndex body) const {
  return std::ranges::equal_range(wall_seams_, body, {}, &WallSeam::body);
}

void Placements::append_covers(const State& state, BodyIndex body, std::uint32_t part,
                               std::span<const WallSeam> of_body, std::vector<CoveredFace>& covers) const {
  const Bodies& bodies = state.bodies;
  const auto own =
      std::ranges::equal_range(state.shapes[bodies.shape[body]].seams, part, {}, &Shape::Seam::part);
  for (const Shape::Seam& seam : own)
    covers.push_back(
        {seam.face, of(body, seam.cover_part), Vec3::Zero(), body, seam.cover_part, &bodies.position[body]});
  const auto of_walls = std::ranges::equal_range(of_body, part, {}, &WallSeam::part);
  for (const WallSeam& seam : of_walls)
    covers.push_back({seam.face, of(seam.cover_body, seam.cover_part),
                      bodies.orientation[body] * seam.cover_centre, seam.cover_body, seam.cover_part,
                      &bodies.position[seam.cover_body]});
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
  const auto list = [&](BodyIndex i) {
    const Shape& shape = state.shapes[bodies.shape[i]];
    first_part_[i] = static_cast<std::uint32_t>(std::max(placed_.size(), figures_.size()));
    for (const auto& figure : shape.figures) figures_.push_back(figure.get());
    for (const auto& solid : shape.parts) {
      double square = 0;
      for (const Vec3& v : solid->vertices) square = std::max(square, v.squaredNorm());
      PlacedPolyhedron& placed = placed_.emplace_back();
      placed.shape = solid.get();
      placed.radius = std::sqrt(square) * bodies.scale[i];  // it does not change when the body turns
      body_.push_back(i);
      fours += Corners::fours_for(solid->vertices.size());
      planes += solid->planes.size();
    }
  };
  const auto has_many = [&](BodyIndex i) { return !state.shapes[bodies.shape[i]].tree.empty(); };
  for (const BodyIndex i : order)
    if (!has_many(i)) list(i);
  placed_always_ = placed_.size();
  for (const BodyIndex i : order)
    if (has_many(i)) list(i);
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
    const auto of_body = wall_seam;
    while (wall_seam != wall_seams_.end() && wall_seam->body == i) ++wall_seam;
    if (!shape.tree.empty() || (shape.seams.empty() && wall_seam == of_body)) continue;
    for (std::uint32_t part = 0; part < shape.parts.size(); ++part) {
      const std::size_t first = covers_.size();
      append_covers(state, i, part, {of_body, wall_seam}, covers_);
      spans.push_back({first_part_[i] + part, first, covers_.size() - first});
    }
  }
  for (const Span& span : spans) placed_[span.part].covered = {covers_.data() + span.first, span.count};
}

}  // namespace scree
