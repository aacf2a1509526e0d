#include "scene/toml_tree.h"

#include <toml++/toml.h>

#include <algorithm>
#include <tuple>

#include "base/errors.h"

namespace scree {
namespace {

Place place_of(const toml::source_region& region, const std::string& file) {
  return {file, static_cast<int>(region.begin.line), static_cast<int>(region.begin.column)};
}

TomlNode convert(const toml::node& from, const std::string& file) {
  TomlNode to;
  to.place = place_of(from.source(), file);
  if (const auto* table = from.as_table()) {
    for (const auto& [key, value] : *table)
      to.entries.push_back({std::string(key.str()), place_of(key.source(), file), convert(value, file)});
    // toml++ keeps its keys in alphabetical order.
    std::stable_sort(to.entries.begin(), to.entries.end(), [](const TomlEntry& a, const TomlEntry& b) {
      return std::tie(a.place.line, a.place.column) < std::tie(b.place.line, b.place.column);
    });
  } else if (const auto* array = from.as_array()) {
    to.kind = TomlNode::Kind::array;
    for (const toml::node& item : *array) to.items.push_back(convert(item, file));
  } else if (const auto* text = from.as_string()) {
    to.kind = TomlNode::Kind::text;
    to.text = text->get();
  } else if (const auto* integer = from.as_integer()) {
    to.kind = TomlNode::Kind::integer;
    to.integer = integer->get();
  } else if (const auto* real = from.as_floating_point()) {
    to.kind = TomlNode::Kind::real;
    to.real = real->get();
  } else if (const auto* boolean = from.as_boolean()) {
    to.kind = TomlNode::Kind::boolean;
    to.boolean = boolean->get();
  } else {
    to.kind = TomlNode::Kind::date;
  }
  return to;
}

void put_at(TomlNode& node, const Place& place) {
  node.place = place;
  for (TomlNode& item : node.items) put_at(item, place);
  for (TomlEntry& entry : node.entries) {
    entry.place = place;
    put_at(entry.value, place);
  }
}

// The parser goes into a dotted key level by level, and far enough down there is no stack left. No scene
// needs more than a handful.
constexpr std::size_t most_key_parts = 16;

// Goes over a text without reading it: where dots stand closely enough to make a key of too many parts.
class KeyLengths {
 public:
  explicit KeyLengths(std::string_view text) : text_(text) {}

  // The line and column of the first dot too many, or nothing.
  std::optional<std::pair<int, int>> too_long() {
    std::size_t dots = 0;
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '#') {
        skip_to_line_end();
      } else if (c == '"' || c == '\'') {
        skip_text(c);
      } else {
        if (c == '.' && ++dots >= most_key_parts) return std::pair(line_, column());
        const bool in_a_key = c == '.' || c == ' ' || c == '\t' || c == '_' || c == '-' || is_alphanumeric(c);
        if (!in_a_key) dots = 0;
        step();
      }
    }
    return std::nullopt;
  }

 private:
  static bool is_alphanumeric(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  }
  int column() const { return static_cast<int>(at_ - line_start_) + 1; }
  void step() {
    if (text_[at_++] != '\n') return;
    ++line_;
    line_start_ = at_;
  }
  void skip_to_line_end() {
    while (at_ < text_.size() && text_[at_] != '\n') ++at_;
  }
  // Past a text in quotes, one or three. One that does not end is left to the parser to complain about.
  void skip_text(char quote) {
    const std::string three(3, quote);
    const bool of_many_lines = text_.substr(at_).starts_with(three);
    for (std::size_t n = 0; n < (of_many_lines ? 3 : 1); ++n) step();
    while (at_ < text_.size()) {
      if (of_many_lines ? text_.substr(at_).starts_with(three) : text_[at_] == quote) {
        for (std::size_t n = 0; n < (of_many_lines ? 3 : 1); ++n) step();
        return;
      }
      if (!of_many_lines && text_[at_] == '\n') return;
      if (quote == '"' && text_[at_] == '\\' && at_ + 1 < text_.size()) step();
      step();
    }
  }

  std::string_view text_;
  std::size_t at_ = 0, line_start_ = 0;
  int line_ = 1;
};

}  // namespace

const TomlEntry* TomlNode::find(std::string_view key) const {
  for (const TomlEntry& entry : entries)
    if (entry.key == key) return &entry;
  return nullptr;
}

TomlEntry* TomlNode::find(std::string_view key) {
  return const_cast<TomlEntry*>(std::as_const(*this).find(key));
}

TomlNode& TomlNode::set(std::string_view key, TomlNode value) {
  TomlEntry* entry = find(key);
  if (entry == nullptr) entry = &entries.emplace_back(TomlEntry{std::string(key), {}, {}});
  entry->place = value.place;
  entry->value = std::move(value);
  return entry->value;
}

const char* name_of(TomlNode::Kind kind) {
  switch (kind) {
    case TomlNode::Kind::boolean: return "true or false";
    case TomlNode::Kind::integer: return "an integer";
    case TomlNode::Kind::real: return "a number";
    case TomlNode::Kind::text: return "a text";
    case TomlNode::Kind::array: return "a list";
    case TomlNode::Kind::table: return "a table";
    case TomlNode::Kind::date: return "a date";
  }
  return "";
}

TomlNode parse_toml(std::string_view text, const std::string& file) {
  if (const auto place = KeyLengths(text).too_long())
    throw InputError(std::vector<Problem>{
        {file, place->first, place->second,
         "this key has more than " + std::to_string(most_key_parts) +
             " parts between dots; no key of a scene has more than four, such as body.motion.kind"}});
  try {
    const toml::table root = toml::parse(text, std::string_view(file));
    return convert(root, file);
  } catch (const toml::parse_error& error) {
    const Place place = place_of(error.source(), file);
    const std::string message = "this is not TOML: " + std::string(error.description());
    throw InputError(std::vector<Problem>{{file, place.line, place.column, message}});
  }
}

std::optional<TomlNode> parse_toml_value(std::string_view text, const Place& place) {
  if (KeyLengths(text).too_long()) return std::nullopt;
  try {
    const toml::table root = toml::parse("value = " + std::string(text), std::string_view());
    // A line break in the text could smuggle in more than a value.
    if (root.size() != 1 || !root.contains("value")) return std::nullopt;
    TomlNode node = convert(*root.get("value"), "");
    put_at(node, place);
    return node;
  } catch (const toml::parse_error&) {
    return std::nullopt;
  }
}

TomlNode expand_shorthand(const TomlNode& node, std::string_view key) {
  using Kind = TomlNode::Kind;
  const bool plain = node.kind == Kind::text || node.kind == Kind::integer || node.kind == Kind::real;
  if (key.empty() || !plain) return node;
  TomlNode table;
  table.place = node.place;
  table.set(key, node);
  return table;
}

}  // namespace scree
