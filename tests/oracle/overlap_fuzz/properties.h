// What must be true of any overlap, whatever the exact answer is.
#pragma once

#include <cstdint>
#include <string>

#include "oracle/overlap_fuzz/pairs.h"

namespace scree::oracle {

// Errors as shares of what is allowed: 1 is the limit.
struct Properties {
  bool touches = false;
  bool finite = true;
  bool some = true;     // what touches has a volume above 0
  double volume = 0;    // excess over the smaller body, over 1e-9 of it
  double area = 0;      // length of the area vector beyond that of either patch
  double outside = 0;   // how far the centroid is out of either body, over 1e-9 of the smaller one's size
  double exchange = 0;  // what changes when a and b change places
  bool hold() const { return finite && some && volume <= 1 && area <= 1 && outside <= 1 && exchange <= 1; }
  std::string describe() const;
};

Properties look_at(const FuzzPair& pair, OverlapWork& work);

}  // namespace scree::oracle
