#include "scene/overrides.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "scene/schema_list.h"
#include "scene/schema_words.h"

namespace scree {
namespace {

using Kind = TomlNode::Kind;

struct BadPath {
  std::string message;
};

std::string_view trimmed(std::string_view s) {
  const auto begin = s.find_first_not_of(" \t\n\r");
  if (begin == std::string_view::npos) return {};
  return s.substr(begin, s.find_last_not_of(" \t\n\r") - begin + 1);
}

// The part of a path that is still to go.
class Rest {
 public:
  explicit Rest(std::string_view path) : whole_(path), rest_(path) {}
  bool empty() const { return rest_.empty(); }
  std::string_view rest() const { return rest_; }
  std::string done() const { return std::string(whole_.substr(0, whole_.size() - rest_.size())); }

  std::string_view word() { return take(std::min(rest_.find_first_of(".["), rest_.size())); }
  std::string_view take(std::size_t n) {
    const std::string_view head = rest_.substr(0, n);
    rest_.remove_prefix(n);
    return head;
  }
  // Steps over the dot before the next word.
  void dot() {
    if (!rest_.starts_with('.') || rest_.size() == 1)
      throw BadPath{fmt::format(
          "the path ends badly after `{}`; it goes like simulation.until, material.NAME.friction or "
          "body[0].velocity",
          done())};
    rest_.remove_prefix(1);
  }

 private:
  std::string_view whole_, rest_;
};

TomlNode& item_by_index(TomlNode& list, Rest& rest, const std::string& name) {
  const std::size_t close = rest.rest().find(']');
  if (close == std::string_view::npos) throw BadPath{fmt::format("`{}` has a '[' without ']'", rest.rest())};
  const std::string_view digits = rest.rest().substr(1, close - 1);
  std::size_t index = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), index);
  if (digits.empty() || end != digits.data() + digits.size() || error == std::errc::invalid_argument)
    throw BadPath{fmt::format("\"{}\" is no index; count from 0, such as {}[0]", digits, name)};
  const std::size_t n = list.items.size();
  if (error == std::errc::result_out_of_range || index >= n)
    throw BadPath{fmt::format("{}[{}] does not exist: there {} {}, from {}[0] to {}[{}]", name, digits,
                              n == 1 ? "is" : "are", n, name, name, n - 1)};
  rest.take(close + 1);
  return list.items[index];
}

TomlNode& item_by_name(TomlNode& list, Rest& rest, const std::string& name) {
  rest.dot();
  TomlNode* found = nullptr;
  std::size_t longest = 0;
  std::vector<std::string> known;
  for (TomlNode& item : list.items) {
    const TomlEntry* entry = item.find("name");
    if (entry == nullptr || entry->value.kind != Kind::text) continue;
    const std::string& n = entry->value.text;
    known.push_back(n);
    // Names may hold dots, so the longest that fits wins.
    const bool fits =
        rest.rest().starts_with(n) && (rest.rest().size() == n.size() || rest.rest()[n.size()] == '.');
    if (fits && n.size() > longest) {
      found = &item;
      longest = n.size();
    }
  }
  if (found == nullptr) {
    const std::string_view wrong = rest.word();
    throw BadPath{known.empty() ? fmt::format("no {0} has a name here; use an index, such as {0}[0]", name)
                                : fmt::format("there is no {} called \"{}\"; {}", name, wrong,
                                              suggestion(wrong, known))};
  }
  rest.take(longest);
  return *found;
}

TomlNode& item_of(TomlNode& table, Rest& rest, const KeyEntry& key) {
  const std::string name(key.key.name);
  TomlEntry* entry = table.find(name);
  if (entry == nullptr || entry->value.kind != Kind::array || entry->value.items.empty())
    throw BadPath{fmt::format("the scene has no [[{}]]; write one into the file", name)};
  TomlNode& list = entry->value;
  TomlNode& item =
      rest.rest().starts_with('[') ? item_by_index(list, rest, name) : item_by_name(list, rest, name);
  item = expand_shorthand(item, key.key.shorthand);
  if (item.kind != Kind::table) throw BadPath{fmt::format("`{}` is no table", rest.done())};
  return item;
}

