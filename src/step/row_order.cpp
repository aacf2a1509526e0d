#include "step/row_order.h"

#include <algorithm>
#include <numeric>

#include "base/parallel_lists.h"
#include "base/space_curve.h"

namespace scree {
namespace {

constexpr std::size_t bodies_together = 4096;
constexpr BodyIndex near_numbers = 1024;  // what pairs read of so many bodies fits into the second cache

struct Place {
  std::uint64_t on_curve;
  BodyIndex body;
  friend auto operator<=>(const Place&, const Place&) = default;
};

// The cells may be as fine as they come: what the curve keeps together in large cells it does in small ones.
struct Curve {
  Vec3 lowest;
  double cell;
};

Curve curve_through(const Bodies& bodies) {
  constexpr double far_away = 1e300;
  Vec3 lowest = Vec3::Constant(far_away), highest = Vec3::Constant(-far_away);
  for (BodyIndex i = 0; i < bodies.size(); ++i) {
    if (!bodies.free(i)) continue;
    lowest = lowest.cwiseMin(bodies.position[i]);
    highest = highest.cwiseMax(bodies.position[i]);
  }
  const double length = (highest - lowest).maxCoeff();
  return {lowest, length > 0 ? length / cells_on_axis : 1};
}

}  // namespace

void RowOrder::by_number(std::size_t bodies) {
  body_of.resize(bodies);
  row_of.resize(bodies);
  std::iota(body_of.begin(), body_of.end(), 0);
  std::iota(row_of.begin(), row_of.end(), 0);
}

void RowOrder::along_curve(const State& state, Workers& workers) {
  const Bodies& bodies = state.bodies;
  const Curve curve = curve_through(bodies);
  std::vector<Place> places(bodies.size());
  workers.for_ranges(bodies.size(), bodies_together, [&](std::size_t begin, std::size_t end) {
    for (BodyIndex i = static_cast<BodyIndex>(begin); i < end; ++i)
      places[i] = {bodies.free(i) ? 1 + place_on_curve(bodies.position[i], curve.lowest, curve.cell) : 0, i};
  });
  sort(std::span(places), std::less<>(), workers);
  body_of.resize(bodies.size());
  row_of.resize(bodies.size());
  workers.for_ranges(bodies.size(), bodies_together, [&](std::size_t begin, std::size_t end) {
    for (std::size_t row = begin; row < end; ++row) {
      body_of[row] = places[row].body;
      row_of[places[row].body] = static_cast<std::uint32_t>(row);
    }
  });
}

bool RowOrder::parts_numbers(const State& state) const {
  std::size_t far = 0, free = 0;
  for (std::size_t row = 1; row < size(); ++row) {
    if (!state.bodies.free(body_of[row])) continue;
    const BodyIndex a = std::min(body_of[row - 1], body_of[row]),
                    b = std::max(body_of[row - 1], body_of[row]);
    far += b - a > near_numbers;
    ++free;
  }
  return 4 * far > free;
}

void RowOrder::append(std::size_t bodies) {
  for (BodyIndex i = static_cast<BodyIndex>(size()); i < bodies; ++i) {
    body_of.push_back(i);
    row_of.push_back(i);
  }
}

void RowOrder::renumber(std::span<const BodyIndex> new_index) {
  append(new_index.size());
  std::erase_if(body_of, [&](BodyIndex& body) {
    body = new_index[body];
    return body == no_body;
  });
  row_of.resize(size());
  for (std::uint32_t row = 0; row < size(); ++row) row_of[body_of[row]] = row;
}

}  // namespace scree
