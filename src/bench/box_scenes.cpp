#include "bench/box_scenes.h"

#include <algorithm>

#include "base/math.h"

namespace scree {
namespace {

constexpr BoxSceneKind all_scenes[] = {
    {"drum", "a half-full drum that turns; a layer flows down on the bed", make_box_drum},
    {"hopper", "funnel flow, quicker in the middle; what has left is refilled on top", make_box_hopper},
    {"heap", "at rest but for a trembling; one grain in a thousand rolls on the slope", make_box_heap},
    {"gas", "solid fraction 0.1, straight flight between walls", make_box_gas},
    {"gas-periodic", "the same gas, endless on all axes", make_box_gas_periodic},
    {"bed", "dense; every body wanders around its place", make_box_bed},
    {"sizes-1", "bodies of one size at solid fraction 0.3, each around its place",
     [](const BoxSceneWish& wish) { return make_box_sizes(wish, 1); }},
    {"sizes-10", "sizes 1:10, as much volume of each size",
     [](const BoxSceneWish& wish) { return make_box_sizes(wish, 10); }},
    {"sizes-100", "sizes 1:100, as much volume of each size",
     [](const BoxSceneWish& wish) { return make_box_sizes(wish, 100); }},
    {"needles", "1:20 at any angle, turning", make_box_needles},
    {"tower", "a few across and all the others on top of them, swaying slowly", make_box_tower},
    {"terrain", "a layer that flows over many pieces of rough ground, endless", make_box_terrain}};

}  // namespace

std::span<const BoxSceneKind> box_scenes() { return all_scenes; }

const BoxSceneKind* find_box_scene(std::string_view name) {
  const auto found = std::ranges::find(all_scenes, name, &BoxSceneKind::name);
  return found == std::end(all_scenes) ? nullptr : &*found;
}

void BoxScene::append_body(const Vec3& centre, double width) {
  const double solid = math::pi * width * width * (dimension_ == 2 ? 1 / 4. : width / 6);
  append_body(centre, Vec3::Constant(0.5 * width), width, solid);
}

void BoxScene::append_body(const Vec3& centre, const Vec3& half, double width, double solid) {
  boxes_.push_back({centre - half, centre + half});
  mobile_.push_back(1);
  widths_.push_back(width);
  travel_.push_back(0);
  solid_ += solid;
}

void BoxScene::append_wall(const Box& box) {
  boxes_.push_back(box);
  mobile_.push_back(0);
  travel_.push_back(0);
}

}  // namespace scree
