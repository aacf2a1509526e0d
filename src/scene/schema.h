// Every key of a scene file, declared once: name, unit, range, default, one sentence. Reading,
// validation, the reference page and the help all visit these declarations.
//
// A default is whatever a fresh spec struct holds, so it is written in scene/spec.h alone.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/enum_words.h"
#include "base/units.h"
#include "scene/spec.h"

namespace scree {

struct Range {
  double lower = -std::numeric_limits<double>::infinity();
  double upper = std::numeric_limits<double>::infinity();
  bool lower_open = false;
  bool upper_open = false;

  bool holds(double x) const;
  std::string text() const;  // "> 0", "0.01 to 1"; empty: anything
};

inline constexpr double no_bound = std::numeric_limits<double>::infinity();
inline constexpr Range positive{0, no_bound, true, false};
inline constexpr Range not_negative{0, no_bound, false, false};

using Words = std::vector<std::string_view>;

// Of these values of an enum; of all of them.
template <HasWords E>
Words words(std::initializer_list<E> values) {
  Words list;
  for (const E value : values) list.push_back(word_of(value));
  return list;
}
template <HasWords E>
Words all_words() {
  Words list;
  for (const EnumWord<E>& entry : words_of(E{})) list.push_back(entry.word);
  return list;
}

struct Key {
  std::string_view name;
  std::string_view says;  // one sentence for the reference
  Dimension unit = dimension::none;
  Range range = {};  // of a number, or of each component
  bool required = false;
  bool nonzero = false;              // a vector that must have a direction
  bool selects = false;              // its value decides which of the table's keys apply
  Words only_for = {};               // the selected values it applies to; empty: all
  Words choices = {};                // a text must be one of these; of an enum they follow from its table
  Words refers = {};                 // a text must be a name from one of these tables
  std::string_view declares = {};    // a text that becomes a name of this table
  std::string_view word = {};        // a text that stands for "no number", such as auto
  std::string_view shorthand = {};   // a plain text may stand for a table with only this key
  std::string_view instead_of = {};  // the key it may not stand beside
  std::string_view otherwise = {};   // default in words, where it is not a constant
  std::size_t length = 0;            // a list must have so many items; 0: any number
  int only_in = 0;                   // the dimension it belongs to; 0: both
  bool turn = false;                 // a vector that is a turn: in the plane a number, about z
  bool coefficient = false;          // of friction: the tangent of an angle that people give in its place
};

// Walks through the declarations. value() returns true when it has put a new value.
class Visitor {
 public:
  virtual ~Visitor() = default;

  virtual bool value(const Key& key, bool& v) = 0;
  virtual bool value(const Key& key, std::int64_t& v) = 0;
  virtual bool value(const Key& key, double& v) = 0;
  virtual bool value(const Key& key, std::string& v) = 0;
  virtual bool value(const Key& key, Vec3& v) = 0;
  virtual bool value(const Key& key, Vec4& v) = 0;
  virtual bool value(const Key& key, std::array<bool, 3>& v) = 0;
  virtual bool value(const Key& key, std::vector<std::string>& v) = 0;
  virtual bool value(const Key& key, std::vector<std::array<double, 5>>& v) = 0;
  virtual bool value(const Key& key, std::vector<std::array<double, 2>>& v) = 0;
  virtual bool value(const Key& key, std::vector<Vec3>& v) = 0;

  template <std::integral T>
  bool value(const Key& key, T& v) {
    std::int64_t wide = static_cast<std::int64_t>(v);
    const bool put = value(key, wide);
    if (put) v = static_cast<T>(wide);
    return put;
  }

  // A choice: read and shown as its word.
  template <HasWords E>
  bool value(const Key& key, E& v) {
    Key choice = key;
    choice.choices = all_words<E>();
    std::string word(word_of(v));
    const bool put = value(choice, word);
    if (put) v = *from_word<E>(word);
    return put;
  }

  template <HasWords E>
  bool value(const Key& key, std::vector<E>& v) {
    Key choice = key;
    choice.choices = all_words<E>();
    std::vector<std::string> list;
    for (const E item : v) list.emplace_back(word_of(item));
    if (!value(choice, list)) return false;
    v.clear();
    for (const std::string& word : list) v.push_back(*from_word<E>(word));
    return true;
  }

  template <class T>
  bool value(const Key& key, std::optional<T>& v) {
    Key optional_key = key;
    if (key.otherwise.empty()) optional_key.otherwise = "none";
    T inner = v.value_or(nothing<T>());
    const bool put = value(optional_key, inner);
    if (put) v = inner;
    return put;
  }

  // A table inside a table.
  template <class T>
  bool table(const Key& key, T& item) {
    if (!open_table(key)) return false;
    describe(item, *this);
    close_table();
    return true;
  }

  // A list of tables.
  template <class T>
  void tables(const Key& key, std::vector<T>& items) {
    const std::size_t n = open_list(key);
    for (std::size_t i = 0; i < n; ++i) {
      if (!open_item(key, i)) continue;
      describe(items.emplace_back(), *this);
      close_table();
    }
  }

  virtual Place here() const = 0;  // where the open table stands

  // Is it a scene in the plane? Vectors then have two numbers.
  virtual bool plane() const { return false; }

 protected:
  virtual bool open_table(const Key& key) = 0;
  virtual std::size_t open_list(const Key& key) = 0;
  virtual bool open_item(const Key& key, std::size_t index) = 0;
  virtual void close_table() = 0;

 private:
  template <class T>
  static T nothing() {
    if constexpr (std::is_same_v<T, Vec3>)
      return Vec3::Zero();
    else
      return T{};
  }
};

void describe(SceneSpec& s, Visitor& v);
void describe(SimulationSpec& s, Visitor& v);
void describe(CellSpec& s, Visitor& v);
void describe(BoundsSpec& s, Visitor& v);
void describe(MaterialSpec& s, Visitor& v);
void describe(LawSpec& s, Visitor& v);
void describe(PairSpec& s, Visitor& v);
void describe(ShapeSpec& s, Visitor& v);
void describe(PartSpec& s, Visitor& v);
void describe(BodySpec& s, Visitor& v);
void describe(RepeatSpec& s, Visitor& v);
void describe(MotionSpec& s, Visitor& v);
void describe(RegionSpec& s, Visitor& v);
void describe(SizeSpec& s, Visitor& v);
void describe(MixSpec& s, Visitor& v);
void describe(FillSpec& s, Visitor& v);
void describe(InletSpec& s, Visitor& v);
void describe(OutletSpec& s, Visitor& v);
void describe(EventSpec& s, Visitor& v);
void describe(ProbeSpec& s, Visitor& v);
void describe(OutputSpec& s, Visitor& v);

}  // namespace scree
