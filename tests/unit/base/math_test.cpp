// The elementary functions against the C library's 80-bit versions, which are good to 2^-63.
#include "base/math.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "base/hash.h"
#include "base/rng.h"

namespace scree {
namespace {

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

// |got - want| in units of the last place of want.
double ulps(double got, long double want) {
  const double w = std::abs(static_cast<double>(want));
  const double ulp = std::max(std::nextafter(w, inf) - w, std::numeric_limits<double>::denorm_min());
  return static_cast<double>(std::abs(static_cast<long double>(got) - want) / ulp);
}

template <class Function, class Reference, class Draw>
double worst(Function f, Reference ref, Draw draw, int n = 200000) {
  double w = 0.0;
  Rng rng(7, 1);
  for (int i = 0; i < n; ++i) {
    const double x = draw(rng);
    w = std::max(w, ulps(f(x), ref(static_cast<long double>(x))));
  }
  return w;
}

auto between(double a, double b) {
  return [=](Rng& r) { return r.uniform(a, b); };
}

// Magnitudes spread evenly over binary exponents.
auto magnitudes(int low, int high) {
  return [=](Rng& r) {
    const double x = std::ldexp(r.uniform(1.0, 2.0), low + static_cast<int>(r.below(high - low)));
    return r.below(2) ? x : -x;
  };
}

TEST(Math, SineAndCosineAreGoodToAnUlp) {
  const auto s = [](long double x) { return std::sin(x); };
  const auto c = [](long double x) { return std::cos(x); };
  for (const double range : {0.8, 7.0, 1e3, 1e6}) {
    EXPECT_LT(worst(math::sin, s, between(-range, range)), 1.0) << range;
    EXPECT_LT(worst(math::cos, c, between(-range, range)), 1.0) << range;
  }
  // 80-bit sine reduces correctly only up to 2^63 or so.
  EXPECT_LT(worst(math::sin, s, magnitudes(-60, 60)), 1.0);
  EXPECT_LT(worst(math::cos, c, magnitudes(-60, 60)), 1.0);
}

TEST(Math, SineReducesTheLargestAndTheWorstArguments) {
  // Published hard cases: the double nearest to a multiple of pi/2, and very large powers.
  EXPECT_LT(ulps(math::cos(0x1.6ac5b262ca1ffp+849), -4.687165924254627611122583e-19L), 1.0);
  EXPECT_LT(ulps(math::sin(1e22), -0.8522008497671888017727L), 1.0);
  EXPECT_LT(ulps(math::cos(1e22), 0.5232147853951389454975L), 1.0);
  Rng rng(3);
  for (int i = 0; i < 20000; ++i) {
    const math::SinCos a = math::sincos(std::ldexp(rng.uniform(1.0, 2.0), static_cast<int>(rng.below(1023))));
    ASSERT_NEAR(a.sin * a.sin + a.cos * a.cos, 1.0, 1e-15);
  }
}

TEST(Math, BothReductionsAgreeWhereTheyMeet) {
  // The moderate and the large path must not differ visibly: compare with sin(2x) = 2 sin x cos x across
  // 2^20.
  Rng rng(5);
  for (int i = 0; i < 20000; ++i) {
    const double x = rng.uniform(0x1p19, 0x1p20);
    const math::SinCos a = math::sincos(x), b = math::sincos(2.0 * x);
    ASSERT_NEAR(b.sin, 2.0 * a.sin * a.cos, 1e-15);
    ASSERT_NEAR(b.cos, (a.cos - a.sin) * (a.cos + a.sin), 1e-15);
  }
}

TEST(Math, TangentIsGoodToTwoAndAHalfUlp) {
  EXPECT_LT(worst(
                math::tan, [](long double x) { return std::tan(x); }, between(-100.0, 100.0)),
            2.5);
}

TEST(Math, ExponentialIsGoodToAnUlp) {
  const auto e = [](long double x) { return std::exp(x); };
  EXPECT_LT(worst(math::exp, e, between(-1.0, 1.0)), 1.0);
  EXPECT_LT(worst(math::exp, e, between(-708.0, 709.0)), 1.0);
  EXPECT_LT(worst(math::exp, e, between(-745.0, -708.0)), 1.0);  // subnormal results
  EXPECT_LT(worst(math::exp, e, magnitudes(-60, 9)), 1.0);
  EXPECT_EQ(math::exp(0.0), 1.0);
  EXPECT_EQ(math::exp(710.0), inf);
  EXPECT_EQ(math::exp(-746.0), 0.0);
}

TEST(Math, LogarithmIsGoodToAnUlp) {
  const auto l = [](long double x) { return std::log(x); };
  EXPECT_LT(worst(math::log, l, between(0.5, 2.0)), 1.0);
  EXPECT_LT(worst(math::log, l, between(0.999, 1.001)), 1.0);
  const auto positive = [](Rng& r) { return std::abs(magnitudes(-1074, 1024)(r)); };
  EXPECT_LT(worst(math::log, l, positive), 1.0);
  EXPECT_EQ(math::log(1.0), 0.0);
}

TEST(Math, PowerIsGoodToAnUlp) {
  Rng rng(11);
  double w = 0.0;
  for (int i = 0; i < 200000; ++i) {
    const double x = std::ldexp(rng.uniform(1.0, 2.0), static_cast<int>(rng.below(40)) - 20);
    const double y = rng.uniform(-30.0, 30.0);
    w = std::max(w,
                 ulps(math::pow(x, y), std::pow(static_cast<long double>(x), static_cast<long double>(y))));
  }
  EXPECT_LT(w, 1.0);
  // A base next to 1 and a large exponent: the logarithm needs all its digits.
  EXPECT_LT(ulps(math::pow(1.0 + 0x1p-52, 0x1p60), std::exp(256.0L * (1.0L - 0x1p-53L))), 1.0);
  EXPECT_EQ(math::pow(10.0, 3.0), 1000.0);
  EXPECT_EQ(math::pow(-2.0, 3.0), -8.0);
  EXPECT_EQ(math::pow(-2.0, 4.0), 16.0);
  EXPECT_EQ(math::pow(4.0, 0.5), 2.0);
}

TEST(Math, CubeRootIsGoodToAnUlp) {
  EXPECT_LT(worst(
                math::cbrt, [](long double x) { return std::cbrt(x); }, magnitudes(-1074, 1024)),
            1.0);
  for (int i = -50; i <= 50; ++i) EXPECT_EQ(math::cbrt(double(i) * i * i), i);
}

TEST(Math, InverseFunctionsAreGood) {
  EXPECT_LT(worst(
                math::atan, [](long double x) { return std::atan(x); }, magnitudes(-60, 60)),
            1.5);
  EXPECT_LT(worst(
                math::acos, [](long double x) { return std::acos(x); }, between(-1.0, 1.0)),
            2.5);
  EXPECT_LT(worst(
                math::asin, [](long double x) { return std::asin(x); }, between(-1.0, 1.0)),
            2.5);
  Rng rng(13);
  double w = 0.0;
  for (int i = 0; i < 200000; ++i) {
    const double y = magnitudes(-20, 20)(rng), x = magnitudes(-20, 20)(rng);
    w = std::max(
        w, ulps(math::atan2(y, x), std::atan2(static_cast<long double>(y), static_cast<long double>(x))));
  }
  EXPECT_LT(w, 1.5);
}

// Runs under traps: reaching the end is half of the test.
TEST(Math, SpecialArgumentsGiveLimitsWithoutExceptions) {
  for (const double x : {nan, inf, -inf}) {
    EXPECT_TRUE(std::isnan(math::sin(x)));
    EXPECT_TRUE(std::isnan(math::cos(x)));
    EXPECT_TRUE(std::isnan(math::tan(x)));
    EXPECT_TRUE(std::isnan(math::acos(x)));
    EXPECT_TRUE(std::isnan(math::asin(x)));
  }
  EXPECT_TRUE(std::isnan(math::exp(nan)) && std::isnan(math::log(nan)) && std::isnan(math::cbrt(nan)));
  EXPECT_TRUE(std::isnan(math::log(-1.0)) && std::isnan(math::log(-inf)) && std::isnan(math::acos(1.5)));
  EXPECT_EQ(math::log(0.0), -inf);
  EXPECT_EQ(math::log(inf), inf);
  EXPECT_EQ(math::exp(inf), inf);
  EXPECT_EQ(math::exp(-inf), 0.0);
  EXPECT_EQ(math::cbrt(-inf), -inf);
  EXPECT_TRUE(std::signbit(math::cbrt(-0.0)) && std::signbit(math::sin(-0.0)));
  EXPECT_EQ(math::atan(inf), static_cast<double>(math::pi / 2));
  for (const double y : {0.0, -0.0, 1.0, -1.0, inf, -inf})
    for (const double x : {0.0, -0.0, 1.0, -1.0, inf, -inf}) {
      EXPECT_NEAR(math::atan2(y, x), std::atan2(y, x), 1e-15) << y << ' ' << x;
      EXPECT_EQ(std::signbit(math::atan2(y, x)), std::signbit(y));
    }
  const double odd[] = {0.0, -0.0, 1.0, -1.0,  2.0,    -3.0,   0.5,       -0.5,
                        inf, -inf, nan, 1e300, -1e300, 1e-300, 0x1p53 + 2};
  for (const double x : odd)
    for (const double y : odd) {
      const double got = math::pow(x, y);
      const bool nothing = std::isnan(got);
      if (std::isnan(x) || std::isnan(y)) {
        EXPECT_EQ(nothing, y != 0.0 && x != 1.0) << x << '^' << y;
      } else if (x < 0.0 && !std::isinf(x) && std::floor(y) != y) {
        EXPECT_TRUE(nothing) << x << '^' << y;
      } else {
        EXPECT_FALSE(nothing) << x << '^' << y;
      }
    }
  EXPECT_EQ(math::pow(0.0, -1.0), inf);
  EXPECT_EQ(math::pow(-0.0, -1.0), -inf);
  EXPECT_EQ(math::pow(-inf, 3.0), -inf);
  EXPECT_EQ(math::pow(0.5, inf), 0.0);
  EXPECT_EQ(math::pow(-1.0, inf), 1.0);
}

// The bits themselves are part of the contract: a change of compiler, flags or CPU must not move them.
TEST(Math, BitsAreTheSameEverywhere) {
  Hasher h(0);
  Rng rng(2024);
  for (int i = 0; i < 20000; ++i) {
    const double x = magnitudes(-30, 60)(rng), y = rng.uniform(-20.0, 20.0);
    const double a = std::abs(x);
    for (const double v : {math::sin(x), math::cos(x), math::exp(y), math::log(a), math::pow(a, y),
                           math::cbrt(x), math::atan2(y, x), math::acos(y / 20.0)})
      h.number(v);
  }
  EXPECT_EQ(hex(h.value()), "aa1644412561b2e1");
}

}  // namespace
}  // namespace scree
