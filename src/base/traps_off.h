// Floating-point traps (SCREE_FP_TRAPS, all test programs) find our mistakes. Some libraries compute with
// numbers that are none, and mean to; they are called without traps. Embree has lanes of a packet without a
// ray, and boxes of nothing; HDF5 tries out the number formats of the machine when it starts; Cairo and
// libwebp convert numbers that may be out of range.
#pragma once

#include <cfenv>

namespace scree {

class TrapsOff {
 public:
  TrapsOff() { std::feholdexcept(&environment_); }
  ~TrapsOff() { std::fesetenv(&environment_); }
  TrapsOff(const TrapsOff&) = delete;
  TrapsOff& operator=(const TrapsOff&) = delete;

 private:
  std::fenv_t environment_;
};

}  // namespace scree
