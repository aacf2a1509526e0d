#include "build/scene_notes.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "law/restitution.h"

namespace scree {
namespace {

// The law overlap has no potential, and where little is lost what it creates shows.
void note_elastic_corners(const State& state, std::vector<std::string>& notes) {
  constexpr double elastic = 0.8;
  const Bodies& b = state.bodies;
  const std::size_t n = state.materials.size();
  std::vector<std::uint8_t> grains(n),
      partners(n);  // materials of what is free and has corners; of all that has
  for (BodyIndex i = 0; i < b.size(); ++i) {
    if (!has_corners(state.shapes[b.shape[i]].kind)) continue;
    partners[b.material[i]] = 1;
    if (b.free(i)) grains[b.material[i]] = 1;
  }
  for (MaterialIndex a = 0; a < n; ++a)
    for (MaterialIndex c = 0; c < n; ++c) {
      const PairLaw& law = state.laws.of(a, c);
      if (!grains[a] || !partners[c] || law.normal != NormalLaw::overlap) continue;
      const double restitution = restitution_of(law.normal, law.damping);
      if (!(restitution > elastic)) continue;
      notes.push_back(fmt::format(
          "\"{}\" on \"{}\" has a restitution of {:.2g} under the law overlap, which may create energy "
          "between bodies with corners; law.normal = \"overlap-energy\" does not",
          state.materials[a].name, state.materials[c].name, restitution));
      return;
    }
}

// Where cohesion is no longer small against the stiffness, grains sink into each other.
void note_strong_cohesion(const State& state, std::vector<std::string>& notes) {
  constexpr double strong = 0.02;
  for (MaterialIndex a = 0; a < state.materials.size(); ++a)
    for (MaterialIndex b = a; b < state.materials.size(); ++b) {
      const PairLaw& law = state.laws.of(a, b);
      if (law.normal == NormalLaw::spring || !(law.cohesion > strong * law.young)) continue;
      notes.push_back(fmt::format(
          "the cohesion of \"{}\" on \"{}\" is {:.2g} of their stiffness {:.3g} Pa: grains sink deeply "
          "into each other; below {:g} it is small against it",
          state.materials[a].name, state.materials[b].name, law.cohesion / law.young, law.young, strong));
      return;
    }
}

// A piston far lighter than what it presses on is thrown back by every touch.
void note_light_servos(const State& state, std::vector<std::string>& notes) {
  constexpr double light = 1e-2;
  double lightest = std::numeric_limits<double>::infinity();
  const Bodies& b = state.bodies;
  for (BodyIndex i = 0; i < b.size(); ++i)
    if (b.free(i)) lightest = std::min(lightest, b.mass[i]);
  for (BodyIndex i = 0; i < b.size(); ++i) {
    if (b.free(i)) continue;
    const Drive& drive = state.drives[b.drive[i]];
    if (drive.kind != DriveKind::servo || !(drive.mass < light * lightest)) continue;
    notes.push_back(
        fmt::format("the servo '{}' has a mass of {:.3g} kg, and the lightest body one of {:.3g} kg: it will "
                    "bounce on what it presses; without `mass` it has that of all free bodies",
                    state.groups[b.group[i]], drive.mass, lightest));
    return;
  }
}

}  // namespace

std::vector<std::string> notes_about(const State& state, const SceneSpec& spec) {
  std::vector<std::string> notes = spec.notes;
  note_elastic_corners(state, notes);
  note_strong_cohesion(state, notes);
  note_light_servos(state, notes);
  return notes;
}

std::vector<std::string> notes_on_what_comes_late(const SceneSpec& spec, double until) {
  std::vector<std::string> notes;
  const auto note = [&](const std::string& what, double at) {
    if (at < until) return;
    notes.push_back(fmt::format("{} comes at t = {:.6g} s, and the run ends at {:.6g} s", what, at, until));
  };
  for (const EventSpec& event : spec.events)
    note(event.action == EventAction::gravity
             ? "the event gravity"
             : fmt::format("the event {} of '{}'", word_of(event.action), event.target),
         event.at);
  for (const InletSpec& inlet : spec.inlets)
    note(fmt::format("the start of the inlet '{}'", inlet.name), inlet.start);
  for (const OutletSpec& outlet : spec.outlets)
    note(fmt::format("the start of the outlet '{}'", outlet.name), outlet.start);
  return notes;
}

}  // namespace scree
