// What makes a run doubtful, as data: it is checkpointed with the state, stands in the summary, and is the
// same for any number of threads. It is no part of the physics, and so not of the state's hash.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/ids.h"

namespace scree {

// docs/warnings.md tells of each what it means, what causes it, and what helps.
enum class WarningCode : std::uint8_t {
  tunnelling,      // value: how deep the two were in each other, over their size
  deep_overlap,    // depth over size
  too_fast,        // speed over the one that the automatic time step assumed
  left_bounds,     // how far outside, m
  created_energy,  // over the energy that went in
  energy_balance,  // over the energy that went in
  time_step,       // over the automatic one
  inlet_blocked,   // bodies that found no room
  event_ignored    // how many events had no body to act on
};
inline constexpr std::size_t warning_codes = 9;
std::string_view name_of(WarningCode code);

inline constexpr BodyId no_id = ~BodyId{0};

// A body that a warning is about, and the name under which the scene knows it (its number in State::groups).
struct BodyNamed {
  BodyId id = no_id;
  std::uint32_t group = 0;
  friend auto operator<=>(const BodyNamed&, const BodyNamed&) = default;
};

// One thing seen at one moment.
struct Sighting {
  WarningCode code;
  double value = 0;
  BodyNamed body = {}, other = {};
  std::string subject = {};  // a table of the scene that it is about: an inlet, an event
};

struct Warning {
  WarningCode code;
  std::string subject;
  std::uint64_t first_step = 0;
  double first_time = 0;
  std::uint64_t count = 0;
  double worst = 0;
  BodyNamed body, other;  // of those first seen the ones with the lowest ids
  friend bool operator==(const Warning&, const Warning&) = default;
};

class Warnings {
 public:
  // What was seen in one step, in any order.
  void note(std::vector<Sighting> seen, std::uint64_t step, double time);

  // What is known already has got worse.
  void raise(WarningCode code, double value);

  const std::vector<Warning>& list() const { return list_; }  // in the order in which they came up
  bool empty() const { return list_.empty(); }
  const Warning* find(WarningCode code) const;
  void restore(std::vector<Warning> list) { list_ = std::move(list); }

 private:
  std::vector<Warning> list_;
};

}  // namespace scree
