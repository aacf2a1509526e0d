#include "io/mesh/mesh_file_ply.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "io/mesh/mesh_file_text.h"

namespace scree::mesh_file {
namespace {

// A number of the body: integers are kept whole, as a double holds all of 32 bits.
class Source {
 public:
  virtual ~Source() = default;
  virtual void begin_row(const PlyElement& element, std::uint64_t row) = 0;
  virtual double next(PlyType type) = 0;
  virtual void skip(PlyType type, std::uint64_t count) = 0;
  virtual void end_row() = 0;
  virtual std::uint64_t remaining() const = 0;
  virtual std::string leftover() = 0;  // what stands after the last row; empty when nothing does
  [[noreturn]] virtual void refuse_here(const std::string& message) const = 0;
};

std::string ends_before(const PlyElement& element, std::uint64_t row) {
  return fmt::format("the file ends where number {} of {} of element {} must stand", row + 1, element.count,
                     shown(element.name));
}

class TextSource : public Source {
 public:
  TextSource(std::string_view body, std::uint64_t first_line) : words_(body, {}, first_line) {}

  void begin_row(const PlyElement& element, std::uint64_t row) override {
    if (!words_.next_line()) refuse_line(words_.line(), ends_before(element, row));
  }
  double next(PlyType type) override {
    const std::string_view word = words_.next();
    if (word.empty()) refuse_line(words_.line(), "the line is too short for the properties in the header");
    const std::optional<double> value = number(word);
    if (!value) refuse_line(words_.line(), fmt::format("{} is no number", shown(word)));
    if (is_integer(type) && !integer(word))
      refuse_line(words_.line(), fmt::format("{} is no integer, as the header says", shown(word)));
    return *value;
  }
  void skip(PlyType, std::uint64_t count) override {
    for (; count > 0; --count)
      if (words_.next().empty())
        refuse_line(words_.line(), "the line is too short for the properties in the header");
  }
  void end_row() override {
    if (const std::string_view word = words_.next(); !word.empty())
      refuse_line(words_.line(),
                  fmt::format("{} is one word too many for the properties in the header", shown(word)));
  }
  std::uint64_t remaining() const override { return words_.remaining(); }
  std::string leftover() override {
    return words_.next_line() ? fmt::format("line {} and what follows", words_.line()) : "";
  }
  [[noreturn]] void refuse_here(const std::string& message) const override {
    refuse_line(words_.line(), message);
  }

 private:
  Words words_;
};

class BinarySource : public Source {
 public:
  BinarySource(std::string_view content, std::uint64_t begin, bool big)
      : content_(content), at_(begin), big_(big) {}

  void begin_row(const PlyElement& element, std::uint64_t row) override {
    if (at_ == content_.size()) refuse_byte(at_, ends_before(element, row));
  }
  double next(PlyType type) override {
    last_ = at_;
    const std::uint64_t size = size_of(type);
    if (size > content_.size() - at_) cut_off();
    std::uint64_t bits = 0;
    for (std::uint64_t k = 0; k < size; ++k)
      bits = (bits << 8) | static_cast<unsigned char>(content_[at_ + (big_ ? k : size - 1 - k)]);
    at_ += size;
    switch (type) {
      case PlyType::int8: return static_cast<std::int8_t>(bits);
      case PlyType::uint8: return static_cast<std::uint8_t>(bits);
      case PlyType::int16: return static_cast<std::int16_t>(bits);
      case PlyType::uint16: return static_cast<std::uint16_t>(bits);
      case PlyType::int32: return static_cast<std::int32_t>(bits);
      case PlyType::uint32: return static_cast<std::uint32_t>(bits);
      case PlyType::float32: return from_float(static_cast<std::uint32_t>(bits));
      case PlyType::float64: return from_double(bits);
    }
    return 0;
  }
  void skip(PlyType type, std::uint64_t count) override {
    last_ = at_;
    if (count > (content_.size() - at_) / size_of(type)) cut_off();
    at_ += count * size_of(type);
  }
  void end_row() override {}
  std::uint64_t remaining() const override { return content_.size() - at_; }
  std::string leftover() override {
    return at_ < content_.size() ? fmt::format("{} bytes after the last element", content_.size() - at_) : "";
  }
  [[noreturn]] void refuse_here(const std::string& message) const override { refuse_byte(last_, message); }

 private:
  // Converting, or even comparing, some kinds of NaN is an invalid operation: only the plain one gets out.
  static double from_float(std::uint32_t bits) {
    const bool nan = (bits & 0x7f800000u) == 0x7f800000u && (bits & 0x7fffffu) != 0;
    return nan ? std::numeric_limits<double>::quiet_NaN() : static_cast<double>(std::bit_cast<float>(bits));
  }
  static double from_double(std::uint64_t bits) {
    constexpr std::uint64_t exponent = 0x7ff0000000000000u, mantissa = 0x000fffffffffffffu;
    const bool nan = (bits & exponent) == exponent && (bits & mantissa) != 0;
    return nan ? std::numeric_limits<double>::quiet_NaN() : std::bit_cast<double>(bits);
  }
  [[noreturn]] void cut_off() const { refuse_byte(at_, "the file ends within an element; it is cut off"); }

  std::string_view content_;
  std::uint64_t at_;
  std::uint64_t last_ = 0;  // where the last number began
  bool big_;
};

class Ply {
 public:
  Ply(const PlyHeader& header, Source& source, Mesh& mesh, MeshNotes& notes)
      : header_(header), source_(source), mesh_(mesh), notes_(notes), fan_(mesh, notes) {}

