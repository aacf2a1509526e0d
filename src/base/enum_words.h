// The words that people write and read for the values of an enum. They are declared once, in a table beside
// the enum: a function `words_of` that its type finds. Reading, messages, the scene reference and what is
// written follow from it.
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <type_traits>

namespace scree {

template <class E>
struct EnumWord {
  E value;
  std::string_view word;
};

template <class E>
concept HasWords = std::is_enum_v<E> && requires(E value) {
  words_of(value);
};

// Empty for a value that has none.
template <HasWords E>
constexpr std::string_view word_of(E value) {
  for (const EnumWord<E>& entry : words_of(E{}))
    if (entry.value == value) return entry.word;
  return {};
}

template <HasWords E>
constexpr std::optional<E> from_word(std::string_view word) {
  for (const EnumWord<E>& entry : words_of(E{}))
    if (entry.word == word) return entry.value;
  return std::nullopt;
}

}  // namespace scree
