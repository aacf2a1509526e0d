#include <fmt/format.h>

#include <bit>
#include <iterator>

#include "io/atomic_file.h"
#include "io/mesh/mesh_file.h"
#include "io/mesh/mesh_file_text.h"

namespace scree {
namespace {

template <class T>
void put(std::string& out, T value) {
  using Bits = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;
  Bits bits = std::bit_cast<Bits>(value);
  for (std::size_t k = 0; k < sizeof(T); ++k, bits = static_cast<Bits>(bits >> 8))
    out += static_cast<char>(bits & 0xffu);
}

void put_float(std::string& out, const Vec3& v) {
  for (int k = 0; k < 3; ++k) put(out, static_cast<float>(v[k]));
}

std::string stl(const Mesh& mesh) {
  std::string out = "binary STL written by scree";
  out.resize(80, ' ');
  out.reserve(84 + 50 * mesh.triangles.size());
  put(out, static_cast<std::uint32_t>(mesh.triangles.size()));
  for (const Triangle& t : mesh.triangles) {
    const Vec3 &a = mesh.vertices[t[0]], &b = mesh.vertices[t[1]], &c = mesh.vertices[t[2]];
    const Vec3 ab = b - a, ac = c - a;
    const Vec3 normal = ab.cross(ac);
    const double length = normal.norm();
    put_float(out, length > 0 ? Vec3(normal / length) : Vec3::Zero());
    for (const Vec3* v : {&a, &b, &c}) put_float(out, *v);
    out.append(2, '\0');
  }
  return out;
}

std::string obj(const Mesh& mesh) {
  std::string out = "# written by scree\n";
  const auto to = std::back_inserter(out);
  for (const Vec3& v : mesh.vertices) fmt::format_to(to, "v {} {} {}\n", v[0], v[1], v[2]);
  for (const Triangle& t : mesh.triangles)
    fmt::format_to(to, "f {} {} {}\n", std::uint64_t{t[0]} + 1, std::uint64_t{t[1]} + 1,
                   std::uint64_t{t[2]} + 1);
  return out;
}

std::string off(const Mesh& mesh) {
  std::string out = fmt::format("OFF\n{} {} 0\n", mesh.vertices.size(), mesh.triangles.size());
  const auto to = std::back_inserter(out);
  for (const Vec3& v : mesh.vertices) fmt::format_to(to, "{} {} {}\n", v[0], v[1], v[2]);
  for (const Triangle& t : mesh.triangles) fmt::format_to(to, "3 {} {} {}\n", t[0], t[1], t[2]);
  return out;
}

std::string ply(const Mesh& mesh) {
  std::string out = fmt::format(
      "ply\nformat binary_little_endian 1.0\ncomment written by scree\nelement vertex {}\nproperty double x\n"
      "property double y\nproperty double z\nelement face {}\nproperty list uchar uint "
      "vertex_indices\nend_header\n",
      mesh.vertices.size(), mesh.triangles.size());
  for (const Vec3& v : mesh.vertices)
    for (int k = 0; k < 3; ++k) put(out, v[k]);
  for (const Triangle& t : mesh.triangles) {
    out += '\3';
    for (const std::uint32_t v : t) put(out, v);
  }
  return out;
}

using Writer = std::string (*)(const Mesh&);

Writer writer_for(const std::filesystem::path& path) {
  const std::string suffix = mesh_file::lower(path.extension().string());
  if (suffix == ".stl") return stl;
  if (suffix == ".obj") return obj;
  if (suffix == ".ply") return ply;
  if (suffix == ".off") return off;
  throw InputError(fmt::format("{}: meshes are written as .stl, .obj, .ply or .off", path.string()));
}

}  // namespace

void check_mesh_suffix(const std::filesystem::path& path) { writer_for(path); }

void write_mesh(const std::filesystem::path& path, const Mesh& mesh) {
  write_atomically(path, std::string_view(writer_for(path)(mesh)));
}

}  // namespace scree
