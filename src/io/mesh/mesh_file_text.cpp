#include "io/mesh/mesh_file_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

namespace scree::mesh_file {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\v' || c == '\f'; }
bool ends_line(char c) { return c == '\n' || c == '\r'; }

// Leading bytes with as many following ones as they announce: enough for a name to be printed.
bool is_utf8(std::string_view text) {
  std::size_t following = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool follows = (byte & 0xc0u) == 0x80u;
    if (follows != (following > 0)) return false;
    if (follows) {
      --following;
    } else if (byte >= 0x80) {
      if (byte < 0xc2 || byte > 0xf4) return false;
      following = byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3;
    }
  }
  return following == 0;
}

}  // namespace

void refuse(std::string message) { throw Refusal{"", std::move(message)}; }
void refuse_line(std::uint64_t line, std::string message) {
  throw Refusal{fmt::format(":{}", line), std::move(message)};
}
void refuse_byte(std::uint64_t byte, std::string message) {
  throw Refusal{fmt::format(": byte {}", byte), std::move(message)};
}

std::string shown(std::string_view word) {
  constexpr std::size_t most = 40;
  std::string out = "'";
  for (const char c : word.substr(0, most)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 32 || byte >= 127)
      out += fmt::format("\\x{:02x}", byte);
    else
      out += c;
  }
  return out + (word.size() > most ? "...'" : "'");
}

void Words::skip_blanks() {
  while (at_ < text_.size()) {
    if (is_blank(text_[at_])) {
      ++at_;
    } else if (manner_.comments && text_[at_] == '#') {
      while (at_ < text_.size() && !ends_line(text_[at_])) ++at_;
    } else if (manner_.continuations && text_[at_] == '\\' && at_ + 1 < text_.size() &&
               ends_line(text_[at_ + 1])) {
      ++at_;
      pass_line_end();
    } else {
      return;
    }
  }
}

bool Words::at_line_end() const { return at_ >= text_.size() || ends_line(text_[at_]); }

void Words::pass_line_end() {
  if (at_ >= text_.size()) return;
  at_ += text_[at_] == '\r' && at_ + 1 < text_.size() && text_[at_ + 1] == '\n' ? 2 : 1;
  ++line_;
}

std::string_view Words::next() {
  skip_blanks();
  const std::size_t begin = at_;
  while (at_ < text_.size() && !is_blank(text_[at_]) && !ends_line(text_[at_])) {
    const bool continues =
        manner_.continuations && text_[at_] == '\\' && at_ + 1 < text_.size() && ends_line(text_[at_ + 1]);
    if (continues) break;
    ++at_;
  }
  return text_.substr(begin, at_ - begin);
}

std::string_view Words::next_anywhere() {
  for (;;) {
    const std::string_view word = next();
    if (!word.empty() || at_ >= text_.size()) return word;
    pass_line_end();
  }
}

bool Words::next_line() {
  if (begun_) {
    while (!next().empty()) continue;  // what is left of the current one
    pass_line_end();
  }
  begun_ = true;
  return !at_end();
}

std::string_view Words::rest_of_line() {
  while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
  const std::size_t begin = at_;
  while (!at_line_end()) ++at_;
  std::size_t end = at_;
  while (end > begin && is_blank(text_[end - 1])) --end;
  return text_.substr(begin, end - begin);
}

bool Words::at_end() {
  for (;;) {
    skip_blanks();
    if (at_ >= text_.size()) return true;
    if (!at_line_end()) return false;
    pass_line_end();
  }
}

std::string lower(std::string_view word) {
  std::string out(word);
  for (char& c : out)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return out;
}

bool same_letters(std::string_view word, std::string_view lower_word) {
  return word.size() == lower_word.size() &&
         std::equal(word.begin(), word.end(), lower_word.begin(), [](char a, char b) {
           return (a >= 'A' && a <= 'Z' ? static_cast<char>(a - 'A' + 'a') : a) == b;
         });
}

