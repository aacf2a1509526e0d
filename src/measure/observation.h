// What is seen of a state between two steps: each part is found when it is first asked for, by all threads,
// and once for all who ask, probes, watches, summary and writers of files. The state must not change while an
// observation of it is in use; the next step has one of its own. One thread asks.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/parallel.h"
#include "measure/contacts.h"
#include "measure/energy.h"
#include "narrowphase/joined_touches.h"
#include "state/state.h"

namespace scree {

class Observation {
 public:
  Observation(const State& state, Workers& workers) : state_(state), workers_(workers) {}
  Observation(const Observation&) = delete;
  Observation& operator=(const Observation&) = delete;

  const State& state() const { return state_; }
  Workers& workers() const { return workers_; }

  // Where the contacts touch as the bodies stand now.
  const JoinedTouches& touches() const;
  // How deep the bodies of each contact are in each other.
  std::span<const double> depths() const;
  const Energies& energies() const;
  const ContactCounts& counts() const;

  // From the centres of a and b to their contact point, as if nothing lay beside this contact (touch_of).
  struct Arms {
    Vec3 a, b;
  };
  std::span<const Arms> lone_arms() const;

  // How many times each part was found, for tests: once at most.
  struct Found {
    int touches = 0, depths = 0, energies = 0, counts = 0, lone_arms = 0;
    friend bool operator==(const Found&, const Found&) = default;
  };
  const Found& found() const { return found_; }

 private:
  const State& state_;
  Workers& workers_;
  mutable std::optional<JoinedTouches> touches_;
  mutable std::optional<std::vector<double>> depths_;
  mutable std::optional<Energies> energies_;
  mutable std::optional<ContactCounts> counts_;
  mutable std::optional<std::vector<Arms>> lone_arms_;
  mutable Found found_;
};

}  // namespace scree
