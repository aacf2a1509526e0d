// Many bodies placed in a region without overlap: on a lattice, or at random up to the density of a loose
// packing. Bodies count as their bounding spheres. The result depends on the request alone.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "base/errors.h"
#include "base/vector.h"
#include "build/body_mix.h"
#include "build/region.h"
#include "state/cell.h"

namespace scree {

struct Obstacle {
  Vec3 position = Vec3::Zero();
  double radius = 0.0;
};

// Signed distance from a point to the nearest wall, negative within it.
using WallDistance = std::function<double(const Vec3&)>;

struct FillRequest {
  Region region;
  BodyMix mix;
  std::optional<std::uint64_t> count;    // give one of these two; a lattice without either is filled
  std::optional<double> solid_fraction;  // of the region's volume, reached within half a body
  Arrangement arrangement = Arrangement::random;
  double gap = 0.0;     // between neighbours, in radii: spheres keep (r1 + r2) (1 + gap / 2) apart
  double jitter = 0.0;  // lattice: random displacement as a share of the free gap
  std::uint64_t seed = 1;
  std::uint64_t stream = 0;         // fills of one scene take different streams
  std::vector<Obstacle> obstacles;  // bodies already there
  WallDistance walls;               // optional
  Cell cell;
  double coarseness = 0.0;  // how far off rounding may put a wall; fill() sets it
};

struct PlacedBody : DrawnBody {
  Vec3 position = Vec3::Zero();
};

struct FillResult {
  std::vector<PlacedBody> bodies;
};

// Where the region is far from the origin, bodies are placed about its own corner, so that as many fit there
// as anywhere, and then moved: they are where they should be up to the rounding of such coordinates.
//
// All the bodies asked for, or a sentence that says how many would fit. Bodies of a random fill do not
// overlap each other by a bit; against region and walls, and on a lattice without gap, touching is up to
// rounding.
Expected<FillResult> fill(const FillRequest& request);

}  // namespace scree
