#include "geometry/solid/edges_side.h"

#include <algorithm>

namespace scree::edges {
namespace {

constexpr std::uint8_t nobody = 0xff;

// From corners along their stars to faces, edges and far ends. What is already there is written once more
// behind the end of its list, and not counted: a processor cannot guess which is which.
bool gather_stars(Side& side, const Polyhedron& shape, int in_layer) {
  int faces = 0, vertices = in_layer, edges = 0;
  const auto place = [](std::uint8_t& known, std::uint32_t* list, int& count, std::uint32_t number) {
    list[count] = number;
    const std::uint8_t before = known;
    const bool is_new = before == nobody;
    const std::uint8_t here = is_new ? static_cast<std::uint8_t>(count) : before;
    known = here;
    count += is_new;
    return here;
  };
  bool fits = true;
  for (int n = 0; n < in_layer; ++n) {
    const std::uint32_t begin = shape.star_start[side.vertex[n]], end = shape.star_start[side.vertex[n] + 1];
    const int more = static_cast<int>(end - begin);
    fits = faces + more <= most_faces && vertices + more <= most_vertices && edges + more <= most_edges;
    if (!fits) break;
    for (std::uint32_t s = begin; s < end; ++s) {
      const auto [to, left, right] = shape.star[s];
      const std::uint8_t on_left = place(side.place_of_face[left], side.face, faces, left);
      const std::uint8_t on_right = place(side.place_of_face[right], side.face, faces, right);
      const std::uint8_t far = place(side.place_of_vertex[to], side.vertex, vertices, to);
      side.edge[edges] = {static_cast<std::uint8_t>(n), far, on_left, on_right};
      edges += far > n;  // else it came from its other end
    }
  }
  side.faces = faces;
  side.vertices = ~std::uint64_t{0} >> (64 - vertices);
  side.edges = edges;
  for (int n = 0; n < vertices; ++n) side.place_of_vertex[side.vertex[n]] = nobody;
  for (int f = 0; f < faces; ++f) side.place_of_face[side.face[f]] = nobody;
  return fits;
}

}  // namespace

bool gather_by_stars(Side& side, const PlacedSolid& body, double threshold, const Vec3& d, double which) {
  const Polyhedron& shape = *body.shape;
  const std::size_t all_faces = shape.planes.size(), all_vertices = shape.vertices.size();
  if (side.place_of_face.size() < all_faces) side.place_of_face.resize(all_faces, nobody);
  if (side.place_of_vertex.size() < all_vertices) side.place_of_vertex.resize(all_vertices, nobody);
  int in_layer = 0;
  for (std::uint32_t v = 0; v < all_vertices; ++v) {
    if (!(side.along[v] > threshold)) continue;
    if (in_layer == most_vertices) return false;
    side.vertex[in_layer++] = v;
  }
  if (in_layer == 0) return false;
  for (int n = 0; n < in_layer; ++n) side.place_of_vertex[side.vertex[n]] = static_cast<std::uint8_t>(n);
  if (!gather_stars(side, shape, in_layer)) return false;
  for (int n = 0; n < std::popcount(side.vertices); ++n) {
    const Vec3 v = body.vertices[side.vertex[n]] + d;
    double* const position = side.row[n].position;
    position[0] = v.x();
    position[1] = v.y();
    position[2] = v.z();
    position[3] = which;
  }
  for (int f = 0; f < side.faces; ++f) {
    side.own_planes[f] = body.planes[side.face[f]];
  }
  for (int f = 0; f < most_faces; ++f) side.name[f] = static_cast<std::uint8_t>(std::min(f, side.faces - 1));
  side.planes = side.own_planes;
  return true;
}

}  // namespace scree::edges
