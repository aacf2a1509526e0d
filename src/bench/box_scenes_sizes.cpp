// Bodies of many sizes. Classes of size are sqrt(10) apart and have about the same volume each, so for each
// body of a class there are 10 (plane) or 32 (space) of the next smaller one; of each class there is at least
// one.
#include <algorithm>

#include "base/math.h"
#include "bench/around_places.h"
#include "bench/box_places.h"

namespace scree {
namespace {

constexpr double solid_fraction = 0.3;

double solid_volume_of(double width, int dimension) {
  return dimension == 2 ? math::pi / 4 * width * width : math::pi / 6 * width * width * width;
}

// Which cells, about as large as the smallest body, are taken by the bodies so far.
class Taken {
 public:
  Taken(int dimension, double edge)
      : dimension_(dimension),
        across_(static_cast<long>(std::ceil(edge))),
        size_(edge / static_cast<double>(across_)) {
    const auto n = static_cast<std::size_t>(across_);
    cells_.resize(n * n * (dimension == 2 ? 1 : n));
  }
  // Is there a body at the middle, or at the ends of its axes?
  bool at(const Vec3& centre, double width) const {
    if (cells_[number(centre)] != 0) return true;
    for (int k = 0; width > 2 && k < dimension_; ++k)
      for (const double way : {-0.5 * width, 0.5 * width}) {
        Vec3 p = centre;
        p[k] += way;
        if (cells_[number(p)] != 0) return true;
      }
    return false;
  }
  void take(const Vec3& centre, double width) {
    cells_[number(centre)] = 1;
    if (width < 2) return;
    const double reach = 0.5 * width;
    const Vec3 low = centre - Vec3::Constant(reach), high = centre + Vec3::Constant(reach);
    for (long k = cell(low.z()); k <= (dimension_ == 2 ? 0 : cell(high.z())); ++k)
      for (long j = cell(low.y()); j <= cell(high.y()); ++j)
        for (long i = cell(low.x()); i <= cell(high.x()); ++i) {
          Vec3 middle = size_ * Vec3(static_cast<double>(i) + 0.5, static_cast<double>(j) + 0.5,
                                     static_cast<double>(k) + 0.5);
          if (dimension_ == 2) middle.z() = centre.z();
          if ((middle - centre).squaredNorm() <= reach * reach) cells_[number(middle)] = 1;
        }
  }

 private:
  long cell(double x) const { return std::clamp(static_cast<long>(x / size_), 0L, across_ - 1); }
  std::size_t number(const Vec3& p) const {
    const long layer = dimension_ == 2 ? 0 : cell(p.z());
    return static_cast<std::size_t>((layer * across_ + cell(p.y())) * across_ + cell(p.x()));
  }
  int dimension_;
  long across_;
  double size_;
  std::vector<std::uint8_t> cells_;
};

struct SizedGrain {
  Vec3 centre;
  double width;
};

// Widths of all bodies, the largest first.
std::vector<double> widths_of(const BoxSceneWish& wish, double ratio, Rng& rng) {
  std::vector<double> sizes;
  for (double size = 1; size < 1.01 * ratio; size *= std::sqrt(10.0)) sizes.push_back(size);
  double numbers = 0;  // of bodies, for each unit of volume in a class
  for (const double size : sizes) numbers += 1 / solid_volume_of(size, wish.dimension);
  const double volume = static_cast<double>(wish.bodies) / numbers;
  std::vector<double> widths;
  for (std::size_t k = sizes.size(); k-- > 1;) {
    const double count = std::max(1.0, std::round(volume / solid_volume_of(sizes[k], wish.dimension)));
    for (double n = 0; n < count && widths.size() + 1 < wish.bodies; ++n) widths.push_back(sizes[k]);
  }
  while (widths.size() < wish.bodies) widths.push_back(about_one(rng));
  return widths;
}

std::vector<SizedGrain> grains_in(double edge, const std::vector<double>& widths, const BoxSceneWish& wish,
                                  Rng& rng) {
  Taken taken(wish.dimension, edge);
  std::vector<SizedGrain> grains;
  grains.reserve(widths.size());
  for (const double width : widths) {
    Vec3 centre;
    // Large bodies find a place soon, as there are few; two small ones may overlap where there is none.
    for (int attempt = 0; attempt < 100; ++attempt) {
      centre = Vec3::Constant(0.5 * edge) + shift(rng, wish.dimension, 0.5 * (edge - width));
      if (wish.dimension == 2) centre.z() = 0;
      if (!taken.at(centre, width)) break;
    }
    taken.take(centre, width);
    grains.push_back({centre, width});
  }
  if (wish.shuffled)
    shuffle(grains, rng);
  else
    std::ranges::sort(grains, {}, [&](const SizedGrain& g) {
      const double layer = wish.dimension == 2 ? 0 : std::floor(g.centre.z());
      return std::tuple(layer, std::floor(g.centre.y()), g.centre.x());
    });
  return grains;
}

class Sizes : public AroundPlaces {
 public:
  Sizes(const BoxSceneWish& wish, double ratio) : AroundPlaces(wish) {
    Rng rng(wish.seed, 9);
    const std::vector<double> widths = widths_of(wish, ratio, rng);
    double solid = 0;
    for (const double width : widths) solid += solid_volume_of(width, dimension_);
    const double room = solid / solid_fraction;
    const double edge = std::max(1.5 * widths.front(), dimension_ == 2 ? std::sqrt(room) : math::cbrt(room));
    for (const SizedGrain& g : grains_in(edge, widths, wish, rng)) {
      append_body(g.centre, g.width);
      wander_last(g.centre, dimension_, 0.3, motion_, rng);
    }
    room_ = {Vec3::Zero(), Vec3::Constant(edge)};
    if (dimension_ == 2) room_.upper.z() = 0;
    Box floor = {Vec3::Constant(-10), Vec3::Constant(edge + 10)};
    floor.lower[up()] = -1;
    floor.upper[up()] = 0;
    append_wall(floor);
  }
  std::unique_ptr<BoxScene> clone() const override { return std::make_unique<Sizes>(*this); }
};

}  // namespace

std::unique_ptr<BoxScene> make_box_sizes(const BoxSceneWish& wish, double ratio) {
  return std::make_unique<Sizes>(wish, ratio);
}

}  // namespace scree
