#include "measure/deformation.h"

#include <algorithm>
#include <cmath>

#include "measure/tensor.h"

namespace scree {
namespace {

Vec3 unwrapped(const State& state, BodyIndex i) {
  Vec3 x = state.bodies.position[i];
  for (int k = 0; k < 3; ++k)
    if (state.cell.periodic[k]) x[k] += state.bodies.image[i][k] * state.cell.length[k];
  return x;
}

}  // namespace

std::optional<LinearField> fit_linear_field(std::span<const Vec3> places, std::span<const Vec3> values,
                                            std::span<const double> weights, int dimension) {
  LinearField field;
  double weight = 0;
  for (std::size_t i = 0; i < places.size(); ++i) {
    weight += weights[i];
    field.centre += weights[i] * places[i];
    field.mean += weights[i] * values[i];
  }
  if (!(weight > 0)) return std::nullopt;
  field.centre /= weight;
  field.mean /= weight;
  Mat3 spread = Mat3::Zero(), mixed = Mat3::Zero();
  for (std::size_t i = 0; i < places.size(); ++i) {
    const Vec3 x = places[i] - field.centre;
    spread += weights[i] / weight * x * x.transpose();
    mixed += weights[i] / weight * (values[i] - field.mean) * x.transpose();
  }
  const double size = spread.trace() / dimension;
  if (dimension == 2) {  // nothing is said about z
    spread.row(2).setZero();
    spread.col(2).setZero();
    mixed.col(2).setZero();
    spread(2, 2) = size;
  }
  // The thinnest direction must be more than rounding beside the others.
  constexpr double thin = 1e-12;
  const Vec3 widths = principal(spread, 3).values;
  if (!(size > 0) || !(widths.minCoeff() > thin * widths.maxCoeff())) return std::nullopt;
  field.gradient = mixed * spread.inverse();
  field.points = places.size();
  return field;
}

std::optional<LinearField> velocity_field(const State& state, const Zone& zone) {
  const Bodies& b = state.bodies;
  std::vector<Vec3> places, values;
  std::vector<double> weights;
  for (BodyIndex i = 0; i < b.size(); ++i) {
    if (!b.free(i) || !zone.holds(b.position[i])) continue;
    places.push_back(b.position[i]);
    values.push_back(b.velocity[i]);
    weights.push_back(b.mass[i]);
  }
  return fit_linear_field(places, values, weights, state.dimension);
}

std::optional<LinearField> displacement_field(const State& before, const State& after, const Zone& zone) {
  const Bodies& b = before.bodies;
  std::vector<Vec3> places, values;
  std::vector<double> weights;
  for (BodyIndex i = 0; i < b.size(); ++i) {
    if (!b.free(i) || !zone.holds(b.position[i])) continue;
    const auto found = std::ranges::lower_bound(after.bodies.id, b.id[i]);
    if (found == after.bodies.id.end() || *found != b.id[i]) continue;
    const auto j = static_cast<BodyIndex>(found - after.bodies.id.begin());
    if (!after.bodies.free(j)) continue;
    const Vec3 start = unwrapped(before, i);
    places.push_back(start);
    values.push_back(unwrapped(after, j) - start);
    weights.push_back(b.mass[i]);
  }
  return fit_linear_field(places, values, weights, before.dimension);
}

double shear_of(const Mat3& gradient, int dimension) {
  // In terms of the deviator q: d : d = 2/3 q^2 in space, 2 q^2 in the plane.
  const double q = deviator(gradient, dimension);
  return dimension == 2 ? 2 * q : std::sqrt(4.0 / 3.0) * q;
}

}  // namespace scree
