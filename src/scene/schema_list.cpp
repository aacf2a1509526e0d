#include "scene/schema_list.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace scree {
namespace {

using Form = KeyEntry::Form;

class Lister final : public Visitor {
 public:
  std::vector<KeyEntry> entries;

  using Visitor::value;
  bool value(const Key& key, bool& v) override { return add(key, "true or false", v ? "true" : "false"); }
  bool value(const Key& key, std::int64_t& v) override { return add(key, "integer", fmt::format("{}", v)); }
  bool value(const Key& key, double& v) override { return add(key, "number", fmt::format("{:.6g}", v)); }
  bool value(const Key& key, std::string& v) override {
    if (!key.refers.empty()) return add(key, fmt::format("name of {}", fmt::join(key.refers, ", ")), "");
    return add(key, key.declares.empty() ? "text" : "name", fmt::format("\"{}\"", v));
  }
  bool value(const Key& key, Vec3& v) override {
    return add(key, "3 numbers", fmt::format("[{:.6g}, {:.6g}, {:.6g}]", v[0], v[1], v[2]));
  }
  bool value(const Key& key, Vec4&) override { return add(key, "4 numbers", "none"); }
  bool value(const Key& key, std::array<bool, 3>& v) override {
    return add(key, "3 times true or false", fmt::format("{}", v));
  }
  bool value(const Key& key, std::vector<std::string>& v) override {
    const std::string type = key.refers.empty() ? "list of texts"
                             : key.length > 0   ? fmt::format("names of {} {}s", key.length, key.refers[0])
                                                : fmt::format("list of names of a {}", key.refers[0]);
    return add(key, type, fmt::format("{}", v));
  }
  bool value(const Key& key, std::vector<std::array<double, 5>>&) override {
    return add(key, "rows of 5 numbers", "none");
  }
  bool value(const Key& key, std::vector<std::array<double, 2>>&) override {
    return add(key, "rows of 2 numbers", "none");
  }
  bool value(const Key& key, std::vector<Vec3>&) override { return add(key, "rows of 3 numbers", "none"); }
  Place here() const override { return {}; }

 protected:
  bool open_table(const Key& key) override {
    add(key, "table", key.otherwise.empty() ? "none" : std::string(key.otherwise), Form::table);
    tables_.push_back(entries.back().inside());
    return true;
  }
  std::size_t open_list(const Key& key) override {
    add(key, "list of tables", "none", Form::list);
    return 1;
  }
  bool open_item(const Key&, std::size_t) override {
    tables_.push_back(entries.back().inside());
    return true;
  }
  void close_table() override { tables_.pop_back(); }

 private:
  bool add(const Key& key, std::string type, std::string fallback, Form form = Form::value) {
    const bool in_words = !key.otherwise.empty();
    if (key.required)
      fallback = "";
    else if (in_words)
      fallback = key.otherwise;
    else if (form == Form::value && fallback != "none")
      fallback = '`' + fallback + '`';
    entries.push_back({tables_.back(), key, form, std::move(type), std::move(fallback)});
    return false;
  }

  std::vector<std::string> tables_{""};
};

}  // namespace

std::string KeyEntry::path() const {
  return table.empty() ? std::string(key.name) : table + '.' + std::string(key.name);
}

std::string KeyEntry::inside() const { return path() + (form == Form::list ? "[]" : ""); }

const std::vector<KeyEntry>& scene_keys() {
  static const std::vector<KeyEntry> keys = [] {
    Lister lister;
    SceneSpec scene;
    describe(scene, lister);
    return std::move(lister.entries);
  }();
  return keys;
}

const KeyEntry* find_key(const std::string& table, std::string_view name) {
  for (const KeyEntry& entry : scene_keys())
    if (entry.table == table && entry.key.name == name) return &entry;
  return nullptr;
}

std::vector<std::string> keys_of(const std::string& table) {
  std::vector<std::string> names;
  for (const KeyEntry& entry : scene_keys())
    if (entry.table == table) names.emplace_back(entry.key.name);
  return names;
}

}  // namespace scree
