// Reads a TOML tree into a SceneSpec by visiting the schema, and collects every mistake on the way.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/errors.h"
#include "scene/schema.h"
#include "scene/toml_tree.h"

namespace scree {

// Where every given value stands, by its path: "body[3].motion.rate".
using Places = std::map<std::string, Place>;

Problem problem_at(const Place& place, std::string message);

class SchemaReader final : public Visitor {
 public:
  explicit SchemaReader(const TomlNode& root);

  // After the visit: reports unknown keys of the root and references to names that do not exist.
  void finish();

  const Places& places() const { return places_; }
  std::vector<Problem>& problems() { return problems_; }

  using Visitor::value;
  bool value(const Key& key, bool& v) override;
  bool value(const Key& key, std::int64_t& v) override;
  bool value(const Key& key, double& v) override;
  bool value(const Key& key, std::string& v) override;
  bool value(const Key& key, Vec3& v) override;
  bool value(const Key& key, Vec4& v) override;
  bool value(const Key& key, std::array<bool, 3>& v) override;
  bool value(const Key& key, std::vector<std::string>& v) override;
  bool value(const Key& key, std::vector<std::array<double, 5>>& v) override;
  bool value(const Key& key, std::vector<std::array<double, 2>>& v) override;
  bool value(const Key& key, std::vector<Vec3>& v) override;
  Place here() const override;
  bool plane() const override { return plane_; }

 protected:
  bool open_table(const Key& key) override;
  std::size_t open_list(const Key& key) override;
  bool open_item(const Key& key, std::size_t index) override;
  void close_table() override;

 private:
  template <class Point>
  bool points(const Key& key, std::size_t width, std::vector<Point>& v);

  struct Frame {  // a table that is open
    TomlNode node;
    std::string path;                  // "body[3]"
    std::string title;                 // "[[body]]"
    std::vector<std::string> known;    // keys that apply here
    std::vector<std::string> visited;  // all its keys
    std::string selector;              // the key whose value decides which others apply
    std::string selected;
  };
  struct Reference {
    std::string name;
    Words tables;
    Place place;
    std::string what;
  };

  void report(const Place& place, std::string message);
  std::string path_of(const Key& key) const;

  // The value of a key if it is there and may be; null otherwise, after the complaint if one is due.
  const TomlNode* look_up(const Key& key);
  bool number(const Key& key, const TomlNode& node, const std::string& what, Dimension unit, double& v);
  bool numbers(const Key& key, double* v, std::size_t n);
  bool belongs_here(const Key& key) const;  // to this dimension
  std::string dimension_clause() const;
  bool text(const Key& key, const TomlNode& node, const std::string& what, std::string& v);
  void open(const TomlNode& node, std::string path, std::string title);

  bool plane_ = false;
  std::vector<Frame> frames_;
  std::vector<Problem> problems_;
  std::vector<Reference> references_;
  std::map<std::string, std::map<std::string, Place>, std::less<>> names_;  // by table
  Places places_;
};

}  // namespace scree
