// Looks whether bodies that move far in one step went through something on the way: through a thin plate, or
// past each other, without a contact that anybody would have seen.
#pragma once

#include <atomic>
#include <limits>
#include <mutex>
#include <vector>

#include "base/parallel.h"
#include "state/state.h"
#include "step/candidates.h"
#include "step/sightings.h"

namespace scree {

class JumpWatch {
 public:
  // Before the calls of a step. Says whether anybody may be fast enough to be remembered.
  // `generation` changes whenever bodies come, go, or get another motion.
  bool start(const State& state, std::uint64_t generation);
  // Before bodies move: call for all of them, with the velocities with which they will. Only who goes far
  // compared with the thinnest thing in the scene is remembered. Threads may call at once.
  void remember(const State& state, BodyIndex i) {
    if (is_fast(state, i)) [[unlikely]]
      remember_pose(state, i);
  }

  // Bodies with less speed and spin than these need not be remembered in the next step. Of one that has more,
  // and is not driven, say so.
  double slow() const { return slow_; }
  double slow_spin() const { return slow_spin_; }
  bool is_quick(const Vec3& velocity, const Vec3& spin) const {
    return velocity.squaredNorm() > slow_ * slow_ || spin.squaredNorm() > slow_spin_ * slow_spin_;
  }
  void see_fast() {
    if (!fast_seen_.load(std::memory_order_relaxed)) fast_seen_.store(true, std::memory_order_relaxed);
  }

  // Afterwards, when it is known who touches: looks at the candidates of those remembered. Margins see to it
  // that whatever lies on their way is among them.
  void look(const State& state, const Candidates& candidates, Workers& workers, Sightings& seen);

 private:
  static constexpr double no_end = std::numeric_limits<double>::infinity();
  struct Mover {
    BodyIndex body;
    Vec3 position;  // before the step
    Quat orientation;
  };
  bool is_fast(const State& state, BodyIndex i) const {
    const Bodies& bodies = state.bodies;
    const double turn = bodies.radius[i] < no_end ? bodies.radius[i] * bodies.radius[i] : 0.0;
    return bodies.velocity[i].squaredNorm() + turn * bodies.spin[i].squaredNorm() > fast2_;
  }
  void remember_pose(const State& state, BodyIndex i);

  double fast2_ = no_end;  // square of the speed from which on bodies are remembered
  double slow_ = 0, slow_spin_ = 0;
  std::atomic<bool> fast_seen_ = true;
  std::vector<Mover> movers_;
  std::mutex one_by_one_;
  // For these bodies: the thinnest thing, the largest that may turn, and those with prescribed motion.
  double thinnest_ = no_end, largest_ = 0;
  std::vector<BodyIndex> walls_;
  std::size_t bodies_ = 0;
  BodyId next_id_ = 0;
  std::uint64_t generation_ = 0;
};

}  // namespace scree
