#include "io/trajectory_frame.h"

#include "base/errors.h"
#include "io/frame.h"
#include "io/hdf5_file.h"

namespace scree {
namespace {

std::vector<Vec3> vectors(const Hdf5Reader& file, const std::string& name) {
  const std::vector<double> numbers = file.array<double>(name, 3);
  std::vector<Vec3> list;
  for (std::size_t k = 0; k < numbers.size(); k += 3)
    list.emplace_back(numbers[k], numbers[k + 1], numbers[k + 2]);
  return list;
}

}  // namespace

std::vector<double> read_trajectory_times(const std::filesystem::path& folder) {
  return Hdf5Reader(folder / "trajectory.h5").array<double>("time");
}

TrajectoryFrame read_trajectory_frame(const std::filesystem::path& folder, std::uint64_t number) {
  TrajectoryFrame frame;
  const std::vector<double> times = read_trajectory_times(folder);
  const std::filesystem::path path = folder / "trajectory" / numbered_name("frame", number, ".h5");
  if (number >= times.size())
    throw RunError("cannot read " + path.string() + ": trajectory.h5 does not list it");
  frame.time = times[number];
  const Hdf5Reader file(path);
  frame.id = file.array<BodyId>("id");
  const std::size_t n = frame.id.size();
  frame.group = file.array_of<std::uint32_t>("group", n);
  frame.radius = file.array_of<double>("radius", n);
  frame.position = vectors(file, "position");
  frame.velocity = vectors(file, "velocity");
  frame.spin = vectors(file, "spin");
  const std::vector<double> turns = file.array<double>("orientation", 4);  // w, x, y, z
  for (std::size_t k = 0; k < turns.size(); k += 4)
    frame.orientation.emplace_back(turns[k], turns[k + 1], turns[k + 2], turns[k + 3]);
  if (frame.position.size() != n || frame.velocity.size() != n || frame.spin.size() != n ||
      frame.orientation.size() != n)
    throw RunError("cannot read " + path.string() + ": its lists differ in length");
  return frame;
}

}  // namespace scree
