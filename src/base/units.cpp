#include "base/units.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <vector>

#include "base/text.h"
#include "base/unit_table.h"

namespace scree {
namespace {

constexpr int most_power = 9;      // of one unit
constexpr int most_exponent = 12;  // of the whole

const Quantity* find_quantity(Dimension d) {
  for (const Quantity& q : quantities)
    if (q.dimension == d) return &q;
  return nullptr;
}

std::string with_article(Dimension d) {
  if (const Quantity* q = find_quantity(d)) return std::string(q->name);
  return fmt::format("a quantity in {}", describe(d));
}

// for example "8 mm" -- with the user's own number.
std::string example(std::string_view number, Dimension want) {
  const Quantity* q = find_quantity(want);
  const std::string unit = q ? std::string(q->example) : describe(want);
  if (unit.empty()) return fmt::format("for example {}", number);
  std::string text = fmt::format("for example \"{} {}\"", number, unit);
  if (q && !q->other_example.empty()) text += fmt::format(" or \"{} {}\"", number, q->other_example);
  return text;
}

// What a unit expression comes to.
struct Scale {
  int kg = 0, m = 0, s = 0, rad = 0;
  int ten = 0;
  double numerator = 1.0;
  double denominator = 1.0;

  void multiply(const Unit& u, int power) {
    kg += power * u.dimension.kg;
    m += power * u.dimension.m;
    s += power * u.dimension.s;
    rad += power * u.dimension.rad;
    ten += power * u.ten;
    for (int i = 0; i < std::abs(power); ++i) {
      numerator *= power > 0 ? u.numerator : u.denominator;
      denominator *= power > 0 ? u.denominator : u.numerator;
    }
  }
  bool in_range() const {
    const auto ok = [](int e) { return std::abs(e) <= most_exponent; };
    return ok(kg) && ok(m) && ok(s) && ok(rad) && std::abs(ten) <= 200 && numerator < 1e50 &&
           denominator < 1e50;
  }
  Dimension dimension() const {
    return {static_cast<std::int8_t>(kg), static_cast<std::int8_t>(m), static_cast<std::int8_t>(s),
            static_cast<std::int8_t>(rad)};
  }
};

bool is_space(char c) { return c == ' ' || c == '\t'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool is_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '%' || c == '_' || is_digit(c) ||
         (static_cast<unsigned char>(c) & 0x80u) != 0;
}

std::string unknown_unit(std::string_view name) {
  const std::size_t stem_end = name.find_last_not_of("0123456789");
  if (stem_end != std::string_view::npos && stem_end + 1 < name.size())
    for (const Unit& u : units)
      if (u.name == name.substr(0, stem_end + 1))
        return fmt::format("unknown unit \"{}\"; write \"{}^{}\" for a power", name, u.name,
                           name.substr(stem_end + 1));
  std::vector<std::string> names;
  for (const Unit& u : units) names.emplace_back(u.name);
  const std::string near = nearest(name, names);
  if (!near.empty()) return fmt::format("unknown unit \"{}\"; did you mean \"{}\"?", name, near);
  return fmt::format("unknown unit \"{}\"; known are {}", name, fmt::join(names, ", "));
}

// Reads unit ("*" | "/" | space) unit ..., each with an optional ^power.
class UnitReader {
 public:
  explicit UnitReader(std::string_view text) : text_(text) {}

  // The error, or nothing.
  std::optional<std::string> read(Scale& scale) {
    skip_spaces();
    bool divide = take('/');
    bool divided = divide;
    do {
      if (auto error = read_factor(scale, divide)) return error;
      const bool space = skip_spaces();
      if (at_ == text_.size()) return std::nullopt;
      divide = take('/');
      const bool star = !divide && take('*');
      if (!divide && !star && divided && space)
        return "a space after a division can be read in two ways; write \"/\" or \"*\" before every unit "
               "that follows";
      if (!divide && !star && !space) return fmt::format("cannot read the unit at \"{}\"", text_.substr(at_));
      divided = divided || divide;
    } while (true);
  }

