// Four contacts side by side in the lanes of a register, and whether each is as if alone, to the last bit.
#pragma once

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>

#include "law/press.h"

namespace scree {

inline LawNumbers<double> numbers_of(const PairLaw& l) {
  return {l.stiffness,
          l.tangential_stiffness,
          l.compliance,
          l.young,
          l.shear,
          l.dashpot,
          l.tangential_dashpot,
          l.friction,
          l.rolling_friction,
          l.torsional_friction,
          l.cohesion};
}

inline void expect_bits(const Lanes& all, int lane, double one, const char* what) {
  EXPECT_EQ(std::bit_cast<std::uint64_t>(all[lane]), std::bit_cast<std::uint64_t>(one))
      << what << " of lane " << lane;
}
inline void expect_bits(const Triple<Lanes>& all, int lane, const Triple<double>& one, const char* what) {
  expect_bits(all.x, lane, one.x, what);
  expect_bits(all.y, lane, one.y, what);
  expect_bits(all.z, lane, one.z, what);
}

inline void expect_lane(int lane, const Pressed<Lanes>& all, const Pressed<double>& one) {
  expect_bits(all.force, lane, one.force, "force");
  expect_bits(all.torque_a, lane, one.torque_a, "torque_a");
  expect_bits(all.torque_b, lane, one.torque_b, "torque_b");
  expect_bits(all.normal_force, lane, one.normal_force, "normal force");
  expect_bits(all.elastic_power, lane, one.elastic_power, "elastic power");
  expect_bits(all.damping_power, lane, one.damping_power, "damping power");
  expect_bits(all.work.elastic, lane, one.work.elastic, "elastic work");
  expect_bits(all.work.damping, lane, one.work.damping, "damping work");
  expect_bits(all.work.friction, lane, one.work.friction, "friction work");
}

inline void put(Triple<Lanes>& all, int lane, const Triple<double>& v) {
  all.x.set(lane, v.x);
  all.y.set(lane, v.y);
  all.z.set(lane, v.z);
}

// Four contacts side by side, all that they are told and all that they answer.
struct Quartet {
  LawNumbers<Lanes> law{};
  TouchOf<Lanes> at{};
  Motion<Lanes> motion{};
  Springs<Lanes> springs{};
  RollingSprings<Lanes> rolling{};

  void set(int lane, const LawNumbers<double>& l, const TouchOf<double>& t, const Motion<double>& v,
           const Springs<double>& s, const RollingSprings<double>& r) {
    law.stiffness.set(lane, l.stiffness);
    law.tangential_stiffness.set(lane, l.tangential_stiffness);
    law.compliance.set(lane, l.compliance);
    law.young.set(lane, l.young);
    law.shear.set(lane, l.shear);
    law.dashpot.set(lane, l.dashpot);
    law.tangential_dashpot.set(lane, l.tangential_dashpot);
    law.friction.set(lane, l.friction);
    law.rolling_friction.set(lane, l.rolling_friction);
    law.torsional_friction.set(lane, l.torsional_friction);
    law.cohesion.set(lane, l.cohesion);
    put(at.normal, lane, t.normal);
    put(at.arm_a, lane, t.arm_a);
    put(at.arm_b, lane, t.arm_b);
    at.overlap.set(lane, t.overlap);
    at.radius.set(lane, t.radius);
    at.volume.set(lane, t.volume);
    at.area.set(lane, t.area);
    at.pair_volume.set(lane, t.pair_volume);
    at.facing_area.set(lane, t.facing_area);
    at.width2.set(lane, t.width2);
    at.lever.set(lane, t.lever);
    at.share.set(lane, t.share);
    put(at.moment, lane, t.moment);
    put(motion.velocity, lane, v.velocity);
    put(motion.spin_a, lane, v.spin_a);
    put(motion.spin_b, lane, v.spin_b);
    motion.root_mass.set(lane, v.root_mass);
    motion.inverse_length.set(lane, v.inverse_length);
    motion.inverse_depth.set(lane, v.inverse_depth);
    motion.reference_area.set(lane, v.reference_area);
    put(springs.normal, lane, s.normal);
    put(springs.slide, lane, s.slide);
    put(springs.slide_velocity, lane, s.slide_velocity);
    springs.stiffness.set(lane, s.stiffness);
    put(rolling.roll, lane, r.roll);
    put(rolling.roll_velocity, lane, r.roll_velocity);
    rolling.twist.set(lane, r.twist);
    rolling.twist_velocity.set(lane, r.twist_velocity);
  }

  // Is what springs remember in this lane what they remember alone?
  void expect_lane(int lane, const PressTerms& terms, const Springs<double>& s,
                   const RollingSprings<double>& r) const {
    expect_bits(springs.normal, lane, s.normal, "normal");
    expect_bits(springs.slide, lane, s.slide, "slide");
    expect_bits(springs.slide_velocity, lane, s.slide_velocity, "slide velocity");
    expect_bits(springs.stiffness, lane, s.stiffness, "stiffness");
    if (!terms.rolling) return;
    expect_bits(rolling.roll, lane, r.roll, "roll");
    expect_bits(rolling.roll_velocity, lane, r.roll_velocity, "roll velocity");
    expect_bits(rolling.twist, lane, r.twist, "twist");
    expect_bits(rolling.twist_velocity, lane, r.twist_velocity, "twist velocity");
  }
};

}  // namespace scree
