#include "bench/copies.h"

#include <algorithm>

#include "base/errors.h"
#include "base/rng.h"
#include "base/space_curve.h"
#include "state/add_body.h"

namespace scree {
namespace {

template <class Named>
std::uint32_t same(const std::vector<Named>& list, std::uint32_t index, const std::vector<Named>& in) {
  if (index < in.size() && in[index].name == list[index].name) return index;
  throw InputError("copies need the same shapes and materials in both scenes");
}

void remove_free_bodies(State& state) {
  std::vector<std::uint8_t> marked(state.bodies.size());
  for (BodyIndex i = 0; i < state.bodies.size(); ++i) marked[i] = state.bodies.free(i);
  state.contacts.renumber(state.bodies.remove(marked));
}

struct Copy {
  BodyIndex of;
  Vec3 position;
};

// Neighbours in space become neighbours in memory.
void sort_along_curve(std::vector<Copy>& copies, const Bodies& from) {
  if (copies.empty()) return;
  Vec3 lowest = copies.front().position;
  double largest = 0;
  for (const Copy& copy : copies) {
    lowest = lowest.cwiseMin(copy.position);
    largest = std::max(largest, from.radius[copy.of]);
  }
  std::ranges::stable_sort(copies, {},
                           [&](const Copy& c) { return place_on_curve(c.position, lowest, 2 * largest); });
}

void shuffle(std::vector<Copy>& copies) {
  Rng rng(1);
  for (std::size_t n = copies.size(); n > 1; --n) std::swap(copies[n - 1], copies[rng.below(n)]);
}

}  // namespace

void fill_with_copies(State& into, const State& settled, const std::array<int, 3>& copies, const Box& room,
                      std::size_t most, CopyOrder order) {
  const Bodies& from = settled.bodies;
  Vec3 shift = Vec3::Zero();  // of the first copy
  for (int k = 0; k < 3; ++k) {
    if (!settled.cell.periodic[k]) continue;
    const double begin = into.cell.periodic[k]
                             ? into.cell.origin[k]
                             : 0.5 * (room.lower[k] + room.upper[k] - copies[k] * settled.cell.length[k]);
    shift[k] = begin - settled.cell.origin[k];
  }
  std::vector<Copy> placed;
  for (int x = 0; x < copies[0]; ++x)
    for (int y = 0; y < copies[1]; ++y)
      for (int z = 0; z < copies[2]; ++z) {
        const Vec3 here = shift + Vec3(x, y, z).cwiseProduct(settled.cell.length);
        for (BodyIndex i = 0; i < from.size(); ++i) {
          if (!from.free(i)) continue;
          const Vec3 position = from.position[i] + here;
          const Box box = bounds(settled.shapes[from.shape[i]], from.scale[i], position, from.orientation[i]);
          if ((box.lower.array() >= room.lower.array()).all() &&
              (box.upper.array() <= room.upper.array()).all())
            placed.push_back({i, position});
        }
      }
  if (placed.size() > most) {
    std::ranges::stable_sort(placed, {}, [&](const Copy& c) { return -into.gravity.dot(c.position); });
    placed.resize(most);
  }
  sort_along_curve(placed, from);
  if (order == CopyOrder::random) shuffle(placed);
  const std::uint32_t group = into.bodies.group.back();  // of what is taken out
  remove_free_bodies(into);
  for (const Copy& copy : placed) {
    const BodyIndex i = copy.of;
    add_body(into, {.shape = same(settled.shapes, from.shape[i], into.shapes),
                    .material = same(settled.materials, from.material[i], into.materials),
                    .scale = from.scale[i],
                    .position = copy.position,
                    .orientation = from.orientation[i],
                    .velocity = from.velocity[i],
                    .spin = from.spin[i],
                    .group = group});
  }
}

}  // namespace scree
