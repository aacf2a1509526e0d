#include "io/mesh/mesh_file.h"

#include <fmt/format.h>

#include <cerrno>
#include <fstream>
#include <system_error>

#include "io/mesh/mesh_file_text.h"

namespace scree {
namespace {

using namespace mesh_file;

// Bytes that no text has, in the first thousand.
bool looks_binary(std::string_view content) {
  for (const char c : content.substr(0, 1000)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 9 || (byte > 13 && byte < 32)) return true;
  }
  return false;
}

bool has_binary_stl_length(std::string_view content) {
  if (content.size() < 84) return false;
  std::uint64_t count = 0;
  for (std::size_t k = 84; k-- > 80;) count = (count << 8) | static_cast<unsigned char>(content[k]);
  return content.size() == 84 + 50 * count;
}

void refuse_other_files(std::string_view content) {
  if (content.empty()) refuse("it is empty");
  if (content.starts_with("\xfe\xff") || content.starts_with("\xff\xfe"))
    refuse("it is UTF-16 text; write it as plain text or UTF-8");
  if (content.starts_with("\x1f\x8b") || content.starts_with("PK\x03\x04"))
    refuse("it is compressed; unpack it first");
}

using Reader = void (*)(std::string_view, Mesh&, MeshNotes&);

// By the content where it can be told, by the suffix where not.
Reader reader_for(std::string_view content, const std::string& suffix) {
  if (content.starts_with("ply") && content.substr(3).find_first_of("\r\n \t") == 0) return read_ply;
  const bool binary = looks_binary(content);
  if (has_binary_stl_length(content) && binary) return read_stl_binary;
  Words words(content, {.comments = true, .continuations = true});
  const std::string_view first = words.next_line() ? words.next() : "";
  if (is_off_keyword(first)) return read_off;
  if (same_letters(first, "solid")) return binary ? read_stl_binary : read_stl_text;
  if (!binary && is_obj_statement(first)) return read_obj;
  if (suffix == ".stl") {
    if (binary || content.size() < 84) return read_stl_binary;
    refuse_line(words.line(),
                fmt::format("{} where 'solid' must stand in an STL file of text", shown(first)));
  }
  if (suffix == ".obj") return read_obj;
  if (suffix == ".off") return read_off;
  if (suffix == ".ply") refuse_line(1, fmt::format("{} where 'ply' must stand in a PLY file", shown(first)));
  refuse("this is no mesh file that can be read; there are STL, OBJ, PLY and OFF");
}

std::string check_file(const std::filesystem::path& path, std::uint64_t& size) {
  std::error_code code;
  const std::filesystem::file_status status = std::filesystem::status(path, code);
  if (!std::filesystem::exists(status))
    return code && code != std::errc::no_such_file_or_directory ? "it cannot be read: " + code.message()
                                                                : "there is no such file";
  if (std::filesystem::is_directory(status)) return "it is a folder; a mesh file is needed";
  if (!std::filesystem::is_regular_file(status)) return "it is no regular file; a mesh file is needed";
  size = std::filesystem::file_size(path, code);
  if (code) return "it cannot be read: " + code.message();
  if (size > most_mesh_bytes)
    return fmt::format("it has {} bytes; at most {} are read", size, most_mesh_bytes);
  return "";
}

}  // namespace

const char* name_of(MeshFormat format) {
  switch (format) {
    case MeshFormat::stl: return "STL";
    case MeshFormat::obj: return "OBJ";
    case MeshFormat::ply: return "PLY";
    case MeshFormat::off: return "OFF";
  }
  return "";
}

Expected<Mesh> parse_mesh(std::string_view content, const std::filesystem::path& name, MeshNotes& notes) {
  notes = MeshNotes();
  Mesh mesh;
  try {
    refuse_other_files(content);
    // A byte order mark before a text; the free 80 bytes of a binary STL file may begin with anything.
    if (content.starts_with("\xef\xbb\xbf") && !has_binary_stl_length(content)) content.remove_prefix(3);
    const std::string suffix = lower(name.extension().string());
    reader_for(content, suffix)(content, mesh, notes);
    if (mesh.triangles.empty()) refuse("it holds no triangles");
    if (const std::string problem = unusable_numbers(mesh); !problem.empty()) refuse(problem);
    const std::string own = lower(name_of(notes.format));
    if (suffix != "." + own && (suffix == ".stl" || suffix == ".obj" || suffix == ".ply" || suffix == ".off"))
      notes.warnings.push_back(
          fmt::format("the name ends in {}, but the content is {}", suffix, name_of(notes.format)));
  } catch (const Refusal& refusal) {
    return Expected<Mesh>::failure(name.string() + refusal.place + ": " + refusal.message);
  }
  return mesh;
}

Expected<Mesh> read_mesh(const std::filesystem::path& path, MeshNotes& notes) {
  std::uint64_t size = 0;
  if (const std::string problem = check_file(path, size); !problem.empty())
    return Expected<Mesh>::failure(path.string() + ": " + problem);
  std::string content(size, '\0');
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file)
    return Expected<Mesh>::failure(path.string() +
                                   ": it cannot be opened: " + std::generic_category().message(errno));
  file.read(content.data(), static_cast<std::streamsize>(size));
  if (static_cast<std::uint64_t>(file.gcount()) != size)
    return Expected<Mesh>::failure(path.string() + ": it cannot be read to its end");
  return parse_mesh(content, path, notes);
}

Expected<Mesh> read_mesh(const std::filesystem::path& path) {
  MeshNotes notes;
  return read_mesh(path, notes);
}

}  // namespace scree
