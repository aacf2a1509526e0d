#include "step/row_order.h"

#include <algorithm>
#include <compare>
#include <functional>
#include <numeric>

#include "base/parallel_lists.h"
#include "base/space_curve.h"

namespace scree {
namespace {

constexpr std::size_t ordered_bodies_together = 4096;
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
  const double cell = (highest - lowest).maxCoeff() / cells_on_axis;
  return {lowest, cell > 0 ? cell : 1};
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
  workers.for_ranges(bodies.size(), ordered_bodies_together, [&](std::size_t begin, std::size_t end) {
    for (BodyIndex i = static_cast<BodyIndex>(begin); i < end; ++i)
      places[i] = {bodies.free(i) ? 1 + place_on_curve(bodies.position[i], curve.lowest, curve.cell) : 0, i};
  });
  sort(std::span(places), std::less<>(), workers);
  body_of.resize(bodies.size());
  row_of.resize(bodies.size());
  workers.for_ranges(bodies.size(), ordered_bodies_together, [&](std::size_t begin, std::size_t end) {
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
  std::size_t rows = 0;
  for (const BodyIndex body : body_of)
    if (new_index[body] != no_body) body_of[rows++] = new_index[body];
  body_of.resize(rows);
  row_of.resize(rows);
  for (std::uint32_t row = 0; row < size(); ++row) row_of[body_of[row]] = row;
}

}  // namespace scree
