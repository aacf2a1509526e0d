// What a choice among broad phases goes by before anything is measured: how many bodies, how unequal, how
// dense, how quick. From a sample of the bodies that can move.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "state/box.h"

namespace scree {

struct BoxCensus {
  std::size_t bodies = 0;
  double dispersion = 1;    // large boxes over small ones: the 98th percentile over the second
  double filling = 0;       // volume of boxes over the volume of the space they are in
  double motion = 0;        // way of the median body since the census before, in edges of its box
  double quick_motion = 0;  // of the quick ones: the 95th percentile
  // Ends of boxes that pass each other, of all bodies and axes, per body.
  double passes = 0;
  bool motion_known = false;

  std::string words() const;
};

class CensusTaker {
 public:
  explicit CensusTaker(int dimension) : dimension_(dimension) {}

  BoxCensus take(std::span<const Box> boxes, std::span<const std::uint8_t> mobile);
  // Bodies have other numbers now: the next census knows of no motion.
  void forget() { before_.clear(); }

 private:
  struct Sample {
    std::size_t body;
    Vec3 centre;
  };
  double passes(const std::vector<std::pair<Vec3, Vec3>>& ways) const;

  int dimension_;
  std::vector<Sample> before_;
};

}  // namespace scree
