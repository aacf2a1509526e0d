// The words of messages about a scene: what a key expects, what was perhaps meant.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "scene/schema.h"

namespace scree {

std::vector<std::string> strings(const Words& words);
std::string quoted_list(const Words& words);  // "a", "b"

// "did you mean "x"?", or the list of what there is.
std::string suggestion(std::string_view wrong, std::span<const std::string> known);

std::string range_clause(const Range& range);  // ", > 0"; empty without bounds

// "a time > 0 is wanted, such as 2 or "2 s"".
std::string expectation(const Key& key);

// Names become parts of file names and of --set paths.
bool is_good_name(std::string_view name);
std::string make_good_name(std::string_view name);

}  // namespace scree
