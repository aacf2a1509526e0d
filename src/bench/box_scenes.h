// Moving boxes for the laboratory of neighbour searches: what the broad phase sees of typical scenes, without
// their mechanics. Bodies do not feel each other; they move along paths that keep the density of the real
// scene, so a million of them are there at once and a step costs some nanoseconds per body. Docs:
// docs/neighbours.md.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "base/parallel.h"
#include "state/box.h"
#include "state/cell.h"

namespace scree {

struct BoxSceneWish {
  int dimension = 3;
  std::size_t bodies = 1000;  // free ones; walls come on top
  double motion = 0.01;       // the way of the quickest bodies per step, in sizes of the (smallest) body
  bool shuffled = true;       // bodies numbered in any order, as in a bed that was mixed; or row by row
  std::uint64_t seed = 1;
};

// Free bodies have the first numbers, walls follow. Sizes are about 1; up is the last axis.
class BoxScene {
 public:
  explicit BoxScene(const BoxSceneWish& wish) : dimension_(wish.dimension), motion_(wish.motion) {}
  virtual ~BoxScene() = default;
  virtual std::unique_ptr<BoxScene> clone() const = 0;
  virtual void step(Workers& workers) = 0;

  std::span<const Box> boxes() const { return boxes_; }
  std::span<const std::uint8_t> mobile() const { return mobile_; }
  const Cell& cell() const { return cell_; }
  int dimension() const { return dimension_; }
  std::size_t bodies() const { return widths_.size(); }
  // Of each body: its smallest extent, however it is turned; and the way of its quickest point in the last
  // step.
  std::span<const double> widths() const { return widths_; }
  std::span<const double> travel() const { return travel_; }  // of walls, too
  // The centres of all bodies stay in it.
  const Box& room() const { return room_; }
  double solid() const { return solid_; }  // volume (area) of the bodies

 protected:
  BoxScene(const BoxScene&) = default;
  BoxScene& operator=(const BoxScene&) = delete;

  void append_body(const Vec3& centre, double width);                                  // round
  void append_body(const Vec3& centre, const Vec3& half, double width, double solid);  // all before all walls
  void append_wall(const Box& box);
  void place(std::size_t i, const Vec3& centre) {
    const Vec3 half = Vec3::Constant(0.5 * widths_[i]);
    boxes_[i] = {centre - half, centre + half};
  }
  int up() const { return dimension_ - 1; }

  int dimension_;
  double motion_;
  Cell cell_;
  Box room_{Vec3::Zero(), Vec3::Zero()};
  double solid_ = 0;
  std::vector<Box> boxes_;
  std::vector<std::uint8_t> mobile_;
  std::vector<double> widths_, travel_;
};

struct BoxSceneKind {
  const char* name;
  const char* what;
  std::unique_ptr<BoxScene> (*make)(const BoxSceneWish& wish);
};

std::span<const BoxSceneKind> box_scenes();
const BoxSceneKind* find_box_scene(std::string_view name);  // null when there is none

// The makers, by the files they stand in: box_scenes_flow.cpp, _rest.cpp, _free.cpp, _sizes.cpp.
std::unique_ptr<BoxScene> make_box_drum(const BoxSceneWish& wish);
std::unique_ptr<BoxScene> make_box_hopper(const BoxSceneWish& wish);
std::unique_ptr<BoxScene> make_box_terrain(const BoxSceneWish& wish);
std::unique_ptr<BoxScene> make_box_heap(const BoxSceneWish& wish);
std::unique_ptr<BoxScene> make_box_bed(const BoxSceneWish& wish);
std::unique_ptr<BoxScene> make_box_tower(const BoxSceneWish& wish);
std::unique_ptr<BoxScene> make_box_gas(const BoxSceneWish& wish);
std::unique_ptr<BoxScene> make_box_gas_periodic(const BoxSceneWish& wish);
std::unique_ptr<BoxScene> make_box_needles(const BoxSceneWish& wish);
std::unique_ptr<BoxScene> make_box_sizes(const BoxSceneWish& wish, double ratio);

}  // namespace scree
