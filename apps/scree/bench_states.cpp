#include "bench_states.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cmath>

#include "bench/copies.h"
#include "bench/settled.h"
#include "say.h"
#include "scree/scene.h"

namespace scree::app {
namespace {

// Dense and at work: the drums that turn, the heap that runs out after its wall has gone, the stream on the
// packed wall, the discharge.
constexpr Benchmark all_benchmarks[] = {
    {"drum", 0.6, 600, "648 polyhedra in a turning drum"},
    {"drum-large", 0.02, 40, "17,908 polyhedra in a turning drum, from copies of a settled slice"},
    {"bed", 0.3, 600, "681 polyhedra at rest, or copies side by side (--bodies)"},
    {"drum2d", 0.7, 600, "3000 polygons of 8 corners in a turning drum, in the plane"},
    {"drum2d-large", 0.55, 100, "20,000 polygons of 8 corners in a turning drum, in the plane"},
    {"embankment", 1.4, 600, "spheres"},
    {"shock", 1.2, 600, "spheres"},
    {"silo", 1.2, 600, "spheres"},
    {"chain", 0, 2000, "spheres"}};

constexpr Benchmark slice = {"drum-slice", 0.35, 0, ""};
constexpr std::size_t grains_of_large_drum = 17908;

using LabPointer = std::unique_ptr<Laboratory>;

void advance_until(Laboratory& lab, double time, const char* name) {
  const bool tell = isatty(STDERR_FILENO) != 0;
  while (lab.state().clock.time() < time) {
    lab.advance();
    if (tell && lab.state().clock.step % 200 == 0)
      say("\r{} settles: {:3.0f} % ", name, 100 * lab.state().clock.time() / time);
  }
  if (tell) say("\r\033[K");
}

// Brings a laboratory to the time, from the cache or by stepping. `key` tells its state at time 0 from
// others.
void settle(Laboratory& lab, const std::string& key, const Benchmark& benchmark, const BenchState& wanted) {
  lab.stepper().use_plain_instructions(wanted.plain);
  const auto file = settled_file(benchmark.scene, key, benchmark.settle);
  if (!wanted.fresh && load_settled(file, lab.state())) return;
  lab.begin();
  if (benchmark.settle == 0) return;
  advance_until(lab, benchmark.settle, benchmark.scene);
  save_settled(file, lab.state());
}

LabPointer settled_scene(const Benchmark& benchmark, const BenchState& wanted) {
  const Scene scene = Scene::built_in(benchmark.scene);
  auto lab = std::make_unique<Laboratory>(scene.spec(), wanted.threads);
  settle(*lab, scene.text(), benchmark, wanted);
  return lab;
}

Box everywhere() { return {Vec3::Constant(-1e300), Vec3::Constant(1e300)}; }

// Copies of the slice between the lids; the drum turns from the start.
LabPointer large_drum(const Benchmark& benchmark, const BenchState& wanted) {
  const Scene scene =
      Scene::built_in("drum-large", {"fill.stones.count=1", "event[0].at=0", "event[1].at=0"});
  auto lab = std::make_unique<Laboratory>(scene.spec(), wanted.threads);
  const LabPointer part = settled_scene(slice, wanted);
  Box room = everywhere();
  room.lower.y() = -0.215;
  room.upper.y() = 0.215;
  fill_with_copies(lab->state(), part->state(), {1, 8, 1}, room, grains_of_large_drum);
  settle(*lab, scene.text() + part->spec().text, benchmark, wanted);
  return lab;
}

// The small bed copied side by side, as nearly square as can be.
LabPointer large_bed(const Benchmark& benchmark, const BenchState& wanted) {
  const LabPointer part = settled_scene(benchmark, wanted);
  const double copies =
      std::ceil(static_cast<double>(wanted.bodies) / static_cast<double>(part->state().bodies.size()));
  const int nx = static_cast<int>(std::ceil(std::sqrt(copies)));
  const int ny = static_cast<int>(std::ceil(copies / nx));
  const Vec3& length = part->state().cell.length;
  const Scene scene = Scene::built_in(
      "bed", {"fill.stones.count=1", fmt::format("cell.size=[{}, {}, 1]", nx * length.x(), ny * length.y())});
  auto lab = std::make_unique<Laboratory>(scene.spec(), wanted.threads);
  fill_with_copies(lab->state(), part->state(), {nx, ny, 1}, everywhere(), ~std::size_t{0},
                   wanted.shuffle ? CopyOrder::random : CopyOrder::along_curve);
  lab->stepper().use_plain_instructions(wanted.plain);
  lab->begin();
  return lab;
}

}  // namespace

std::span<const Benchmark> benchmarks() { return all_benchmarks; }

std::unique_ptr<Laboratory> settled(const Benchmark& benchmark, const BenchState& wanted) {
  const std::string name = benchmark.scene;
  if (name == "drum-large") return large_drum(benchmark, wanted);
  if (name == "bed" && wanted.bodies > 0) return large_bed(benchmark, wanted);
  return settled_scene(benchmark, wanted);
}

}  // namespace scree::app
