#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "scene/toml_tree.h"

namespace scree {
namespace {

using Kind = TomlNode::Kind;

std::string toml_string(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\')
      (out += '\\') += c;
    else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
      out += fmt::format("\\u{:04X}", static_cast<unsigned>(static_cast<unsigned char>(c)));
    else
      out += c;
  }
  return out + '"';
}

std::string key_text(const std::string& key) {
  const bool bare = !key.empty() && std::all_of(key.begin(), key.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
  });
  return bare ? key : toml_string(key);
}

std::string real_text(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  std::string text = fmt::format("{}", value);  // the shortest that reads back to the same bits
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text;
}

std::string inline_text(const TomlNode& node) {
  std::string out;
  switch (node.kind) {
    case Kind::boolean: return node.boolean ? "true" : "false";
    case Kind::integer: return fmt::format("{}", node.integer);
    case Kind::real: return real_text(node.real);
    case Kind::text: return toml_string(node.text);
    case Kind::date:
      return "1970-01-01";  // no key takes a date: such a scene is refused before it is written
    case Kind::array:
      for (const TomlNode& item : node.items) out += (out.empty() ? "" : ", ") + inline_text(item);
      return '[' + out + ']';
    case Kind::table:
      for (const TomlEntry& e : node.entries)
        out += (out.empty() ? "" : ", ") + key_text(e.key) + " = " + inline_text(e.value);
      return out.empty() ? "{}" : "{ " + out + " }";
  }
  return out;
}

bool is_list_of_tables(const TomlNode& node) {
  return node.kind == Kind::array && !node.items.empty() &&
         std::all_of(node.items.begin(), node.items.end(),
                     [](const TomlNode& i) { return i.kind == Kind::table; });
}

// Tables get headers of their own down to this depth ([[law.pair]]); below, they stand on one line.
constexpr int deepest_header = 2;

void write_table(const TomlNode& table, const std::string& path, int depth, std::string& out) {
  const auto has_header = [depth](const TomlNode& n) {
    return (depth < 1 && n.kind == Kind::table) || (depth < deepest_header && is_list_of_tables(n));
  };
  for (const TomlEntry& e : table.entries)
    if (!has_header(e.value)) out += key_text(e.key) + " = " + inline_text(e.value) + '\n';
  for (const TomlEntry& e : table.entries) {
    if (!has_header(e.value)) continue;
    const std::string name = path.empty() ? key_text(e.key) : path + '.' + key_text(e.key);
    if (e.value.kind == Kind::table) {
      out += (out.empty() ? "[" : "\n[") + name + "]\n";
      write_table(e.value, name, depth + 1, out);
    } else {
      for (const TomlNode& item : e.value.items) {
        out += (out.empty() ? "[[" : "\n[[") + name + "]]\n";
        write_table(item, name, depth + 1, out);
      }
    }
  }
}

}  // namespace

std::string write_toml(const TomlNode& root) {
  std::string out;
  write_table(root, "", 0, out);
  return out;
}

}  // namespace scree
