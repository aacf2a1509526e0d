#include "io/vtk/bodies_vtp.h"

#include <algorithm>
#include <array>
#include <vector>

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

Extent extent_for_planes(const State& state) {
  const Bodies& bodies = state.bodies;
  if (std::ranges::all_of(bodies.shape, [&](ShapeIndex s) { return bounded(state.shapes[s]); })) return {};
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

// The surface of a body; a half-space shows as a square about the others.
void add_surface(Surface& surface, const State& state, BodyIndex i, const Extent& extent) {
  const Bodies& bodies = state.bodies;
  const Shape& shape = state.shapes[bodies.shape[i]];
  if (bounded(shape))
    add_body_surface(surface, shape, bodies.scale[i], bodies.position[i], bodies.orientation[i]);
  else
    add_plane(surface, bodies.position[i], bodies.orientation[i] * shape.normal, extent.middle,
              extent.half_size);
}

// Where the surface of a body begins in the lists of the file.
struct Begin {
  std::size_t point = 0, corner = 0, face = 0;
};

// Of all bodies, and, last, where the lists end.
std::vector<Begin> begins_of(const State& state) {
  const Bodies& bodies = state.bodies;
  std::vector<Begin> sizes(state.shapes.size());  // of the shapes that occur
  std::vector<Begin> begins(1);
  begins.reserve(bodies.size() + 1);
  for (BodyIndex i = 0; i < bodies.size(); ++i) {
    Begin& size = sizes[bodies.shape[i]];
    if (size.point == 0) {
      Surface surface;
      add_surface(surface, state, i, {});
      size = {surface.points(), surface.connectivity.size(), surface.ends.size()};
    }
    const Begin& here = begins.back();
    begins.push_back({here.point + size.point, here.corner + size.corner, here.face + size.face});
  }
  return begins;
}

// What every point says of its body.
struct PointNumbers {
  std::vector<std::int64_t> id;
  std::vector<std::int32_t> group;
  std::vector<float> speed, velocity, spin, radius, energy;

  template <class Self, class Visit>
  static void for_each_list(Self& self, Visit&& visit) {
    visit("id", 1, self.id);
    visit("group", 1, self.group);
    visit("speed", 1, self.speed);
    visit("velocity", 3, self.velocity);
    visit("spin", 3, self.spin);
    visit("radius", 1, self.radius);
    visit("kinetic_energy", 1, self.energy);
  }

  // For all points up to this number that have none yet.
  void fill(const State& state, BodyIndex i, std::size_t points) {
    const Bodies& bodies = state.bodies;
    const double size = bounded(state.shapes[bodies.shape[i]]) ? bodies.radius[i] : 0;
    id.resize(points, static_cast<std::int64_t>(bodies.id[i]));
    group.resize(points, static_cast<std::int32_t>(bodies.group[i]));
    speed.resize(points, to_float(bodies.velocity[i].norm()));
    radius.resize(points, to_float(size));
    energy.resize(points, to_float(kinetic_energy(bodies, i)));
    const auto repeat = [points](std::vector<float>& list, const Vec3& v) {
      const std::array<float, 3> numbers{to_float(v.x()), to_float(v.y()), to_float(v.z())};
      while (list.size() < 3 * points) list.insert(list.end(), numbers.begin(), numbers.end());
    };
    repeat(velocity, bodies.velocity[i]);
    repeat(spin, bodies.spin[i]);
  }
};

// The file, some bodies at a time.
class BodiesFile {
 public:
  BodiesFile(const State& state, const PutBytes& put)
      : state_(state),
        extent_(extent_for_planes(state)),
        begins_(begins_of(state)),
        file_(state.clock.time()),
        xyz_(file_.points<float>(begins_.back().point)),
        polygons_(file_.polygons(begins_.back().corner, begins_.back().face)),
        numbers_([this]<class T>(const char* name, std::size_t components, const std::vector<T>&) {
          return file_.point_data<T>(name, components);
        }),
        // In full precision, once for each body, for those who measure and do not look.
        recorded_([this]<class T>(const char* name, std::size_t components, const std::vector<T>&) {
          return file_.field_data<T>(std::string("body_") + name, components, state_.bodies.size());
        }) {
    file_.begin(put);
  }

  // As many bodies at a time as leave what is made of them in the nearer caches of a processor.
  std::vector<BodyIndex> pieces() const {
    constexpr std::size_t most_points = 4096;
    std::vector<BodyIndex> ends{0};
    for (BodyIndex i = 1; i < begins_.size(); ++i)
      if (i + 1 == begins_.size() || begins_[i + 1].point - begins_[ends.back()].point > most_points)
        ends.push_back(i);
    return ends;
  }

  void put(BodyIndex first, BodyIndex last) const {
    Surface surface;
    PointNumbers numbers;
    for (BodyIndex i = first; i < last; ++i) {
      add_surface(surface, state_, i, extent_);
      numbers.fill(state_, i, surface.points());
    }
    const Begin& begin = begins_[first];
    for (std::int32_t& point : surface.connectivity) point += static_cast<std::int32_t>(begin.point);
    for (std::int32_t& end : surface.ends) end += static_cast<std::int32_t>(begin.corner);
    file_.put(xyz_, 3 * begin.point, surface.xyz);
    file_.put(polygons_.connectivity, begin.corner, surface.connectivity);
    file_.put(polygons_.ends, begin.face, surface.ends);
    numbers_.put(file_, begin.point, numbers);
    recorded_.put(file_, first, record_bodies(state_, first, last));
  }

 private:
  const State& state_;
  Extent extent_;
  std::vector<Begin> begins_;
  VtpWriter file_;
  VtpArray<float> xyz_;
  VtpWriter::Cells polygons_;
  VtpColumns<PointNumbers> numbers_;
  VtpColumns<RecordedBodies> recorded_;
};

}  // namespace

void write_bodies_vtp(const State& state, Workers& workers, const PutBytes& put) {
  constexpr std::size_t most = 0x7fffffff / (3 * sphere_triangles);  // what 32-bit offsets can count
  if (state.bodies.size() > most)
    throw RunError("VTK output holds at most " + std::to_string(most) + " bodies; this run has " +
                   std::to_string(state.bodies.size()) + ": use formats = [\"trajectory\"]");
  const BodiesFile file(state, put);
  const std::vector<BodyIndex> pieces = file.pieces();
  workers.for_costly_ranges(pieces.size() - 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t p = begin; p < end; ++p) file.put(pieces[p], pieces[p + 1]);
  });
}

std::string bodies_vtp(const State& state) {
  Workers alone(1);
  return text_written([&](const PutBytes& put) { write_bodies_vtp(state, alone, put); });
}

}  // namespace scree
