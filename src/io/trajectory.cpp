#include "io/trajectory.h"

#include "io/atomic_file.h"
#include "io/descriptor.h"
#include "io/hdf5_file.h"

namespace scree {
namespace {

void write_vectors(Hdf5Writer& file, const std::string& name, const std::vector<Vec3>& vectors) {
  static_assert(sizeof(Vec3) == 3 * sizeof(double));
  file.array(name, reinterpret_cast<const double*>(vectors.data()), vectors.size(), 3);
}

std::vector<std::byte> frame_image(const State& state) {
  const Bodies& bodies = state.bodies;
  std::vector<double> orientation;
  orientation.reserve(4 * bodies.size());
  for (const Quat& q : bodies.orientation)
    orientation.insert(orientation.end(), {q.w(), q.x(), q.y(), q.z()});
  std::vector<double> radius(bodies.size());
  for (BodyIndex i = 0; i < bodies.size(); ++i)
    radius[i] = bounded(state.shapes[bodies.shape[i]]) ? bodies.radius[i] : 0;
  static_assert(sizeof(Image) == 3 * sizeof(std::int32_t));
  Hdf5Writer file;
  file.attribute("time", state.clock.time());
  file.attribute("step", state.clock.step);
  file.array("id", bodies.id);
  file.array("group", bodies.group);
  write_vectors(file, "position", bodies.position);
  file.array("orientation", orientation, 4);
  write_vectors(file, "velocity", bodies.velocity);
  write_vectors(file, "spin", bodies.spin);
  file.array("radius", radius);
  file.array("image", reinterpret_cast<const std::int32_t*>(bodies.image.data()), bodies.size(), 3);
  return file.image();
}

}  // namespace

Trajectory::Trajectory(std::filesystem::path folder, std::vector<Frame> written)
    : folder_(std::move(folder)), frames_(std::move(written)) {
  const std::filesystem::path files = folder_ / "trajectory";
  make_folder(files);
  write_index();
  remove_partial_files(files);
  remove_frames_from(files, "frame", ".h5", next_number(frames_));
}

void Trajectory::write(const State& state, std::uint64_t number) {
  write_atomically(folder_ / "trajectory" / numbered_name("frame", number, ".h5"), frame_image(state));
  cut_frames(frames_, number);
  frames_.push_back({number, state.clock.step, state.clock.time()});
  write_index();
}

void Trajectory::write_index() const {
  std::vector<double> time;
  std::vector<std::uint64_t> step;
  Hdf5Writer file;
  file.group("frames");
  for (const Frame& frame : frames_) {
    time.push_back(frame.time);
    step.push_back(frame.step);
    const std::string name = numbered_name("frame", frame.number, ".h5");
    file.external_link("frames/" + name.substr(6, name.size() - 9), "trajectory/" + name, "/");
  }
  file.array("time", time);
  file.array("step", step);
  write_atomically(folder_ / "trajectory.h5", file.image());
}

}  // namespace scree
