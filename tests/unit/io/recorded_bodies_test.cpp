// What frames hold of bodies and contacts comes back bit for bit, and broken files are refused.
#include <gtest/gtest.h>

#include "base/errors.h"
#include "io/csv_table.h"
#include "io/recorded_bodies.h"
#include "io/trajectory.h"
#include "io/vtk/bodies_vtp.h"
#include "io/vtk/contacts_vtp.h"
#include "unit/io/sample.h"

namespace scree {
namespace {

void expect_same_bodies(const State& found, const State& wanted) {
  const Bodies &f = found.bodies, &w = wanted.bodies;
  EXPECT_EQ(f.id, w.id);
  EXPECT_EQ(f.group, w.group);
  EXPECT_EQ(f.shape, w.shape);
  EXPECT_EQ(f.scale, w.scale);
  EXPECT_EQ(f.mass, w.mass);
  EXPECT_EQ(f.image, w.image);
  EXPECT_EQ(f.position, w.position);
  EXPECT_EQ(f.velocity, w.velocity);
  EXPECT_EQ(f.spin, w.spin);
  for (BodyIndex i = 0; i < w.size(); ++i) {
    EXPECT_EQ(f.free(i), w.free(i));
    EXPECT_EQ(f.orientation[i].coeffs(), w.orientation[i].coeffs());
  }
}

// A ball on a floor, and one beside it that is driven.
State three_bodies() {
  State s = sample_scene();
  s.clock = {7, 0.5};
  for (BodyId id : {2, 3, 8}) s.bodies.append(id);
  s.bodies.shape = {2, 0, 0};
  s.bodies.group = {0, 2, 1};
  s.bodies.drive = {0, is_free, 0};
  s.bodies.scale = {1, 1.25, 0.1};
  s.bodies.mass = {0, 0.3, 0.7};
  for (BodyIndex i = 0; i < 3; ++i)
    s.bodies.radius[i] = s.bodies.scale[i] * s.shapes[s.bodies.shape[i]].radius;
  s.bodies.position = {Vec3(0, 0, 0), Vec3(1.0 / 3, 0, 0.1), Vec3(5, 0.7, -0.1)};
  s.bodies.velocity[1] = {1e-30, 2.0 / 3, 4};
  s.bodies.spin[1] = {0, 0.1, 0};
  s.bodies.image[1] = {-3, 0, 7};
  s.bodies.orientation[1] = Quat(0.5, -0.5, 0.5, 0.5);
  const std::vector<Pair> pairs{{0, 1}};
  s.contacts.assign(pairs);
  s.contacts.history[0].normal = Vec3::UnitZ();
  s.contacts.load[0].force = {0.1, 0.2, 0.3};
  return s;
}

TEST(RecordedBodies, ComeBackFromVtkFilesWithTheirContacts) {
  const TemporaryFolder folder;
  const State wanted = three_bodies();
  overwrite(folder / "bodies.vtp", bodies_vtp(wanted));
  overwrite(folder / "contacts.vtp", contacts_vtp(wanted));
  State found = sample_scene();
  place_bodies(read_bodies_vtp(folder / "bodies.vtp"), folder / "bodies.vtp", found);
  read_contacts_vtp(folder / "contacts.vtp", found);
  expect_same_bodies(found, wanted);
  ASSERT_EQ(found.contacts.size(), 1u);
  EXPECT_EQ(found.contacts.pair[0], wanted.contacts.pair[0]);
  EXPECT_EQ(found.contacts.parts[0], wanted.contacts.parts[0]);
  EXPECT_EQ(found.contacts.load[0].force, wanted.contacts.load[0].force);
  EXPECT_EQ(found.contacts.history[0].normal, wanted.contacts.history[0].normal);
}

TEST(RecordedBodies, ComeBackFromTheTrajectory) {
  const TemporaryFolder folder;
  const State wanted = three_bodies();
  Trajectory(folder.path()).write(wanted, std::vector<Frame>{{0, 7, 3.5}});
  State found = sample_scene();
  const std::filesystem::path file = folder / "trajectory" / "frame_000000.h5";
  place_bodies(read_bodies_h5(file), file, found);
  expect_same_bodies(found, wanted);
  EXPECT_EQ(found.contacts.size(), 0u);
}

TEST(RecordedBodies, OfDamagedFilesAreRefusedByName) {
  const TemporaryFolder folder;
  const std::string vtp = bodies_vtp(three_bodies());
  for (std::size_t length = 0; length < vtp.size(); length += 97) {
    overwrite(folder / "b.vtp", vtp.substr(0, length));
    EXPECT_THROW(read_bodies_vtp(folder / "b.vtp"), RunError) << length;
  }
  Trajectory(folder.path()).write(three_bodies(), std::vector<Frame>{{0, 7, 3.5}});
  const std::string h5 = contents(folder / "trajectory/frame_000000.h5");
  for (std::size_t length = 0; length < h5.size(); length += 397) {
    overwrite(folder / "t.h5", h5.substr(0, length));
    try {
      read_bodies_h5(folder / "t.h5");
      ADD_FAILURE() << length;
    } catch (const RunError& error) {
      EXPECT_NE(std::string(error.what()).find("t.h5"), std::string::npos);
    }
  }
  EXPECT_THROW(read_bodies_vtp(folder / "none.vtp"), RunError);
  EXPECT_THROW(read_bodies_h5(folder / "none.h5"), RunError);
}

TEST(RecordedBodies, ThatDoNotFitTheSceneAreRefused) {
  const RecordedBodies good = record_bodies(three_bodies());
  State scene = sample_scene();
  EXPECT_NO_THROW(place_bodies(good, "f", scene));
  const auto expect_refused = [&](auto change) {
    RecordedBodies bad = good;
    change(bad);
    State state = sample_scene();
    EXPECT_THROW(place_bodies(bad, "f", state), RunError);
  };
  expect_refused([](RecordedBodies& b) { b.shape[1] = 1000; });
  expect_refused([](RecordedBodies& b) { b.group[2] = 1000; });
  expect_refused([](RecordedBodies& b) { b.id[2] = b.id[1]; });
  expect_refused([](RecordedBodies& b) { b.position.pop_back(); });
}

TEST(RecordedContacts, OfBodiesOrPartsThatAreNotThereAreRefused) {
  const TemporaryFolder folder;
  State state = three_bodies();
  overwrite(folder / "contacts.vtp", contacts_vtp(state));
  state.bodies.id[1] = 4;
  EXPECT_THROW(read_contacts_vtp(folder / "contacts.vtp", state), RunError);
  state = three_bodies();
  state.contacts.parts[0] = {0, 0};
  // Where a contact touches is asked of its parts, so the file is written with a right one and changed.
  std::string bytes = contacts_vtp(state);
  const std::size_t tag = bytes.find("Name=\"part_b\"");
  const std::size_t offset = std::stoul(bytes.substr(bytes.find("offset=\"", tag) + 8, 20));
  bytes[bytes.find("\n_") + 2 + offset + 8] = 3;
  overwrite(folder / "contacts.vtp", bytes);
  EXPECT_THROW(read_contacts_vtp(folder / "contacts.vtp", state), RunError);
}

TEST(CsvTable, ReadsWhatALogHolds) {
  const TemporaryFolder folder;
  overwrite(folder / "t.csv", "time [s],\"a, \"\"b\"\"\"\n0,1e-3\n0.5,-2\n1,3");
  const CsvTable table = read_csv(folder / "t.csv");
  EXPECT_EQ(table.names, (std::vector<std::string>{"time [s]", "a, \"b\""}));
  ASSERT_NE(table.find("time"), nullptr);
  EXPECT_EQ(*table.find("time"), (std::vector<double>{0, 0.5})) << "a row without an end is left out";
  EXPECT_EQ(*table.find("a"), (std::vector<double>{1e-3, -2}));
  EXPECT_EQ(table.find("mass"), nullptr);
}

TEST(CsvTable, BrokenRowsAreRefused) {
  const TemporaryFolder folder;
  for (const char* text : {"", "a,b\n1\n", "a,b\n1,x\n", "a\n1 2\n"}) {
    overwrite(folder / "t.csv", text);
    EXPECT_THROW(read_csv(folder / "t.csv"), RunError) << text;
  }
  EXPECT_THROW(read_csv(folder / "none.csv"), RunError);
}

}  // namespace
}  // namespace scree
