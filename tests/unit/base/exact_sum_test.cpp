#include "base/exact_sum.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <vector>

#include "base/rng.h"

namespace scree {
namespace {

double sum(const std::vector<double>& terms) {
  ExactSum s;
  for (const double t : terms) s.add(t);
  return s.value();
}

std::vector<double> wild_terms(Rng& rng, int n, int low, int high) {
  std::vector<double> terms;
  for (int i = 0; i < n; ++i)
    terms.push_back(std::ldexp(rng.uniform(-1.0, 1.0), low + static_cast<int>(rng.below(high - low))));
  return terms;
}

void shuffle(std::vector<double>& v, Rng& rng) {
  for (std::size_t i = v.size(); i > 1; --i) std::swap(v[i - 1], v[rng.below(i)]);
}

TEST(ExactSum, KnownCases) {
  EXPECT_EQ(sum({}), 0.0);
  EXPECT_EQ(sum({1e100, 1.0, -1e100}), 1.0);
  EXPECT_EQ(sum({0.1, 0.2, -0.3}), 0x1.0000000000000p-55);   // what the three doubles really come to
  EXPECT_EQ(sum({1e308, 1e308, -1e308, -1e308, 3.0}), 3.0);  // beyond the range in between
  EXPECT_EQ(sum({-1.0, 0x1p-1074}), -1.0);
  EXPECT_EQ(sum({-1.0, 1.0, 0x1p-1074}), 0x1p-1074);
  EXPECT_FALSE(std::signbit(sum({-1.0, 1.0})));
}

TEST(ExactSum, OneTermComesBackUnchanged) {
  Rng rng(1);
  for (int i = 0; i < 200000; ++i) {
    const auto bits = rng.bits() & ~(std::uint64_t{i % 3 == 0} * 0x7ff0000000000000u);  // a third subnormal
    if (((bits >> 52) & 0x7ff) == 0x7ff) continue;
    const double x = std::bit_cast<double>(bits);
    ASSERT_EQ(std::bit_cast<std::uint64_t>(sum({x})), bits << 1 == 0 ? 0 : bits);
  }
  for (const double x : {std::numeric_limits<double>::max(), std::numeric_limits<double>::min(), 0x1p-1074,
                         0x1.fffffffffffffp-1022, 0x1p-1021, 0x0.fffffffffffffp-1022}) {
    EXPECT_EQ(sum({x}), x);
    EXPECT_EQ(sum({-x}), -x);
  }
}

TEST(ExactSum, RoundsToNearestTiesToEven) {
  EXPECT_EQ(sum({1.0, 0x1p-53}), 1.0);
  EXPECT_EQ(sum({1.0 + 0x1p-52, 0x1p-53}), 1.0 + 0x1p-51);
  EXPECT_EQ(sum({1.0, 0x1p-53, 0x1p-1074}), 1.0 + 0x1p-52);  // the least bit far below breaks the tie
  EXPECT_EQ(sum({1.0, 0x1p-53, -0x1p-1074}), 1.0);
  EXPECT_EQ(sum({-1.0, -0x1p-53, -0x1p-1074}), -1.0 - 0x1p-52);
  EXPECT_EQ(sum({2.0 - 0x1p-52, 0x1p-53}), 2.0);  // carries into the next binade
  EXPECT_EQ(sum({std::numeric_limits<double>::max(), 0x1p969}), std::numeric_limits<double>::max());
  EXPECT_TRUE(std::isinf(sum({std::numeric_limits<double>::max(), 0x1p970})));
  EXPECT_TRUE(std::isinf(sum({-1.7e308, -1.7e308, -1.7e308})));
  EXPECT_LT(sum({-1.7e308, -1.7e308}), 0.0);
}

// Two terms: the machine's own addition is correctly rounded.
TEST(ExactSum, AgreesWithTheMachineForPairs) {
  Rng rng(2);
  for (int i = 0; i < 300000; ++i) {
    const int scale = static_cast<int>(rng.below(1990)) - 1040;
    const std::vector<double> t = wild_terms(rng, 2, scale, scale + 70);
    ASSERT_EQ(sum(t), t[0] + t[1]) << std::hexfloat << t[0] << ' ' << t[1];
  }
}

// Terms on a grid of 2^-60 whose sums fit 113 bits: quadruple precision adds them without error.
TEST(ExactSum, AgreesWithQuadruplePrecision) {
  __extension__ using Quad = __float128;
  Rng rng(3);
  for (int round = 0; round < 300; ++round) {
    Quad quad = 0;
    ExactSum s;
    for (int i = 0; i < 200; ++i) {
      const double x = std::ldexp(rng.uniform() - 0.5, static_cast<int>(rng.below(40)));
      quad += static_cast<Quad>(x);
      s.add(x);
    }
    ASSERT_EQ(s.value(), static_cast<double>(quad));
  }
}

TEST(ExactSum, OrderAndGroupingDoNotCount) {
  Rng rng(4);
  for (const int range : {20, 200, 2000}) {
    std::vector<double> terms = wild_terms(rng, 3000, -1060, -1060 + range);
    for (int i = 0; i < 1000; ++i) terms.push_back(-terms[static_cast<std::size_t>(i)]);
    const double whole = sum(terms);
    for (int round = 0; round < 10; ++round) {
      shuffle(terms, rng);
      ASSERT_EQ(sum(terms), whole);
      ExactSum left, right;
      const std::size_t cut = rng.below(terms.size());
      for (std::size_t i = 0; i < terms.size(); ++i) (i < cut ? left : right).add(terms[i]);
      right.add(left);
      ASSERT_EQ(right.value(), whole);
    }
  }
}

TEST(ExactSum, CancelsCompletely) {
  Rng rng(5);
  std::vector<double> terms = wild_terms(rng, 1000, -1000, 1000);
  for (int i = 0; i < 1000; ++i) terms.push_back(-terms[static_cast<std::size_t>(i)]);
  shuffle(terms, rng);
  EXPECT_EQ(sum(terms), 0.0);
}

// Doubling by merging counts 2^60 terms in sixty steps: the carries must hold.
TEST(ExactSum, HoldsMoreTermsThanALimbCan) {
  for (const double term : {0.75, -0.75, 0x1.fffffffffffffp0, -0x1.fffffffffffffp0, 0x1.fffffffffffffp900}) {
    ExactSum s;
    s.add(term);
    for (int i = 0; i < 60; ++i) {
      const ExactSum copy = s;
      s.add(copy);
    }
    EXPECT_EQ(s.value(), std::ldexp(term, 60));
  }
}

TEST(ExactSum, TermsThatAreNotFiniteGiveNaN) {
  const double inf = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  for (const double bad : {inf, -inf, nan}) {
    ExactSum s;
    s.add(1.0);
    s.add(bad);
    s.add(-1.0);
    EXPECT_TRUE(std::isnan(s.value()));
    ExactSum t;
    t.add(s);
    EXPECT_TRUE(std::isnan(t.value()));
    s.reset();
    EXPECT_EQ(s.value(), 0.0);
  }
}

TEST(ExactSum, VectorsAddByComponent) {
  ExactVec3 a, b;
  a.add(Vec3(1e100, 1.0, -2.0));
  b.add(Vec3(-1e100, 1e-100, 2.0));
  b.add(Vec3(1.0, 0.0, 0.0));
  a.add(b);
  EXPECT_EQ(a.value(), Vec3(1.0, 1.0, 0.0));
}

// What files and hashes see: the number, not how it came about.
TEST(ExactSum, WordsDependOnTheNumberAlone) {
  Rng rng(11);
  for (int round = 0; round < 300; ++round) {
    std::vector<double> terms = wild_terms(rng, 50, -200, 200);
    ExactSum straight, shuffled;
    for (const double t : terms) straight.add(t);
    // Another way to the same total: in groups, in another order, with terms that cancel.
    shuffle(terms, rng);
    ExactSum group;
    for (std::size_t i = 0; i < terms.size(); ++i) {
      group.add(terms[i]);
      shuffled.add(0x1p900);
      if (i % 7 == 6) {
        shuffled.add(group);
        group.reset();
      }
      shuffled.add(-0x1p900);
    }
    shuffled.add(group);
    ASSERT_TRUE(straight == shuffled);
    ASSERT_EQ(straight.value(), shuffled.value());
    ASSERT_TRUE(ExactSum::is_valid(straight.words()));
    ExactSum restored = ExactSum::from(straight.words());
    ASSERT_TRUE(restored == straight);
    ASSERT_EQ(restored.value(), straight.value());
    // A sum that was read from a file goes on like one that was not.
    restored.add(-3.25);
    straight.add(-3.25);
    ASSERT_TRUE(restored == straight);
    ASSERT_EQ(restored.value(), straight.value());
  }
  ExactSum lost(1);
  lost.add(std::numeric_limits<double>::infinity());
  EXPECT_TRUE(std::isnan(ExactSum::from(lost.words()).value()));
  ExactSum::Words wrong{};
  wrong[3] = 1ull << 32;
  EXPECT_FALSE(ExactSum::is_valid(wrong));
  wrong = {};
  wrong[ExactSum::word_count - 2] = 1ull << 63;
  EXPECT_FALSE(ExactSum::is_valid(wrong));
  EXPECT_TRUE(ExactSum() == ExactSum(-0.0));
}

TEST(ExactSum, IsEmptyAfterReset) {
  ExactSum s(1e300);
  s.add(-1e-300);
  s.reset();
  EXPECT_TRUE(s == ExactSum());
  s.add(0.1);
  EXPECT_EQ(s.value(), 0.1);
}

}  // namespace
}  // namespace scree
