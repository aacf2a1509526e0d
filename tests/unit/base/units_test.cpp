#include "base/units.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/math.h"

namespace scree {
namespace {

void expect_value(std::string_view text, Dimension want, double value) {
  const Expected<double> got = parse_quantity(text, want);
  ASSERT_TRUE(got) << got.error();
  EXPECT_DOUBLE_EQ(*got, value) << text;
}

std::string error(std::string_view text, Dimension want) {
  const Expected<double> got = parse_quantity(text, want);
  EXPECT_FALSE(got) << text;
  return got.error();
}

void expect_error(std::string_view text, Dimension want, std::string_view part) {
  const std::string message = error(text, want);
  EXPECT_NE(message.find(part), std::string::npos) << message;
}

TEST(Units, ReadsWhatScenesContain) {
  expect_value("8 mm", dimension::length, 0.008);
  expect_value("8mm", dimension::length, 0.008);
  expect_value("  -2.5e1 cm ", dimension::length, -0.25);
  expect_value("2500 kg/m^3", dimension::density, 2500.0);
  expect_value("2.6 g/cm^3", dimension::density, 2600.0);
  expect_value("1e6 Pa", dimension::pressure, 1e6);
  expect_value("70 GPa", dimension::pressure, 7e10);
  expect_value("1e5 N/m", dimension::stiffness, 1e5);
  expect_value("3 N*s/m", dimension::damping, 3.0);
  expect_value("3 N s / m", dimension::damping, 3.0);
  expect_value("2 kg m^2", dimension::inertia, 2.0);
  expect_value("9.81 m/s^2", dimension::acceleration, 9.81);
  expect_value("9.81 m s^-2", dimension::acceleration, 9.81);
  expect_value("9.81 m/s/s", dimension::acceleration, 9.81);
  expect_value("36 km/h", dimension::velocity, 10.0);
  expect_value("50 Hz", dimension::frequency, 50.0);
  expect_value("50 1/s", dimension::frequency, 50.0);
  expect_value("50/s", dimension::frequency, 50.0);
  expect_value("0.3", dimension::none, 0.3);
  expect_value("30 %", dimension::none, 0.3);
  expect_value("2 min", dimension::time, 120.0);
  expect_value("4 us", dimension::time, 4e-6);
  expect_value("4 \u00b5s", dimension::time, 4e-6);
}

TEST(Units, AnglesAreADimension) {
  expect_value("180 deg", dimension::angle, math::pi);
  expect_value("1 rev", dimension::angle, 2.0 * math::pi);
  expect_value("30 rpm", dimension::angular_velocity, math::pi);
  expect_value("180 deg/s", dimension::angular_velocity, math::pi);
  expect_value("1 rev/min", dimension::angular_velocity, math::pi / 30.0);
  expect_error("5 Hz", dimension::angular_velocity, "\"5 rpm\" or \"5 rad/s\"");
  expect_error("3 1/s", dimension::angular_velocity, "is a frequency; an angular velocity is expected");
  expect_error("0.5", dimension::angle, "no unit");
  expect_error("45 deg", dimension::none, "is an angle; a plain number is expected, for example 45");
}

// Powers of ten move the point before the number is rounded: no scene value is off by a bit.
TEST(Units, PowersOfTenAreExact) {
  for (int i = 1; i < 1000; ++i) {
    const std::string digits = std::to_string(i);
    EXPECT_EQ(*parse_quantity(digits + " mm", dimension::length), i / 1000.0);
    EXPECT_EQ(*parse_quantity("0." + digits + " mm", dimension::length), std::stod("0." + digits + "e-3"));
    EXPECT_EQ(*parse_quantity(digits + "e-2 MPa", dimension::pressure), i * 1e4);
  }
}

TEST(Units, SaysWhatWouldBeRight) {
  EXPECT_EQ(error("8 kg", dimension::length),
            "\"8 kg\" is a mass; a length is expected, for example \"8 mm\"");
  EXPECT_EQ(error("8", dimension::length), "\"8\" has no unit; a length is expected, for example \"8 mm\"");
  expect_error("8 milimeter", dimension::length, "unknown unit \"milimeter\"");
  expect_error("8 Mm", dimension::length, "did you mean \"mm\"?");
  expect_error("8 KPa", dimension::pressure, "did you mean \"kPa\"?");
  expect_error("2500 kg/m3", dimension::density, "write \"m^3\"");
  expect_error("8 kg m", dimension::length, "is a quantity in kg*m; a length");
  expect_error("auto", dimension::time, "does not begin with a number");
  expect_error("", dimension::time, "does not begin with a number");
}

TEST(Units, RefusesWhatCannotBeRead) {
  for (const char* text :
       {"nan m",  "inf m",       "-inf m", "1e999 m", "1e251 m",         "8 m^", "8 m^x", "8 m^99",
        "8 m^0",  "8 m/",        "8 *m",   "8 m**m",  "8 m//s",          "8 m)", "1,5 m", "1.2.3 m",
        "0x10 m", "8 km^9*km^9", "- 8 m",  "8 m\n",   "1e99999999999 m", ".",    "e5 m",  "8 \xff"})
    error(text, dimension::length);
  expect_error("3 N/m s", dimension::damping, "two ways");
}

TEST(Units, DescribesDimensions) {
  EXPECT_EQ(describe(dimension::length), "m");
  EXPECT_EQ(describe(dimension::density), "kg/m^3");
  EXPECT_EQ(describe(dimension::angular_velocity), "rad/s");
  EXPECT_EQ(describe(dimension::none), "");
  EXPECT_EQ(describe({2, -1, -3, 0}), "kg^2/m/s^3");
  EXPECT_EQ(describe({0, 0, -3, 0}), "1/s^3");
  EXPECT_EQ(name_of(dimension::angular_velocity), "angular velocity");
}

// What describe() prints can be read back.
TEST(Units, DescriptionsAreUnits) {
  for (int kg = -2; kg <= 2; ++kg)
    for (int m = -3; m <= 3; ++m)
      for (int s = -3; s <= 2; ++s)
        for (int rad = -1; rad <= 1; ++rad) {
          const Dimension d{static_cast<std::int8_t>(kg), static_cast<std::int8_t>(m),
                            static_cast<std::int8_t>(s), static_cast<std::int8_t>(rad)};
          expect_value("7 " + describe(d), d, 7.0);
        }
}

}  // namespace
}  // namespace scree
