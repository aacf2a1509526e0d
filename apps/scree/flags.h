// What several commands read from flags and write as JSON.
#pragma once

#include <string>

namespace scree::app {

// A time; a plain number is in seconds. InputError, with the flag's name, when it is none.
double read_seconds(const std::string& text, const char* flag);

// A text as JSON writes it.
std::string quoted(const std::string& text);

}  // namespace scree::app
