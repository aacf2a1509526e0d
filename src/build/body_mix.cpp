#include "build/body_mix.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/math.h"

namespace scree {

Expected<SizeDistribution> SizeDistribution::from(const SizeSpec& spec) {
  using Result = Expected<SizeDistribution>;
  SizeDistribution d;
  d.kind = spec.distribution;
  d.mean = spec.mean;
  d.deviation = spec.deviation;
  d.least = spec.min;
  d.most = spec.max;
  const bool has_mean = d.kind != SizeLaw::uniform, has_limits = d.kind != SizeLaw::fixed;
  if (has_mean &&
      !(std::isfinite(d.mean) && d.mean > 0.0 && std::isfinite(d.deviation) && d.deviation >= 0.0))
    return Result::failure("the mean size must be above 0 and its deviation not below 0");
  if (has_limits && !(std::isfinite(d.least) && std::isfinite(d.most) && d.least > 0.0 && d.least <= d.most))
    return Result::failure(
        fmt::format("sizes must be above 0 with min = {} not above max = {}", d.least, d.most));
  if (has_limits && has_mean && (d.mean < d.least || d.mean > d.most))
    return Result::failure(
        fmt::format("the mean size {} must lie between min = {} and max = {}", d.mean, d.least, d.most));
  return d;
}

double SizeDistribution::largest() const {
  if (kind == SizeLaw::fixed) return mean;
  return most;
}

double SizeDistribution::draw(Rng& rng) const {
  switch (kind) {
    case SizeLaw::fixed: return mean;
    case SizeLaw::uniform: return rng.uniform(least, most);
    case SizeLaw::normal:
    case SizeLaw::lognormal: break;
  }
  const double relative = deviation / mean;
  const double variance = math::log(1.0 + relative * relative);  // of the logarithm
  constexpr int tries = 1000;                                    // a cut far out in the tail must not hang
  for (int i = 0; i < tries; ++i) {
    const double z = rng.normal();
    const double x = kind == SizeLaw::normal ? mean + deviation * z
                                             : mean * math::exp(std::sqrt(variance) * z - 0.5 * variance);
    if (x >= least && x <= most) return x;
  }
  return std::clamp(mean, least, most);
}

namespace {

Quat turn_about_z(Rng& rng) {
  const math::SinCos half = math::sincos(math::pi * rng.uniform());
  return Quat(half.cos, 0, 0, half.sin);
}

}  // namespace

DrawnBody BodyMix::draw(Rng& rng) const {
  double total = 0.0;
  for (const MixEntry& e : shapes) total += e.weight;
  double rest = rng.uniform() * total;
  std::size_t chosen = 0;
  while (chosen + 1 < shapes.size() && rest >= shapes[chosen].weight) rest -= shapes[chosen++].weight;
  const MixEntry& entry = shapes[chosen];
  DrawnBody body;
  body.shape = entry.shape;
  body.scale = size.draw(rng);
  body.radius = entry.radius * body.scale;
  body.volume = entry.volume * body.scale * body.scale * (plane ? 1.0 : body.scale);
  if (random_orientation) body.orientation = plane ? turn_about_z(rng) : rng.rotation();
  return body;
}

double BodyMix::largest_radius() const {
  double r = 0.0;
  for (const MixEntry& e : shapes) r = std::max(r, e.radius);
  return r * size.largest();
}

}  // namespace scree
