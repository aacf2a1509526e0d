#include "view/plane_legend.h"

#include <fmt/format.h>

#include <algorithm>

#include "view/font.h"

namespace scree {
namespace {

constexpr int most_plane_groups = 12;
constexpr int margin = 8, line = letter_height + 3, bar_height = 7;  // in dots

int dot(const PlaneLook& look) { return std::max(1, look.height / 360); }

PlaneFigure rectangle(int x, int y, int width, int height, const Pixel& fill) {
  const double left = x, top = y, right = x + width, bottom = y + height;
  return {{{{left, top}, {right, top}, {right, bottom}, {left, bottom}}}, {}, fill};
}

void add_colours(PlaneGroup& group, const PixelBox& box, const Scale& scale, int size) {
  constexpr int steps = 50;
  const int step = std::max(1, std::min(3 * size, (box.width / 3 - margin * size) / steps));
  const int width = steps * step, right = box.x + box.width - margin * size, left = right - width;
  const int top = box.y + margin * size;
  group.texts.push_back({right, top, size, Side::right, std::string(title_of(scale.colouring))});
  const int bar = top + line * size, numbers = bar + (bar_height + 3) * size;
  for (int k = 0; k < steps; ++k)
    group.figures.push_back(rectangle(left + k * step, bar, step, bar_height * size,
                                      to_srgb(scale.colour_at((k + 0.5) / steps))));
  group.texts.push_back({left, numbers, size, Side::left, label_of(scale.low)});
  if (!(scale.high > scale.low)) return;
  group.texts.push_back(
      {left + width / 2, numbers, size, Side::middle, label_of(0.5 * (scale.low + scale.high))});
  group.texts.push_back({right, numbers, size, Side::right, label_of(scale.high)});
}

void add_groups(PlaneGroup& group, const PixelBox& box, const Model& model,
                const std::set<std::uint32_t>& groups, int size) {
  const int right = box.x + box.width - margin * size, square = bar_height * size;
  int y = box.y + margin * size, count = 0;
  for (const std::uint32_t number : groups) {
    if (count++ == most_plane_groups) break;
    group.figures.push_back(rectangle(right - square, y, square, square, to_srgb(kind_colour(number))));
    if (number < model.groups.size())
      group.texts.push_back({right - square - 4 * size, y, size, Side::right, model.groups[number]});
    y += line * size;
  }
}

// A bar of a round length.
void add_lengths(PlaneGroup& group, const PixelBox& box, const PlaneView& view, int size) {
  const int left = box.x + box.width / 3, top = box.y + margin * size;
  const double metres = round_length(0.2 * box.width / view.scale());
  const double width = metres * view.scale(), end = left + width;
  PlaneFigure bar;
  bar.loops = {{{static_cast<double>(left), top + 2.0 * size},
                {end, top + 2.0 * size},
                {end, top + 5.0 * size},
                {static_cast<double>(left), top + 5.0 * size}}};
  bar.fill = legend_ink;
  group.figures.push_back(bar);
  group.texts.push_back(
      {left + static_cast<int>(width) + 6 * size, top, size, Side::left, length_label(metres)});
}

}  // namespace

PlaneGroup draw_force_legend(const PixelBox& box, const PlaneLook& look, double widest_line) {
  const int size = dot(look), left = box.x + box.width / 3, top = box.y + (margin + line) * size;
  PlaneGroup group{.name = "legend", .clip = box, .ink = chain_ink};
  if (look.peaks.empty()) return group;
  const double shown = std::min(widest_line, 1.0 * bar_height * size);  // what fits between the lines of text
  const double y = top + 0.5 * bar_height * size;
  const int length = 20 * size;
  group.lines.push_back({{left + 0.5 * shown, y}, {left + length - 0.5 * shown, y}, shown});
  group.texts.push_back({left + length + 6 * size, top, size, Side::left,
                         label_of(look.strong_force() * (shown / widest_line)) + " N"});
  return group;
}

int legend_height(const PlaneLook& look) {
  if (!look.legend || look.width < 320 || look.height < 240) return 0;
  const int shown = std::min(most_plane_groups, static_cast<int>(look.groups.size()));
  const int rows = look.scale.colouring == Colouring::group ? std::max(3, shown) : 3;
  return dot(look) * (2 * margin + rows * line);
}

PlaneGroup draw_plane_legend(const PixelBox& box, const Model& model, const PlaneLook& look,
                             const PlaneView& view, const LegendParts& parts) {
  const int size = dot(look);
  PlaneGroup group{.name = "legend", .clip = box, .ink = legend_ink};
  group.texts.push_back({box.x + margin * size, box.y + margin * size, size, Side::left,
                         fmt::format("t = {:.4g} s", model.time)});
  if (parts.lengths) add_lengths(group, box, view, size);
  if (!parts.colours || !look.scale.any) return group;
  if (look.scale.colouring == Colouring::group)
    add_groups(group, box, model, look.groups, size);
  else
    add_colours(group, box, look.scale, size);
  return group;
}

double round_length(double longest) {
  if (!(longest > 0)) return 0;
  double power = 1;
  while (power > longest && power > 1e-300) power /= 10;
  while (10 * power <= longest && power < 1e300) power *= 10;
  for (const double digit : {5.0, 2.0})
    if (digit * power <= longest) return digit * power;
  return power;
}

std::string length_label(double metres) {
  if (metres >= 1000 && metres < 1e7) return fmt::format("{:.4g} km", metres / 1000);
  if (metres >= 1 || metres < 0.9e-9) return fmt::format("{:.4g} m", metres);
  if (metres >= 0.0099) return fmt::format("{:.4g} cm", metres * 100);
  if (metres >= 0.00099) return fmt::format("{:.4g} mm", metres * 1000);
  return fmt::format("{:.4g} um", metres * 1e6);
}

}  // namespace scree
