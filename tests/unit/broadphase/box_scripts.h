// Scripts of random worlds (boxes.h), and the comparison of methods on them.
#pragma once

#include <gtest/gtest.h>

#include <numeric>

#include "box_case.h"
#include "shrink.h"

namespace scree::test {

enum class Crowd { usual, clusters, sizes_1_to_100, needles };

struct WorldSpec {
  std::uint64_t seed = 0;
  Motion motion = Motion::gentle;
  int dimension = 3;
  std::size_t count = 30;
  double extent = 6;
  Crowd crowd = Crowd::usual;
  bool population_changes = false;
  int steps = 40;
};

class ScriptWriter {
 public:
  explicit ScriptWriter(const WorldSpec& spec)
      : spec_(spec), world_(spec.seed, spec.motion, spec.count, spec.extent, spec.seed % 8) {
    identity_.resize(world_.centre.size());
    std::iota(identity_.begin(), identity_.end(), 0u);
    next_identity_ = static_cast<std::uint32_t>(identity_.size());
    for (std::size_t k = 0; k < 3; ++k) cluster_.push_back(somewhere());
    for (std::size_t i = 0; i < identity_.size(); ++i) shape(i);
    world_.place();
  }

  BoxCase write() {
    BoxCase script{spec_.dimension, 1 + static_cast<int>(spec_.seed / 8 % 4), world_.cell, {}};
    for (int s = 0; s < spec_.steps; ++s) {
      ScriptStep step;
      if (spec_.population_changes && s > 0) change_population(step);
      if (s > 0) world_.step();
      for (std::size_t i = 0; i < identity_.size(); ++i)
        step.bodies.push_back({identity_[i], world_.boxes[i], world_.mobile[i]});
      script.steps.push_back(std::move(step));
    }
    return script;
  }

 private:
  Vec3 somewhere() { return world_.cell.origin + world_.cell.length.cwiseProduct(world_.dice.vector(0, 1)); }

  void shape(std::size_t i) {
    Dice& dice = world_.dice;
    switch (spec_.crowd) {
      case Crowd::usual: break;
      case Crowd::clusters:
        world_.centre[i] = cluster_[dice.below(cluster_.size())] + dice.vector(-0.02, 0.02) * spec_.extent;
        break;
      case Crowd::sizes_1_to_100:
        world_.half[i] = 0.01 * std::pow(10, dice.uniform(0, 2)) * dice.vector(0.8, 1.2);
        break;
      case Crowd::needles:
        world_.half[i] = Vec3::Constant(0.03);
        world_.half[i][static_cast<int>(dice.below(3))] = 0.6;
        break;
    }
  }

  void change_population(ScriptStep& step) {
    Dice& dice = world_.dice;
    if (dice.chance(0.3)) {
      const std::vector<BodyIndex> new_index = world_.remove_some(dice.chance(0.1) ? 0.9 : 0.1);
      for (std::size_t i = 0; i < new_index.size(); ++i)
        if (new_index[i] != no_body) identity_[new_index[i]] = identity_[i];
      identity_.resize(world_.centre.size());
    }
    for (std::size_t k = dice.below(dice.chance(0.1) ? 20 : 4); k > 0; --k) {
      world_.append();
      identity_.push_back(next_identity_++);
      shape(identity_.size() - 1);
    }
    step.reset = dice.chance(0.05);
    step.appended_first = dice.chance(0.5);
    if (!identity_.empty() && dice.chance(0.1)) world_.mobile[dice.below(identity_.size())] ^= 1;
  }

  WorldSpec spec_;
  BoxWorld world_;
  std::vector<std::uint32_t> identity_;
  std::uint32_t next_identity_ = 0;
  std::vector<Vec3> cluster_;
};

// Boxes without end, at the ends of the numbers, points; nobody at all.
inline BoxCase limits_of_boxes(int dimension) {
  const double huge = std::numeric_limits<double>::max();
  const double tiny = std::numeric_limits<double>::denorm_min();
  const Box all{Vec3::Constant(-inf), Vec3::Constant(inf)};
  const Box widest{Vec3::Constant(-huge), Vec3::Constant(huge)};
  const Box point{Vec3::Zero(), Vec3::Zero()};
  const Box speck{Vec3::Zero(), Vec3::Constant(tiny)};
  const Box far{Vec3::Constant(1e300), Vec3::Constant(huge)};
  const Box plate{Vec3(-inf, -inf, 0.5), Vec3(inf, inf, 1)};
  const Box nearby{Vec3::Constant(0.25), Vec3::Constant(0.75)};
  const Box half_empty{Vec3(0, 1, 0), Vec3(1, 0, 1)};
  ScriptStep crowd;
  std::uint32_t identity = 0;
  for (const Box& box :
       {all, widest, point, speck, far, plate, nearby, half_empty, empty_box(), point, nearby})
    crowd.bodies.push_back({identity++, box, 1});
  ScriptStep two, one;
  two.bodies = {crowd.bodies[2], crowd.bodies[9]};
  one.bodies = {crowd.bodies[9]};
  return {dimension, 1, {}, {crowd, {}, {}, crowd, two, one}};
}

// Bodies that nobody has moved back into the cell.
inline BoxCase many_cells_away(int dimension) {
  WorldSpec spec;
  spec.seed = 15;  // periodic on all axes
  spec.dimension = dimension;
  spec.count = 150;
  spec.steps = 10;
  BoxCase script = ScriptWriter(spec).write();
  Dice dice(1);
  for (ScriptStep& step : script.steps)
    for (ScriptBody& body : step.bodies) {
      if (is_empty(body.box, 3)) continue;
      const Vec3 cells = dice.vector(-1000, 1000).array().round();
      const Vec3 shift = cells.cwiseProduct(script.cell.length);
      body.box = {body.box.lower + shift, body.box.upper + shift};
    }
  return script;
}

// What happened, so that a test can tell that it tested something.
struct Tally {
  std::uint64_t steps = 0, pairs = 0, changes = 0;
};

// Every method on the same script. A failure is made small before it is told.
inline void compare_methods(const WorldSpec& spec, std::span<const BroadPhaseKind> methods, Tally& tally) {
  const BoxCase script = ScriptWriter(spec).write();
  const PairLists right = right_pairs(script);
  for (const BroadPhaseKind kind : methods) {
    const Maker make = [&] { return make_broad_phase(kind, spec.dimension); };
    const std::string wrong = failure_of(script, right, make);
    if (wrong.empty()) continue;
    const BoxCase small = shrunk(script, make);
    FAIL() << "seed " << spec.seed << ": " << wrong << "\nSmaller: " << failure_of(small, make) << "\n"
           << text_of(small);
  }
  for (std::size_t s = 0; s < right.size(); ++s) {
    ++tally.steps;
    tally.pairs += right[s].size();
    if (s > 0 && right[s] != right[s - 1]) ++tally.changes;
  }
}

// Those that can be made here.
inline std::vector<BroadPhaseKind> methods_at_hand() {
  std::vector<BroadPhaseKind> methods;
  for (const BroadPhaseKind kind : all_broad_phases) try {
      make_broad_phase(kind);
      methods.push_back(kind);
    } catch (const std::exception&) {
    }
  return methods;
}

}  // namespace scree::test
