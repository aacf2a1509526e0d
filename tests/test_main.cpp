// Every test program runs with floating-point traps: an invalid operation, a division by zero or an
// overflow anywhere is a failure, not a NaN somewhere later.
#include <gtest/gtest.h>

#include <cfenv>

int main(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
#if defined(__GLIBC__)
  feenableexcept(FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW);
#endif
  return RUN_ALL_TESTS();
}
