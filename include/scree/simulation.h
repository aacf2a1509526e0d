// A simulation in memory: build it from a scene, step it, look at it. For runs with files on disk use
// the program.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "scree/scene.h"
#include "scree/summary.h"

namespace scree {

struct Options {
  int threads = 0;           // 0: all cores
  bool drop_caches = false;  // for tests: forget every cache before each step
  bool strict = false;       // advance() throws RunError at the first warning, after the step that raised it
  bool force_dt = false;     // a time step that is far too long is taken all the same
};

struct BodyView {
  std::uint64_t id = 0;
  std::string group;  // name of the body, fill or inlet it came from
  std::string shape;  // name of its shape
  bool free = true;
  double radius = 0;
  double mass = 0;
  std::array<double, 3> position{};
  std::array<double, 4> orientation{};  // w, x, y, z
  std::array<double, 3> velocity{};
  std::array<double, 3> spin{};  // rad/s, world frame
  std::array<double, 3> force{};
  std::array<double, 3> torque{};
};

struct ContactView {
  std::uint64_t a = 0;
  std::uint64_t b = 0;             // ids, a < b
  std::array<double, 3> normal{};  // from a to b
  std::array<double, 3> force{};   // on b
  double normal_force = 0;
  double overlap = 0;  // of bodies with corners the mean depth
  double depth = 0;    // the shortest way out
};

class Laboratory;

class Simulation {
 public:
  explicit Simulation(const Scene& scene, const Options& options = {});
  ~Simulation();
  Simulation(Simulation&&) noexcept;
  Simulation& operator=(Simulation&&) noexcept;

  void advance(std::uint64_t steps = 1);  // throws RunError
  void run_until(double time);

  double time() const;
  double dt() const;
  std::uint64_t steps() const;
  std::size_t size() const;
  BodyView body(std::size_t index) const;
  std::vector<BodyView> bodies() const;
  std::vector<ContactView> contacts() const;  // those that touch
  Summary summary() const;
  std::string state_hash() const;

  Laboratory& laboratory() { return *laboratory_; }  // the inner parts, for the project's own tests

 private:
  void stop_at_warnings();

  std::unique_ptr<Laboratory> laboratory_;
  bool strict_ = false;
  std::size_t warnings_ = 0;  // seen so far
};

}  // namespace scree
