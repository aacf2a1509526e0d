// A TOML document as a plain tree that remembers where everything stood. Only toml_tree.cpp includes
// toml++ (slow to compile); reading, --set and writing work on this.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scene/spec.h"

namespace scree {

struct TomlEntry;

struct TomlNode {
  enum class Kind { boolean, integer, real, text, array, table, date };
  Kind kind = Kind::table;
  bool boolean = false;
  std::int64_t integer = 0;
  double real = 0;
  std::string text;
  std::vector<TomlNode> items;     // array
  std::vector<TomlEntry> entries;  // table, in the order of the file
  Place place;

  const TomlEntry* find(std::string_view key) const;
  TomlEntry* find(std::string_view key);
  // Sets or adds a key; the place of both becomes that of the value.
  TomlNode& set(std::string_view key, TomlNode value);
};

struct TomlEntry {
  std::string key;
  Place place;  // of the key
  TomlNode value;
};

const char* name_of(TomlNode::Kind kind);  // with its article: "a number"

// Throws InputError with the place of the syntax error.
TomlNode parse_toml(std::string_view text, const std::string& file);

// One value, such as `3`, `"2 s"` or `[0, 0, 1]`; none if the text is no TOML value. Everything in it
// gets the place given.
std::optional<TomlNode> parse_toml_value(std::string_view text, const Place& place);

// A plain text that stands for a table with one key (motion = "fixed"), as that table; anything else
// as it is, and so is everything when the key is empty.
TomlNode expand_shorthand(const TomlNode& node, std::string_view key);

// The document as text: numbers keep every bit; comments are gone.
std::string write_toml(const TomlNode& root);

}  // namespace scree
