#include "view/plane_drawing.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/errors.h"
#include "view/plane_legend.h"

namespace scree {
namespace {

constexpr Pixel outline_ink{38, 40, 46}, wall_ink{110, 110, 112};

struct Panel {
  const Model& model;
  const PlaneLook& look;
  PlaneView view;
  double radius;  // of a typical grain, in pixels

  bool is_outside(const Ball& ball) const {
    const Vec2 centre = view(ball.centre);
    const double reach = view.scale() * ball.radius + 4;
    const PixelBox& box = view.box();
    return centre.x() + reach < box.x || centre.x() - reach > box.x + box.width ||
           centre.y() + reach < box.y || centre.y() - reach > box.y + box.height;
  }
  double widest_line() const { return std::clamp(0.45 * radius, 1.5, 24.0); }
};

// One figure for each body that is to be seen, in the order of bodies.
std::vector<PlaneFigure> figures_of(const Panel& panel) {
  const Model& model = panel.model;
  std::vector<PlaneFigure> figures(model.bodies.size());
  for (const Model::Figure& figure : model.figures) {
    if (panel.is_outside(model.bodies[figure.body].bounds)) continue;
    Loop& loop = figures[figure.body].loops.emplace_back();
    for (std::uint32_t p = figure.begin; p < figure.end; ++p) loop.push_back(panel.view(model.points[p]));
  }
  for (const Model::Round& round : model.rounds)
    if (!panel.is_outside(round.ball))
      figures[round.body].circles.push_back(
          {panel.view(round.ball.centre), panel.view.scale() * round.ball.radius});
  // So much larger than the panel that their outline shows only where the half-plane ends.
  PixelBox around = panel.view.box();
  around = {around.x - 8, around.y - 8, around.width + 16, around.height + 16};
  for (const Model::HalfSpace& half : model.half_spaces)
    if (Loop loop = half_plane_in(around, panel.view(half.point), {half.normal.x(), -half.normal.y()});
        loop.size() >= 3)
      figures[half.body].loops.push_back(std::move(loop));
  return figures;
}

void add_panel(PlanePicture& drawing, const Panel& panel) {
  const Model& model = panel.model;
  const PixelBox& box = panel.view.box();
  PlaneGroup walls{.name = "walls", .clip = box, .ink = wall_ink, .outline = 0.5};
  PlaneGroup grains{.name = "grains", .clip = box, .ink = outline_ink};
  grains.outline = std::clamp(0.06 * panel.radius, 0.1, 0.6);
  std::vector<PlaneFigure> figures = figures_of(panel);
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    const Model::Body& body = model.bodies[i];
    if (body.hidden || (figures[i].loops.empty() && figures[i].circles.empty())) continue;
    figures[i].fill = to_srgb(colour_of(body, panel.look.scale));
    (body.wall ? walls : grains).figures.push_back(std::move(figures[i]));
  }
  // A disc shows by a spoke how far it has turned.
  PlaneGroup spokes{.name = "spokes", .clip = box, .ink = outline_ink};
  for (const Model::Round& round : model.rounds) {
    const Model::Body& body = model.bodies[round.body];
    const double radius = panel.view.scale() * round.ball.radius;
    if (body.wall || body.hidden || radius < 3 || panel.is_outside(round.ball)) continue;
    spokes.lines.push_back({panel.view(round.ball.centre),
                            panel.view(Vec3(round.ball.centre + 0.85 * round.spoke)),
                            std::clamp(0.08 * radius, 0.5, 2.0)});
  }
  drawing.groups.push_back(std::move(walls));
  drawing.groups.push_back(std::move(grains));
  if (!spokes.lines.empty()) drawing.groups.push_back(std::move(spokes));
  if (!panel.look.chains) return;
  constexpr double invisible = 0.05;  // pixels
  constexpr double most = 2;          // of blows
  const double strong = panel.look.strong_force();
  PlaneGroup chains{.name = "forces", .clip = box, .ink = chain_ink};
  for (const Model::Link& link : model.links) {
    const double width = panel.widest_line() * std::min(most, strong > 0 ? link.force / strong : 0);
    if (width >= invisible) chains.lines.push_back({panel.view(link.from), panel.view(link.to), width});
  }
  drawing.groups.push_back(std::move(chains));
}

}  // namespace

double PlaneLook::strong_force() const {
  if (peaks.empty()) return 0;
  std::vector<double> sorted = peaks;
  std::ranges::sort(sorted);
  return sorted[sorted.size() / 2];
}

void see(PlaneLook& look, const Model& model) {
  if (!model.knows_forces && (look.chains || look.scale.colouring == Colouring::force))
    throw InputError(
        fmt::format("{}: this frame was recorded without its contacts, which are in the files of the format "
                    "\"vtk\"; the last "
                    "state (--frame last) knows them",
                    look.chains ? "--forces" : "--color force"));
  look.scale = join(look.scale, scale_for(model, look.scale.colouring));
  look.window.add(window_of(model));
  for (const Model::Body& body : model.bodies) {
    if (body.wall || body.hidden || body.endless) continue;
    if (body.group < model.groups.size()) look.groups.insert(body.group);
    look.radii += body.bounds.radius;
    look.grains += 1;
  }
  double peak = 0;
  for (const Model::Link& link : model.links) peak = std::max(peak, link.force);
  if (peak > 0) look.peaks.push_back(peak);
}

PlanePicture draw_plane(std::span<const Model> models, const PlaneLook& look) {
  PlanePicture drawing;
  drawing.width = look.width * static_cast<int>(models.size());
  drawing.height = look.height;
  const int below = legend_height(look);
  for (std::size_t k = 0; k < models.size(); ++k) {
    const Model& model = models[k];
    const int left = look.width * static_cast<int>(k), high = look.height - below;
    const PlaneView view(look.window, {left, 0, look.width, high});
    const Panel panel{model, look, view, view.scale() * look.typical_radius()};
    add_panel(drawing, panel);
    const PixelBox legend{left, high, look.width, below};
    if (below > 0)
      drawing.groups.push_back(
          draw_plane_legend(legend, model, look, view, {k == 0, k + 1 == models.size()}));
    if (below > 0 && k == 0 && look.chains)
      drawing.groups.push_back(draw_force_legend(legend, look, panel.widest_line()));
    drawing.title += fmt::format("{}t = {:.4g} s", k == 0 ? "" : ", ", model.time);
  }
  return drawing;
}

std::vector<Pixel> colours_of(const PlaneLook& look) {
  std::vector<Pixel> colours;
  constexpr int steps = 35;
  if (look.scale.colouring == Colouring::group) {
    for (const std::uint32_t group : look.groups)
      if (colours.size() < steps) colours.push_back(to_srgb(kind_colour(group)));
  } else {
    for (int k = 0; k < steps; ++k) colours.push_back(to_srgb(look.scale.colour_at(k / (steps - 1.0))));
  }
  if (look.chains) colours.push_back(chain_ink);
  return colours;
}

}  // namespace scree
