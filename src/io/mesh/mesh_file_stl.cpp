#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <limits>

#include "io/mesh/mesh_file_text.h"

namespace scree::mesh_file {
namespace {

constexpr std::uint64_t header_size = 80, facets_begin = 84, facet_size = 50;

// How the normals of a file fit to the order of its corners. The order counts; normals are only compared.
struct Normals {
  std::uint64_t disagree = 0;
  std::uint64_t not_finite = 0;

  void compare(const Vec3& normal, const Mesh& mesh) {
    const std::size_t n = mesh.vertices.size();
    const Vec3 ab = mesh.vertices[n - 2] - mesh.vertices[n - 3],
               ac = mesh.vertices[n - 1] - mesh.vertices[n - 3];
    // Any direction will do, but not a length whose products leave the range of a double.
    if (normal.cwiseAbs().maxCoeff() > 1e50) return;
    disagree += normal.dot(ab.cross(ac)) < 0;
  }
  void report(MeshNotes& notes) const {
    if (disagree > 0)
      notes.warnings.push_back(fmt::format("{} normal{} against the order of the corners; the order counts",
                                           disagree, disagree == 1 ? " is" : "s are"));
    if (not_finite > 0)
      notes.warnings.push_back(fmt::format("{} normal{} not finite; normals are not used", not_finite,
                                           not_finite == 1 ? " is" : "s are"));
  }
};

std::uint32_t word_at(std::string_view content, std::uint64_t at) {
  std::uint32_t bits = 0;
  for (int k = 3; k >= 0; --k)
    bits = (bits << 8) | static_cast<unsigned char>(content[at + static_cast<std::uint64_t>(k)]);
  return bits;
}

struct Three {
  Vec3 v = Vec3::Zero();
  bool finite = true;
  std::string problem;     // of the first number that is no coordinate
  std::uint64_t axis = 0;  // which one that is
};

Three three_at(std::string_view content, std::uint64_t at) {
  Three out;
  for (std::uint64_t axis = 0; axis < 3; ++axis) {
    const std::uint32_t bits = word_at(content, at + 4 * axis);
    // The bits are asked, as converting some kinds of NaN to double is an invalid operation.
    const bool finite = (bits & 0x7f800000u) != 0x7f800000u;
    const double nan = std::numeric_limits<double>::quiet_NaN(),
                 infinity = std::numeric_limits<double>::infinity();
    const double value = finite ? std::bit_cast<float>(bits) : (bits & 0x7fffffu) != 0 ? nan : infinity;
    out.finite = out.finite && finite;
    out.v[static_cast<int>(axis)] = value;
    if (!out.problem.empty()) continue;
    out.problem = coordinate_problem(value, "xyz"[axis]);
    out.axis = axis;
  }
  return out;
}

class TextStl {
 public:
  TextStl(std::string_view content, Mesh& mesh, MeshNotes& notes)
      : words_(content, {}), mesh_(mesh), notes_(notes) {}

  void read() {
    std::uint64_t empty = 0;
    for (std::string_view word = words_.next_anywhere(); !word.empty(); word = words_.next_anywhere()) {
      if (!same_letters(word, "solid"))
        refuse_line(words_.line(), fmt::format("{} where 'solid' must stand", shown(word)));
      add_name(notes_, words_.rest_of_line());
      const std::size_t before = mesh_.triangles.size();
      read_solid();
      empty += mesh_.triangles.size() == before;
    }
    if (empty > 0 && !mesh_.triangles.empty())
      notes_.warnings.push_back(fmt::format("{} of its solids {} empty", empty, empty == 1 ? "is" : "are"));
    normals_.report(notes_);
  }

 private:
  void read_solid() {
    for (;;) {
      const std::string_view word = words_.next_anywhere();
      if (word.empty()) {
        notes_.warnings.push_back("the last 'endsolid' is missing; the file may be cut off");
        return;
      }
      if (same_letters(word, "endsolid")) {
        words_.rest_of_line();
        return;
      }
      if (!same_letters(word, "facet")) wrong(word, "'facet' or 'endsolid'");
      read_facet();
    }
  }

