// Mesh files: STL (text and binary), OBJ, PLY (text and binary of both byte orders), OFF. What a file claims
// is believed only as far as its size can back it: memory and time grow with the bytes that are there.
// docs/meshes.md lists what is read.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/errors.h"
#include "geometry/mesh/mesh.h"

namespace scree {

inline constexpr std::uint64_t most_mesh_bytes = 2ull << 30;
inline constexpr std::uint64_t most_mesh_triangles = 200'000'000;
inline constexpr std::uint64_t most_polygon_corners = 10'000;

enum class MeshFormat { stl, obj, ply, off };
const char* name_of(MeshFormat format);

struct MeshNotes {
  MeshFormat format = MeshFormat::stl;
  std::string encoding;            // text, binary, binary little-endian, binary big-endian
  std::vector<std::string> names;  // of solids, objects and groups; a hundred at most
  std::vector<std::string> warnings;
  std::uint64_t polygons = 0;  // faces with more than three corners, cut into triangles
};

// The triangles of a file, as they stand there (weld or inspect them: geometry/mesh/mesh.h). The format is
// found by the content, then by the suffix. A failure names the file, the line or the byte, what is wrong and
// what would be right.
Expected<Mesh> read_mesh(const std::filesystem::path& path, MeshNotes& notes);
Expected<Mesh> read_mesh(const std::filesystem::path& path);

// The same for a content in memory; `name` is for messages and its suffix.
Expected<Mesh> parse_mesh(std::string_view content, const std::filesystem::path& name, MeshNotes& notes);

// Writes STL (binary), OBJ, PLY (binary, double precision) or OFF, by the suffix, whole or not at all. STL
// rounds coordinates to seven digits. Throws InputError for another suffix and RunError when it cannot write.
void write_mesh(const std::filesystem::path& path, const Mesh& mesh);
void check_mesh_suffix(const std::filesystem::path& path);  // what write_mesh would say of it

}  // namespace scree
