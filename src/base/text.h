// Small helpers for messages.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace scree {

// Changes between two words: letters inserted, removed or replaced, and neighbours swapped, count one each.
int edit_distance(std::string_view a, std::string_view b);

// The known name nearest to a wrong one, for "did you mean"; empty when none is near. Capital letters
// and the choice between '-' and '_' count for nothing; among equals the first wins.
std::string nearest(std::string_view wrong, std::span<const std::string> known);

}  // namespace scree
