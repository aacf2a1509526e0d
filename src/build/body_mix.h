// What is drawn for each body of a fill or an inlet: its shape, its size, its orientation.
#pragma once

#include <cstdint>
#include <vector>

#include "base/errors.h"
#include "base/ids.h"
#include "base/rng.h"
#include "scene/spec.h"

namespace scree {

// A distribution of scale factors. Normal and lognormal are cut off at least and most (what falls outside
// is drawn anew); mean and deviation are those of the factor itself, before the cut.
struct SizeDistribution {
  SizeLaw kind = SizeLaw::fixed;
  double mean = 1.0;
  double deviation = 0.0;
  double least = 1.0;
  double most = 1.0;

  static Expected<SizeDistribution> from(const SizeSpec& spec);
  double draw(Rng& rng) const;
  double largest() const;
};

struct MixEntry {
  ShapeIndex shape = 0;
  double weight = 1.0;  // share by number
  double radius = 1.0;  // of the bounding sphere about the body's position, at scale 1
  double volume = 1.0;  // of the solid, at scale 1; in the plane of the layer's thickness
};

struct DrawnBody {
  ShapeIndex shape = 0;
  double scale = 1.0;
  double radius = 0.0;  // bounding sphere, scaled
  double volume = 0.0;  // solid, scaled
  Quat orientation = Quat::Identity();
};

struct BodyMix {
  std::vector<MixEntry> shapes;
  SizeDistribution size;
  bool random_orientation = true;
  bool plane = false;  // turned about z alone, and as thick at any scale

  // Always the same number of draws for the same distribution, apart from the cut of the normal ones.
  DrawnBody draw(Rng& rng) const;
  double largest_radius() const;
};

}  // namespace scree
