#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "io/mesh/mesh_file_text.h"

namespace scree::mesh_file {
namespace {

// What an OBJ file may say beside v and f (Wavefront's appendix B1, and what other programs add); none of it
// changes the triangles.
constexpr std::array<std::string_view, 9> names_and_points = {"v", "vn", "vt", "vp", "vc",
                                                              "f", "fo", "o",  "g"};
constexpr std::array<std::string_view, 20> ignored = {"s",          "mtllib",    "usemtl", "mg",     "bevel",
                                                      "c_interp",   "d_interp",  "lod",    "maplib", "usemap",
                                                      "shadow_obj", "trace_obj", "ctech",  "stech",  "deg",
                                                      "bmat",       "step",      "cstype", "parm",   "end"};
// Geometry that is not made of polygons: left out, and said so.
constexpr std::array<std::string_view, 10> left_out = {"p",    "l",    "curv", "curv2", "surf",
                                                       "trim", "hole", "scrv", "sp",    "con"};

template <std::size_t n>
bool has(const std::array<std::string_view, n>& list, std::string_view word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

class Obj {
 public:
  Obj(std::string_view content, Mesh& mesh, MeshNotes& notes)
      : words_(content, {.comments = true, .continuations = true}),
        mesh_(mesh),
        notes_(notes),
        fan_(mesh, notes) {}

  void read() {
    while (words_.next_line()) {
      const std::string_view word = words_.next();
      if (word == "v")
        read_vertex();
      else if (word == "f" || word == "fo")
        read_face();
      else if (word == "o" || word == "g")
        add_name(notes_, words_.rest_of_line());
      else if (has(left_out, word))
        ++left_out_;
      else if (!is_obj_statement(word))
        refuse_line(
            words_.line(),
            fmt::format("{} is no statement of an OBJ file; lines begin with v, f, o, #, ...", shown(word)));
    }
    // A face may come before its vertices.
    if (highest_ > mesh_.vertices.size())
      refuse_line(highest_line_,
                  fmt::format("a face with vertex {}, but there are {}", highest_, mesh_.vertices.size()));
    if (left_out_ > 0)
      notes_.warnings.push_back(fmt::format("{} points, lines, curves or surfaces are left out", left_out_));
  }

 private:
  void read_vertex() {
    const std::uint64_t line = words_.line();
    Vec3 v;
    for (int axis = 0; axis < 3; ++axis) v[axis] = coordinate(words_.next(), "xyz"[axis], line);
    mesh_.vertices.push_back(v);  // a weight or a colour may follow
  }

  void read_face() {
    const std::uint64_t line = words_.line();
    fan_.begin();
    for (std::string_view word = words_.next(); !word.empty(); word = words_.next())
      fan_.add(corner(word, line));
    if (const std::string problem = fan_.problem(); !problem.empty()) refuse_line(line, problem);
    fan_.end();
  }

  // 7, 7/2, 7//3, 7/2/3 or 7//: the number before the first slash is the vertex; -1 is the last one so far.
  std::uint32_t corner(std::string_view word, std::uint64_t line) {
    const std::string_view own = word.substr(0, word.find('/'));
    const std::optional<std::int64_t> index = integer(own);
    const std::string_view others = own.size() < word.size() ? word.substr(own.size()) : "";
    if (!index || others.find_first_not_of("0123456789-/") != std::string_view::npos)
      refuse_line(line,
                  fmt::format("{} is no corner of a face; write vertex, vertex/texture or vertex//normal",
                              shown(word)));
    if (*index == 0)
      refuse_line(line, "a face with vertex 0; vertices count from 1, and -1 is the last one so far");
    const auto count = static_cast<std::int64_t>(mesh_.vertices.size());
    if (*index < 0) {
      if (*index < -count)
        refuse_line(line, fmt::format("a face with vertex {}, but there are {} so far", *index, count));
      return static_cast<std::uint32_t>(count + *index);
    }
    if (*index > 0xffffffffll)
      refuse_line(line, fmt::format("a face with vertex {}, but there are not so many", *index));
    if (static_cast<std::uint64_t>(*index) > std::max<std::uint64_t>(highest_, mesh_.vertices.size())) {
      highest_ = static_cast<std::uint64_t>(*index);
      highest_line_ = line;
    }
    return static_cast<std::uint32_t>(*index - 1);
  }

  Words words_;
  Mesh& mesh_;
  MeshNotes& notes_;
  Fan fan_;
  std::uint64_t highest_ = 0, highest_line_ = 0;  // vertex that was named before it came
  std::uint64_t left_out_ = 0;
};

}  // namespace

bool is_obj_statement(std::string_view word) {
  return has(names_and_points, word) || has(ignored, word) || has(left_out, word);
}

void read_obj(std::string_view content, Mesh& mesh, MeshNotes& notes) {
  notes.format = MeshFormat::obj;
  notes.encoding = "text";
  Obj(content, mesh, notes).read();
}

}  // namespace scree::mesh_file
