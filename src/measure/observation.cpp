#include "measure/observation.h"

namespace scree {

const JoinedTouches& Observation::touches() const {
  if (!touches_) {
    ++found_.touches;
    touches_.emplace(state_, workers_);
  }
  return *touches_;
}

std::span<const double> Observation::depths() const {
  if (!depths_) {
    const JoinedTouches& touching = touches();
    ++found_.depths;
    depths_ = touching.depths(workers_);
  }
  return *depths_;
}

const Energies& Observation::energies() const {
  if (!energies_) {
    ++found_.energies;
    energies_ = measure_energies(*this);
  }
  return *energies_;
}

const ContactCounts& Observation::counts() const {
  if (!counts_) {
    ++found_.counts;
    counts_ = count_contacts(*this);
  }
  return *counts_;
}

std::span<const Observation::Arms> Observation::lone_arms() const {
  if (!lone_arms_) {
    const JoinedTouches& joined = touches();
    ++found_.lone_arms;
    const std::vector<Pair>& pair = state_.contacts.pair;
    const auto has_seams = [&](BodyIndex i) { return !state_.shapes[state_.bodies.shape[i]].seams.empty(); };
    // Most have nothing beside them, and are known already.
    const auto is_alone = [&](std::size_t k) {
      return (k == 0 || pair[k - 1] != pair[k]) && (k + 1 == pair.size() || pair[k + 1] != pair[k]) &&
             !touches_surface(joined.placements(), pair[k]) && !has_seams(pair[k].a) && !has_seams(pair[k].b);
    };
    lone_arms_.emplace(pair.size());
    workers_.for_costly_ranges(pair.size(), [&](std::size_t begin, std::size_t end) {
      for (std::size_t k = begin; k < end; ++k) {
        const TouchOnBed touch = is_alone(k) ? joined[k] : touch_of(state_, k);
        (*lone_arms_)[k] = {touch.arm_a, touch.arm_b};
      }
    });
  }
  return *lone_arms_;
}

}  // namespace scree
