// Margins around the boxes of a box scene, as the step has them (step/neighbourhood.cpp): a share of the
// smallest half-width and the way of the next steps. While all bodies are within theirs, nobody searches.
#pragma once

#include <vector>

#include "base/parallel.h"
#include "bench/box_scenes.h"

namespace scree {

class BoxMargins {
 public:
  bool hold(const BoxScene& scene, Workers& workers) const;
  void renew(const BoxScene& scene, Workers& workers);
  std::span<const Box> boxes() const { return boxes_; }

 private:
  std::vector<Box> boxes_;
};

}  // namespace scree
