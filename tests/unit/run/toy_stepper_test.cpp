// A stepper that the library does not know runs a scene through the laboratory: free flight, with one column
// of state of its own. Bodies come and go, runs are interrupted and resumed, to the bit.
#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>

#include "io/checkpoint/checkpoint.h"
#include "run/laboratory.h"
#include "run/run.h"
#include "scene/read_scene.h"
#include "scree/errors.h"
#include "state/state_hash.h"

namespace scree {
namespace {

namespace fs = std::filesystem;

struct FlightColumns {
  std::vector<double> distance;  // flown so far
  template <class Self, class Visit>
  static void for_each_column(Self& self, Visit&& visit) {
    visit("distance", self.distance);
  }
};

// x += v dt, and nothing acts on anybody.
class Flight : public Stepper {
 public:
  explicit Flight(State& state) : state_(state) {
    state.bodies.stepper.declare<FlightColumns>("flight", state.bodies.size());
  }
  void begin() override {}
  void apply(const BodyChanges& changes) override {
    left_ += static_cast<std::size_t>(std::ranges::count(changes.new_index, no_body));
    came_ += changes.appended.size();
    freed_ += changes.freed.size();
  }
  void advance() override {
    times_.start();
    ++state_.clock.step;
    Bodies& bodies = state_.bodies;
    std::vector<double>& distance = bodies.stepper.as<FlightColumns>().distance;
    for (BodyIndex i = 0; i < bodies.size(); ++i) {
      if (!bodies.free(i)) continue;
      const Vec3 way = state_.clock.dt * bodies.velocity[i];
      bodies.position[i] += way;
      distance[i] += way.norm();
    }
    times_.end(0);
  }
  std::vector<StepperClock> clocks() const override { return {{"scene", state_.clock}}; }
  std::span<const StageTime> stages() const override { return times_.stages(); }
  StepCounters counters() const override { return {}; }
  void reset_counters() override { times_.reset(); }

  std::size_t left_ = 0, came_ = 0, freed_ = 0;

 private:
  State& state_;
  StageClock times_{"fly"};
};

std::unique_ptr<Stepper> make_flight(const SceneSpec&, State& state, Workers&) {
  return std::make_unique<Flight>(state);
}

const char* const scene = R"(
[simulation]
dt = "1 ms"
until = "120 ms"
gravity = [0, 0, 0]
[[material]]
name = "rock"
density = 2000
[[shape]]
name = "ball"
kind = "sphere"
radius = "1 cm"
[[body]]
name = "swift"
shape = "ball"
material = "rock"
velocity = [3, 4, 0.1]
[[body]]
name = "kept"
shape = "ball"
material = "rock"
position = [0, 0, 1]
motion = "fixed"
[[inlet]]
name = "spout"
region = { kind = "sphere", centre = [-1, 0, 0], radius = "2 cm" }
shape = "ball"
material = "rock"
rate = "100 /s"
velocity = [-7, 0, 0]
[[outlet]]
name = "drain"
region = { lower = [-1.5, -1, -1], upper = [-1.3, 1, 1] }
[[event]]
at = "50 ms"
action = "motion"
target = "kept"
motion = "free"
[output]
every = 0
)";

class ToyStepper : public testing::Test {
 protected:
  void TearDown() override { fs::remove_all(folder_); }
  static Laboratory lab() {
    return Laboratory(read_scene(scene, "flight.toml"), 1, {false, {true}, make_flight});
  }
  RunOptions options(const char* name, std::uint64_t steps) const {
    RunOptions o;
    o.folder = folder_ / name;
    o.steps = steps;
    o.threads = 1;
    o.force_dt = true;  // there are no contacts to follow
    o.stepper = make_flight;
    return o;
  }
  fs::path folder_ = fs::temp_directory_path() / ("scree-flight-" + std::to_string(getpid()));
};

std::vector<double> distances(const Laboratory& lab) {
  return lab.state().bodies.stepper.as<FlightColumns>().distance;
}

TEST_F(ToyStepper, FliesAndIsToldWhoComesAndGoes) {
  Laboratory flight = lab();
  flight.begin();
  for (int n = 0; n < 120; ++n) flight.advance();
  const auto& stepper = dynamic_cast<const Flight&>(flight.stepper());
  const Summary summary = flight.summary();
  EXPECT_EQ(stepper.came_, summary.inserted);
  EXPECT_EQ(stepper.left_, summary.removed);
  EXPECT_GT(stepper.left_, 3u);
  EXPECT_EQ(stepper.freed_, 1u);
  EXPECT_NEAR(distances(flight)[0], std::sqrt(25.01) * 0.12, 1e-12);
  EXPECT_LE((flight.state().bodies.position[0] - 0.12 * Vec3(3, 4, 0.1)).norm(), 1e-12);
  const double last =
      distances(flight).back();  // it came long after the first, and has flown as long as it is here
  EXPECT_NEAR(std::remainder(last, 7e-3), 0, 1e-9);
  EXPECT_LT(last, 0.6);
  EXPECT_EQ(summary.steps, 120u);
  ASSERT_EQ(summary.stages.size(), 3u);
  EXPECT_EQ(summary.stages[0].first, "exchange");
  EXPECT_EQ(summary.stages[1].first, "fly");
  EXPECT_EQ(summary.stages[2].first, "observe");
  EXPECT_EQ(summary.candidate_pairs, 0u);
}

TEST_F(ToyStepper, ItsColumnIsInTheHash) {
  Laboratory flight = lab();
  flight.begin();
  const std::uint64_t before = state_hash(flight.state());
  flight.state().bodies.stepper.as<FlightColumns>().distance[0] = 1;
  EXPECT_NE(state_hash(flight.state()), before);
}

TEST_F(ToyStepper, GoesOnFromACheckpointAsIfItHadNotStopped) {
  Laboratory whole = lab();
  whole.begin();
  for (int n = 0; n < 47; ++n) whole.advance();
  save_checkpoint(folder_, whole.state(), {});
  Laboratory resumed = lab();
  RunProgress progress;
  load_newest(folder_, resumed.state(), progress);
  EXPECT_EQ(state_hash(resumed.state()), state_hash(whole.state()));
  for (Laboratory* flight : {&whole, &resumed})
    for (int n = 0; n < 73; ++n) flight->advance();
  EXPECT_EQ(distances(resumed), distances(whole));
  EXPECT_EQ(state_hash(resumed.state()), state_hash(whole.state()));
  Laboratory soft(read_scene(scene, "flight.toml"), 1, {false, {true}});
  EXPECT_THROW(load_newest(folder_, soft.state(), progress), RunError)
      << "it is not that stepper's checkpoint";
}

TEST_F(ToyStepper, RunsWithFilesAndIsResumed) {
  const SceneSpec spec = read_scene(scene, "flight.toml");
  const RunResult whole = run_scene(spec, options("whole", 120));
  std::atomic<bool> stop = false;
  RunOptions parts = options("parts", 120);
  parts.stop = &stop;
  parts.report = [&](const RunProgressReport& now) { stop = now.step == 61; };
  EXPECT_TRUE(run_scene(spec, parts).interrupted);
  const RunResult resumed = resume_run(options("parts", 120));
  EXPECT_EQ(resumed.summary.steps, 120u);
  EXPECT_EQ(resumed.summary.state_hash, whole.summary.state_hash);
  EXPECT_NE(resumed.json.find("\"fly\""), std::string::npos);
}

}  // namespace
}  // namespace scree
