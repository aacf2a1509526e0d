// The schema as a flat list of keys.
#pragma once

#include <string>
#include <vector>

#include "scene/schema.h"

namespace scree {

struct KeyEntry {
  enum class Form { value, table, list };  // list: of tables
  std::string table;  // where it may stand: "", "simulation", "law.pair[]", "body[].motion"
  Key key;
  Form form = Form::value;
  std::string type;      // in words: "number", "3 numbers", "text"
  std::string fallback;  // the default as TOML, or in words; empty when the key is required

  std::string path() const;    // table + name
  std::string inside() const;  // the `table` of the keys inside a table or list
};

// In the order of the declarations; a table stands before its keys.
const std::vector<KeyEntry>& scene_keys();

const KeyEntry* find_key(const std::string& table, std::string_view name);
std::vector<std::string> keys_of(const std::string& table);

}  // namespace scree