  void read() {
    const PlyElement* vertex = only("vertex");
    const PlyElement* face = only("face");
    if (!face) {
      if (const PlyElement* strips = only("tristrips"))
        refuse_line(strips->line, "triangle strips are not read; write the faces one by one: element face");
      refuse("it has no faces; a PLY file of a surface has element face");
    }
    if (!vertex) refuse_line(face->line, "faces without vertices; element vertex is missing");
    for (const char* axis : {"x", "y", "z"}) {
      const PlyProperty* property = vertex->find(axis);
      if (!property)
        refuse_line(vertex->line, fmt::format("vertices without {}; write: property float {}", axis, axis));
      if (property->list)
        refuse_line(vertex->line, fmt::format("{} of the vertices is a list; it must be one number", axis));
    }
    indices_ = face->find("vertex_indices") ? face->find("vertex_indices") : face->find("vertex_index");
    if (!indices_ || !indices_->list || !is_integer(indices_->type))
      refuse_line(face->line, "faces without their corners; write: property list uchar int vertex_indices");
    vertices_ = vertex->count;
    for (const PlyElement& element : header_.elements) {
      check_count(element);
      if (element.properties.empty()) continue;  // takes no room in the body
      for (std::uint64_t row = 0; row < element.count; ++row) {
        source_.begin_row(element, row);
        &element == vertex ? read_vertex(element) : read_other(element, &element == face);
        source_.end_row();
      }
    }
    if (const std::string rest = source_.leftover(); !rest.empty())
      notes_.warnings.push_back(rest + " ignored");
  }

 private:
  const PlyElement* only(const char* name) const {
    const PlyElement* found = nullptr;
    for (const PlyElement& element : header_.elements) {
      if (element.name != name) continue;
      if (found) refuse_line(element.line, fmt::format("a second element {}; one is allowed", name));
      found = &element;
    }
    return found;
  }

  // What the file cannot hold is not believed.
  void check_count(const PlyElement& element) const {
    std::uint64_t least = 0;  // bytes of a row
    for (const PlyProperty& p : element.properties)
      least += header_.encoding == PlyEncoding::text ? 1 : size_of(p.list ? p.length_type : p.type);
    if (least > 0 && element.count > source_.remaining() / least)
      refuse_line(element.line,
                  fmt::format("the header says {} of element {}, which take at least {} bytes each, but "
                              "only {} bytes follow",
                              element.count, shown(element.name), least, source_.remaining()));
  }

  void read_vertex(const PlyElement& element) {
    Vec3 v = Vec3::Zero();
    for (const PlyProperty& property : element.properties) {
      const bool axis = property.name.size() == 1 && property.name[0] >= 'x' && property.name[0] <= 'z';
      if (!axis || property.list) {
        skip(property);
        continue;
      }
      const double value = source_.next(property.type);
      if (const std::string problem = coordinate_problem(value, property.name[0]); !problem.empty())
        source_.refuse_here(fmt::format("vertex {}: {}", mesh_.vertices.size(), problem));
      v[property.name[0] - 'x'] = value;
    }
    mesh_.vertices.push_back(v);
  }

  void read_other(const PlyElement& element, bool face) {
    for (const PlyProperty& property : element.properties) {
      if (!face || &property != indices_) {
        skip(property);
        continue;
      }
      const std::uint64_t corners = length(property);
      if (const std::string problem = corners_problem(corners); !problem.empty())
        source_.refuse_here(problem);
      fan_.begin();
      for (std::uint64_t k = 0; k < corners; ++k) {
        const double index = source_.next(property.type);
        if (index < 0 || index >= static_cast<double>(vertices_))
          source_.refuse_here(
              fmt::format("a face with vertex {}; there are {}, counted from 0", index, vertices_));
        fan_.add(static_cast<std::uint32_t>(index));
      }
      fan_.end();
    }
  }

  std::uint64_t length(const PlyProperty& property) {
    const double value = source_.next(property.length_type);
    if (value < 0 || value > 4294967295.0)
      source_.refuse_here(fmt::format("a list of length {} in property {}; lengths are from 0 up", value,
                                      shown(property.name)));
    return static_cast<std::uint64_t>(value);
  }

  void skip(const PlyProperty& property) {
    source_.skip(property.type, property.list ? length(property) : 1);
  }

  const PlyHeader& header_;
  Source& source_;
  Mesh& mesh_;
  MeshNotes& notes_;
  Fan fan_;
  const PlyProperty* indices_ = nullptr;
  std::uint64_t vertices_ = 0;
};

}  // namespace

void read_ply(std::string_view content, Mesh& mesh, MeshNotes& notes) {
  notes.format = MeshFormat::ply;
  const PlyHeader header = read_ply_header(content);
  if (header.encoding == PlyEncoding::text) {
    notes.encoding = "text";
    TextSource source(content.substr(header.body_begin), header.lines + 1);
    Ply(header, source, mesh, notes).read();
  } else {
    const bool big = header.encoding == PlyEncoding::big_endian;
    notes.encoding = big ? "binary big-endian" : "binary little-endian";
    BinarySource source(content, header.body_begin, big);
    Ply(header, source, mesh, notes).read();
  }
}

}  // namespace scree::mesh_file
