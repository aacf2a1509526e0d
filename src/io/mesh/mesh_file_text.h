// What the readers of mesh files share: words and lines, numbers, refusals, polygons.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "io/mesh/mesh_file.h"

namespace scree::mesh_file {

// What ends the reading of a file; the place is put before the message when the file's name is known.
struct Refusal {
  std::string place;  // ":12" or ": byte 84", after the name
  std::string message;
};
[[noreturn]] void refuse(std::string message);
[[noreturn]] void refuse_line(std::uint64_t line, std::string message);
[[noreturn]] void refuse_byte(std::uint64_t byte, std::string message);

// A word of a file, in quotes, short and printable, for messages.
std::string shown(std::string_view word);

// Lines end with \n, \r\n or \r; words are parted by blanks and tabs.
class Words {
 public:
  struct Manner {
    bool comments = false;       // a word that begins with # ends its line
    bool continuations = false;  // a backslash at the end of a line: it goes on
  };
  Words(std::string_view text, Manner manner, std::uint64_t first_line = 1)
      : text_(text), manner_(manner), line_(first_line) {}

  std::string_view next();           // the next word of this line; empty at its end
  std::string_view next_anywhere();  // of the whole text; empty at the end of the text
  bool next_line();                  // the next line that has a word; false at the end of the text
  std::string_view rest_of_line();   // without blanks at its ends
  bool at_end();                     // no word is left in the text
  std::uint64_t line() const { return line_; }
  std::size_t remaining() const { return text_.size() - at_; }
  std::size_t position() const { return at_; }

 private:
  void skip_blanks();
  bool at_line_end() const;
  void pass_line_end();

  std::string_view text_;
  Manner manner_;
  std::size_t at_ = 0;
  std::uint64_t line_;
  bool begun_ = false;  // next_line has been called
};

bool same_letters(std::string_view word, std::string_view lower);  // capital letters count for nothing
std::string lower(std::string_view word);

// Infinite when it is too large for a double, zero when it is too small; nothing when it is no number.
std::optional<double> number(std::string_view word);
std::optional<std::int64_t> integer(std::string_view word);

// A coordinate from a word, or a refusal.
double coordinate(std::string_view word, char axis, std::uint64_t line);
// Why a coordinate cannot be used; empty when it can.
std::string coordinate_problem(double value, char axis);

void add_name(MeshNotes& notes, std::string_view name);
void add_triangle(Mesh& mesh, const Triangle& t);  // up to most_mesh_triangles

// Corners of a polygon as they come, cut into a fan of triangles about the first. Refuses, at the place it
// is given, fewer than three corners and more than most_polygon_corners.
class Fan {
 public:
  Fan(Mesh& mesh, MeshNotes& notes) : mesh_(mesh), notes_(notes) {}
  void begin() { count_ = 0; }
  void add(std::uint32_t vertex);
  std::uint64_t corners() const { return count_; }
  std::string problem() const;  // of the number of corners; empty when it is right
  void end();

 private:
  Mesh& mesh_;
  MeshNotes& notes_;
  std::uint32_t first_ = 0, last_ = 0;
  std::uint64_t count_ = 0;
};
std::string corners_problem(std::uint64_t corners);

void read_stl_text(std::string_view content, Mesh& mesh, MeshNotes& notes);
void read_stl_binary(std::string_view content, Mesh& mesh, MeshNotes& notes);
void read_obj(std::string_view content, Mesh& mesh, MeshNotes& notes);
void read_ply(std::string_view content, Mesh& mesh, MeshNotes& notes);
void read_off(std::string_view content, Mesh& mesh, MeshNotes& notes);

bool is_obj_statement(std::string_view word);
bool is_off_keyword(std::string_view word);

}  // namespace scree::mesh_file
