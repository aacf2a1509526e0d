#include "scene/schema_words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/text.h"

namespace scree {
namespace {

bool is_name_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_' ||
         c == '.';
}

}  // namespace

std::vector<std::string> strings(const Words& words) { return {words.begin(), words.end()}; }

std::string quoted_list(const Words& words) { return fmt::format("\"{}\"", fmt::join(words, "\", \"")); }

std::string suggestion(std::string_view wrong, std::span<const std::string> known) {
  if (known.empty()) return "there is none";
  const std::string near = nearest(wrong, known);
  if (!near.empty()) return fmt::format("did you mean `{}`?", near);
  // A long list helps nobody: the reference page has all of it.
  constexpr std::size_t most = 24;
  const std::span<const std::string> shown = known.first(std::min(most, known.size()));
  return fmt::format("there is: {}{}", fmt::join(shown, ", "), known.size() > most ? ", ..." : "");
}

std::string range_clause(const Range& range) {
  const std::string text = range.text();
  return text.empty() ? "" : ", " + text;
}

std::string expectation(const Key& key) {
  if (!key.choices.empty()) return fmt::format("one of {} is wanted", quoted_list(key.choices));
  if (!key.refers.empty()) return fmt::format("the name of a {} is wanted", fmt::join(key.refers, " or "));
  if (!key.declares.empty()) return fmt::format("a text is wanted: the name of the {}", key.declares);
  std::string unit;
  if (key.unit != dimension::none)
    unit = fmt::format(
        " ({} {} in {}, or a text with a unit{})",
        std::string_view("aeiou").find(name_of(key.unit)[0]) == std::string_view::npos ? "a" : "an",
        name_of(key.unit), describe(key.unit), key.word.empty() ? "" : fmt::format(", or \"{}\"", key.word));
  const std::string_view says = key.says.substr(0, key.says.find_last_not_of('.') + 1);
  return fmt::format("wanted: {}{}{}", says, unit, range_clause(key.range));
}

bool is_good_name(std::string_view name) {
  return !name.empty() && name.size() <= 100 && name[0] != '.' &&
         std::all_of(name.begin(), name.end(), is_name_letter);
}

std::string make_good_name(std::string_view name) {
  std::string good(name.substr(0, 100));
  std::replace_if(
      good.begin(), good.end(), [](char c) { return !is_name_letter(c); }, '_');
  if (good.empty()) return "unnamed";
  if (good[0] == '.') good[0] = '_';
  return good;
}

}  // namespace scree
