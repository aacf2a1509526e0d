#include "view/legend.h"

#include <fmt/format.h>

#include <algorithm>

#include "view/legend_parts.h"
#include "view/plane_cairo.h"

namespace scree {

void draw_legend(Picture& picture, const Model& model, const Scale& scale) {
  if (picture.width < 320 || picture.height < 240) return;  // no room beside what it explains
  const LegendStyle style(picture.width, picture.height);
  const int line = style.pixels(LegendStyle::line), margin = style.pixels(LegendStyle::margin);
  const int bottom = picture.height - margin, right = picture.width - margin, third = picture.width / 3;
  PlaneGroup legend{.name = "legend", .clip = {0, 0, picture.width, picture.height}, .ink = legend_ink};
  legend.texts.push_back(
      legend_text(style, margin, bottom - line, Side::left, fmt::format("t = {:.4g} s", model.time)));
  if (scale.any && scale.colouring == Colouring::group) {
    std::set<std::uint32_t> shown;
    for (const Model::Body& body : model.bodies)
      if (!body.wall && !body.hidden && body.group < model.groups.size()) shown.insert(body.group);
    const int lines = static_cast<int>(std::min(shown.size(), LegendStyle::most_groups));
    add_group_names(legend, style, model, shown, right, bottom - line * lines, third);
  } else if (scale.any) {
    add_colour_scale(legend, style, scale, right, bottom - 3 * line, std::min(style.pixels(150), third));
  }
  draw_onto(picture, legend);
}

}  // namespace scree
