// Cubic and hexagonal close-packed lattices, layers along z; in the plane squares and triangles.
#include <algorithm>
#include <cmath>

#include "build/ball_grid.h"
#include "build/fill_place.h"

namespace scree {
namespace {

constexpr double count_rounding = 1e-9;  // in radii: a box of ten diameters holds ten spheres
constexpr double most_lines = 1e9;

// The lines of the lattice along one axis: positions start + i * step, i = first ... last.
struct Lines {
  double start = 0.0;
  double step = 0.0;
  long first = 0;
  long last = -1;

  double at(long i) const { return start + static_cast<double>(i) * step; }
};

// From the lower end of the region, or symmetric about its middle. On an open axis the step is stretched
// so that a whole (even where layers alternate) number of lines closes around the period.
Lines make_lines(const FillRequest& request, int axis, double radius, double step, bool alternate,
                 bool centred) {
  const Box b = request.region.bounds();
  const double length = b.upper[axis] - b.lower[axis];
  Lines lines{b.lower[axis] + radius, step, 0, -1};
  const double rounding = count_rounding + request.coarseness / radius;
  if (request.region.open(axis)) {
    const double period = request.cell.length[axis];
    double n = std::min(most_lines, std::floor(period / step + rounding));
    if (alternate) n = 2.0 * std::floor(0.5 * n);
    if (n < 1.0) return lines;
    lines.step = period / n;
    lines.last = static_cast<long>(n) - 1;
    return lines;
  }
  const double room = length - 2.0 * radius;
  if (room < -rounding * radius) return lines;
  if (centred) {
    const double half = std::min(most_lines, std::floor(0.5 * room / step + rounding));
    lines.start = 0.5 * (b.lower[axis] + b.upper[axis]);
    lines.first = static_cast<long>(-half) - 1;  // one more: shifted rows may reach there
    lines.last = static_cast<long>(half) + 1;
    return lines;
  }
  lines.last = static_cast<long>(std::min(most_lines, std::floor(room / step + rounding)));
  return lines;
}

bool odd(long i) { return (i & 1) != 0; }

// Region, walls and the bodies already there.
class CloseBodies {
 public:
  CloseBodies(const FillRequest& request, double radius)
      : q_(request), grid_(q_.cell, q_.region.bounds(), reach(radius), q_.obstacles.size()) {
    for (std::size_t i = 0; i < q_.obstacles.size(); ++i)
      grid_.insert(static_cast<std::uint32_t>(i), q_.obstacles[i].position);
  }

  bool is_free(const Vec3& p, double radius, double tolerance) const {
    if (q_.region.clearance(p) < radius * (1.0 - tolerance) - q_.coarseness) return false;
    if (q_.walls && q_.walls(p) < radius * (1.0 - tolerance) - q_.coarseness) return false;
    if (q_.obstacles.empty()) return true;
    const double padded = padded_radius(q_, radius);
    return grid_.near(p, [&](std::uint32_t i) {
      const Vec3 d = q_.cell.separation(p, q_.obstacles[i].position);
      return d.norm() >= (padded + q_.obstacles[i].radius) * (1.0 - tolerance) - q_.coarseness;
    });
  }

 private:
  double reach(double radius) const {
    double most = 0.0;
    for (const Obstacle& o : q_.obstacles) most = std::max(most, o.radius);
    return padded_radius(q_, radius) + most;
  }

  const FillRequest& q_;
  BallGrid grid_;
};

}  // namespace

std::vector<Vec3> lattice_places(const FillRequest& request, double radius, std::size_t most) {
  const bool hexagonal = request.arrangement == Arrangement::hexagonal;
  const double spacing = 2.0 * padded_radius(request, radius);
  const double row = hexagonal ? spacing * std::sqrt(3.0) / 2.0 : spacing;
  const double layer = hexagonal ? spacing * std::sqrt(6.0) / 3.0 : spacing;
  const Region::Kind kind = request.region.kind();
  const bool round = kind != Region::Kind::box;
  const Lines x = make_lines(request, 0, radius, spacing, false, round);
  const Lines y = make_lines(request, 1, radius, row, hexagonal, round);
  const Lines z = request.region.is_layer()
                      ? Lines{0.0, 0.0, 0, 0}
                      : make_lines(request, 2, radius, layer, hexagonal, kind == Region::Kind::sphere);

  const CloseBodies surroundings(request, radius);
  std::vector<Vec3> places;
  for (long k = z.first; k <= z.last; ++k)
    for (long j = y.first; j <= y.last; ++j)
      for (long i = x.first; i <= x.last; ++i) {
        if (places.size() >= most) return places;
        Vec3 p(x.at(i), y.at(j), z.at(k));
        if (hexagonal) {  // A layers and B layers; the rows within each are shifted in turn
          if (odd(j) != odd(k)) p[0] += 0.5 * x.step;
          if (odd(k)) p[1] += y.step / 3.0;
        }
        if (surroundings.is_free(p, radius, count_rounding)) places.push_back(p);
      }
  return places;
}

void jitter_places(const FillRequest& request, double largest, const std::vector<double>& radii,
                   std::vector<Vec3>& places) {
  const CloseBodies surroundings(request, largest);
  const double share = padded_radius(request, largest);  // half of the distance between neighbours
  Rng rng = random_source(request, Purpose::places);
  for (std::size_t i = 0; i < places.size(); ++i) {
    const double range = request.jitter * std::max(0.0, share - radii[i]);
    Vec3 way = range * rng.in_unit_ball();
    if (request.region.is_layer()) way.z() = 0.0;
    const Vec3 p = places[i] + way;
    // Neighbours cannot meet; the boundary and bodies of other fills could be met.
    if (surroundings.is_free(p, radii[i], 0.0)) places[i] = p;
  }
}

}  // namespace scree
