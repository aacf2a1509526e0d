#include "view/vtp_model.h"

#include <algorithm>
#include <cmath>

#include "base/errors.h"
#include "io/vtk/vtp_reader.h"

namespace scree {
namespace {

// The points and polygons of one body.
struct Part {
  Surface surface;  // about the middle of its points
  Vec3 middle = Vec3::Zero();
  double reach = 0;  // of the points, from the middle
};

Part part_of(const std::vector<float>& xyz, std::size_t begin, std::size_t end) {
  Part part;
  const auto point = [&](std::size_t p) { return Vec3(xyz[3 * p], xyz[3 * p + 1], xyz[3 * p + 2]); };
  Vec3 low = point(begin), high = low;
  for (std::size_t p = begin; p < end; ++p) {
    low = low.cwiseMin(point(p));
    high = high.cwiseMax(point(p));
  }
  part.middle = 0.5 * (low + high);
  for (std::size_t p = begin; p < end; ++p) {
    part.surface.add_point(point(p) - part.middle);
    part.reach = std::max(part.reach, (point(p) - part.middle).norm());
  }
  return part;
}

// A subdivided icosahedron with all corners at the distance of the radius, as add_sphere makes it.
bool is_sphere(const Part& part, double radius) {
  const Surface& s = part.surface;
  if (s.points() != sphere_points || s.ends.size() != sphere_triangles || !(radius > 0)) return false;
  const double rounding = 1e-3 * radius + 1e-6 * part.middle.cwiseAbs().maxCoeff();
  for (std::size_t p = 0; p < s.points(); ++p)
    if (std::abs(Vec3(s.xyz[3 * p], s.xyz[3 * p + 1], s.xyz[3 * p + 2]).norm() - radius) > rounding)
      return false;
  return true;
}

// A ring of corners at the distance of the radius, as add_disc makes it. A polygon of just as many corners
// that are all on a circle looks the same.
bool is_disc(const Part& part, double radius) {
  const Surface& s = part.surface;
  if (s.points() != disc_points || s.ends.size() != 1 || !(radius > 0)) return false;
  const double rounding = 1e-3 * radius + 1e-6 * part.middle.cwiseAbs().maxCoeff();
  for (std::size_t p = 0; p < s.points(); ++p)
    if (std::abs(Vec3(s.xyz[3 * p], s.xyz[3 * p + 1], s.xyz[3 * p + 2]).norm() - radius) > rounding)
      return false;
  return true;
}

Vec3 normal_of(const Surface& s) {
  const auto corner = [&](std::size_t c) {
    const std::int32_t p = s.connectivity[c];
    return Vec3(s.xyz[3 * p], s.xyz[3 * p + 1], s.xyz[3 * p + 2]);
  };
  return (corner(1) - corner(0)).cross(corner(2) - corner(0)).normalized();
}

void add_part(Model& model, const Part& part, double radius, std::uint32_t body) {
  Model::Body& b = model.bodies[body];
  b.endless = !(radius > 0);
  b.bounds = {part.middle, b.endless ? 0 : part.reach};
  if (is_sphere(part, radius)) {
    b.bounds.radius = radius;
    model.rounds.push_back({b.bounds, body});
  } else if (model.dimension == 2 && is_disc(part, radius)) {
    b.bounds.radius = radius;
    const std::vector<float>& x = part.surface.xyz;
    model.rounds.push_back({b.bounds, body, -Vec3(x[0], x[1], x[2])});  // polygons begin on their left
  } else if (b.endless && part.surface.connectivity.size() >= 3) {
    model.half_spaces.push_back({part.middle, normal_of(part.surface), body});
  } else {
    add_polygons(model, part.surface, part.middle, body);
  }
}

void add_recorded_forces(Model& model, const VtpReader& file) {
  const auto force = file.array<double>("CellData", "force");
  for (const char* name : {"id_a", "id_b"}) {
    const auto id = file.array<std::int64_t>("CellData", name);
    for (std::size_t k = 0; k < std::min(id.size(), force.size() / 3); ++k) {
      const auto found =
          std::ranges::lower_bound(model.bodies, static_cast<BodyId>(id[k]), {}, &Model::Body::id);
      if (found != model.bodies.end() && found->id == static_cast<BodyId>(id[k]))
        found->force += Vec3(force[3 * k], force[3 * k + 1], force[3 * k + 2]).norm();
    }
  }
}

void add_links(Model& model, const VtpReader& file) {
  const auto xyz = file.array<double>("Points", "Points");
  const auto force = file.array<double>("CellData", "normal_force");
  const auto point = [&](std::size_t p) { return Vec3(xyz[3 * p], xyz[3 * p + 1], xyz[3 * p + 2]); };
  // Two points per line, in order.
  for (std::size_t k = 0; k < std::min(force.size(), xyz.size() / 6); ++k)
    model.links.push_back({point(2 * k), point(2 * k + 1), force[k]});
}

}  // namespace

Model read_vtp_model(const std::filesystem::path& bodies, const std::filesystem::path& contacts,
                     int dimension) {
  const VtpReader file(bodies);
  Model model;
  model.dimension = dimension;
  model.time = file.time();
  const auto xyz = file.array<float>("Points", "Points");
  const auto connectivity = file.array<std::int32_t>("Polys", "connectivity");
  const auto ends = file.array<std::int32_t>("Polys", "offsets");
  const auto id = file.array<std::int64_t>("PointData", "id");
  const auto group = file.array<std::int32_t>("PointData", "group");
  const auto speed = file.array<float>("PointData", "speed");
  const auto spin = file.array<float>("PointData", "spin");
  const auto radius = file.array<float>("PointData", "radius");
  const std::size_t points = xyz.size() / 3;
  const auto points_fit = [&](std::int32_t p) { return p >= 0 && static_cast<std::size_t>(p) < points; };
  if (id.size() != points || group.size() != points || speed.size() != points || radius.size() != points ||
      spin.size() != 3 * points || !std::ranges::all_of(connectivity, points_fit) ||
      !std::ranges::is_sorted(ends) ||
      (!ends.empty() && (ends[0] < 0 || static_cast<std::size_t>(ends.back()) != connectivity.size())))
    throw RunError("cannot read " + bodies.string() + ": its lists do not fit together");
  // Points and polygons of a body follow each other.
  std::size_t polygon = 0, corner = 0;
  for (std::size_t begin = 0; begin < points;) {
    std::size_t end = begin;
    while (end < points && id[end] == id[begin]) ++end;
    Part part = part_of(xyz, begin, end);
    while (polygon < ends.size() && corner < connectivity.size() &&
           static_cast<std::size_t>(connectivity[corner]) < end) {
      for (; corner < static_cast<std::size_t>(ends[polygon]); ++corner) {
        const auto p = static_cast<std::size_t>(connectivity[corner]);
        if (p < begin || p >= end)
          throw RunError("cannot read " + bodies.string() + ": a polygon belongs to two bodies");
        part.surface.connectivity.push_back(static_cast<std::int32_t>(p - begin));
      }
      part.surface.ends.push_back(static_cast<std::int32_t>(part.surface.connectivity.size()));
      ++polygon;
    }
    Model::Body body;
    body.id = static_cast<BodyId>(id[begin]);
    body.group = static_cast<std::uint32_t>(group[begin]);
    body.speed = speed[begin];
    const Vec3 turning(spin[3 * begin], spin[3 * begin + 1], spin[3 * begin + 2]);
    body.spin = dimension == 2 ? turning.z() : turning.norm();
    model.bodies.push_back(body);
    add_part(model, part, radius[begin], static_cast<std::uint32_t>(model.bodies.size() - 1));
    begin = end;
  }
  model.knows_forces = std::filesystem::exists(contacts);
  if (model.knows_forces) {
    const VtpReader lines(contacts);
    add_recorded_forces(model, lines);
    if (dimension == 2) add_links(model, lines);
  }
  return model;
}

}  // namespace scree
