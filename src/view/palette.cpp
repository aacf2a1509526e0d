#include "view/palette.h"

#include <algorithm>
#include <limits>

namespace scree {
namespace {

Pixel mixed(const Pixel& a, const Pixel& b, int parts, int all) {
  Pixel p;
  for (int k = 0; k < 3; ++k) p[k] = static_cast<std::uint8_t>((a[k] * (all - parts) + b[k] * parts) / all);
  return p;
}

}  // namespace

Palette::Palette(std::span<const Pixel> colours) {
  constexpr Pixel paper{255, 255, 255}, ink{38, 40, 46};
  constexpr std::size_t most = unchanged;
  constexpr int greys = 39;
  const auto add = [&](const Pixel& colour) {
    if (colours_.size() < most && std::ranges::find(colours_, colour) == colours_.end())
      colours_.push_back(colour);
  };
  for (int k = 0; k < greys; ++k) add(mixed(paper, {0, 0, 0}, k, greys - 1));
  add(ink);
  for (const Pixel& colour : colours) add(colour);
  // The middles first: where there are too many colours, the finer steps are left out.
  for (const auto& [towards, parts] :
       {std::pair{ink, 2}, {paper, 2}, {ink, 1}, {ink, 3}, {paper, 1}, {paper, 3}})
    for (const Pixel& colour : colours) add(mixed(colour, towards, parts, 4));
}

std::uint8_t Palette::nearest(const Pixel& colour) {
  const std::uint32_t key = static_cast<std::uint32_t>(colour[0] << 16 | colour[1] << 8 | colour[2]);
  const auto [place, is_new] = known_.try_emplace(key, std::uint8_t{0});
  if (!is_new) return place->second;
  int least = std::numeric_limits<int>::max();
  for (std::size_t k = 0; k < colours_.size(); ++k) {
    // The eye sees green best and blue least.
    const int r = colours_[k][0] - colour[0], g = colours_[k][1] - colour[1], b = colours_[k][2] - colour[2];
    const int distance = 3 * r * r + 6 * g * g + 2 * b * b;
    if (distance < least) {
      least = distance;
      place->second = static_cast<std::uint8_t>(k);
    }
  }
  return place->second;
}

}  // namespace scree
