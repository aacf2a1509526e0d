// The arrays of VTP files say what the state holds. That VTK itself can read them is checked by
// tests/program/test_vtk_files.py.
#include <gtest/gtest.h>

#include <cstring>
#include <numbers>
#include <utility>

#include "base/errors.h"
#include "io/vtk/bodies_vtp.h"
#include "io/vtk/contacts_vtp.h"
#include "io/vtk/surface.h"
#include "io/vtk/vtk_series.h"
#include "unit/io/sample.h"

namespace scree {
namespace {

// Tags nest and close: what XML asks of the part before the raw data.
bool is_well_formed(std::string_view xml) {
  std::vector<std::string> open;
  while (true) {
    const std::size_t begin = xml.find('<');
    if (begin == xml.npos) return open.empty();
    const std::size_t end = xml.find('>', begin);
    if (end == xml.npos) return false;
    std::string tag(xml.substr(begin + 1, end - begin - 1));
    xml.remove_prefix(end + 1);
    if (tag.empty() || tag.find('<') != tag.npos || std::count(tag.begin(), tag.end(), '"') % 2) return false;
    if (tag[0] == '?' || tag.back() == '/') continue;
    if (tag[0] == '/') {
      if (open.empty() || open.back() != tag.substr(1)) return false;
      open.pop_back();
    } else {
      open.push_back(tag.substr(0, tag.find(' ')));
    }
  }
}

std::string without_data(const std::string& file) {
  const std::size_t begin = file.find("\n_"), end = file.rfind("\n  </AppendedData>");
  return file.substr(0, begin) + file.substr(end);
}

template <class T>
std::vector<T> array(const std::string& file, const std::string& name) {
  const std::size_t tag = file.find("Name=\"" + name + "\"");
  if (tag == file.npos) return {};
  const std::size_t offset = std::stoul(file.substr(file.find("offset=\"", tag) + 8, 20));
  const char* place = file.data() + file.find("\n_") + 2 + offset;
  std::uint64_t bytes = 0;
  std::memcpy(&bytes, place, 8);
  std::vector<T> values(bytes / sizeof(T));
  if (bytes) std::memcpy(values.data(), place + 8, bytes);
  return values;
}

// A ball that lies on the floor, a second one that touches it through the periodic x axis, and a box.
State physical_state() {
  State s = sample_scene();
  s.clock = {10, 0.25};
  s.cell.periodic = {true, false, false};
  s.cell.origin = {-2, 0, 0};
  s.cell.length = {10, 1, 1};
  for (BodyId id : {0, 4, 5, 9}) s.bodies.append(id);
  s.bodies.shape = {2, 0, 0, 1};
  s.bodies.group = {0, 2, 2, 1};
  s.bodies.drive = {0, is_free, is_free, 1};
  s.drives.resize(2);
  s.bodies.position = {Vec3(0, 0, 0), Vec3(-1.75, 0, 0.375), Vec3(7.5, 0, 0.375), Vec3(3, 3, 3)};
  s.bodies.velocity[1] = {3, 0, 4};
  s.bodies.spin[1] = {0, 2, 0};
  s.bodies.mass = {0, 2, 2, 5};
  s.bodies.inertia[1] = {1, 1, 1};
  s.bodies.radius = {0, 0.5, 0.5, s.shapes[1].radius};
  const std::vector<Pair> pairs{{0, 1}, {1, 2}};
  s.contacts.assign(pairs);
  s.contacts.history[0].normal = Vec3::UnitZ();
  s.contacts.load[0].force = {3, 4, 12};
  return s;
}

TEST(Vtk, BodiesAreWellFormedAndComplete) {
  const std::string file = bodies_vtp(physical_state());
  EXPECT_TRUE(is_well_formed(without_data(file)));
  EXPECT_EQ(array<double>(file, "TimeValue"), std::vector<double>{2.5});
  const std::vector<float> xyz = array<float>(file, "Points");
  const std::vector<std::int64_t> id = array<std::int64_t>(file, "id");
  ASSERT_EQ(id.size(), 4u + 2 * sphere_points + 8u);
  ASSERT_EQ(xyz.size(), 3 * id.size());
  Vec3 sum = Vec3::Zero();
  int points = 0;
  for (std::size_t i = 0; i < id.size(); ++i) {
    if (id[i] != 4) continue;
    const Vec3 p(xyz[3 * i], xyz[3 * i + 1], xyz[3 * i + 2]);
    EXPECT_NEAR((p - Vec3(-1.75, 0, 0.375)).norm(), 0.5, 1e-6);
    EXPECT_FLOAT_EQ(array<float>(file, "speed")[i], 5);
    EXPECT_FLOAT_EQ(array<float>(file, "kinetic_energy")[i], 0.5f * 2 * 25 + 0.5f * 4);
    sum += p;
    ++points;
  }
  EXPECT_EQ(points, sphere_points);
  EXPECT_NEAR((sum / points - Vec3(-1.75, 0, 0.375)).norm(), 0, 1e-6);
}

TEST(Vtk, ContactsHaveTheirForcesAndGoThroughTheNearestImage) {
  const std::string file = contacts_vtp(physical_state());
  EXPECT_TRUE(is_well_formed(without_data(file)));
  EXPECT_EQ(array<std::int64_t>(file, "id_a"), (std::vector<std::int64_t>{0, 4}));
  EXPECT_EQ(array<std::int64_t>(file, "id_b"), (std::vector<std::int64_t>{4, 5}));
  // Wall to ball: from the contact point to the centre. Ball to ball: to the image beyond the border.
  EXPECT_EQ(array<double>(file, "Points"), (std::vector<double>{-1.75, 0, -0.125, -1.75, 0, 0.375,  //
                                                                -1.75, 0, 0.375, -2.5, 0, 0.375}));
  EXPECT_EQ(array<double>(file, "normal_force"), (std::vector<double>{12, 0}));
  EXPECT_EQ(array<double>(file, "tangential_force"), (std::vector<double>{5, 0}));
  EXPECT_EQ(array<double>(file, "overlap"), (std::vector<double>{0.125, 0.25}));
  EXPECT_DOUBLE_EQ(array<double>(file, "area")[0], std::numbers::pi / 16);
  EXPECT_EQ(array<std::int32_t>(file, "offsets"), (std::vector<std::int32_t>{2, 4}));
}

// More points than fit into one piece: lists go on where the piece before ended.
TEST(Vtk, ManyBodiesAreWrittenInPieces) {
  State s = sample_scene();
  constexpr std::size_t balls = 250;
  for (BodyId id = 0; id < balls; ++id) {
    const BodyIndex i = s.bodies.append(3 * id);
    s.bodies.shape[i] = 0;
    s.bodies.radius[i] = s.shapes[0].radius;
    s.bodies.position[i] = {2.0 * static_cast<double>(id), 0, 0};
  }
  Workers workers(3);
  const std::string file = text_written([&](const PutBytes& put) { write_bodies_vtp(s, workers, put); });
  EXPECT_TRUE(is_well_formed(without_data(file)));
  const std::vector<std::int64_t> id = array<std::int64_t>(file, "id");
  const std::vector<std::int32_t> corner = array<std::int32_t>(file, "connectivity");
  const std::vector<std::int32_t> end = array<std::int32_t>(file, "offsets");
  ASSERT_EQ(id.size(), balls * sphere_points);
  ASSERT_EQ(end.size(), balls * sphere_triangles);
  ASSERT_EQ(corner.size(), 3 * end.size());
  constexpr std::size_t corners = 3 * sphere_triangles;
  std::size_t wrong = 0;
  for (std::size_t p = 0; p < id.size(); ++p) wrong += std::cmp_not_equal(id[p], 3 * (p / sphere_points));
  for (std::size_t f = 0; f < end.size(); ++f) wrong += std::cmp_not_equal(end[f], 3 * (f + 1));
  for (std::size_t c = 0; c < corner.size(); ++c)
    wrong += std::cmp_not_equal(corner[c] - corner[c % corners], c / corners * sphere_points);
  EXPECT_EQ(wrong, 0u);
  EXPECT_EQ(array<double>(file, "body_position")[3 * 200], 400);
}

TEST(Vtk, NothingIsAValidFileToo) {
  const State empty;
  for (const std::string& file : {bodies_vtp(empty), contacts_vtp(empty)}) {
    EXPECT_TRUE(is_well_formed(without_data(file)));
    EXPECT_NE(file.find("NumberOfPoints=\"0\""), file.npos);
  }
}

TEST(Vtk, SurfacesOfBodiesFollowEachOther) {
  const Shape box = make_box("box", {1, 2, 0.5}), ball = make_sphere("ball", 2);
  Surface both;
  add_body_surface(both, box, 2, {5, 6, 7}, Quat::Identity());
  add_body_surface(both, ball, 1, {1, 1, 1}, Quat::Identity());
  ASSERT_EQ(both.points(), 8u + sphere_points);
  ASSERT_EQ(both.ends.size(), 6u + sphere_triangles);
  EXPECT_EQ(both.ends[5], 24);
  EXPECT_EQ(both.ends.back(), 24 + 3 * sphere_triangles);
  EXPECT_EQ(*std::ranges::max_element(std::span(both.connectivity).first(24)), 7);
  EXPECT_EQ(*std::ranges::min_element(std::span(both.connectivity).subspan(24)), 8);
  EXPECT_EQ(both.xyz[0], 3);  // the box's corner of least coordinates
  EXPECT_EQ(both.xyz[1], 2);
  EXPECT_EQ(both.xyz[2], 6);
}

TEST(Vtk, NumbersThatSinglePrecisionDoesNotHoldAreClamped) {
  EXPECT_EQ(to_float(1e300), std::numeric_limits<float>::max());
  EXPECT_EQ(to_float(-1e300), -std::numeric_limits<float>::max());
  EXPECT_EQ(to_float(0.5), 0.5f);
}

TEST(Vtk, AResumedSeriesForgetsLaterFrames) {
  const TemporaryFolder folder;
  const State state = physical_state();
  Workers alone(1);
  const Observation now(state, alone);
  std::vector<Frame> frames;
  VtkSeries series(folder.path());
  EXPECT_TRUE(read_collection(folder.path()).empty());
  for (std::uint64_t n = 0; n < 4; ++n) {
    frames.push_back({n, 10, 2.5});
    series.write(now, frames);
  }
  EXPECT_EQ(read_collection(folder.path()).size(), 4u);
  frames.resize(2);
  VtkSeries resumed(folder.path(), frames);
  EXPECT_EQ(files_in(folder / "vtk"), 4u);
  frames.push_back({2, 10, 2.5});
  resumed.write(now, frames);
  for (const char* stem : {"bodies", "contacts"}) {
    const std::string pvd = contents(folder / (std::string(stem) + ".pvd"));
    EXPECT_TRUE(is_well_formed(pvd));
    EXPECT_NE(pvd.find("timestep=\"2.5\" part=\"0\" file=\"vtk/" + std::string(stem) + "_000002.vtp\""),
              pvd.npos);
    EXPECT_EQ(pvd.find("_000003"), pvd.npos);
    EXPECT_TRUE(std::filesystem::exists(folder / ("vtk/" + std::string(stem) + "_000002.vtp")));
  }
}

TEST(Vtk, CollectionsAreReadBack) {
  const TemporaryFolder folder;
  const std::vector<Frame> frames{{0, 0, 0}, {1, 0, 1.0 / 3}, {12345678, 0, 1e-30}};
  const std::string whole = pvd_collection("bodies", frames);
  overwrite(folder / "bodies.pvd", whole);
  EXPECT_EQ(read_collection(folder.path()), frames);
  for (const std::string& text : {std::string(), whole.substr(0, whole.size() / 2), whole.substr(0, 300)}) {
    overwrite(folder / "bodies.pvd", text);
    EXPECT_THROW(read_collection(folder.path()), RunError) << text;
  }
  overwrite(folder / "bodies.pvd", "<DataSet timestep=\"soon\" file=\"vtk/bodies_000001.vtp\"/></VTKFile>\n");
  EXPECT_THROW(read_collection(folder.path()), RunError);
  std::filesystem::remove(folder / "bodies.pvd");
  EXPECT_THROW(read_collection(folder.path()), RunError);
}

}  // namespace
}  // namespace scree
