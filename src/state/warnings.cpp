#include "state/warnings.h"

#include <algorithm>
#include <tuple>

namespace scree {

std::string_view name_of(WarningCode code) {
  switch (code) {
    case WarningCode::tunnelling: return "tunnelling";
    case WarningCode::deep_overlap: return "deep_overlap";
    case WarningCode::too_fast: return "too_fast";
    case WarningCode::left_bounds: return "left_bounds";
    case WarningCode::created_energy: return "created_energy";
    case WarningCode::energy_balance: return "energy_balance";
    case WarningCode::time_step: return "time_step";
    case WarningCode::inlet_blocked: return "inlet_blocked";
    case WarningCode::event_ignored: return "event_ignored";
  }
  return "?";
}

void Warnings::note(std::vector<Sighting> seen, std::uint64_t step, double time) {
  std::ranges::sort(seen, {}, [](const Sighting& s) {
    return std::tuple(s.code, std::string_view(s.subject), s.body, s.other, s.value);
  });
  for (const Sighting& s : seen) {
    auto known = std::ranges::find_if(
        list_, [&](const Warning& w) { return w.code == s.code && w.subject == s.subject; });
    if (known == list_.end())
      known = list_.insert(known, Warning{s.code, s.subject, step, time, 0, s.value, s.body, s.other});
    ++known->count;
    known->worst = std::max(known->worst, s.value);
  }
}

void Warnings::raise(WarningCode code, double value) {
  for (Warning& known : list_)
    if (known.code == code) known.worst = std::max(known.worst, value);
}

const Warning* Warnings::find(WarningCode code) const {
  const auto found = std::ranges::find(list_, code, &Warning::code);
  return found == list_.end() ? nullptr : &*found;
}

}  // namespace scree
