// Which bodies entered, left or changed their motion between two steps: what whoever keeps something per body
// or per pair is told.
#pragma once

#include <span>
#include <vector>

#include "base/ids.h"

namespace scree {

// Bodies are named by their index after all of the changes, but for the places of `new_index`.
struct BodyChanges {
  std::vector<BodyIndex> new_index;  // of each body there was, no_body of those that left; empty: all stayed
  std::vector<BodyIndex> appended;   // they stand at the end of the arrays
  std::vector<BodyIndex> freed;      // no longer move as prescribed
  std::vector<BodyIndex> driven;     // have a new prescribed motion
  std::vector<BodyIndex> jumped;     // what presses on them changed at once; some may be named twice
  bool gravity = false;              // has changed, for all

  bool any() const {
    return !new_index.empty() || !appended.empty() || !jumped.empty() || gravity || changes_motions();
  }
  // Who is driven decides who can touch whom.
  bool changes_motions() const { return !freed.empty() || !driven.empty(); }

  // To be told of every Bodies::remove, with what it returned.
  void removed(std::span<const BodyIndex> index_after);
};

}  // namespace scree
