// What is observed of a state: the same as one contact after the other finds it, for any number of threads,
// and found once however many ask.
#include "measure/observation.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstring>

#include "io/vtk/bodies_vtp.h"
#include "io/vtk/contacts_vtp.h"
#include "law/contact_energy.h"
#include "measure/stress.h"
#include "run/laboratory.h"
#include "run/probes.h"
#include "scene/read_scene.h"

namespace scree {
namespace {

// Balls and bars of two parts fall on tiles that are one surface. In the plane the same is seen from the
// side.
SceneSpec tiles(bool plane, const std::string& more = "") {
  const auto vector = [plane](double x, double y, double z) {
    return plane ? fmt::format("[{}, {}]", x, z) : fmt::format("[{}, {}, {}]", x, y, z);
  };
  std::string text =
      fmt::format(R"(
[simulation]
dimension = {}
gravity = {}
[[material]]
name = "stone"
young = 1e7
friction = 0.4
[[shape]]
name = "piece"
kind = "box"
half_extents = {}
[[shape]]
name = "bar"
kind = "compound"
parts = [{{ shape = "piece", position = {} }}, {{ shape = "piece", position = {} }}]
[[shape]]
name = "ball"
kind = "{}"
radius = 0.2
[[shape]]
name = "tile"
kind = "box"
half_extents = {}
[[fill]]
name = "grains"
region = {{ kind = "box", lower = {}, upper = {} }}
count = {}
shapes = [{{ shape = "bar" }}, {{ shape = "ball" }}]
material = "stone"
)",
                  plane ? 2 : 3, vector(0, 0, -40), vector(0.25, 0.2, 0.2), vector(-0.25, 0, 0),
                  vector(0.25, 0, 0), plane ? "disc" : "sphere", vector(0.5, 0.5, 0.1),
                  vector(0.2, -1.2, 0.05), vector(4.8, 1.2, 4.5), plane ? 16 : 30);
  for (int row = -1; row <= (plane ? -1 : 1); ++row)
    text += fmt::format(
        "[[body]]\nname = \"floor{}\"\nshape = \"tile\"\nmaterial = \"stone\"\nmotion = \"fixed\"\n"
        "position = {}\nrepeat = {{ count = 6, shift = {} }}\n",
        row + 1, vector(0, row, -0.1), vector(1, 0, 0));
  return read_scene(text + more, "tiles.toml");
}

// When its grains have come to lie on each other.
State pile(bool plane) {
  Laboratory lab(tiles(plane), 2);
  lab.begin();
  while (lab.state().clock.time() < 0.8) lab.advance();
  return lab.state();
}
const State& the_pile(bool plane) {
  static const State in_space = pile(false), in_plane = pile(true);
  return plane ? in_plane : in_space;
}

// One by one: all of a pair are joined, then those at surfaces.
struct OneByOne {
  Placements placements;
  std::vector<TouchOnBed> touches;
  std::vector<double> depths;

  explicit OneByOne(const State& state) {
    const Contacts& contacts = state.contacts;
    std::vector<BodyIndex> all(state.bodies.size());
    for (BodyIndex i = 0; i < all.size(); ++i) all[i] = i;
    Workers alone(1);
    placements.update(state, {all, 0}, 0, alone);
    for (std::size_t k = 0; k < contacts.size(); ++k) touches.push_back(touch_of(state, placements, k));
    std::vector<SurfaceTouch> at_surfaces;
    for (std::size_t first = 0, last = 0; first < contacts.size(); first = last) {
      std::vector<TouchPlace> places;
      for (; last < contacts.size() && contacts.pair[last] == contacts.pair[first]; ++last)
        places.push_back({&touches[last], &touches[last].bed});
      join_parts(state, contacts.pair[first], {&contacts.parts[first], last - first}, places);
      if (!touches_surface(placements, contacts.pair[first])) continue;
      for (std::size_t k = first; k < last; ++k)
        at_surfaces.emplace_back(placements, contacts.pair[k], contacts.parts[k], places[k - first]);
    }
    join_surfaces(state, at_surfaces);
    for (std::size_t k = 0; k < contacts.size(); ++k)
      depths.push_back(touches[k].overlap > 0
                           ? depth_of(state, placements, contacts.pair[k], contacts.parts[k], touches[k])
                           : 0.0);
  }
};

bool same_bits(const TouchOnBed& a, const TouchOnBed& b) { return std::memcmp(&a, &b, sizeof a) == 0; }

class Observed : public testing::TestWithParam<bool> {};
INSTANTIATE_TEST_SUITE_P(Tiles, Observed, testing::Bool());

TEST_P(Observed, IsWhatOneContactAfterTheOtherFinds) {
  const State& state = the_pile(GetParam());
  const Contacts& contacts = state.contacts;
  const OneByOne plain(state);
  ASSERT_GT(contacts.size(), 20u);
  std::size_t joined = 0, at_surfaces = 0;
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    joined += k > 0 && contacts.pair[k] == contacts.pair[k - 1];
    at_surfaces += touches_surface(plain.placements, contacts.pair[k]);
  }
  EXPECT_GT(joined, 0u);
  EXPECT_GT(at_surfaces, 0u);
  for (int threads = 1; threads <= 4; ++threads) {
    Workers workers(threads);
    const Observation now(state, workers);
    const std::span<const double> depths = now.depths();
    ASSERT_EQ(depths.size(), contacts.size());
    for (std::size_t k = 0; k < contacts.size(); ++k) {
      EXPECT_TRUE(same_bits(now.touches()[k], plain.touches[k])) << "contact " << k << ", " << threads;
      EXPECT_EQ(depths[k], plain.depths[k]) << "contact " << k << ", " << threads;
      const Touch alone = touch_of(state, k);
      EXPECT_EQ(now.lone_arms()[k].a, alone.arm_a) << "contact " << k << ", " << threads;
      EXPECT_EQ(now.lone_arms()[k].b, alone.arm_b) << "contact " << k << ", " << threads;
    }
  }
}

