// What is seen to go wrong within a step, by any thread.
#pragma once

#include <mutex>
#include <span>
#include <utility>
#include <vector>

#include "state/warnings.h"

namespace scree {

class Sightings {
 public:
  void add(std::span<const Sighting> seen) {
    if (seen.empty()) return;
    const std::scoped_lock lock(one_by_one_);
    list_.insert(list_.end(), seen.begin(), seen.end());
  }
  void add(Sighting seen) { add(std::span(&seen, 1)); }
  bool empty() const { return list_.empty(); }
  std::vector<Sighting> take() { return std::exchange(list_, {}); }

 private:
  std::mutex one_by_one_;
  std::vector<Sighting> list_;
};

}  // namespace scree
