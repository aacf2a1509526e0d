#include "bench/box_places.h"

#include <algorithm>
#include <numeric>

namespace scree {

void thin_out(std::vector<Vec3>& places, const BoxSceneWish& wish, Rng& rng) {
  std::vector<std::size_t> chosen(places.size());
  std::iota(chosen.begin(), chosen.end(), std::size_t{0});
  shuffle(chosen, rng);
  chosen.resize(wish.bodies);
  if (!wish.shuffled) std::ranges::sort(chosen);
  std::vector<Vec3> left;
  left.reserve(wish.bodies);
  for (const std::size_t i : chosen) left.push_back(places[i]);
  places = std::move(left);
}

}  // namespace scree
