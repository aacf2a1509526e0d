#include "io/recorded_bodies.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "base/errors.h"
#include "io/hdf5_file.h"
#include "io/vtk/vtp_reader.h"

namespace scree {
namespace {

[[noreturn]] void refuse(const std::filesystem::path& file, const std::string& why) {
  throw RunError("cannot read " + file.string() + ": " + why);
}

Vec3 vector_at(const std::vector<double>& list, std::size_t i) {
  return {list[3 * i], list[3 * i + 1], list[3 * i + 2]};
}

void check_against(const RecordedBodies& bodies, const std::filesystem::path& file, const State& state) {
  RecordedBodies::for_each_list(bodies, [&](const char* name, std::size_t columns, const auto& list) {
    if (list.size() != columns * bodies.size())
      refuse(file, std::string("its list '") + name + "' has not one entry for each body");
  });
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (i > 0 && bodies.id[i] <= bodies.id[i - 1]) refuse(file, "its bodies are out of order");
    if (bodies.shape[i] >= state.shapes.size() || bodies.group[i] >= state.groups.size())
      refuse(file, "it names shapes or groups that scene.toml does not have");
  }
}

}  // namespace

RecordedBodies record_bodies(const State& state) {
  return record_bodies(state, 0, static_cast<BodyIndex>(state.bodies.size()));
}

RecordedBodies record_bodies(const State& state, BodyIndex first, BodyIndex last) {
  const Bodies& b = state.bodies;
  RecordedBodies r;
  for (BodyIndex i = first; i < last; ++i) {
    r.id.push_back(b.id[i]);
    r.group.push_back(b.group[i]);
    r.shape.push_back(b.shape[i]);
    r.scale.push_back(b.scale[i]);
    r.mass.push_back(b.mass[i]);
    r.free.push_back(b.free(i));
    r.radius.push_back(bounded(state.shapes[b.shape[i]]) ? b.radius[i] : 0);
    append(r.position, b.position[i]);
    const Quat& q = b.orientation[i];
    r.orientation.insert(r.orientation.end(), {q.w(), q.x(), q.y(), q.z()});
    append(r.velocity, b.velocity[i]);
    append(r.spin, b.spin[i]);
    r.image.insert(r.image.end(), b.image[i].begin(), b.image[i].end());
  }
  return r;
}

void place_bodies(const RecordedBodies& r, const std::filesystem::path& file, State& state) {
  check_against(r, file, state);
  state.bodies = {};
  state.contacts = {};
  state.drives.clear();
  Bodies& b = state.bodies;
  for (std::size_t k = 0; k < r.size(); ++k) {
    const BodyIndex i = b.append(r.id[k]);
    b.group[i] = r.group[k];
    b.shape[i] = static_cast<ShapeIndex>(r.shape[k]);
    b.scale[i] = r.scale[k];
    b.mass[i] = r.mass[k];
    b.inverse_mass[i] = r.free[k] && r.mass[k] > 0 ? 1 / r.mass[k] : 0;
    b.radius[i] = r.scale[k] * state.shapes[b.shape[i]].radius;
    b.position[i] = vector_at(r.position, k);
    b.orientation[i] = Quat(r.orientation[4 * k], r.orientation[4 * k + 1], r.orientation[4 * k + 2],
                            r.orientation[4 * k + 3]);
    if (!r.free[k]) {  // walls stand where they are: how they move is not recorded
      b.drive[i] = static_cast<std::int32_t>(state.drives.size());
      Drive& drive = state.drives.emplace_back();
      drive.start_position = b.position[i];
      drive.start_orientation = b.orientation[i];
    }
    b.velocity[i] = vector_at(r.velocity, k);
    b.spin[i] = vector_at(r.spin, k);
    b.image[i] = {r.image[3 * k], r.image[3 * k + 1], r.image[3 * k + 2]};
    state.next_id = r.id[k] + 1;
  }
}

RecordedBodies read_bodies_h5(const std::filesystem::path& path) {
  RecordedBodies r;
  try {
    const Hdf5Reader file(path);
    RecordedBodies::for_each_list(r,
                                  [&]<class T>(const char* name, std::size_t columns, std::vector<T>& list) {
                                    list = file.array<T>(name, columns);
                                  });
  } catch (const std::exception& error) {  // ours, or that the file is gone
    refuse(path, error.what());
  }
  return r;
}

RecordedBodies read_bodies_vtp(const std::filesystem::path& path) {
  RecordedBodies r;
  const VtpReader file(path);
  RecordedBodies::for_each_list(r, [&]<class T>(const char* name, std::size_t, std::vector<T>& list) {
    list = file.array<T>("FieldData", std::string("body_") + name);
  });
  return r;
}

void read_contacts_vtp(const std::filesystem::path& path, State& state) {
  const VtpReader file(path);
  const auto id_a = file.array<std::uint64_t>("CellData", "id_a");
  const auto id_b = file.array<std::uint64_t>("CellData", "id_b");
  const auto part_a = file.array<std::uint32_t>("CellData", "part_a");
  const auto part_b = file.array<std::uint32_t>("CellData", "part_b");
  const auto force = file.array<double>("CellData", "force");
  const auto normal = file.array<double>("CellData", "normal");
  const std::size_t n = id_a.size();
  if (id_b.size() != n || part_a.size() != n || part_b.size() != n || force.size() != 3 * n ||
      normal.size() != 3 * n)
    refuse(path, "its lists differ in length");
  const auto index_of = [&](BodyId id) {
    const auto found = std::ranges::lower_bound(state.bodies.id, id);
    if (found == state.bodies.id.end() || *found != id) refuse(path, "it names bodies that are not there");
    return static_cast<BodyIndex>(found - state.bodies.id.begin());
  };
  Contacts& contacts = state.contacts;
  contacts.resize(0);
  contacts.resize(n);
  for (std::size_t k = 0; k < n; ++k) {
    contacts.pair[k] = {index_of(id_a[k]), index_of(id_b[k])};
    const auto parts = [&](BodyIndex i) { return part_count(state.shapes[state.bodies.shape[i]]); };
    if (part_a[k] >= parts(contacts.pair[k].a) || part_b[k] >= parts(contacts.pair[k].b))
      refuse(path, "it names parts that its bodies do not have");
    contacts.parts[k] = {static_cast<std::uint32_t>(part_a[k]), static_cast<std::uint32_t>(part_b[k])};
    contacts.load[k].force = vector_at(force, k);
    contacts.history[k].normal = vector_at(normal, k);
  }
}

}  // namespace scree