 private:
  bool skip_spaces() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && is_space(text_[at_])) ++at_;
    return at_ > begin;
  }
  bool take(char c) {
    if (at_ == text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  std::optional<std::string> read_factor(Scale& scale, bool divide) {
    skip_spaces();
    const std::size_t begin = at_;
    while (at_ < text_.size() && is_name(text_[at_])) ++at_;
    const std::string_view name = text_.substr(begin, at_ - begin);
    if (name.empty()) {
      if (at_ == text_.size()) return "a unit is missing at the end";
      return fmt::format("cannot read the unit at \"{}\"", text_.substr(at_));
    }
    int power = 1;
    if (take('^')) {
      const char* first = text_.data() + at_;
      const auto [end, code] = std::from_chars(first, text_.data() + text_.size(), power);
      if (code != std::errc() || power < -most_power || power > most_power || power == 0)
        return fmt::format("the power of \"{}\" must be a whole number up to {}", name, most_power);
      at_ += static_cast<std::size_t>(end - first);
    }
    for (const Unit& u : units)
      if (u.name == name) {
        scale.multiply(u, divide ? -power : power);
        if (!scale.in_range()) return "the powers in the unit are too large";
        return std::nullopt;
      }
    return unknown_unit(name);
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

// The number with its decimal point moved, so that powers of ten cost no rounding.
std::optional<double> read_number(std::string_view number, int ten) {
  const std::size_t e = number.find_first_of("eE");
  int exponent = 0;
  if (e != std::string_view::npos) {
    std::string_view digits = number.substr(e + 1);
    if (!digits.empty() && digits[0] == '+') digits.remove_prefix(1);
    const auto [end, code] = std::from_chars(digits.data(), digits.data() + digits.size(), exponent);
    if (code != std::errc() || std::abs(exponent) > 5000) return std::nullopt;
  }
  const std::string moved = fmt::format("{}e{}", number.substr(0, e), exponent + ten);
  double value = 0.0;
  const auto [end, code] = std::from_chars(moved.data(), moved.data() + moved.size(), value);
  if (code != std::errc() || end != moved.data() + moved.size()) return std::nullopt;
  return value;
}

// Length of the number at the start of the text: digits, point, digits, exponent.
std::size_t number_length(std::string_view t) {
  std::size_t i = 0, digits = 0;
  if (i < t.size() && (t[i] == '-' || t[i] == '+')) ++i;
  for (; i < t.size() && is_digit(t[i]); ++i) ++digits;
  if (i < t.size() && t[i] == '.')
    for (++i; i < t.size() && is_digit(t[i]); ++i) ++digits;
  if (digits == 0) return 0;
  if (i < t.size() && (t[i] == 'e' || t[i] == 'E')) {
    std::size_t j = i + 1;
    if (j < t.size() && (t[j] == '-' || t[j] == '+')) ++j;
    if (j < t.size() && is_digit(t[j])) {
      while (j < t.size() && is_digit(t[j])) ++j;
      i = j;
    }
  }
  return i;
}

// What follows a failed reading: what was wanted.
std::string wanted(Dimension want, std::string_view number) {
  return fmt::format("{} is expected, {}", with_article(want), example(number, want));
}

}  // namespace

Expected<double> parse_quantity(std::string_view text, Dimension want) {
  using Result = Expected<double>;
  std::string_view t = text;
  while (!t.empty() && is_space(t.front())) t.remove_prefix(1);
  while (!t.empty() && is_space(t.back())) t.remove_suffix(1);
  const std::size_t length = number_length(t);
  if (length == 0)
    return Result::failure(fmt::format("\"{}\" does not begin with a number; {}", text, wanted(want, "1")));
  std::string_view number = t.substr(0, length);
  if (number[0] == '+') number.remove_prefix(1);
  const std::string_view unit_text = t.substr(length);

  Scale scale;
  if (unit_text.empty()) {
    if (want != dimension::none)
      return Result::failure(fmt::format("\"{}\" has no unit; {}", text, wanted(want, number)));
  } else if (auto error = UnitReader(unit_text).read(scale)) {
    return Result::failure(fmt::format("\"{}\": {}; {}", text, *error, wanted(want, number)));
  }
  if (scale.dimension() != want)
    return Result::failure(
        fmt::format("\"{}\" is {}; {}", text, with_article(scale.dimension()), wanted(want, number)));
  const std::optional<double> value = read_number(number, scale.ten);
  if (!value || std::abs(*value) > 1e250)
    return Result::failure(fmt::format("\"{}\" is too large or too small to be represented", text));
  return *value * scale.numerator / scale.denominator;
}

std::string describe(Dimension d) {
  if (const Quantity* q = find_quantity(d)) return std::string(q->si);
  std::string above, below;
  const auto put = [&](const char* unit, int power) {
    std::string& side = power > 0 ? above : below;
    if (power == 0) return;
    if (power < 0)
      side += '/';
    else if (!side.empty())
      side += '*';
    side += unit;
    if (std::abs(power) > 1) side += fmt::format("^{}", std::abs(power));
  };
  put("kg", d.kg);
  put("m", d.m);
  put("s", d.s);
  put("rad", d.rad);
  return (above.empty() ? "1" : above) + below;
}

std::string name_of(Dimension d) {
  const Quantity* q = find_quantity(d);
  if (!q) return describe(d);
  return std::string(q->name.substr(q->name.find(' ') + 1));
}

}  // namespace scree
