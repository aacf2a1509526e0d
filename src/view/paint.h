// Which colour a body has, and what the colours mean.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "view/colour.h"
#include "view/model.h"

namespace scree {

enum class Colouring : std::uint8_t { speed, force, id, group, rotation };

std::optional<Colouring> colouring_of(std::string_view name);

struct Scale {
  Colouring colouring = Colouring::speed;
  double low = 0;
  double high = 0;
  bool any = false;  // is there a value at all?

  double place(double value) const { return high > low ? (value - low) / (high - low) : 0; }
  bool has_sign() const { return colouring == Colouring::rotation && low < 0; }
  Rgb colour_at(double place) const { return has_sign() ? signed_colour(place) : scale_colour(place); }
};

// From the least to the greatest value of the free bodies; speeds and forces from 0. In
// the plane rotation has a sign, and the scale reaches as far below 0 as above. For speeds it is not
// narrower than what matters in a scene of this size: grains that have come to rest look alike.
Scale scale_for(const Model& model, Colouring colouring);
Scale join(const Scale& a, const Scale& b);  // for both, of the same colouring

std::string_view title_of(Colouring colouring);  // with the unit
std::string label_of(double value);              // three digits, and no exponent where it can be avoided

Rgb colour_of(const Model::Body& body, const Scale& scale);

// One colour per body; walls are grey. Throws InputError for forces where the model has none.
std::vector<Rgb> paint(const Model& model, const Scale& scale);

}  // namespace scree
