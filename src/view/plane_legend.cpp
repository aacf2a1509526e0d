#include "view/plane_legend.h"

#include <fmt/format.h>

#include <algorithm>

#include "view/legend_parts.h"

namespace scree {
namespace {

// A bar of a round length.
void add_lengths(PlaneGroup& group, const LegendStyle& style, const PixelBox& box, const PlaneView& view) {
  const double left = box.x + box.width / 3, top = box.y + style.pixels(LegendStyle::margin);
  const double metres = round_length(0.2 * box.width / view.scale());
  const double end = left + metres * view.scale();
  const double upper = top + style.pixels(2), lower = top + style.pixels(5);
  group.figures.push_back({{{{left, upper}, {end, upper}, {end, lower}, {left, lower}}}, {}, legend_ink});
  group.texts.push_back(legend_text(style, end + style.pixels(6), top, Side::left, length_label(metres)));
}

}  // namespace

PlaneGroup draw_force_legend(const PixelBox& box, const PlaneLook& look, double widest_line) {
  const LegendStyle style(look.width, look.height);
  const double left = box.x + box.width / 3;
  const double top = box.y + style.pixels(LegendStyle::margin + LegendStyle::line);
  PlaneGroup group{.name = "legend", .clip = box, .ink = chain_ink};
  if (look.peaks.empty()) return group;
  const double high = style.pixels(LegendStyle::bar_height);
  const double shown = std::min(widest_line, high);  // what fits between the lines of text
  const double y = top + 0.5 * high, end = left + style.pixels(20);
  group.lines.push_back({{left + 0.5 * shown, y}, {end - 0.5 * shown, y}, shown});
  group.texts.push_back(legend_text(style, end + style.pixels(6), top, Side::left,
                                    label_of(look.strong_force() * (shown / widest_line)) + " N"));
  return group;
}

int legend_height(const PlaneLook& look) {
  if (!look.legend || look.width < 320 || look.height < 240) return 0;
  const LegendStyle style(look.width, look.height);
  const int shown = static_cast<int>(std::min(LegendStyle::most_groups, look.groups.size()));
  const int rows = look.scale.colouring == Colouring::group ? std::max(3, shown) : 3;
  return style.pixels(2 * LegendStyle::margin) + rows * style.pixels(LegendStyle::line);
}

PlaneGroup draw_plane_legend(const PixelBox& box, const Model& model, const PlaneLook& look,
                             const PlaneView& view, const LegendParts& parts) {
  const LegendStyle style(look.width, look.height);
  const int margin = style.pixels(LegendStyle::margin), top = box.y + margin;
  const int right = box.x + box.width - margin, third = box.width / 3 - margin;
  PlaneGroup group{.name = "legend", .clip = box, .ink = legend_ink};
  group.texts.push_back(
      legend_text(style, box.x + margin, top, Side::left, fmt::format("t = {:.4g} s", model.time)));
  if (parts.lengths) add_lengths(group, style, box, view);
  if (!parts.colours || !look.scale.any) return group;
  if (look.scale.colouring == Colouring::group)
    add_group_names(group, style, model, look.groups, right, top, third);
  else
    add_colour_scale(group, style, look.scale, right, top, std::min(style.pixels(150), third));
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