TomlNode& table_of(TomlNode& table, const KeyEntry& key, const Place& place) {
  TomlEntry* entry = table.find(key.key.name);
  if (entry == nullptr) {
    TomlNode fresh;
    fresh.place = place;
    return table.set(key.key.name, fresh);
  }
  entry->value = expand_shorthand(entry->value, key.key.shorthand);
  if (entry->value.kind != Kind::table)
    throw BadPath{fmt::format("`{}` is no table in the scene", key.key.name)};
  return entry->value;
}

// An alternative that the file gives (restitution for damping) makes room; one from --set stays, and
// both together are then refused.
void drop_alternatives(TomlNode& table, const KeyEntry& key) {
  std::erase_if(table.entries, [&](const TomlEntry& e) {
    if (e.place.line == 0) return false;
    const KeyEntry* other = find_key(key.table, e.key);
    return e.key == key.key.instead_of || (other != nullptr && other->key.instead_of == key.key.name);
  });
}

void apply(TomlNode& root, std::string_view path, TomlNode value) {
  TomlNode* table = &root;
  std::string schema_table;
  Rest rest(path);
  for (;;) {
    const std::string name(rest.word());
    const KeyEntry* key = find_key(schema_table, name);
    if (key == nullptr)
      throw BadPath{
          fmt::format("unknown key `{}`; {}", rest.done(), suggestion(name, keys_of(schema_table)))};
    if (rest.empty()) {
      if (key->form == KeyEntry::Form::list && value.kind != Kind::array)
        throw BadPath{fmt::format(
            "`{0}` is a list of tables; name one of them, such as {0}[0], and a key of it", path)};
      drop_alternatives(*table, *key);
      table->set(name, std::move(value));
      return;
    }
    if (key->form == KeyEntry::Form::value)
      throw BadPath{fmt::format("`{0}` is one value; set it as a whole: {0}=...", rest.done())};
    if (key->form == KeyEntry::Form::list) {
      table = &item_of(*table, rest, *key);
      if (rest.empty())
        throw BadPath{fmt::format("`{}` is a table; add one of its keys: {}", path,
                                  suggestion("", keys_of(key->inside())))};
    } else {
      table = &table_of(*table, *key, value.place);
    }
    rest.dot();
    schema_table = key->inside();
  }
}

TomlNode value_of(std::string_view text, const Place& place) {
  if (auto value = parse_toml_value(text, place)) return *std::move(value);
  if (text.find_first_of("[{\"'") == 0)
    throw BadPath{
        fmt::format("`{}` is not a TOML value; lists go like [0, 0, 1], texts like \"8 mm\"", text)};
  TomlNode node;
  node.kind = Kind::text;
  node.text = text;
  node.place = place;
  return node;
}

}  // namespace

void apply_overrides(TomlNode& root, const std::vector<std::string>& texts, std::vector<Problem>& problems) {
  for (const std::string& text : texts) {
    const Place place{"--set " + text, 0, 0};
    try {
      const std::size_t equals = text.find('=');
      if (equals == std::string::npos)
        throw BadPath{"there is no '='; write path.to.key=value, such as simulation.until=2"};
      const std::string_view path = trimmed(std::string_view(text).substr(0, equals));
      const std::string_view value = trimmed(std::string_view(text).substr(equals + 1));
      if (path.empty()) throw BadPath{"there is no path before '='; write path.to.key=value"};
      if (value.empty()) throw BadPath{"there is no value after '='; an empty text is \"\""};
      apply(root, path, value_of(value, place));
    } catch (const BadPath& bad) {
      problems.push_back({place.file, 0, 0, bad.message});
    }
  }
}

}  // namespace scree