  void read_facet() {
    Vec3 normal = Vec3::Zero();
    std::string_view word = words_.next_anywhere();
    if (same_letters(word, "normal")) {
      read_normal(normal);
      word = words_.next_anywhere();
    }
    if (!same_letters(word, "outer")) wrong(word, "'outer loop'");
    expect("loop");
    const auto first = static_cast<std::uint32_t>(mesh_.vertices.size());
    for (int k = 0; k < 3; ++k) {
      word = words_.next_anywhere();
      if (!same_letters(word, "vertex"))
        wrong(word, fmt::format("'vertex' (number {} of 3 of a facet)", k + 1));
      Vec3 v;
      for (int axis = 0; axis < 3; ++axis) {
        const std::string_view value = words_.next_anywhere();
        if (value.empty()) cut_off();
        v[axis] = coordinate(value, "xyz"[axis], words_.line());
      }
      mesh_.vertices.push_back(v);
    }
    word = words_.next_anywhere();
    if (same_letters(word, "vertex"))
      refuse_line(words_.line(), "a fourth vertex in a facet; the facets of an STL file have three");
    if (!same_letters(word, "endloop")) wrong(word, "'endloop'");
    expect("endfacet");
    add_triangle(mesh_, {first, first + 1, first + 2});
    normals_.compare(normal, mesh_);
  }

  void read_normal(Vec3& normal) {
    bool finite = true;
    for (int axis = 0; axis < 3; ++axis) {
      const std::string_view word = words_.next_anywhere();
      if (word.empty()) cut_off();
      const std::optional<double> value = number(word);
      // Programs write the normal of a degenerate facet in many ways: nan, -nan(ind), 1.#QNAN.
      const std::string letters = lower(word);
      const bool odd = letters.find("nan") != std::string::npos || letters.find("ind") != std::string::npos ||
                       letters.find("inf") != std::string::npos;
      if (!value && !odd)
        refuse_line(words_.line(),
                    fmt::format("{} is no number; a normal has three, and they may be 0", shown(word)));
      if (value && std::isfinite(*value))
        normal[axis] = *value;
      else
        finite = false;
    }
    if (finite) return;
    ++normals_.not_finite;
    normal.setZero();
  }

  void expect(std::string_view keyword) {
    const std::string_view word = words_.next_anywhere();
    if (!same_letters(word, keyword)) wrong(word, fmt::format("'{}'", keyword));
  }
  [[noreturn]] void wrong(std::string_view word, const std::string& wanted) {
    if (word.empty()) cut_off();
    const std::uint64_t line = words_.line();
    const bool last = words_.at_end();
    refuse_line(line, fmt::format("{}{} where {} must stand",
                                  last ? "the file ends within a facet, with " : "", shown(word), wanted));
  }
  [[noreturn]] void cut_off() { refuse_line(words_.line(), "the file ends within a facet; it is cut off"); }

  Words words_;
  Mesh& mesh_;
  MeshNotes& notes_;
  Normals normals_;
};

}  // namespace

void read_stl_text(std::string_view content, Mesh& mesh, MeshNotes& notes) {
  notes.format = MeshFormat::stl;
  notes.encoding = "text";
  TextStl(content, mesh, notes).read();
}

void read_stl_binary(std::string_view content, Mesh& mesh, MeshNotes& notes) {
  notes.format = MeshFormat::stl;
  notes.encoding = "binary";
  if (content.size() < facets_begin)
    refuse(
        fmt::format("it has {} bytes; a binary STL file has at least {}, and one of text begins with 'solid'",
                    content.size(), facets_begin));
  const std::uint64_t count = word_at(content, header_size);
  const std::uint64_t wanted = facets_begin + count * facet_size;
  const std::uint64_t room = (content.size() - facets_begin) / facet_size;
  if (content.size() < wanted)
    refuse_byte(
        header_size,
        fmt::format("the header says {} triangles, which take {} bytes, but the file has {}, room for {}; "
                    "it is cut off or the number is wrong",
                    count, wanted, content.size(), room));
  if (count == 0 && room > 0)
    refuse_byte(header_size, fmt::format("the header says 0 triangles, but the file has room for {}", room));
  if (content.size() > wanted)
    notes.warnings.push_back(
        fmt::format("{} bytes after the last triangle are ignored", content.size() - wanted));
  if (content.starts_with("solid"))
    notes.warnings.push_back("the header says 'solid', as in an STL file of text, but the file is binary");

  Normals normals;
  mesh.vertices.reserve(3 * count);
  mesh.triangles.reserve(count);
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t begin = facets_begin + i * facet_size;
    const Three normal = three_at(content, begin);
    for (std::uint64_t corner = 1; corner <= 3; ++corner) {
      const std::uint64_t at = begin + 12 * corner;
      const Three three = three_at(content, at);
      if (!three.problem.empty())
        refuse_byte(at + 4 * three.axis,
                    fmt::format("triangle {}, corner {}: {}", i + 1, corner, three.problem));
      mesh.vertices.push_back(three.v);
    }
    const auto first = static_cast<std::uint32_t>(3 * i);
    mesh.triangles.push_back({first, first + 1, first + 2});
    if (normal.finite)
      normals.compare(normal.v, mesh);
    else
      ++normals.not_finite;
  }
  normals.report(notes);
}

}  // namespace scree::mesh_file
