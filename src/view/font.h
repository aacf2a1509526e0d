// A small typeface of dots, five wide and seven high, with two rows below the line for g, p, q and y.
#pragma once

#include <string_view>

#include "view/picture.h"

namespace scree {

inline constexpr int letter_width = 6;   // with the gap to the next
inline constexpr int letter_height = 9;  // with what hangs below the line

// Letters that the typeface does not have are left blank. Dots are squares of `size` pixels; what is outside
// of the picture is cut off.
void write_text(Picture& picture, int x, int y, std::string_view text, int size, Pixel ink);

inline int text_width(std::string_view text, int size) {
  return text.empty() ? 0 : (static_cast<int>(text.size()) * letter_width - 1) * size;
}

}  // namespace scree
