// What is told of a method's cost after few updates and after many.
#include "broadphase/choice/method_cost.h"

#include <gtest/gtest.h>

namespace scree {
namespace {

constexpr std::size_t bodies = 1000;

BroadPhaseCounters plain() { return {}; }
BroadPhaseCounters afresh() {
  BroadPhaseCounters did;
  did.rebuilds = 1;
  return did;
}

TEST(MethodCost, OneSpikeOfTheMachineDoesNotCount) {
  MethodCost cost;
  cost.start();
  for (int n = 0; n < 20; ++n) cost.saw(plain(), n == 7 ? 100 : 1, bodies);
  EXPECT_DOUBLE_EQ(cost.mean(), 1);
}

TEST(MethodCost, SpikesThatComeBackCount) {
  MethodCost cost;
  cost.start();
  for (int n = 0; n < 64; ++n) cost.saw(plain(), n % 4 == 0 ? 5 : 1, bodies);
  EXPECT_NEAR(cost.mean(), 2, 0.2);
}

TEST(MethodCost, BuildingIsNoUpdate) {
  MethodCost cost;
  cost.start();
  EXPECT_FALSE(cost.settled());
  cost.saw(afresh(), 50, bodies);
  EXPECT_FALSE(cost.settled());
  for (int n = 0; n < 3; ++n) cost.saw(plain(), 2, bodies);
  EXPECT_TRUE(cost.settled());
  EXPECT_DOUBLE_EQ(cost.mean(), 2);
  cost.start();
  EXPECT_FALSE(cost.settled());
}

// Lists: a renewal every 14 updates, the first one soon because margins are still small. Wherever one looks,
// the answer is that of a whole period.
TEST(MethodCost, RenewalsCountByTheirPeriod) {
  const double truth = (13 * 1 + 15) / 14.0;
  MethodCost cost(14);
  cost.start();
  int settled_after = 0;
  for (int n = 0; n < 200; ++n) {
    const bool renewal = n == 0 || n % 14 == 3;
    cost.saw(renewal ? afresh() : plain(), n == 0 ? 40 : renewal ? 15 : 1, bodies);
    if (!cost.settled()) continue;
    if (settled_after == 0) settled_after = n;
    EXPECT_NEAR(cost.mean(), truth, 0.1 * truth) << "after " << n;
  }
  EXPECT_GE(settled_after, 10);
  EXPECT_LE(settled_after, 16) << "a trial should be short";
}

// In a bed that moves fast lists are renewed every other time: this is not taken for the usual period.
TEST(MethodCost, ShortPeriodsAreSeen) {
  MethodCost cost(14);
  cost.start();
  int n = 0;
  while (!cost.settled()) {
    cost.saw(n % 2 == 0 ? afresh() : plain(), n % 2 == 0 ? 9 : 1, bodies);
    ++n;
  }
  EXPECT_LE(n, 8);
  EXPECT_NEAR(cost.mean(), 5, 1e-9);
}

// A sweep through a bed that is refilled every hundred updates: two in a row sort afresh.
TEST(MethodCost, SeldomUpdatesCountByTheirShare) {
  const double truth = 1 + 0.02 * 49;
  MethodCost cost;
  cost.start();
  for (int n = 0; n < 600; ++n) {
    const bool sorts = n % 100 == 60 || n % 100 == 61;
    cost.saw(sorts ? afresh() : plain(), n == 0 ? 80 : sorts ? 50 : 1, bodies);
    if (n > 300 && n % 100 > 80) {
      EXPECT_NEAR(cost.mean(), truth, 0.3 * truth) << "after " << n;
    }
  }
}

// Short updates are timed now and then only; what they did is known all the same.
TEST(MethodCost, HowOftenIsKnownWithoutTheClock) {
  MethodCost cost(14);
  cost.start();
  for (int n = 0; n < 400; ++n) {
    const bool renewal = n % 10 == 0;
    cost.saw(renewal ? afresh() : plain(), n % 7 == 0 ? (renewal ? 21 : 1) : 0, bodies);
  }
  EXPECT_NEAR(cost.mean(), 3, 0.2);
}

// Bodies that come in every update: lists are never anything but renewed.
TEST(MethodCost, ListsThatAreAlwaysRenewedAreSettled) {
  MethodCost cost(14);
  cost.start();
  for (int n = 0; n < 6; ++n) cost.saw(afresh(), 9, bodies);
  EXPECT_TRUE(cost.settled());
  EXPECT_DOUBLE_EQ(cost.mean(), 9);
}

// What rests begins to flow: the new work is soon the usual one.
TEST(MethodCost, MoreWorkBecomesTheUsual) {
  MethodCost cost;
  cost.start();
  BroadPhaseCounters flows;
  flows.exchanges = 7 * bodies;
  for (int n = 0; n < 200; ++n) cost.saw(plain(), 1, bodies);
  for (int n = 0; n < 60; ++n) cost.saw(flows, 8, bodies);
  EXPECT_NEAR(cost.mean(), 8, 1);
}

// Many exchanges at once, without sorting afresh: as dear, and as seldom.
TEST(MethodCost, MuchWorkIsTold) {
  MethodCost cost;
  cost.start();
  BroadPhaseCounters jump;
  jump.exchanges = 15 * bodies;
  for (int n = 0; n < 240; ++n) cost.saw(n % 20 == 15 ? jump : plain(), n % 20 == 15 ? 41 : 1, bodies);
  EXPECT_NEAR(cost.mean(), 3, 0.3);
}

}  // namespace
}  // namespace scree
