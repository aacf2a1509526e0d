#include "run/warning_texts.h"

#include <fmt/format.h>

#include <algorithm>

namespace scree {
namespace {

std::string name_of_body(const BodyNamed& body, const State& state) {
  return fmt::format("body {} of '{}'", body.id, state.groups[body.group]);
}

std::string both(const Warning& w, const State& state) {
  return fmt::format("{} and {}", name_of_body(w.body, state), name_of_body(w.other, state));
}

// A step may also be too short: what moves by less than a rounding does not move.
std::string cure_of_balance(const State& state) {
  const double dt = state.clock.dt, automatic = state.guards.automatic_dt;
  if (dt < 1e-3 * automatic)
    return fmt::format(
        "in steps of {:.2g} s motion is lost in rounding; a longer one, such as the automatic one of "
        "{:.2g} s, would help",
        dt, automatic);
  return fmt::format("a shorter time step than {:.2g} s would help", dt);
}

// The law overlap has no potential. The others have, and create energy only where steps are too long.
std::string cure_of_created(const State& state) {
  const auto is_overlap = [](const PairLaw& law) { return law.normal == NormalLaw::overlap; };
  if (std::ranges::any_of(state.laws.table, is_overlap))
    return "under the law overlap take normal = \"overlap-energy\", which has a potential, or a lower "
           "restitution";
  return fmt::format("a shorter time step than {:.2g} s would help, or a lower restitution", state.clock.dt);
}

}  // namespace

std::string text_of(const Warning& w, const State& state) {
  const double dt = state.clock.dt;
  switch (w.code) {
    case WarningCode::tunnelling:
      return fmt::format(
          "{} went through each other, wholly or in part: they were {:.2g} of their size deep in each other; "
          "stiffer contacts, thicker walls or a shorter time step than {:.2g} s would stop them",
          both(w, state), w.worst, dt);
    case WarningCode::deep_overlap:
      return fmt::format(
          "{} overlap deeply, at the worst by {:.2g} of the smaller one: contact forces mean little then; "
          "stiffer contacts would help, or other positions if they began so",
          both(w, state), w.worst);
    case WarningCode::too_fast:
      return fmt::format(
          "{} is {:.2g} times as fast as the automatic time step assumed, and moves by more than a tenth of "
          "the "
          "thinnest thing in a step; a shorter dt than {:.2g} s would follow it",
          name_of_body(w.body, state), w.worst, dt);
    case WarningCode::left_bounds:
      return fmt::format(
          "{} has left the scene; an outlet would take out what leaves, and [bounds] says where bodies "
          "belong and "
          "what becomes of those that leave",
          name_of_body(w.body, state));
    case WarningCode::created_energy:
      return fmt::format("contacts have created energy, {:.2g} of what went in: the results are doubtful; {}",
                         w.worst, cure_of_created(state));
    case WarningCode::energy_balance: {
      return fmt::format(
          "the energy balance is off by {:.2g} of the energy that went in: the results are doubtful; {}",
          w.worst, cure_of_balance(state));
    }
    case WarningCode::time_step:
      return fmt::format(
          "the time step of {:.3g} s is {:.2g} times the automatic one: contacts may not be followed; dt = "
          "\"auto\" "
          "would be safe",
          dt, w.worst);
    case WarningCode::inlet_blocked:
      return fmt::format(
          "the inlet '{}' found no room for {:.0f} bodies that were due; make its region larger or free it, "
          "or "
          "lower its rate",
          w.subject, w.worst);
    case WarningCode::event_ignored:
      return fmt::format("{} had nothing to act on: no such body was there at that time", w.subject);
  }
  return "?";
}

}  // namespace scree
