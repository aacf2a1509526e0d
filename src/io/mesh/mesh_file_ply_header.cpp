#include <fmt/format.h>

#include <array>
#include <utility>

#include "io/mesh/mesh_file_ply.h"
#include "io/mesh/mesh_file_text.h"

namespace scree::mesh_file {
namespace {

constexpr std::size_t most_elements = 100, most_properties = 1000;

constexpr std::array<std::pair<std::string_view, PlyType>, 16> type_names = {{{"char", PlyType::int8},
                                                                              {"int8", PlyType::int8},
                                                                              {"uchar", PlyType::uint8},
                                                                              {"uint8", PlyType::uint8},
                                                                              {"short", PlyType::int16},
                                                                              {"int16", PlyType::int16},
                                                                              {"ushort", PlyType::uint16},
                                                                              {"uint16", PlyType::uint16},
                                                                              {"int", PlyType::int32},
                                                                              {"int32", PlyType::int32},
                                                                              {"uint", PlyType::uint32},
                                                                              {"uint32", PlyType::uint32},
                                                                              {"float", PlyType::float32},
                                                                              {"float32", PlyType::float32},
                                                                              {"double", PlyType::float64},
                                                                              {"float64", PlyType::float64}}};

PlyType type_named(std::string_view word, std::uint64_t line) {
  for (const auto& [name, type] : type_names)
    if (word == name) return type;
  refuse_line(
      line, fmt::format("{} is no type of a property; there are char, uchar, short, ushort, int, uint, float "
                        "and double",
                        shown(word)));
}

PlyEncoding encoding_named(Words& words) {
  const std::string_view word = words.next(), version = words.next();
  if (version != "1.0" && !version.empty())
    refuse_line(words.line(), fmt::format("version {} of PLY is not known; 1.0 is", shown(version)));
  if (word == "ascii") return PlyEncoding::text;
  if (word == "binary_little_endian") return PlyEncoding::little_endian;
  if (word == "binary_big_endian") return PlyEncoding::big_endian;
  refuse_line(words.line(),
              fmt::format("{} is no format of a PLY file; there are ascii, binary_little_endian and "
                          "binary_big_endian",
                          shown(word)));
}

PlyElement element_from(Words& words) {
  PlyElement element;
  element.line = words.line();
  element.name = words.next();
  const std::string_view word = words.next();
  const std::optional<std::int64_t> count = integer(word);
  if (!count || *count < 0)
    refuse_line(words.line(), fmt::format("{} is no number of elements; write: element {} 12", shown(word),
                                          element.name.empty() ? "vertex" : shown(element.name)));
  element.count = static_cast<std::uint64_t>(*count);
  return element;
}

PlyProperty property_from(Words& words) {
  PlyProperty property;
  std::string_view word = words.next();
  if (word == "list") {
    property.list = true;
    property.length_type = type_named(words.next(), words.line());
    if (!is_integer(property.length_type))
      refuse_line(words.line(), "the length of a list must be of an integer type, such as uchar");
    word = words.next();
  }
  property.type = type_named(word, words.line());
  property.name = words.next();
  if (property.name.empty()) refuse_line(words.line(), "a property without a name; write: property float x");
  return property;
}

}  // namespace

std::uint64_t size_of(PlyType type) {
  constexpr std::array<std::uint64_t, 8> sizes = {1, 1, 2, 2, 4, 4, 4, 8};
  return sizes[static_cast<std::size_t>(type)];
}

const PlyProperty* PlyElement::find(std::string_view property) const {
  for (const PlyProperty& each : properties)
    if (each.name == property) return &each;
  return nullptr;
}

PlyHeader read_ply_header(std::string_view content) {
  PlyHeader header;
  Words words(content, {});
  bool format = false;
  std::size_t properties = 0;
  words.next_line();
  words.next();  // ply
  for (;;) {
    if (!words.next_line()) refuse_line(words.line(), "the header does not end; 'end_header' is missing");
    const std::string_view word = words.next();
    if (word == "comment" || word == "obj_info") continue;
    if (word == "end_header") break;
    if (word == "format") {
      header.encoding = encoding_named(words);
      format = true;
    } else if (word == "element") {
      header.elements.push_back(element_from(words));
      if (header.elements.size() > most_elements)
        refuse_line(words.line(), fmt::format("more than {} kinds of elements", most_elements));
    } else if (word == "property") {
      if (header.elements.empty()) refuse_line(words.line(), "a property before the first element");
      header.elements.back().properties.push_back(property_from(words));
      if (++properties > most_properties)
        refuse_line(words.line(), fmt::format("more than {} properties", most_properties));
    } else {
      refuse_line(words.line(),
                  fmt::format("{} is no line of a PLY header; there are format, comment, obj_info, "
                              "element, property and end_header",
                              shown(word)));
    }
  }
  if (!format) refuse_line(words.line(), "the header has no format; write: format ascii 1.0");
  header.lines = words.line();
  // Bytes follow the end of the line at once. A lone \r ends it only where the first line ends so too: the
  // \n after it may be data then.
  std::size_t at = words.position();
  while (at < content.size() && content[at] != '\n' && content[at] != '\r') ++at;
  const std::size_t first_end = content.find_first_of("\r\n");
  const bool lone = content[first_end] == '\r' && !content.substr(first_end).starts_with("\r\n");
  if (at < content.size()) at += !lone && content.substr(at).starts_with("\r\n") ? 2 : 1;
  header.body_begin = at;
  return header;
}

}  // namespace scree::mesh_file
