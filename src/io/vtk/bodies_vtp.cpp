#include "io/vtk/bodies_vtp.h"

#include "base/errors.h"
#include "io/recorded_bodies.h"
#include "io/vtk/surface.h"
#include "io/vtk/vtp_writer.h"

namespace scree {
namespace {

// Half-spaces are drawn as squares that reach somewhat beyond everything bounded.
struct Extent {
  Vec3 middle = Vec3::Zero();
  double half_size = 1;
};

Extent extent_of_bounded(const State& state) {
  const Bodies& bodies = state.bodies;
  bool any = false;
  Box all{Vec3::Zero(), Vec3::Zero()};
  for (BodyIndex i = 0; i < bodies.size(); ++i) {
    const Shape& shape = state.shapes[bodies.shape[i]];
    if (!bounded(shape)) continue;
    const Box box = bounds(shape, bodies.scale[i], bodies.position[i], bodies.orientation[i]);
    all.lower = any ? Vec3(all.lower.cwiseMin(box.lower)) : box.lower;
    all.upper = any ? Vec3(all.upper.cwiseMax(box.upper)) : box.upper;
    any = true;
  }
  if (!any) return {};
  const double diagonal = (all.upper - all.lower).norm();
  return {0.5 * (all.lower + all.upper), 0.75 * diagonal};
}

// Of free bodies; what a prescribed motion has is the drive's, not the body's.
double kinetic_energy(const Bodies& bodies, BodyIndex i) {
  if (!bodies.free(i)) return 0;
  const Vec3 local_spin = bodies.orientation[i].conjugate() * bodies.spin[i];
  return 0.5 * (bodies.mass[i] * bodies.velocity[i].squaredNorm() +
                bodies.inertia[i].dot(local_spin.cwiseProduct(local_spin)));
}

}  // namespace

std::string bodies_vtp(const State& state) {
  const Bodies& bodies = state.bodies;
  constexpr std::size_t most = 0x7fffffff / (3 * sphere_triangles);  // what 32-bit offsets can count
  if (bodies.size() > most)
    throw RunError("VTK output holds at most " + std::to_string(most) + " bodies; this run has " +
                   std::to_string(bodies.size()) + ": use formats = [\"trajectory\"]");
  const Extent extent = extent_of_bounded(state);
  Surface surface;
  std::vector<std::int64_t> id;
  std::vector<std::int32_t> group;
  std::vector<float> speed, velocity, spin, radius, energy;
  for (BodyIndex i = 0; i < bodies.size(); ++i) {
    const Shape& shape = state.shapes[bodies.shape[i]];
    if (bounded(shape))
      add_body_surface(surface, shape, bodies.scale[i], bodies.position[i], bodies.orientation[i]);
    else
      add_plane(surface, bodies.position[i], bodies.orientation[i] * shape.normal, extent.middle,
                extent.half_size);
    const double size = bounded(shape) ? bodies.radius[i] : 0;
    const std::size_t n = surface.points();
    id.resize(n, static_cast<std::int64_t>(bodies.id[i]));
    group.resize(n, static_cast<std::int32_t>(bodies.group[i]));
    speed.resize(n, to_float(bodies.velocity[i].norm()));
    radius.resize(n, to_float(size));
    energy.resize(n, to_float(kinetic_energy(bodies, i)));
    while (velocity.size() < 3 * n)
      for (int k = 0; k < 3; ++k) {
        velocity.push_back(to_float(bodies.velocity[i][k]));
        spin.push_back(to_float(bodies.spin[i][k]));
      }
  }
  VtpWriter file(state.clock.time());
  file.points(surface.xyz);
  file.polygons(surface.connectivity, surface.ends);
  file.point_data("id", 1, id);
  file.point_data("group", 1, group);
  file.point_data("speed", 1, speed);
  file.point_data("velocity", 3, velocity);
  file.point_data("spin", 3, spin);
  file.point_data("radius", 1, radius);
  file.point_data("kinetic_energy", 1, energy);
  // In full precision, once for each body, for those who measure and do not look.
  const RecordedBodies recorded = record_bodies(state);
  RecordedBodies::for_each_list(recorded, [&](const char* name, int components, const auto& list) {
    file.field_data(std::string("body_") + name, components, list);
  });
  return file.finish();
}

}  // namespace scree
