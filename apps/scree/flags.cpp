#include "flags.h"

#include <fmt/format.h>

#include "base/errors.h"
#include "base/units.h"

namespace scree::app {

double read_seconds(const std::string& text, const char* flag) {
  const bool plain = text.find_first_not_of("0123456789.eE+-") == std::string::npos;
  const Expected<double> parsed = parse_quantity(plain ? text + " s" : text, dimension::time);
  if (!parsed) throw InputError(fmt::format("{} {}: {}", flag, text, parsed.error()));
  return *parsed;
}

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (static_cast<unsigned char>(c) < 32)
      out += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    else
      out += c;
  }
  return out + '"';
}

}  // namespace scree::app
