#include "view/legend.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "view/font.h"

namespace scree {
namespace {

constexpr Pixel ink{70, 74, 80};
constexpr std::size_t most_groups = 12;

void fill_rectangle(Picture& picture, int x, int y, int width, int height, Pixel colour) {
  for (int j = y; j < y + height; ++j)
    for (int i = x; i < x + width; ++i)
      if (picture.holds(i, j)) picture.at(i, j) = colour;
}

// From right to left: the right end of the text is given.
void write_left_of(Picture& picture, int right, int y, std::string_view text, int size) {
  write_text(picture, right - text_width(text, size), y, text, size, ink);
}

void draw_bar(Picture& picture, const Scale& scale, int right, int bottom, int size) {
  const int width = 150 * size, height = 7 * size, line = (letter_height + 3) * size;
  const int left = right - width, top = bottom - line - height;
  for (int i = 0; i < width; ++i)
    fill_rectangle(picture, left + i, top, 1, height, to_srgb(scale.colour_at((i + 0.5) / width)));
  write_left_of(picture, right, top - line, title_of(scale.colouring), size);
  // Three numbers below their places in the bar.
  const std::string low = label_of(scale.low), middle = label_of(0.5 * scale.low + 0.5 * scale.high),
                    high = label_of(scale.high);
  const int y = top + height + 3 * size;
  write_text(picture, left, y, low, size, ink);
  if (!(scale.high > scale.low)) return;
  write_text(picture, left + (width - text_width(middle, size)) / 2, y, middle, size, ink);
  write_left_of(picture, right, y, high, size);
}

void draw_groups(Picture& picture, const Model& model, int right, int bottom, int size) {
  std::set<std::uint32_t> shown;
  for (const Model::Body& body : model.bodies)
    if (!body.wall && !body.hidden && body.group < model.groups.size()) shown.insert(body.group);
  const int line = (letter_height + 3) * size, square = 7 * size;
  int y = bottom - line * static_cast<int>(std::min(shown.size(), most_groups));
  std::size_t count = 0;
  for (const std::uint32_t group : shown) {
    if (count++ == most_groups) break;
    fill_rectangle(picture, right - square, y, square, square, to_srgb(kind_colour(group)));
    write_left_of(picture, right - square - 4 * size, y, model.groups[group], size);
    y += line;
  }
}

}  // namespace

void draw_legend(Picture& picture, const Model& model, const Scale& scale) {
  if (picture.width < 320 || picture.height < 240) return;  // no room beside what it explains
  const int size = std::max(1, picture.height / 360);
  const int margin = 8 * size;
  const int bottom = picture.height - margin, right = picture.width - margin;
  if (!scale.any)
    ;  // no body has a colour
  else if (scale.colouring == Colouring::group)
    draw_groups(picture, model, right, bottom, size);
  else
    draw_bar(picture, scale, right, bottom, size);
  write_text(picture, margin, bottom - letter_height * size, fmt::format("t = {:.4g} s", model.time), size,
             ink);
}

}  // namespace scree
