#include "narrowphase/seams.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "geometry/plane/shared_edges.h"
#include "geometry/solid/shared_faces.h"
#include "narrowphase/plane_contacts.h"

namespace scree {
namespace {

const Shape& shape_of(const State& state, BodyIndex i) { return state.shapes[state.bodies.shape[i]]; }

Pose2 start_pose(const State& state, BodyIndex i, const Vec3& position) {
  const TurnedPolygon at = turned(*shape_of(state, i).figures[0], 1, start_orientation(state, i));
  const double scale = state.bodies.scale[i];
  return {in_plane(position), scale * at.cosine, scale * at.sine};
}

}  // namespace

std::vector<WallSeam> find_wall_seams(const State& state, const std::vector<WallPair>& pairs) {
  std::map<BodyIndex, std::vector<PlacedCopy>> placed;
  const auto solids_of = [&](BodyIndex i) -> const std::vector<PlacedCopy>& {
    const auto [entry, is_new] = placed.try_emplace(i);
    if (is_new)
      for (const auto& part : shape_of(state, i).parts)
        entry->second.emplace_back().place(*part, state.bodies.scale[i], start_orientation(state, i));
    return entry->second;
  };
  const auto in_axes_of = [&](BodyIndex i, const Vec3& d) -> Vec3 {
    return start_orientation(state, i).conjugate() * d;
  };
  std::vector<WallSeam> seams;
  for (const auto& [a, b, way] : pairs) {
    const std::vector<PlacedCopy>&of_a = solids_of(a), &of_b = solids_of(b);
    for (std::uint32_t m = 0; m < of_a.size(); ++m)
      for (std::uint32_t n = 0; n < of_b.size(); ++n) {
        const PlacedPolyhedron &one = of_a[m].view, &other = of_b[n].view;
        const std::vector<SharedFace> shared = shared_faces(one, other, way);
        const bool convex = !shared.empty() && make_one_convex(one, other, way, shared);
        for (const SharedFace& face : shared) {
          seams.push_back({a, m, face.of_a, b, n, in_axes_of(a, way), convex});
          seams.push_back({b, n, face.of_b, a, m, in_axes_of(b, -way), convex});
        }
      }
  }
  std::ranges::stable_sort(seams, {}, [](const WallSeam& s) {
    return std::tuple(s.body, s.part, s.face, s.cover_body, s.cover_part);
  });
  return seams;
}

std::vector<JoinedFigure> join_wall_figures(const State& state, const std::vector<WallPair>& pairs) {
  std::map<std::pair<BodyIndex, std::uint32_t>, JoinedFigure> joined;
  const auto cover_one = [&](BodyIndex body, BodyIndex other, const Vec3& way) {
    const Pose2 own = start_pose(state, body, Vec3::Zero()), at = start_pose(state, other, way);
    const auto& parts = shape_of(state, body).figures;
    const auto& others = shape_of(state, other).figures;
    for (std::uint32_t m = 0; m < parts.size(); ++m)
      for (std::uint32_t n = 0; n < others.size(); ++n) {
        Polygon seen;  // from the origin of the part, in its axes and units
        for (const Vec2& v : others[n]->vertices)
          seen.vertices.push_back(own.back(at * (v + others[n]->place)) - parts[m]->place);
        JoinedFigure& figure =
            joined.try_emplace({body, m}, JoinedFigure{body, m, *parts[m], {}}).first->second;
        if (!cover(figure.figure, std::make_shared<const Polygon>(about_centroid(seen)), n, other < body))
          continue;
        Polygon alone = *parts[m];
        alone.covered.clear();
        std::vector<Polygon> both = {alone, seen};
        cover_shared_edges(both);
        figure.others.push_back({other, make_one_convex(both, 0, 1)});
      }
  };
  for (const auto& [a, b, way] : pairs) {
    cover_one(a, b, way);
    cover_one(b, a, -way);
  }
  std::vector<JoinedFigure> figures;
  for (auto& [key, figure] : joined)
    if (!figure.others.empty()) figures.push_back(std::move(figure));
  return figures;
}

}  // namespace scree