TEST_P(Observed, SumsAndCountsAreThoseOfThem) {
  const State& state = the_pile(GetParam());
  const Bodies& bodies = state.bodies;
  const OneByOne plain(state);
  ExactSum stored;
  double overlap = 0, depth = 0;
  for (std::size_t k = 0; k < state.contacts.size(); ++k) {
    const auto [a, b] = state.contacts.pair[k];
    const TouchOnBed& touch = plain.touches[k];
    overlap = std::max(overlap, touch.overlap / (2 * smaller_radius(state, a, b)));
    depth = std::max(depth, plain.depths[k] / depth_scale(state, {a, b}));
    if (touch.overlap > 0)
      stored.add(stored_energy(state.laws.of(bodies.material[a], bodies.material[b]), touch,
                               contact_size(state, a, b), state.contacts.history[k],
                               state.contacts.rolling[k]));
  }
  ASSERT_GT(depth, 0);
  Workers alone(1);
  const Stress stress = mean_stress(state, whole_zone(state));
  for (int threads = 1; threads <= 4; ++threads) {
    Workers workers(threads);
    const Observation now(state, workers);
    EXPECT_EQ(now.energies().elastic_stored, stored.value());
    EXPECT_EQ(now.counts().touching, state.contacts.size());
    EXPECT_EQ(now.counts().max_overlap, overlap);
    EXPECT_EQ(now.counts().max_depth, depth);
    EXPECT_EQ(mean_stress(now, whole_zone(state)).total(), stress.total());
  }
}

TEST_P(Observed, FilesAreTheSameForAnyNumberOfThreads) {
  const State& state = the_pile(GetParam());
  const std::string bodies = bodies_vtp(state), contacts = contacts_vtp(state);
  for (int threads = 2; threads <= 4; ++threads) {
    Workers workers(threads);
    const Observation now(state, workers);
    EXPECT_TRUE(bodies == text_written([&](const PutBytes& put) { write_bodies_vtp(state, workers, put); }));
    EXPECT_TRUE(contacts == text_written([&](const PutBytes& put) { write_contacts_vtp(now, put); }));
  }
}

TEST(Observation, NothingIsFoundBeforeSomebodyAsks) {
  Workers alone(1);
  const Observation now(the_pile(false), alone);
  EXPECT_EQ(now.found(), Observation::Found{});
  now.energies();
  EXPECT_EQ(now.found(), (Observation::Found{.touches = 1, .energies = 1}));
}

// All probes of a scene, some of each kind, the watch on energies, the summary and the files.
TEST(Observation, EachPartIsFoundOnceForAll) {
  std::string more;
  for (const char* name : {"one", "other"})
    for (const char* kind : {"stress", "contacts", "energy"})
      more += std::string("[[probe]]\nname = \"") + kind + "_" + name + "\"\nkind = \"" + kind + "\"\n";
  const SceneSpec spec = tiles(false, more);
  Laboratory lab(spec, 2);
  lab.begin();
  int observed = 0;
  lab.watch = [&](const Observation& now) {
    for (const ProbeSpec& probe : spec.probes)
      EXPECT_EQ(make_probe(probe, spec)->measure(now).size(), make_probe(probe, spec)->columns().size());
    EXPECT_FALSE(text_written([&](const PutBytes& put) { write_contacts_vtp(now, put); }).empty());
    lab.look_at_energy(now);
    EXPECT_EQ(lab.summary(now).contacts, now.counts().touching);
    EXPECT_EQ(now.found(), (Observation::Found{1, 1, 1, 1, 1}));
    ++observed;
  };
  for (int n = 0; n < 3; ++n) lab.advance();
  EXPECT_EQ(observed, 3);
}

}  // namespace
}  // namespace scree
