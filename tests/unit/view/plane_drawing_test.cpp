// Drawings of planar models: who is where, in which colour, how wide; and both writers agree.
#include "view/plane_drawing.h"

#include <gtest/gtest.h>

#include "base/errors.h"
#include "unit/view/plane_scenes.h"
#include "view/plane_cairo.h"
#include "view/plane_legend.h"
#include "view/plane_svg.h"
#include "view/preview.h"

namespace scree {
namespace {

State tray() {
  State state = empty_plane();
  place(state, floor_kind, {0, 0});
  place(state, coin, {-3, 1}, 0.7);
  place(state, hexagon, {0, 1.5}, 0.2);
  place(state, plank, {4, 2}, 1.1);
  place(state, plank, {-6, 2}, math::pi / 2, true);
  for (BodyIndex i = 0; i < state.bodies.size(); ++i) {
    state.bodies.velocity[i] = Vec3(0.5 * i, 0, 0);
    state.bodies.spin[i] = Vec3(0, 0, 2.0 * i - 5);
  }
  return state;
}

PlaneLook look_at(const Model& model, Colouring colouring = Colouring::speed) {
  PlaneLook look;
  look.width = 400;
  look.height = 300;
  look.scale.colouring = colouring;
  see(look, model);
  return look;
}

const PlaneGroup& group_of(const PlanePicture& drawing, const std::string& name) {
  const auto found = std::ranges::find(drawing.groups, name, &PlaneGroup::name);
  if (found == drawing.groups.end()) throw std::out_of_range(name);
  return *found;
}

std::size_t count(const std::string& text, std::string_view what) {
  std::size_t n = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++n;
  return n;
}

TEST(PlaneDrawing, EveryBodyIsOneFigureWhereItIs) {
  const State state = tray();
  const Model model = model_of(state);
  const PlaneLook look = look_at(model);
  const PlanePicture drawing = draw_plane({&model, 1}, look);
  EXPECT_EQ(group_of(drawing, "grains").figures.size(), 3u);
  EXPECT_EQ(group_of(drawing, "walls").figures.size(), 2u);
  const int below = legend_height(look);
  const PlaneView view(look.window, {0, 0, 400, 300 - below});
  const PlaneFigure& disc = group_of(drawing, "grains").figures[0];
  ASSERT_EQ(disc.circles.size(), 1u);
  EXPECT_EQ(disc.circles[0].centre, view(Vec2(-3, 1)));
  EXPECT_DOUBLE_EQ(disc.circles[0].radius, view.scale());
  const PlaneFigure& bar = group_of(drawing, "grains").figures[2];
  ASSERT_EQ(bar.loops.size(), 1u);
  ASSERT_EQ(bar.loops[0].size(), 4u);
  Vec2 middle = Vec2::Zero();
  for (const Vec2& corner : bar.loops[0]) middle += corner / 4;
  EXPECT_LT((middle - view(Vec2(4, 2))).norm(), 1e-4);
  // All free bodies lie in the panel, and up is up.
  for (const PlaneFigure& figure : group_of(drawing, "grains").figures)
    for (const Loop& loop : figure.loops)
      for (const Vec2& corner : loop) {
        EXPECT_GT(corner.minCoeff(), 0);
        EXPECT_LT(corner.y(), 300 - below);
      }
  EXPECT_LT(view(Vec2(0, 1)).y(), view(Vec2(0, 0)).y());
  // The ground covers what is below it.
  const Picture picture = raster(drawing);
  const Vec2 deep = view(Vec2(1, -0.2)), high = view(Vec2(1, 5));
  EXPECT_LT(picture.at(static_cast<int>(deep.x()), static_cast<int>(deep.y()))[0], 200);
  EXPECT_EQ(picture.at(static_cast<int>(high.x()), std::max(2, static_cast<int>(high.y())))[0], 255);
}

TEST(PlaneDrawing, AnEllipseHasItsAxes) {
  State state = empty_plane();
  state.shapes[hexagon] = make_ellipse("egg", {2, 1});
  place(state, hexagon, {3, 4}, math::pi / 2);
  const Model model = model_of(state);
  ASSERT_EQ(model.figures.size(), 1u);
  Vec3 low = model.points.at(0), high = low;
  for (const Vec3& p : model.points) {
    low = low.cwiseMin(p);
    high = high.cwiseMax(p);
  }
  EXPECT_LT((low - Vec3(2, 2, 0)).norm(), 1e-5);
  EXPECT_LT((high - Vec3(4, 6, 0)).norm(), 1e-5);
}

TEST(PlaneDrawing, ASpokeTurnsWithItsDisc) {
  State state = empty_plane();
  place(state, coin, {0, 0}, 0.6);
  const Model model = model_of(state);
  const PlanePicture drawing = draw_plane({&model, 1}, look_at(model));
  const PlaneLine& spoke = group_of(drawing, "spokes").lines.at(0);
  const Vec2 way = spoke.to - spoke.from;
  EXPECT_NEAR(math::atan2(-way.y(), way.x()), 0.6, 1e-9);
}

TEST(PlaneDrawing, ColoursFollowSpeedRotationAndGroup) {
  const Model model = model_of(tray());
  PlaneLook look = look_at(model);
  EXPECT_EQ(look.scale.high, 1.5);  // walls do not count
  const auto fill = [&](std::size_t k) {
    const PlanePicture drawing = draw_plane({&model, 1}, look);
    return group_of(drawing, "grains").figures.at(k).fill;
  };
  EXPECT_EQ(fill(2), to_srgb(scale_colour(1)));
  EXPECT_EQ(fill(0), to_srgb(scale_colour(0.5 / 1.5)));
  look = look_at(model, Colouring::rotation);
  EXPECT_EQ(look.scale.low, -3);
  EXPECT_EQ(look.scale.high, 3);
  EXPECT_EQ(fill(0), to_srgb(signed_colour(0)));        // -3 rad/s
  EXPECT_EQ(fill(2), to_srgb(signed_colour(4.0 / 6)));  // +1
  look = look_at(model, Colouring::group);
  EXPECT_EQ(fill(1), to_srgb(kind_colour(hexagon)));
}

TEST(PlaneDrawing, SignedColoursAreBlueGreyAndRedAndDarkerOutwards) {
  const Rgb low = signed_colour(0), middle = signed_colour(0.5), high = signed_colour(1);
  EXPECT_GT(low[2], 2 * low[0]);
  EXPECT_GT(high[0], 2 * high[2]);
  EXPECT_NEAR(middle[0], middle[2], 0.01);
  double before = 2;
  for (int k = 0; k <= 10; ++k) {
    const Rgb colour = signed_colour(0.5 + 0.05 * k);
    const double light = 0.2126 * colour[0] + 0.7152 * colour[1] + 0.0722 * colour[2];
    EXPECT_LT(light, before);
    before = light;
  }
}

TEST(PlaneDrawing, LinesOfChainsAreAsWideAsTheirForce) {
  Model model = model_of(tray());
  for (const double force : {5.0, 0.0, 10.0, 40.0, 1e-9})
    model.links.push_back({Vec3(0, 1, 0), Vec3(1, 1 + force, 0), force});
  PlaneLook look;
  look.chains = true;
  look.width = 800;
  look.height = 600;
  see(look, model);
  EXPECT_EQ(look.strong_force(), 40);
  const PlanePicture drawing = draw_plane({&model, 1}, look);
  const std::vector<PlaneLine>& lines = group_of(drawing, "forces").lines;
  ASSERT_EQ(lines.size(), 3u);  // no line is no force
  EXPECT_NEAR(lines[1].width, 2 * lines[0].width, 1e-12);
  EXPECT_NEAR(lines[2].width, 8 * lines[0].width, 1e-12);
  EXPECT_LE(lines[2].width, 24);
  // A blow in one frame of three leaves the others as they are, and is not drawn without limit.
  Model blow = model;
  blow.links[3].force = 4e6;
  see(look, blow);
  see(look, model);
  EXPECT_EQ(look.strong_force(), 40);
  const PlanePicture struck = draw_plane({&blow, 1}, look);
  EXPECT_NEAR(group_of(struck, "forces").lines[2].width, 2 * lines[2].width, 1e-12);
  model.knows_forces = false;
  EXPECT_THROW(see(look, model), InputError);
}

TEST(PlaneDrawing, SvgHasOnePathPerBodyAndLine) {
  Model model = model_of(tray());
  model.groups[coin] = "a <b> & \"c\"";
  model.links.push_back({Vec3(-3, 1, 0), Vec3(0, 1.5, 0), 2});
  PlaneLook look = look_at(model, Colouring::group);
  look.chains = true;
  const PlanePicture drawing = draw_plane({&model, 1}, look);
  const std::string svg = svg_of(drawing);
  std::size_t items = 0, texts = 0;
  for (const PlaneGroup& group : drawing.groups) {
    items += group.figures.size() + group.lines.size();
    texts += group.texts.size();
  }
  EXPECT_EQ(count(svg, "<path "), items);
  EXPECT_EQ(count(svg, "<text "), texts);
  EXPECT_EQ(count(svg, "<g class="), drawing.groups.size());
  EXPECT_EQ(count(svg, "<g "), count(svg, "</g>"));
  EXPECT_NE(svg.find("a &lt;b&gt; &amp; &quot;c&quot;"), std::string::npos);
  EXPECT_EQ(svg.find("nan"), std::string::npos);
  EXPECT_EQ(svg_of(draw_plane({&model, 1}, look)), svg);
}

TEST(PlaneDrawing, PdfIsTheSameEveryTime) {
  const Model model = model_of(tray());
  const PlaneLook look = look_at(model);
  const std::string pdf = pdf_of(draw_plane({&model, 1}, look));
  EXPECT_EQ(pdf.substr(0, 5), "%PDF-");
  EXPECT_EQ(pdf_of(draw_plane({&model, 1}, look)), pdf);
}

TEST(PlaneDrawing, PanelsOfAStripStandSideBySideAndKeepToThemselves) {
  const Model model = model_of(tray());
  PlaneLook look = look_at(model);
  look.legend = false;
  // A close look: bodies reach beyond their panel.
  look.window = {{-1, 0}, {1, 2}, true};
  const std::vector<Model> models(3, model);
  const Picture strip = raster(draw_plane(models, look)), single = raster(draw_plane({&model, 1}, look));
  ASSERT_EQ(strip.width, 3 * single.width);
  for (int y = 0; y < single.height; ++y)
    for (int x = 0; x < strip.width; ++x) {
      const Pixel &a = strip.at(x, y), &b = single.at(x % single.width, y);
      for (int k = 0; k < 3; ++k) ASSERT_LE(std::abs(a[k] - b[k]), 1) << x << " " << y;
    }
}

// Otherwise a film would jump.
TEST(PlaneDrawing, WhoComesLaterIsInTheLegendOfTheFirstPicture) {
  State state = tray();
  const Model first = model_of(state);
  for (int k = 0; k < 5; ++k) {
    state.groups.push_back("late");
    state.bodies.group[place(state, coin, {2.0 * k, 9})] =
        static_cast<std::uint32_t>(state.groups.size() - 1);
  }
  const Model second = model_of(state);
  PlaneLook look = look_at(first, Colouring::group);
  const int before = legend_height(look);
  see(look, second);
  EXPECT_GT(legend_height(look), before);
  const PlanePicture a = draw_plane({&first, 1}, look), b = draw_plane({&second, 1}, look);
  EXPECT_EQ(group_of(a, "grains").clip, group_of(b, "grains").clip);
  EXPECT_EQ(group_of(a, "grains").outline, group_of(b, "grains").outline);
  EXPECT_EQ(colours_of(look).size(), 8u);
}

TEST(PlaneDrawing, EmptyAndDegenerateModelsHavePictures) {
  State state = empty_plane();
  Model model = model_of(state);
  EXPECT_EQ(raster(draw_plane({&model, 1}, look_at(model))).width, 400);
  place(state, floor_kind, {0, 0});
  model = model_of(state);
  EXPECT_EQ(raster(draw_plane({&model, 1}, look_at(model))).height, 300);
  place(state, coin, {1e9, 1e9});
  model = model_of(state);
  const Picture far = raster(draw_plane({&model, 1}, look_at(model)));
  EXPECT_NE(far.at(200, 100), (Pixel{255, 255, 255}));
}

TEST(PlaneDrawing, ThePreviewOfAPlanarStateIsAPlanePicture) {
  Workers workers(1);
  const Picture preview = preview_of(tray(), workers);
  EXPECT_EQ(preview.width, 800);
  EXPECT_EQ(preview.at(400, 2), (Pixel{255, 255, 255}));  // paper, not a sky
}

TEST(PlaneLegend, LengthsAreRound) {
  EXPECT_EQ(round_length(0.3), 0.2);
  EXPECT_EQ(round_length(7), 5);
  EXPECT_EQ(round_length(1), 1);
  EXPECT_EQ(round_length(1999), 1000);
  EXPECT_EQ(round_length(0), 0);
  EXPECT_EQ(length_label(0.2), "20 cm");
  EXPECT_EQ(length_label(2e-3), "2 mm");
  EXPECT_EQ(length_label(5e-5), "50 um");
  EXPECT_EQ(length_label(5), "5 m");
  EXPECT_EQ(length_label(2000), "2 km");
}

}  // namespace
}  // namespace scree
