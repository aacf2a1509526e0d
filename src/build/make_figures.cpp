#include "build/make_figures.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/math.h"
#include "geometry/plane/figures.h"
#include "geometry/plane/overlap_polygon.h"
#include "geometry/plane/shared_edges.h"

namespace scree {
namespace {

using Figures = Expected<std::vector<Shape>>;

// Parts of a compound may share edges; more than this share of the smaller one's area is a mistake.
constexpr double most_common_area = 1e-6;
// Every part of a compound meets every part of another body; the pieces of a wall are bodies of their own.
constexpr std::size_t most_plane_parts = 1000, most_pieces = 10'000;
// 1 + cos of the largest turn of a line.
constexpr double sharpest = 0.13;

std::vector<Vec2> in_plane(const std::vector<Vec3>& points) {
  std::vector<Vec2> flat;
  for (const Vec3& p : points) flat.emplace_back(p.x(), p.y());
  return flat;
}

Expected<Polygon> polygon_of(const ShapeSpec& s, Rng& rng) {
  if (s.kind == ShapeForm::box) {
    const double x = s.half_extents.x(), y = s.half_extents.y();
    return make_polygon(std::vector<Vec2>{{-x, -y}, {x, -y}, {x, y}, {-x, y}});
  }
  if (s.kind == ShapeForm::regular) return make_polygon(regular_polygon(static_cast<int>(s.sides), s.radius));
  if (s.kind == ShapeForm::grain) {
    std::vector<Vec2> corners = random_polygon(static_cast<int>(s.corners), s.elongation, rng);
    for (Vec2& v : corners) v *= s.radius;
    return make_polygon(corners);
  }
  return make_polygon(in_plane(s.vertices));
}

// What two polygons have in common, over the area of the smaller one.
double common_area(const Polygon& one, const Polygon& other, PlaneOverlapWork& work) {
  const Polygon a = seen_from(one, Vec2::Zero(), 1, 0), b = seen_from(other, Vec2::Zero(), 1, 0);
  PlaneOverlap overlap;
  if (!find_overlap({a}, {b}, b.place - a.place, b.place - a.place, work, overlap)) return 0;
  return overlap.area / std::min(area_of(a).area, area_of(b).area);
}

std::string overlap_of(const std::vector<Polygon>& parts, const ShapeSpec& s) {
  PlaneOverlapWork work;
  for (std::size_t i = 0; i < parts.size(); ++i)
    for (std::size_t j = i + 1; j < parts.size(); ++j) {
      const double common = common_area(parts[i], parts[j], work);
      if (common > most_common_area)
        return fmt::format(
            "its parts {} (\"{}\") and {} (\"{}\") overlap by {:.3g} of the smaller one; they may share "
            "edges, "
            "but no area",
            i, s.parts[i].shape, j, s.parts[j].shape, common);
    }
  return "";
}

Figures compound_of(const SceneSpec& scene, const ShapeSpec& s) {
  if (s.parts.empty()) return Figures::failure("its list of parts is empty; at least one is needed");
  if (s.parts.size() > most_plane_parts)
    return Figures::failure(
        fmt::format("it has {} parts; at most {} are possible", s.parts.size(), most_plane_parts));
  std::vector<Polygon> parts;
  for (const PartSpec& part : s.parts) {
    const ShapeSpec& of = *std::ranges::find(scene.shapes, part.shape, &ShapeSpec::name);
    if (of.kind != ShapeForm::polygon && of.kind != ShapeForm::box && of.kind != ShapeForm::regular)
      return Figures::failure(fmt::format("its part \"{}\" is a {}; parts must be polygons, boxes or regular",
                                          part.shape, word_of(of.kind)));
    Rng unused(0, 0);
    const Expected<Polygon> polygon = polygon_of(of, unused);
    if (!polygon) return Figures::failure(fmt::format("its part \"{}\": {}", part.shape, polygon.error()));
    const Vec2 centre = of.origin == ShapeOrigin::given ? Vec2(Vec2::Zero()) : area_of(*polygon).centroid;
    const double cosine =
        part.orientation.w() * part.orientation.w() - part.orientation.z() * part.orientation.z();
    const double sine = 2 * part.orientation.w() * part.orientation.z();
    // moved() turns after it shifts.
    Polygon turned = moved(*polygon, -centre, cosine, sine);
    parts.push_back(moved(turned, Vec2(part.position.x(), part.position.y()), 1, 0));
  }
  if (const std::string why = overlap_of(parts, s); !why.empty()) return Figures::failure(why);
  std::vector<Shape> shapes{make_polygons_shape(s.name, std::move(parts))};
  shapes.back().given_origin = s.origin == ShapeOrigin::given;
  return shapes;
}

// Where the sides of a wall meet at a point of its line, over their distance from it: along the bisector. The
// directions of the line before and after the point are unit vectors.
Vec2 mitre(const Vec2& before, const Vec2& after) {
  const Vec2 left_before(-before.y(), before.x()), left_after(-after.y(), after.x());
  return (left_before + left_after) / (1 + before.dot(after));
}

// Does a line that goes this way from its beginning to its end meet itself through the periodic cell?
bool goes_round_cell(const CellSpec& cell, const Vec2& way) {
  for (int k = 0; k < 2; ++k)
    if (cell.periodic[static_cast<std::size_t>(k)] &&
        std::abs(std::abs(way[k]) - cell.size[k]) < 1e-9 * cell.size[k] &&
        std::abs(way[1 - k]) < 1e-9 * cell.size[k])
      return true;
  return false;
}

// The same line with points at most so far apart.
std::vector<Vec2> cut_finer(const std::vector<Vec2>& line, double longest) {
  std::vector<Vec2> finer = {line.front()};
  for (std::size_t k = 0; k + 1 < line.size(); ++k) {
    const Vec2 way = line[k + 1] - line[k];
    const int pieces = std::max(1, static_cast<int>(std::ceil(way.norm() / longest * (1 - 1e-9))));
    for (int n = 1; n < pieces; ++n) finer.push_back(line[k] + way * (static_cast<double>(n) / pieces));
    finer.push_back(line[k + 1]);
  }
  return finer;
}

// Pieces that do not follow each other must not overlap.
std::string crossing_of(const std::vector<Polygon>& pieces, bool closed) {
  struct Extent {
    Vec2 low, high;
  };
  std::vector<Extent> extent;
  for (const Polygon& piece : pieces) {
    Extent e{piece.vertices[0], piece.vertices[0]};
    for (const Vec2& v : piece.vertices) e = {e.low.cwiseMin(v), e.high.cwiseMax(v)};
    extent.push_back(e);
  }
  PlaneOverlapWork work;
  for (std::size_t i = 0; i < pieces.size(); ++i)
    for (std::size_t j = i + 2; j < pieces.size(); ++j) {
      if (closed && i == 0 && j + 1 == pieces.size()) continue;
      if ((extent[i].high.array() < extent[j].low.array()).any() ||
          (extent[j].high.array() < extent[i].low.array()).any())
        continue;
      if (common_area(pieces[i], pieces[j], work) > most_common_area)
        return fmt::format("it crosses itself: the walls from its points {} to {} and from {} to {} overlap",
                           i, i + 1, j, j + 1);
    }
  return "";
}

// One piece for each stretch of the line.
Figures wall_of(const SceneSpec& scene, const ShapeSpec& s);

// A closed line around a circle, to its left.
Figures ring_of(const SceneSpec& scene, const ShapeSpec& s) {
  ShapeSpec line = s;
  line.kind = ShapeForm::polyline;
  line.side = LineSide::left;
  line.closed = true;
  const int sides = static_cast<int>(s.sides);
  for (const Vec2& v : regular_polygon(sides, s.radius / math::cos(math::pi / sides)))
    line.points.emplace_back(v.x(), v.y(), 0);
  return wall_of(scene, line);
}

Figures wall_of(const SceneSpec& scene, const ShapeSpec& s) {
  std::vector<Vec2> line = in_plane(s.points);
  if (s.kind == ShapeForm::segment && line.size() != 2)
    return Figures::failure(
        fmt::format("a segment has two points, and this one {}; a line of more points is "
                    "a \"polyline\"",
                    line.size()));
  if (line.size() < 2) return Figures::failure("a line has at least two points");
  if (s.closed && line.size() < 3) return Figures::failure("a closed line has at least three points");
  if (line.size() > most_pieces)
    return Figures::failure(
        fmt::format("it has {} points; at most {} are possible", line.size(), most_pieces));
  if (s.closed) line.push_back(line.front());
  // A line from end to end of a periodic axis goes on at its beginning. Pieces must be short beside the cell.
  const Vec2 to_end = line.back() - line.front();
  const bool round_the_cell = !s.closed && goes_round_cell(scene.cell, to_end);
  if (round_the_cell) line = cut_finer(line, to_end.norm() / 4);
  const bool goes_round = s.closed || round_the_cell;
  const std::size_t stretches = line.size() - 1;
  std::vector<Vec2> along;
  for (std::size_t k = 0; k < stretches; ++k) {
    const Vec2 way = line[k + 1] - line[k];
    if (!(way.norm() > 0))
      return Figures::failure(s.closed && k + 1 == stretches
                                  ? "its last point is the first; a closed line goes there by itself"
                                  : fmt::format("its points {} and {} are the same", k, k + 1));
    along.push_back(way.normalized());
  }
  const double left = s.side == LineSide::left ? 0 : s.side == LineSide::right ? s.width : 0.5 * s.width;
  const double right = s.width - left;
  std::vector<Vec2> across(line.size());
  for (std::size_t k = 0; k < line.size(); ++k) {
    const bool end = !goes_round && (k == 0 || k == stretches);
    const Vec2 &before = along[k == 0 ? (end ? 0 : stretches - 1) : k - 1],
               &after = along[k == stretches ? (end ? stretches - 1 : 0) : k];
    if (1 + before.dot(after) < sharpest)
      return Figures::failure(fmt::format(
          "at its point {} it turns back by more than 150 degrees; cut the corner by two points near it", k));
    across[k] = mitre(before, after);
  }
  std::vector<Polygon> pieces;
  for (std::size_t k = 0; k < stretches; ++k) {
    const Vec2 corners[] = {line[k] - right * across[k], line[k + 1] - right * across[k + 1],
                            line[k + 1] + left * across[k + 1], line[k] + left * across[k]};
    const auto runs_on = [&](const Vec2& from, const Vec2& to) { return along[k].dot(to - from) > 0; };
    const Expected<Polygon> piece = make_polygon(corners);
    if (!piece || !runs_on(corners[0], corners[1]) || !runs_on(corners[3], corners[2]))
      return Figures::failure(
          fmt::format("between its points {} and {} it is too short for walls {:.4g} m "
                      "thick to meet there; make it thinner, or the other `side` solid",
                      k, k + 1, s.width));
    pieces.push_back(*piece);
  }
  if (const std::string why = crossing_of(pieces, goes_round); !why.empty()) return Figures::failure(why);
  std::vector<Shape> shapes;
  for (const Polygon& piece : pieces) {
    shapes.push_back(make_polygon_shape(s.name, piece));
    shapes.back().given_origin = true;
  }
  return shapes;
}

}  // namespace

Expected<std::vector<Shape>> make_figures(const SceneSpec& scene, const ShapeSpec& s, Rng& rng) {
  if (s.kind == ShapeForm::disc) return std::vector{make_disc(s.name, s.radius)};
  if (s.kind == ShapeForm::ellipse) return std::vector{make_ellipse(s.name, s.half_axes.head<2>())};
  if (s.kind == ShapeForm::half_plane) return std::vector{make_half_space(s.name, s.normal)};
  if (s.kind == ShapeForm::compound) return compound_of(scene, s);
  if (s.kind == ShapeForm::segment || s.kind == ShapeForm::polyline) return wall_of(scene, s);
  if (s.kind == ShapeForm::ring) return ring_of(scene, s);
  std::vector<Shape> shapes;
  for (std::int64_t variant = 0; variant < s.variants; ++variant) {
    const Expected<Polygon> polygon = polygon_of(s, rng);
    if (!polygon) return Figures::failure(polygon.error());
    shapes.push_back(make_polygon_shape(s.name, *polygon));
    shapes.back().given_origin = s.origin == ShapeOrigin::given;
  }
  return shapes;
}

}  // namespace scree
