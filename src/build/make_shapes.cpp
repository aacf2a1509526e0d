#include "build/make_shapes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/math.h"
#include "base/rng.h"
#include "build/make_figures.h"
#include "geometry/hull/hull.h"
#include "geometry/solid/overlap.h"
#include "geometry/solid/solids.h"

namespace scree {
namespace {

constexpr std::uint64_t shape_stream(std::size_t number) { return 0x3000000 + number; }

// Parts of a compound may share faces; more than this share of the smaller one's volume is a mistake.
constexpr double most_overlap = 1e-6;

// Every part meets every part of another body.
constexpr std::size_t most_parts = 100'000;

// Corners of a shape that is a convex hull.
std::vector<Vec3> corners_of(const ShapeSpec& s, Rng& rng) {
  if (s.kind == ShapeForm::box) return box_vertices(s.half_extents);
  if (s.kind == ShapeForm::prism) return prism_vertices(s.profile, s.length);
  if (s.kind == ShapeForm::cylinder) return cylinder_vertices(s.radius, s.length, static_cast<int>(s.sides));
  if (s.kind == ShapeForm::cone)
    return cone_vertices(s.radius, s.top_radius, s.length, static_cast<int>(s.sides));
  if (s.kind == ShapeForm::ellipsoid)
    return ellipsoid_vertices(s.half_axes, static_cast<int>(s.level), s.jitter, rng);
  if (s.kind == ShapeForm::regular) return regular_solid_vertices(s.solid, s.radius);
  if (s.kind == ShapeForm::grain) {
    std::vector<Vec3> points =
        random_grain_vertices(static_cast<int>(s.corners), s.elongation, s.flatness, rng);
    for (Vec3& p : points) p *= s.radius;
    return points;
  }
  return s.vertices;  // polyhedron; a hull has become one when the scene was read
}

// Do the corners go round a convex polygon once? Those on a side between two others are let pass.
bool is_convex(const std::vector<std::array<double, 2>>& profile) {
  const std::size_t n = profile.size();
  const auto side = [&](std::size_t k) {
    const auto &p = profile[k % n], &q = profile[(k + 1) % n];
    return std::array{q[0] - p[0], q[1] - p[1]};
  };
  double sense = 0, turned = 0;
  for (std::size_t k = 0; k < n; ++k) {
    const auto u = side(k), v = side(k + 1);
    const double sine = u[0] * v[1] - u[1] * v[0], cosine = u[0] * v[0] + u[1] * v[1];
    const double turn = std::atan2(sine, cosine);
    if (std::abs(turn) < 1e-9) continue;
    if (turn * sense < 0) return false;
    sense = turn;
    turned += turn;
  }
  return std::abs(turned) < 3 * math::pi;  // once round is 2 pi
}

Expected<Polyhedron> solid_of(const ShapeSpec& s, Rng& rng) {
  if (s.kind == ShapeForm::prism && !is_convex(s.profile))
    return Expected<Polyhedron>::failure(
        "its profile is not convex: the corners must go round it once, without a dent; for other shapes make "
        "a compound of convex parts");
  return convex_hull(corners_of(s, rng), s.kind == ShapeForm::polyhedron ? s.tolerance : hull_tolerance);
}

class Maker {
 public:
  Maker(State& state, const SceneSpec& spec, std::vector<Problem>& problems)
      : state_(state), spec_(spec), problems_(problems) {}

  void run() {
    for (std::size_t n = 0; n < spec_.shapes.size(); ++n) add(spec_.shapes[n], n);
  }

 private:
  void report(const ShapeSpec& s, const std::string& why) {
    problems_.push_back({s.place.file, s.place.line, s.place.column,
                         fmt::format("the shape \"{}\" cannot be made: {}", s.name, why)});
    state_.shapes.push_back(make_sphere(s.name, 1));  // a place holder: other problems are looked for, too
  }

