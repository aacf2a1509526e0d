#include "scene/schema_reader.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "base/math.h"
#include "base/text.h"
#include "scene/schema_words.h"

namespace scree {
namespace {

// Products of a few numbers of a scene stay far within what a double holds.
constexpr double smallest_number = 1e-30, largest_number = 1e60;

// What to write in place of an angle of friction; empty where the text is no such angle.
std::string as_coefficient(const std::string& text) {
  const Expected<double> angle = parse_quantity(text, dimension::angle);
  if (!angle) return "";
  if (!(*angle >= 0 && *angle < 1.57))
    return fmt::format("\"{}\" is no angle of friction, and a plain number is wanted, its tangent", text);
  const math::SinCos turn = math::sincos(*angle);
  return fmt::format("\"{}\" is an angle, and a coefficient is wanted, its tangent: {:.4g}", text,
                     turn.sin / turn.cos);
}

}  // namespace

using Kind = TomlNode::Kind;

Problem problem_at(const Place& place, std::string message) {
  return {place.file, place.line, place.column, std::move(message)};
}

// The dimension decides how everything else is read, so it is looked up before; whether it is a good one is
// checked with the other keys.
SchemaReader::SchemaReader(const TomlNode& root) {
  open(root, "", "a scene");
  const TomlEntry* simulation = root.find("simulation");
  if (simulation == nullptr || simulation->value.kind != Kind::table) return;
  const TomlEntry* dimension = simulation->value.find("dimension");
  plane_ =
      dimension != nullptr && ((dimension->value.kind == Kind::integer && dimension->value.integer == 2) ||
                               (dimension->value.kind == Kind::real && dimension->value.real == 2));
}

bool SchemaReader::belongs_here(const Key& key) const {
  return key.only_in == 0 || (key.only_in == 2) == plane_;
}

std::string SchemaReader::dimension_clause() const { return plane_ ? " (dimension = 2)" : ""; }

void SchemaReader::finish() {
  close_table();
  for (const Reference& r : references_) {
    std::vector<std::string> known;
    for (const std::string_view table : r.tables)
      if (const auto it = names_.find(table); it != names_.end())
        for (const auto& [name, place] : it->second) known.push_back(name);
    if (std::find(known.begin(), known.end(), r.name) != known.end()) continue;
    report(r.place, fmt::format("{}: there is no {} called \"{}\"; {}", r.what, fmt::join(r.tables, " or "),
                                r.name, suggestion(r.name, known)));
  }
}

void SchemaReader::report(const Place& place, std::string message) {
  problems_.push_back(problem_at(place, std::move(message)));
}

std::string SchemaReader::path_of(const Key& key) const {
  const std::string& path = frames_.back().path;
  return path.empty() ? std::string(key.name) : path + '.' + std::string(key.name);
}

Place SchemaReader::here() const { return frames_.back().node.place; }

const TomlNode* SchemaReader::look_up(const Key& key) {
  Frame& frame = frames_.back();
  const std::string name(key.name);
  const bool selected =
      key.only_for.empty() || frame.selected.empty() ||
      std::find(key.only_for.begin(), key.only_for.end(), frame.selected) != key.only_for.end();
  const bool applies = selected && belongs_here(key);
  frame.visited.push_back(name);
  if (applies) frame.known.push_back(name);
  const TomlEntry* entry = frame.node.find(name);
  if (entry == nullptr) {
    // Without a valid selector nobody can say which keys are missing.
    if (key.required && applies && (key.only_for.empty() || !frame.selected.empty()))
      report(here(), fmt::format("{} has no `{}`: {}", frame.title, name, expectation(key)));
    return nullptr;
  }
  if (!belongs_here(key)) {
    report(entry->place,
           fmt::format("`{}` is for scenes of dimension {}, and this one has {}; leave it out, or see "
                       "simulation.dimension",
                       path_of(key), key.only_in, plane_ ? 2 : 3));
    return nullptr;
  }
  if (!applies) {
    report(entry->place, fmt::format("`{}` does not apply where {} = \"{}\"; it belongs to {}", name,
                                     frame.selector, frame.selected, quoted_list(key.only_for)));
    return nullptr;
  }
  if (!key.instead_of.empty() && frame.node.find(key.instead_of) != nullptr) {
    report(entry->place, fmt::format("both `{}` and `{}` are given; keep one of them", key.instead_of, name));
    return nullptr;
  }
  places_[path_of(key)] = entry->value.place;
  return &entry->value;
}

bool SchemaReader::number(const Key& key, const TomlNode& node, const std::string& what, Dimension unit,
                          double& v) {
  double x = 0;
  if (node.kind == Kind::integer) {
    x = static_cast<double>(node.integer);
  } else if (node.kind == Kind::real) {
    x = node.real;
  } else if (node.kind == Kind::text) {
    const Expected<double> parsed = parse_quantity(node.text, unit);
    if (const std::string angle = parsed || !key.coefficient ? "" : as_coefficient(node.text);
        !angle.empty()) {
      report(node.place, fmt::format("{}: {}", what, angle));
      return false;
    }
    if (!parsed) {
      const std::string also = key.word.empty() ? "" : fmt::format(" (or \"{}\")", key.word);
      report(node.place, fmt::format("{}: {}{}", what, parsed.error(), also));
      return false;
    }
    x = *parsed;
  } else {
    report(node.place, fmt::format("{} is {}; {}", what, name_of(node.kind), expectation(key)));
    return false;
  }
  if (!std::isfinite(x)) {
    report(node.place, fmt::format("{} is {}, which is no finite number; {}", what, x, expectation(key)));
    return false;
  }
  if (std::abs(x) > largest_number || (key.range.lower_open && x > 0 && x < smallest_number)) {
    report(node.place, fmt::format("{} = {} is beyond any use: numbers from {:g} to {:g} in size make sense",
                                   what, x, smallest_number, largest_number));
    return false;
  }
  if (!key.range.holds(x)) {
    const std::string si = describe(unit);
    report(node.place, fmt::format("{} = {}{}{} is out of range: it must be {}", what, x,
                                   si.empty() ? "" : " ", si, key.range.text()));
    return false;
  }
  v = x;
  return true;
}

bool SchemaReader::numbers(const Key& key, double* v, std::size_t n) {
  const TomlNode* node = look_up(key);
  if (node == nullptr) return false;
  if (node->kind != Kind::array || node->items.size() != n) {
    const std::string is =
        node->kind == Kind::array ? fmt::format("a list of {}", node->items.size()) : name_of(node->kind);
    report(node->place, fmt::format("{} is {}; a list of {} numbers{} is {}", path_of(key), is, n,
                                    dimension_clause(), expectation(key)));
    return false;
  }
  std::vector<double> read(n);
  bool good = true, all_zero = true;
  for (std::size_t k = 0; k < n; ++k) {
    const std::string what = fmt::format("{}[{}]", path_of(key), k);
    good = number(key, node->items[k], what, key.unit, read[k]) && good;
    all_zero = all_zero && read[k] == 0;
  }
  if (!good) return false;
  if (key.nonzero && all_zero) {
    report(node->place, fmt::format("{} is zero; it must have a direction, such as [{}]", path_of(key),
                                    n == 2   ? "0, 1"
                                    : n == 3 ? "0, 0, 1"
                                             : "1, 0, 0, 0"));
    return false;
  }
  std::copy(read.begin(), read.end(), v);
  return true;
}

bool SchemaReader::text(const Key& key, const TomlNode& node, const std::string& what, std::string& v) {
  if (node.kind != Kind::text) {
    report(node.place, fmt::format("{} is {}; {}", what, name_of(node.kind), expectation(key)));
    return false;
  }
  if (!key.choices.empty() &&
      std::find(key.choices.begin(), key.choices.end(), node.text) == key.choices.end()) {
    const std::string near = nearest(node.text, strings(key.choices));
    report(node.place,
           fmt::format("{} = \"{}\" is not known; available: {}{}", what, node.text, quoted_list(key.choices),
                       near.empty() ? "" : fmt::format("; did you mean \"{}\"?", near)));
    return false;
  }
  if (!key.declares.empty()) {
    if (!is_good_name(node.text)) {
      report(
          node.place,
          fmt::format("{} = \"{}\" cannot be a name; use letters, digits, '-', '_' and '.', and do not begin "
                      "with '.', for instance \"{}\"",
                      what, node.text, make_good_name(node.text)));
      return false;
    }
    const auto [first, is_new] = names_[std::string(key.declares)].try_emplace(node.text, node.place);
    if (!is_new) {
      const std::string where = first->second.line > 0 ? fmt::format(" (line {})", first->second.line) : "";
      report(node.place, fmt::format("{}: there is already a {} called \"{}\"{}; give it another name", what,
                                     key.declares, node.text, where));
      return false;
    }
  }
  if (!key.refers.empty()) references_.push_back({node.text, key.refers, node.place, what});
  v = node.text;
  return true;
}

bool SchemaReader::value(const Key& key, bool& v) {
  const TomlNode* node = look_up(key);
  if (node == nullptr) return false;
  if (node->kind != Kind::boolean) {
    report(node->place, fmt::format("{} is {}; true or false is wanted", path_of(key), name_of(node->kind)));
    return false;
  }
  v = node->boolean;
  return true;
}

bool SchemaReader::value(const Key& key, std::int64_t& v) {
  const TomlNode* node = look_up(key);
  if (node == nullptr) return false;
  const bool whole_real =
      node->kind == Kind::real && std::abs(node->real) < 9e15 && node->real == std::rint(node->real);
  if (node->kind != Kind::integer && !whole_real) {
    report(node->place, fmt::format("{} is {}; an integer is wanted{}", path_of(key), name_of(node->kind),
                                    range_clause(key.range)));
    return false;
  }
  const std::int64_t x = whole_real ? static_cast<std::int64_t>(node->real) : node->integer;
  if (!key.range.holds(static_cast<double>(x))) {
    report(node->place,
           fmt::format("{} = {} is out of range: it must be {}", path_of(key), x, key.range.text()));
    return false;
  }
  v = x;
  return true;
}

bool SchemaReader::value(const Key& key, double& v) {
  const TomlNode* node = look_up(key);
  if (node == nullptr) return false;
  if (!key.word.empty() && node->kind == Kind::text && node->text == key.word) return false;
  return number(key, *node, path_of(key), key.unit, v);
}

bool SchemaReader::value(const Key& key, std::string& v) {
  const TomlNode* node = look_up(key);
  if (key.selects) {
    frames_.back().selector = key.name;
    frames_.back().selected = v;  // the default, when nothing better comes
  }
  const bool good = node != nullptr && text(key, *node, path_of(key), v);
  if (key.selects) {
    const bool unclear = !good && (node != nullptr || key.required);
    frames_.back().selected = unclear ? "" : v;
  }
  return good;
}

bool SchemaReader::value(const Key& key, Vec3& v) {
  if (!plane_) return numbers(key, v.data(), 3);
  if (!key.turn) {
    if (!numbers(key, v.data(), 2)) return false;
    if (!key.range.lower_open) v.z() = 0;  // of sizes the third one stays what it was
    return true;
  }
  const TomlNode* node = look_up(key);
  return node != nullptr && number(key, *node, path_of(key), key.unit, v.z());
}

bool SchemaReader::value(const Key& key, Vec4& v) { return numbers(key, v.data(), 4); }

bool SchemaReader::value(const Key& key, std::array<bool, 3>& v) {
  const TomlNode* node = look_up(key);
  if (node == nullptr) return false;
  const std::size_t axes = plane_ ? 2 : 3;
  const bool good = node->kind == Kind::array && node->items.size() == axes &&
                    std::all_of(node->items.begin(), node->items.end(),
                                [](const TomlNode& item) { return item.kind == Kind::boolean; });
  if (!good) {
    report(node->place, fmt::format("{}: {} times true or false{} is wanted, such as {}", path_of(key),
                                    plane_ ? "two" : "three", dimension_clause(),
                                    plane_ ? "[true, false]" : "[true, true, false]"));
    return false;
  }
  for (std::size_t k = 0; k < axes; ++k) v[k] = node->items[k].boolean;
  return true;
}

bool SchemaReader::value(const Key& key, std::vector<std::string>& v) {
  const TomlNode* node = look_up(key);
  if (node == nullptr) return false;
  if (node->kind != Kind::array || (key.length > 0 && node->items.size() != key.length)) {
    const std::string is =
        node->kind == Kind::array ? fmt::format("a list of {}", node->items.size()) : name_of(node->kind);
    const std::string count = key.length > 0 ? fmt::format("{} ", key.length) : "";
    report(node->place, fmt::format("{} is {}; a list of {}texts is wanted{}", path_of(key), is, count,
                                    key.choices.empty() ? "" : ", each one of " + quoted_list(key.choices)));
    return false;
  }
  std::vector<std::string> read(node->items.size());
  bool good = true;
  for (std::size_t k = 0; k < read.size(); ++k)
    good = text(key, node->items[k], fmt::format("{}[{}]", path_of(key), k), read[k]) && good;
  if (good) v = read;
  return good;
}

bool SchemaReader::value(const Key& key, std::vector<std::array<double, 5>>& v) {
  static constexpr std::array<Dimension, 5> units{dimension::time, dimension::length, dimension::length,
                                                  dimension::length, dimension::angle};
  // In the plane a row has no dz.
  const std::vector<std::size_t> columns =
      plane_ ? std::vector<std::size_t>{0, 1, 2, 4} : std::vector<std::size_t>{0, 1, 2, 3, 4};
  const char* row_text =
      plane_ ? "[time, dx, dy, angle], four numbers" : "[time, dx, dy, dz, angle], five numbers";
  const TomlNode* node = look_up(key);
  if (node == nullptr) return false;
  if (node->kind != Kind::array || node->items.empty()) {
    report(node->place, fmt::format("{}: a list of rows {} is wanted", path_of(key), row_text));
    return false;
  }
  bool good = true;
  std::vector<std::array<double, 5>> rows(node->items.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const TomlNode& row = node->items[i];
    const std::string what = fmt::format("{}[{}]", path_of(key), i);
    if (row.kind != Kind::array || row.items.size() != columns.size()) {
      report(row.place, fmt::format("{}: a row is {}", what, row_text));
      good = false;
      continue;
    }
    for (std::size_t k = 0; k < columns.size(); ++k)
      good =
          number(key, row.items[k], fmt::format("{}[{}]", what, k), units[columns[k]], rows[i][columns[k]]) &&
          good;
    if (good && (i == 0 ? rows[i][0] < 0 : rows[i][0] <= rows[i - 1][0])) {
      report(row.items[0].place,
             fmt::format("{}: times must rise from row to row and not begin below 0; {} follows {}", what,
                         rows[i][0], i == 0 ? 0 : rows[i - 1][0]));
      good = false;
    }
    const bool moved =
        std::ranges::any_of(rows[i].begin() + 1, rows[i].end(), [](double x) { return x != 0; });
    if (good && rows[i][0] == 0 && moved) {
      report(row.place,
             fmt::format(
                 "{}: at time 0 the body is where `position` and `orientation` put it, so this row can only "
                 "hold zeros; put the body there, and count displacements and angles from it",
                 what));
      good = false;
    }
  }
  if (good) v = rows;
  return good;
}

template <class Point>
bool SchemaReader::points(const Key& key, std::size_t width, std::vector<Point>& v) {
  const TomlNode* node = look_up(key);
  if (node == nullptr) return false;
  if (node->kind != Kind::array || node->items.empty()) {
    report(node->place,
           fmt::format("{}: a list of points is wanted, each of {} numbers", path_of(key), width));
    return false;
  }
  bool good = true;
  std::vector<Point> read(node->items.size());
  for (std::size_t i = 0; i < read.size(); ++i) {
    const TomlNode& row = node->items[i];
    const std::string what = fmt::format("{}[{}]", path_of(key), i);
    if (row.kind != Kind::array || row.items.size() != width) {
      report(row.place, fmt::format("{}: a point is a list of {} numbers", what, width));
      good = false;
      continue;
    }
    for (std::size_t k = 0; k < width; ++k)
      good = number(key, row.items[k], fmt::format("{}[{}]", what, k), key.unit, read[i][k]) && good;
  }
  if (good) v = std::move(read);
  return good;
}

bool SchemaReader::value(const Key& key, std::vector<std::array<double, 2>>& v) { return points(key, 2, v); }

bool SchemaReader::value(const Key& key, std::vector<Vec3>& v) {
  if (!points(key, plane_ ? 2 : 3, v)) return false;
  if (plane_)
    for (Vec3& point : v) point.z() = 0;
  return true;
}

void SchemaReader::open(const TomlNode& node, std::string path, std::string title) {
  Frame frame;
  frame.node = node;
  frame.path = std::move(path);
  frame.title = std::move(title);
  frames_.push_back(std::move(frame));
}

bool SchemaReader::open_table(const Key& key) {
  const TomlNode* node = look_up(key);
  if (node == nullptr) return false;
  const TomlNode table = expand_shorthand(*node, key.shorthand);
  if (table.kind != Kind::table) {
    report(node->place,
           fmt::format("{} is {}; a table is wanted: {}", path_of(key), name_of(node->kind), key.says));
    return false;
  }
  const std::string path = path_of(key);
  open(table, path, frames_.size() == 1 ? '[' + path + ']' : '`' + path + '`');
  return true;
}

std::size_t SchemaReader::open_list(const Key& key) {
  const TomlNode* node = look_up(key);
  if (node == nullptr) return 0;
  if (node->kind != Kind::array) {
    const std::string path = path_of(key);
    report(node->place, fmt::format("`{}` is {}; it is a list of tables: write [[{}]] above each", path,
                                    name_of(node->kind), path));
    return 0;
  }
  return node->items.size();
}

bool SchemaReader::open_item(const Key& key, std::size_t index) {
  const TomlNode& node = frames_.back().node.find(key.name)->value.items[index];
  const std::string path = path_of(key);
  const TomlNode table = expand_shorthand(node, key.shorthand);
  if (table.kind != Kind::table) {
    report(node.place, fmt::format("{}[{}] is {}; a table is wanted", path, index, name_of(node.kind)));
    return false;
  }
  open(table, fmt::format("{}[{}]", path, index), "[[" + path + "]]");
  return true;
}

void SchemaReader::close_table() {
  const Frame frame = std::move(frames_.back());
  frames_.pop_back();
  for (const TomlEntry& entry : frame.node.entries) {
    if (std::find(frame.visited.begin(), frame.visited.end(), entry.key) != frame.visited.end()) continue;
    report(entry.place, fmt::format("unknown key `{}` in {}; {}", entry.key, frame.title,
                                    suggestion(entry.key, frame.known)));
  }
}

}  // namespace scree
