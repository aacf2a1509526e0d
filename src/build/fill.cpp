#include "build/fill.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/hash.h"
#include "base/math.h"
#include "build/fill_place.h"

namespace scree {
namespace {

using FillOutcome = Expected<FillResult>;

constexpr int full_effort = 3000;   // sweeps for the fill itself
constexpr double trial_work = 6e7;  // sweeps times bodies for one trial of how many would fit
constexpr int bisections = 5;
constexpr std::size_t most_bodies = 20'000'000;  // they must fit into memory too

// What is wrong with the request by itself, or nothing.
std::string check(const FillRequest& q) {
  const auto positive = [](double x) { return std::isfinite(x) && x > 0.0; };
  if (q.mix.shapes.empty()) return "a fill needs at least one shape";
  for (const MixEntry& e : q.mix.shapes)
    if (!positive(e.weight) || !positive(e.radius) || !positive(e.volume))
      return "a fill needs shapes of finite size and weights above 0 (a half-space cannot be filled in)";
  if (!positive(q.mix.size.largest())) return "the sizes of a fill must be above 0";
  if (q.count && q.solid_fraction) return "a fill takes either a count or a solid fraction, not both";
  if (!q.count && !q.solid_fraction && q.arrangement == Arrangement::random)
    return "a random fill needs a count or a solid fraction";
  if (q.solid_fraction && !(positive(*q.solid_fraction) && *q.solid_fraction < 1.0))
    return fmt::format("the solid fraction {} must lie between 0 and 1", *q.solid_fraction);
  if (!std::isfinite(q.gap) || q.gap < 0.0) return "the gap of a fill must not be negative";
  if (!std::isfinite(q.jitter) || q.jitter < 0.0 || q.jitter > 1.0)
    return "the jitter of a fill must lie between 0 and 1";
  if (!positive(q.region.volume())) return "the region of a fill must have a volume above 0";
  return "";
}

// Draws the bodies: as many as asked for, or until their solid volume is nearest to the one asked for.
struct Drawn {
  std::vector<DrawnBody> bodies;
  bool complete = true;  // false: stopped, since their volume alone exceeds the region's
};

Drawn draw_bodies(const FillRequest& q) {
  Rng rng = random_source(q, Purpose::bodies);
  const double volume = q.region.volume();
  const double wanted = q.solid_fraction ? *q.solid_fraction * volume : 0.0;
  Drawn drawn;
  double solid = 0.0, filled = 0.0;
  while (!q.count || drawn.bodies.size() < *q.count) {
    const DrawnBody body = q.mix.draw(rng);
    if (q.solid_fraction && solid + 0.5 * body.volume > wanted) break;
    solid += body.volume;
    filled += q.region.ball_volume(body.radius);
    drawn.bodies.push_back(body);
    if (filled > volume || drawn.bodies.size() > most_bodies) {
      drawn.complete = false;
      break;
    }
  }
  return drawn;
}

std::string beyond_limit() { return fmt::format("a fill may hold at most {} bodies", most_bodies); }

std::string too_large(double radius) {
  return fmt::format(
      "a body with a bounding sphere of radius {:.6g} m does not fit into the region of the fill; "
      "make the region larger or the bodies smaller",
      radius);
}

double solid_fraction_of(const FillRequest& q, const std::vector<DrawnBody>& bodies, std::size_t n) {
  double solid = 0.0;
  for (std::size_t i = 0; i < n && i < bodies.size(); ++i) solid += bodies[i].volume;
  return solid / q.region.volume();
}

// The sentence for a fill that has too many bodies; `about` when the number was found by trying.
std::string too_many(const FillRequest& q, const Drawn& drawn, std::size_t fit, bool about) {
  std::string ask = q.count ? fmt::format("{} bodies do", *q.count)
                            : fmt::format("a solid fraction of {:.4g} does", *q.solid_fraction);
  if (fit == 0) return ask + " not fit into the region of the fill; not even one body would";
  const char* nearly = about ? "about " : "";
  return fmt::format("{} not fit into the region of the fill; {}{} would fit (a solid fraction of {:.3g})",
                     ask, nearly, fit, solid_fraction_of(q, drawn.bodies, fit));
}

std::vector<double> radii_of(const std::vector<DrawnBody>& bodies, std::size_t n) {
  std::vector<double> radii;
  for (std::size_t i = 0; i < n; ++i) radii.push_back(bodies[i].radius);
  return radii;
}

Vec3 wrapped(const Cell& cell, Vec3 p) {
  for (int k = 0; k < 3; ++k) {
    if (!cell.periodic[k]) continue;
    p[k] -= cell.length[k] * std::floor((p[k] - cell.origin[k]) / cell.length[k]);
    if (p[k] < cell.origin[k] || p[k] >= cell.origin[k] + cell.length[k]) p[k] = cell.origin[k];
  }
  return p;
}

FillResult finish(const FillRequest& q, const std::vector<DrawnBody>& bodies,
                  const std::vector<Vec3>& places) {
  FillResult result;
  for (std::size_t i = 0; i < places.size(); ++i)
    result.bodies.push_back({bodies[i], wrapped(q.cell, places[i])});
  return result;
}

// How many of the drawn bodies fit at random: bisection over the first n of them, with bounded effort.
std::size_t how_many_fit(const FillRequest& q, const std::vector<DrawnBody>& bodies) {
  const auto fits = [&](std::size_t n) {
    const double sweeps = std::clamp(trial_work / static_cast<double>(n), 100.0, 600.0);
    return !random_places(q, radii_of(bodies, n), static_cast<int>(sweeps)).empty();
  };
  // Nothing random is denser than this: a bound to start from.
  const double ceiling = q.region.is_layer() ? 0.9 : 0.72;
  std::size_t high = 0;
  for (double filled = 0.0; high < bodies.size() && filled <= ceiling * q.region.volume(); ++high)
    filled += q.region.ball_volume(bodies[high].radius);
  std::size_t low = high * 3 / 4;
  while (low > 0 && !fits(low)) {
    high = low;
    low /= 2;
  }
  for (int t = 0; t < bisections && low > 0 && low + 1 < high; ++t) {
    const std::size_t middle = low + (high - low) / 2;
    (fits(middle) ? low : high) = middle;
  }
  return low;
}

FillOutcome fill_at_random(const FillRequest& q, const Drawn& drawn) {
  const std::size_t n = drawn.bodies.size();
  if (drawn.complete) {
    const std::vector<Vec3> places = random_places(q, radii_of(drawn.bodies, n), full_effort);
    if (places.size() == n) return finish(q, drawn.bodies, places);
  }
  return FillOutcome::failure(too_many(q, drawn, how_many_fit(q, drawn.bodies), true));
}

FillOutcome fill_lattice(const FillRequest& q, Drawn drawn) {
  const bool as_many_as_fit = !q.count && !q.solid_fraction;
  double largest = as_many_as_fit ? q.mix.largest_radius() : 0.0;
  for (const DrawnBody& b : drawn.bodies) largest = std::max(largest, b.radius);
  if (as_many_as_fit && q.region.volume() / q.region.ball_volume(largest) > static_cast<double>(most_bodies))
    return FillOutcome::failure(beyond_limit());
  const bool no_limit = as_many_as_fit || !drawn.complete;
  std::vector<Vec3> places =
      lattice_places(q, largest, no_limit ? std::numeric_limits<std::size_t>::max() : drawn.bodies.size());
  if (as_many_as_fit) {
    if (places.empty()) return FillOutcome::failure(too_large(largest));
    Rng rng = random_source(q, Purpose::bodies);
    while (drawn.bodies.size() < places.size()) drawn.bodies.push_back(q.mix.draw(rng));
  }
  if (places.size() < drawn.bodies.size())
    return FillOutcome::failure(too_many(q, drawn, places.size(), false));
  if (q.jitter > 0.0) jitter_places(q, largest, radii_of(drawn.bodies, drawn.bodies.size()), places);
  return finish(q, drawn.bodies, places);
}

}  // namespace

double padded_radius(const FillRequest& request, double radius) { return radius * (1.0 + 0.5 * request.gap); }

Rng random_source(const FillRequest& request, Purpose purpose) {
  Hasher stream(request.stream);
  stream.number(static_cast<std::uint64_t>(purpose));
  return Rng(request.seed, stream.value());
}

namespace {

// The corner of a region that is many times its size away from the origin, else the origin.
Vec3 far_corner(const Region& region) {
  constexpr double many = 16;
  const Box b = region.bounds();
  const Vec3 middle = 0.5 * (b.lower + b.upper);
  if (middle.cwiseAbs().maxCoeff() < many * (b.upper - b.lower).maxCoeff()) return Vec3::Zero();
  return region.is_layer() ? Vec3(b.lower.x(), b.lower.y(), 0.0) : b.lower;
}

// The same, seen from another origin.
FillRequest seen_from(const FillRequest& request, const Vec3& origin) {
  FillRequest q = request;
  q.region = request.region.moved(-origin);
  q.cell.origin -= origin;
  for (Obstacle& o : q.obstacles) o.position -= origin;
  if (request.walls)
    q.walls = [&request, origin](const Vec3& point) { return request.walls(point + origin); };
  q.coarseness = 8 * std::numeric_limits<double>::epsilon() * origin.norm();
  return q;
}

FillOutcome fill_here(const FillRequest& request) {
  FillRequest q = request;
  q.region = request.region.opened(request.cell);
  Drawn drawn;
  if (q.count == std::uint64_t{0}) return FillResult{};
  if (q.count || q.solid_fraction) {
    drawn = draw_bodies(q);
    if (drawn.bodies.size() > most_bodies || (q.count && *q.count > most_bodies && drawn.complete))
      return FillOutcome::failure(beyond_limit());
    if (drawn.bodies.empty() && q.solid_fraction)
      return FillOutcome::failure(fmt::format(
          "a solid fraction of {:.4g} is less than half a body in this region", *q.solid_fraction));
  }
  // Largest body: must fit alone, and not meet its own image.
  for (const DrawnBody& b : drawn.bodies) {
    const double most = q.region.clearance(q.region.centre());
    if (b.radius > most * (1.0 + 1e-9) + q.coarseness) return FillOutcome::failure(too_large(b.radius));
    for (int k = 0; k < 3; ++k)
      if (q.cell.periodic[k] && 2.0 * b.radius > q.cell.length[k])
        return FillOutcome::failure(too_large(b.radius));
  }
  return q.arrangement == Arrangement::random ? fill_at_random(q, drawn) : fill_lattice(q, std::move(drawn));
}

}  // namespace

FillOutcome fill(const FillRequest& request) {
  const std::string mistake = check(request);
  if (!mistake.empty()) return FillOutcome::failure(mistake);
  const Vec3 origin = far_corner(request.region);
  if (origin.isZero(0)) return fill_here(request);
  FillOutcome filled = fill_here(seen_from(request, origin));
  if (!filled) return filled;
  FillResult result = *filled;
  for (PlacedBody& body : result.bodies) body.position = wrapped(request.cell, body.position + origin);
  return result;
}

}  // namespace scree