std::optional<double> number(std::string_view word) {
  if (word.starts_with('+')) {
    word.remove_prefix(1);
    if (word.starts_with('-') || word.starts_with('+')) return {};
  }
  double value = 0;
  const char* end = word.data() + word.size();
  const std::from_chars_result result = std::from_chars(word.data(), end, value);
  if (result.ptr != end || result.ec == std::errc::invalid_argument) return {};
  if (result.ec != std::errc::result_out_of_range) return value;
  // Beyond the range at which end? A negative exponent, or zeros after the point, make it small.
  const std::size_t exponent = word.find_first_of("eE");
  const bool tiny = exponent != std::string_view::npos
                        ? exponent + 1 < word.size() && word[exponent + 1] == '-'
                        : word.find_first_not_of("-0") != std::string_view::npos &&
                              word[word.find_first_not_of("-0")] == '.';
  return tiny ? 0.0 : std::numeric_limits<double>::infinity();
}

std::optional<std::int64_t> integer(std::string_view word) {
  if (word.starts_with('+')) {
    word.remove_prefix(1);
    if (word.starts_with('-') || word.starts_with('+')) return {};
  }
  std::int64_t value = 0;
  const char* end = word.data() + word.size();
  const std::from_chars_result result = std::from_chars(word.data(), end, value);
  if (result.ptr != end || result.ec == std::errc::invalid_argument) return {};
  if (result.ec == std::errc::result_out_of_range)
    return word.starts_with('-') ? std::numeric_limits<std::int64_t>::min()
                                 : std::numeric_limits<std::int64_t>::max();
  return value;
}

std::string coordinate_problem(double value, char axis) {
  if (!std::isfinite(value))
    return fmt::format("{} is {}; coordinates must be finite numbers up to {:g}", axis,
                       std::isnan(value) ? "not a number" : "infinite", largest_coordinate);
  if (std::abs(value) > largest_coordinate)
    return fmt::format("{} is {:g}; coordinates must be finite numbers up to {:g}", axis, value,
                       largest_coordinate);
  return "";
}

double coordinate(std::string_view word, char axis, std::uint64_t line) {
  if (word.empty()) refuse_line(line, fmt::format("a vertex without {}; three coordinates are needed", axis));
  const std::optional<double> value = number(word);
  if (!value)
    refuse_line(line, fmt::format("{} is no number; {} of a vertex must be one, such as -0.5 or 2e-3",
                                  shown(word), axis));
  if (std::string problem = coordinate_problem(*value, axis); !problem.empty())
    refuse_line(line, std::move(problem));
  return *value;
}

void add_name(MeshNotes& notes, std::string_view name) {
  constexpr std::size_t most_names = 100, most_letters = 80;
  if (name.empty() || notes.names.size() >= most_names) return;
  std::string printable(name.substr(0, most_letters));
  const bool utf8 = is_utf8(printable);
  for (char& c : printable) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 32 || byte == 127 || (byte > 127 && !utf8)) c = '?';
  }
  if (std::find(notes.names.begin(), notes.names.end(), printable) == notes.names.end())
    notes.names.push_back(std::move(printable));
}

void add_triangle(Mesh& mesh, const Triangle& t) {
  if (mesh.triangles.size() >= most_mesh_triangles)
    refuse(fmt::format("more than {} triangles; this is as many as are read", most_mesh_triangles));
  mesh.triangles.push_back(t);
}

std::string corners_problem(std::uint64_t corners) {
  if (corners < 3)
    return fmt::format("a face with {} corner{}; at least 3 are needed", corners, corners == 1 ? "" : "s");
  if (corners > most_polygon_corners)
    return fmt::format("a face with {} corners; at most {} are read", corners, most_polygon_corners);
  return "";
}

void Fan::add(std::uint32_t vertex) {
  if (count_ == 0) first_ = vertex;
  // Beyond the limit nothing is made any more: the file is refused.
  if (count_ >= 2 && count_ < most_polygon_corners) add_triangle(mesh_, {first_, last_, vertex});
  last_ = vertex;
  ++count_;
}

std::string Fan::problem() const { return corners_problem(count_); }

void Fan::end() { notes_.polygons += count_ > 3; }

}  // namespace scree::mesh_file