  void add(const ShapeSpec& s, std::size_t number) {
    Rng rng(spec_.simulation.seed, shape_stream(number), 0);
    if (spec_.simulation.dimension == 2) return add_figures(s, rng);
    if (s.kind == ShapeForm::sphere) return state_.shapes.push_back(make_sphere(s.name, s.radius));
    if (s.kind == ShapeForm::half_space) return state_.shapes.push_back(make_half_space(s.name, s.normal));
    if (s.kind == ShapeForm::compound) return add_compound(s);
    for (std::int64_t variant = 0; variant < s.variants; ++variant) {
      const Expected<Polyhedron> solid = solid_of(s, rng);
      if (!solid) return report(s, solid.error());
      state_.shapes.push_back(s.kind == ShapeForm::box ? make_box(s.name, s.half_extents)
                                                       : make_polyhedron(s.name, *solid));
      state_.shapes.back().given_origin = s.origin == ShapeOrigin::given;
    }
  }

  void add_figures(const ShapeSpec& s, Rng& rng) {
    const Expected<std::vector<Shape>> figures = make_figures(spec_, s, rng);
    if (!figures) return report(s, figures.error());
    state_.shapes.insert(state_.shapes.end(), (*figures).begin(), (*figures).end());
  }

  void add_compound(const ShapeSpec& s) {
    if (s.parts.empty()) return report(s, "its list of parts is empty; at least one is needed");
    if (s.parts.size() > most_parts)
      return report(s, fmt::format("it has {} parts; at most {} are possible", s.parts.size(), most_parts));
    std::vector<Polyhedron> parts;
    for (const PartSpec& part : s.parts) {
      const auto found = std::ranges::find(spec_.shapes, part.shape, &ShapeSpec::name);
      if (found->kind == ShapeForm::sphere || found->kind == ShapeForm::half_space ||
          found->kind == ShapeForm::compound)
        return report(s, fmt::format("its part \"{}\" is a {}; parts must be convex polyhedra", part.shape,
                                     word_of(found->kind)));
      Rng rng(spec_.simulation.seed, shape_stream(static_cast<std::size_t>(found - spec_.shapes.begin())), 0);
      const Expected<Polyhedron> solid = solid_of(*found, rng);
      if (!solid) return;  // reported under its own name
      const Vec3 centre = found->origin == ShapeOrigin::given ? Vec3(Vec3::Zero()) : mass_of(*solid).centroid;
      const Mat3 turn = part.orientation.toRotationMatrix();
      // transformed() turns after it shifts.
      parts.push_back(transformed(*solid, turn, turn.transpose() * part.position - centre));
    }
    if (const std::string why = overlap_of(parts, s); !why.empty()) return report(s, why);
    state_.shapes.push_back(make_compound(s.name, parts));
    state_.shapes.back().given_origin = s.origin == ShapeOrigin::given;
  }

  static std::string overlap_of(const std::vector<Polyhedron>& parts, const ShapeSpec& s) {
    std::vector<std::shared_ptr<const Polyhedron>> solids;
    for (const Polyhedron& part : parts) solids.emplace_back(std::shared_ptr<const Polyhedron>(), &part);
    OverlapWork work;
    PlacedCopy a, b;
    for (const auto& [i, j] : parts_side_by_side(solids, 0)) {
      a.place(parts[i], 1, Quat::Identity());
      b.place(parts[j], 1, Quat::Identity());
      Overlap overlap;
      if (!find_overlap(a.view, b.view, Vec3::Zero(), work, overlap)) continue;
      const double least = std::min(mass_of(parts[i]).volume, mass_of(parts[j]).volume);
      if (overlap.volume > most_overlap * least)
        return fmt::format(
            "its parts {} (\"{}\") and {} (\"{}\") overlap by {:.3g} of the smaller one; they "
            "may share faces, but no volume",
            i, s.parts[i].shape, j, s.parts[j].shape, overlap.volume / least);
    }
    return "";
  }

  State& state_;
  const SceneSpec& spec_;
  std::vector<Problem>& problems_;
};

}  // namespace

void add_shapes(State& state, const SceneSpec& spec, std::vector<Problem>& problems) {
  Maker(state, spec, problems).run();
}

}  // namespace scree
