#include "view/legend_parts.h"

#include <algorithm>

#include "view/typeface.h"

namespace scree {
namespace {

PlaneFigure rectangle(double left, double top, double right, double bottom, const Pixel& fill) {
  return {{{{left, top}, {right, top}, {right, bottom}, {left, bottom}}}, {}, fill};
}

}  // namespace

LegendStyle::LegendStyle(int picture_width, int picture_height)
    : unit(std::max(1.0, std::min(picture_width, picture_height) / 480.0)) {}

std::string shortened(const std::string& text, double width, double size) {
  if (text_width(text, size) <= width) return text;
  std::string kept = text;  // names of scenes are ASCII
  while (!kept.empty() && text_width(kept + "...", size) > width) kept.pop_back();
  return kept + "...";
}

PlaneText legend_text(const LegendStyle& style, double x, double top, Side side, std::string text) {
  // Capital letters and digits of DejaVu are 0.73 of their size.
  return {x, top + style.pixels(7.3), LegendStyle::letters * style.unit, side, std::move(text)};
}

void add_colour_scale(PlaneGroup& group, const LegendStyle& style, const Scale& scale, int right, int top,
                      int width) {
  const double size = LegendStyle::letters * style.unit;
  const std::string low = label_of(scale.low), high = label_of(scale.high),
                    middle = label_of(0.5 * scale.low + 0.5 * scale.high);
  const double ends = text_width(low, size) + size + text_width(high, size);
  const int left = right - std::max(width, static_cast<int>(ends));
  const int numbers = top + 2 * style.pixels(LegendStyle::line);
  const int bar = top + style.pixels(LegendStyle::line + 1.5),
            end = bar + style.pixels(LegendStyle::bar_height);
  group.texts.push_back(legend_text(style, right, top, Side::right, std::string(title_of(scale.colouring))));
  // Each reaches to the right end, under those that follow: no seams.
  constexpr int steps = 100;
  for (int k = 0; k < steps; ++k)
    group.figures.push_back(rectangle(left + (right - left) * k / double{steps}, bar, right, end,
                                      to_srgb(scale.colour_at((k + 0.5) / steps))));
  group.texts.push_back(legend_text(style, left, numbers, Side::left, low));
  if (!(scale.high > scale.low)) return;
  group.texts.push_back(legend_text(style, right, numbers, Side::right, high));
  if (ends + 2 * text_width(middle, size) < right - left)
    group.texts.push_back(legend_text(style, 0.5 * (left + right), numbers, Side::middle, middle));
}

void add_group_names(PlaneGroup& group, const LegendStyle& style, const Model& model,
                     const std::set<std::uint32_t>& shown, int right, int top, int width) {
  const int square = style.pixels(LegendStyle::bar_height), left = right - square, gap = style.pixels(4);
  std::size_t count = 0;
  for (const std::uint32_t number : shown) {
    if (count++ == LegendStyle::most_groups) break;
    group.figures.push_back(rectangle(left, top, right, top + square, to_srgb(kind_colour(number))));
    if (number < model.groups.size())
      group.texts.push_back(legend_text(
          style, left - gap, top, Side::right,
          shortened(model.groups[number], width - square - gap, LegendStyle::letters * style.unit)));
    top += style.pixels(LegendStyle::line);
  }
}

}  // namespace scree
