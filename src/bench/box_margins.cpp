#include "bench/box_margins.h"

#include <atomic>

#include "step/neighbourhood.h"

namespace scree {
namespace {

constexpr std::size_t bodies_together = 2048;

}  // namespace

bool BoxMargins::hold(const BoxScene& scene, Workers& workers) const {
  const std::span<const Box> now = scene.boxes();
  if (boxes_.size() != now.size()) return false;
  const std::span<const std::uint8_t> mobile = scene.mobile();
  const std::span<const double> travel = scene.travel();
  const Cell& cell = scene.cell();
  const int dimension = scene.dimension();
  std::atomic<bool> outgrown{false};
  workers.for_ranges(now.size(), bodies_together, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      if (mobile[i] == 0 && travel[i] == 0) continue;
      bool inside = true;
      for (int k = 0; k < dimension; ++k) {
        // Twice the way of the middle, through the nearest image, and twice what the box may reach beyond it.
        double way = (now[i].lower[k] + now[i].upper[k]) - (boxes_[i].lower[k] + boxes_[i].upper[k]);
        if (cell.periodic[static_cast<std::size_t>(k)])
          way -= 2 * cell.length[k] * std::rint(way / (2 * cell.length[k]));
        const double free = (boxes_[i].upper[k] - boxes_[i].lower[k]) - (now[i].upper[k] - now[i].lower[k]);
        inside = inside && std::abs(way) <= free;
      }
      if (!inside) {
        outgrown.store(true, std::memory_order_relaxed);
        return;
      }
    }
  });
  return !outgrown.load();
}

void BoxMargins::renew(const BoxScene& scene, Workers& workers) {
  const std::span<const Box> now = scene.boxes();
  boxes_.resize(now.size());
  workers.for_ranges(now.size(), bodies_together, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      double margin = Neighbourhood::travel_steps * scene.travel()[i];
      if (scene.mobile()[i] != 0) margin += Neighbourhood::rest_margin * 0.5 * scene.widths()[i];
      boxes_[i] = {now[i].lower - Vec3::Constant(margin), now[i].upper + Vec3::Constant(margin)};
    }
  });
}

}  // namespace scree
