// Elementary functions with the same bits on every CPU. A C library picks its sin or exp at run time by
// what the processor offers (fused multiply-add or not), so their last bit differs between machines; these
// are made of +, -, *, / and sqrt alone. Errors stay below 1 ulp (atan, atan2: 1.5; tan, acos, asin: 2.5).
//
// Special arguments give the limits of the C standard, and NaN where there is none; no function raises a
// floating-point exception for an infinite, zero or NaN argument.
#pragma once

#include <limits>

namespace scree::math {

inline constexpr double pi = 3.14159265358979323846;
inline constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

struct SinCos {
  double sin;
  double cos;
};

// Any finite argument is reduced correctly, however large.
SinCos sincos(double x);
double sin(double x);
double cos(double x);
double tan(double x);

double exp(double x);
double log(double x);
double pow(double x, double y);
double cbrt(double x);

// Angle of (x, y) in [-pi, pi].
double atan2(double y, double x);
double atan(double x);
double acos(double x);
double asin(double x);

}  // namespace scree::math
