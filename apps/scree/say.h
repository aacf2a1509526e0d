// Words for people, on standard error. That they cannot be written, since the terminal is gone, is no
// failure.
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <string>

namespace scree::app {

template <class... Values>
void say(fmt::format_string<Values...> format, Values&&... values) {
  const std::string text = fmt::format(format, std::forward<Values>(values)...);
  std::fwrite(text.data(), 1, text.size(), stderr);
}

}  // namespace scree::app
