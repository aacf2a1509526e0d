#include "scene/mesh_shapes.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "geometry/hull/hull.h"
#include "geometry/mesh/mesh.h"
#include "io/mesh/mesh_file.h"
#include "scene/schema_reader.h"

namespace scree {
namespace {

namespace fs = std::filesystem;

// By how much a hull is larger than what it was made of; empty where it is as large.
std::string growth_of(const Mesh& mesh, const ShapeSpec& shape) {
  constexpr double notable = 1.001;
  const MeshReport report = inspect(mesh);
  if (!report.hull_volume) return "";
  if (!report.volume || !(*report.volume > 0))
    return fmt::format(
        "the shape \"{0}\" is the hull of a mesh that bounds no volume, so nobody can say how much "
        "larger it is; `scree mesh {1}` tells what is wrong with it",
        shape.name, shape.file);
  const double growth = *report.hull_volume / *report.volume;
  if (growth < notable) return "";
  return fmt::format(
      "the shape \"{}\" is the hull of a mesh that is not convex, and has {:.3g} times its volume",
      shape.name, growth);
}

// Corners of the hull, in metres; adds to the notes what they do not tell of the mesh.
Expected<std::vector<Vec3>> hull_corners(const ShapeSpec& shape, const fs::path& folder,
                                         std::vector<std::string>& notes) {
  using Result = Expected<std::vector<Vec3>>;
  const Expected<Mesh> mesh = read_mesh(folder / shape.file);
  if (!mesh) return Result::failure(mesh.error());
  std::vector<bool> used((*mesh).vertices.size());
  for (const Triangle& triangle : (*mesh).triangles)
    for (const std::uint32_t v : triangle) used[v] = true;
  std::vector<Vec3> points;
  for (std::size_t v = 0; v < used.size(); ++v)
    if (used[v]) points.push_back((*mesh).vertices[v] * shape.factor);
  const Expected<Polyhedron> hull = convex_hull(points, shape.tolerance);
  if (!hull) return Result::failure(hull.error());
  if (std::string growth = growth_of(*mesh, shape); !growth.empty()) notes.push_back(std::move(growth));
  return (*hull).vertices;
}

TomlNode list_of(const std::vector<Vec3>& points) {
  TomlNode list;
  list.kind = TomlNode::Kind::array;
  for (const Vec3& p : points) {
    TomlNode row;
    row.kind = TomlNode::Kind::array;
    for (int k = 0; k < 3; ++k) {
      TomlNode number;
      number.kind = TomlNode::Kind::real;
      number.real = p[k];
      row.items.push_back(number);
    }
    list.items.push_back(std::move(row));
  }
  return list;
}

}  // namespace

bool take_in_meshes(SceneSpec& scene, TomlNode& root, std::vector<Problem>& problems) {
  bool any = false;
  for (std::size_t n = 0; n < scene.shapes.size(); ++n) {
    ShapeSpec& shape = scene.shapes[n];
    if (shape.kind != ShapeForm::hull) continue;
    any = true;
    const Expected<std::vector<Vec3>> corners =
        hull_corners(shape, fs::path(scene.source).parent_path(), scene.notes);
    if (!corners) {
      problems.push_back(problem_at(
          shape.place, fmt::format("the shape \"{}\" cannot be made: {}", shape.name, corners.error())));
      continue;
    }
    shape.kind = ShapeForm::polyhedron;
    shape.vertices = *corners;
    TomlNode& table = root.find("shape")->value.items[n];
    std::erase_if(table.entries,
                  [](const TomlEntry& entry) { return entry.key == "file" || entry.key == "factor"; });
    TomlNode kind;
    kind.kind = TomlNode::Kind::text;
    kind.text = word_of(shape.kind);
    table.set("kind", kind);
    table.set("vertices", list_of(*corners));
  }
  return any;
}

}  // namespace scree
