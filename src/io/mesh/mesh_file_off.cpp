#include <fmt/format.h>

#include <array>

#include "io/mesh/mesh_file_text.h"

namespace scree::mesh_file {
namespace {

// What a header may promise beside the points: texture, colour, normals; they follow the point on its line.
constexpr std::array<std::string_view, 8> keywords = {"OFF",   "COFF",   "NOFF",   "CNOFF",
                                                      "STOFF", "STCOFF", "STNOFF", "STCNOFF"};

class Off {
 public:
  Off(std::string_view content, Mesh& mesh, MeshNotes& notes)
      : words_(content, {.comments = true}), mesh_(mesh), notes_(notes), fan_(mesh, notes) {}

  void read() {
    if (!words_.next_line()) refuse("it holds no line; an OFF file begins with OFF and three numbers");
    std::string_view word = words_.next();
    bool keyword = false;
    for (const std::string_view each : keywords) keyword = keyword || word == each;
    if (keyword) {
      word = words_.next();
      if (same_letters(word, "binary"))
        refuse_line(words_.line(), "binary OFF files are not read; write it as text, or as PLY");
      if (word.empty()) word = first_word_of_next_line("the numbers of vertices, faces and edges");
    } else if (is_off_keyword(word)) {
      refuse_line(words_.line(),
                  fmt::format("{} files are not read; points must have three coordinates: OFF", shown(word)));
    } else {
      notes_.warnings.push_back("it does not begin with OFF");
    }
    const std::uint64_t vertices = count(word, "vertices"), faces = count(words_.next(), "faces");
    const std::string_view edges = words_.next();
    if (!edges.empty() && !integer(edges))
      refuse_line(words_.line(),
                  fmt::format("{} is no number of edges; the header has the numbers of vertices, faces "
                              "and edges",
                              shown(edges)));
    read_vertices(vertices);
    read_faces(faces, vertices);
    if (words_.next_line())
      notes_.warnings.push_back(fmt::format("line {} and what follows is ignored: the {} faces end before it",
                                            words_.line(), faces));
  }

 private:
  std::string_view first_word_of_next_line(const std::string& wanted) {
    if (!words_.next_line())
      refuse_line(words_.line(), fmt::format("the file ends where {} must stand", wanted));
    return words_.next();
  }

  // A line takes two bytes at least: what the file cannot hold is not believed.
  std::uint64_t count(std::string_view word, const char* of_what) {
    const std::optional<std::int64_t> value = integer(word);
    if (!value || *value < 0)
      refuse_line(words_.line(),
                  fmt::format("{} is no number of {}; the header has the numbers of vertices, faces and "
                              "edges",
                              shown(word), of_what));
    if (static_cast<std::uint64_t>(*value) > words_.remaining())
      refuse_line(words_.line(), fmt::format("the header says {} {}, but only {} bytes follow", *value,
                                             of_what, words_.remaining()));
    return static_cast<std::uint64_t>(*value);
  }

  void read_vertices(std::uint64_t vertices) {
    for (std::uint64_t i = 0; i < vertices; ++i) {
      std::string_view word = first_word_of_next_line(fmt::format("vertex {} of {}", i + 1, vertices));
      Vec3 v;
      for (int axis = 0; axis < 3; ++axis) {
        v[axis] = coordinate(word, "xyz"[axis], words_.line());
        if (axis < 2) word = words_.next();
      }
      mesh_.vertices.push_back(v);
    }
  }

  void read_faces(std::uint64_t faces, std::uint64_t vertices) {
    for (std::uint64_t i = 0; i < faces; ++i) {
      const std::string_view word = first_word_of_next_line(fmt::format("face {} of {}", i + 1, faces));
      const std::uint64_t line = words_.line();
      const std::optional<std::int64_t> corners = integer(word);
      if (!corners || *corners < 0)
        refuse_line(line,
                    fmt::format("{} is no number of corners; a face is that number and as many vertices",
                                shown(word)));
      if (const std::string problem = corners_problem(static_cast<std::uint64_t>(*corners)); !problem.empty())
        refuse_line(line, problem);
      fan_.begin();
      for (std::int64_t k = 0; k < *corners; ++k) {
        const std::string_view own = words_.next();
        if (own.empty()) refuse_line(line, fmt::format("a face of {} corners with {} vertices", *corners, k));
        const std::optional<std::int64_t> index = integer(own);
        if (!index)
          refuse_line(line, fmt::format("{} is no vertex; vertices are numbers from 0", shown(own)));
        if (*index < 0 || static_cast<std::uint64_t>(*index) >= vertices)
          refuse_line(line,
                      fmt::format("a face with vertex {}; there are {}, counted from 0", *index, vertices));
        fan_.add(static_cast<std::uint32_t>(*index));
      }
      fan_.end();
    }
  }

  Words words_;
  Mesh& mesh_;
  MeshNotes& notes_;
  Fan fan_;
};

}  // namespace

bool is_off_keyword(std::string_view word) {
  return word.size() >= 3 && word.ends_with("OFF") &&
         word.substr(0, word.size() - 3).find_first_not_of("STCN4n") == std::string_view::npos;
}

void read_off(std::string_view content, Mesh& mesh, MeshNotes& notes) {
  notes.format = MeshFormat::off;
  notes.encoding = "text";
  Off(content, mesh, notes).read();
}

}  // namespace scree::mesh_file
