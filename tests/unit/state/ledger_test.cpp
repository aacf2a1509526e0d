// Books add up to the same, to the last bit, in any order and kept by any number of owners.
#include "state/ledger.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include "base/rng.h"

namespace scree {
namespace {

// What happens in one step to a body or a contact, as the ledger hears of it.
struct Event {
  double drive, entered, left, elastic, overlap;
};

std::vector<Event> random_events(Rng& rng, int count) {
  std::vector<Event> events;
  // Sizes as different as those of a dust grain and a block.
  const auto number = [&] {
    return std::ldexp(rng.uniform(-1.0, 1.0), static_cast<int>(rng.below(80)) - 60);
  };
  for (int n = 0; n < count; ++n)
    events.push_back({number(), number(), number(), number(), std::abs(number())});
  return events;
}

void book(const Event& e, Ledger& ledger, ExactSum& half_work) {
  half_work.add(e.drive);
  ledger.entered.add(e.entered);
  ledger.reference_potential.add(e.entered);
  ledger.left.add(e.left);
  ledger.departed_elastic.add(e.elastic);
  ledger.max_overlap_ever = std::max(ledger.max_overlap_ever, e.overlap);
}

void expect_same_books(const Ledger& a, const Ledger& b) {
  Ledger::for_each_number([](const char* name, const auto& x, const auto& y) { EXPECT_TRUE(x == y) << name; },
                          a, b);
}

TEST(Ledger, SameLoadsInAnyOrderAndAnyGroupsGiveTheSameBooks) {
  Rng rng(7);
  constexpr int steps = 5, events_per_step = 300;
  std::vector<std::vector<Event>> history;
  for (int s = 0; s < steps; ++s) history.push_back(random_events(rng, events_per_step));

  Ledger whole;
  for (const std::vector<Event>& step : history) {
    ExactSum half_work;
    for (const Event& e : step) book(e, whole, half_work);
    whole.book_drives(half_work);
  }
  for (int round = 0; round < 40; ++round) {
    const std::size_t groups = 1 + rng.below(9);
    std::vector<Ledger> parts(groups);
    for (std::vector<Event> step : history) {
      for (std::size_t i = step.size(); i > 1; --i) std::swap(step[i - 1], step[rng.below(i)]);
      std::vector<ExactSum> half_work(groups);
      for (const Event& e : step) {
        const std::size_t owner = rng.below(groups);  // another one at every step
        book(e, parts[owner], half_work[owner]);
      }
      for (std::size_t g = 0; g < groups; ++g) parts[g].book_drives(half_work[g]);
    }
    Ledger sum;
    for (std::size_t g = groups; g-- > 0;) sum.merge(parts[g]);
    expect_same_books(sum, whole);
  }
}

// The trapezoidal rule: the first and the last evaluation count half, those between them twice a half.
TEST(Ledger, WorkOfDrivesIsTheTrapezoidalSum) {
  Ledger ledger;
  ledger.book_drives(ExactSum(3));
  ledger.work_of_drives.reset();  // the evaluation before the first step is no step
  for (const double half : {5.0, -2.0, 4.0}) ledger.book_drives(ExactSum(half));
  EXPECT_EQ(ledger.work_of_drives.value(), (3 + 5) + (5 - 2) + (-2 + 4));
}

TEST(Ledger, MergingKeepsTheMostOfWhatIsNoSum) {
  Ledger a, b;
  a.max_overlap_ever = 0.1;
  b.max_overlap_ever = 0.3;
  b.potential_released = 2;
  a.merge(b);
  EXPECT_EQ(a.max_overlap_ever, 0.3);
  EXPECT_EQ(a.potential_released, 2);
}

}  // namespace
}  // namespace scree
