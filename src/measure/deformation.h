// How a zone deforms: gradients of velocity and displacement as straight-line fits over its grains.
#pragma once

#include <optional>
#include <span>

#include "measure/zone.h"

namespace scree {

// A field u(x) = mean + gradient (x - centre), fitted by least squares; gradient(i, j) = du_i / dx_j.
struct LinearField {
  Vec3 centre = Vec3::Zero();  // mean place by weight
  Vec3 mean = Vec3::Zero();
  Mat3 gradient = Mat3::Zero();
  std::size_t points = 0;

  Mat3 symmetric() const { return 0.5 * (gradient + gradient.transpose()); }
  // The vector w of the antisymmetric part: it turns as w x (x - centre).
  Vec3 rotation() const {
    return 0.5 * Vec3(gradient(2, 1) - gradient(1, 2), gradient(0, 2) - gradient(2, 0),
                      gradient(1, 0) - gradient(0, 1));
  }
};

// None where the points lie in a plane (in the plane: on a line), or are too few to tell.
std::optional<LinearField> fit_linear_field(std::span<const Vec3> places, std::span<const Vec3> values,
                                            std::span<const double> weights, int dimension);

// Of the free bodies whose centre is in the zone, by mass.
std::optional<LinearField> velocity_field(const State& state, const Zone& zone);

// The way of the bodies that are free in both states and in the zone at first, crossings of the periodic box
// counted.
std::optional<LinearField> displacement_field(const State& before, const State& after, const Zone& zone);

// sqrt(2 d : d), d the symmetric part without its mean: in simple shear the shear rate itself.
double shear_of(const Mat3& gradient, int dimension);

}  // namespace scree
