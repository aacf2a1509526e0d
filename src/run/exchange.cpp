#include "run/exchange.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/rng.h"
#include "build/build.h"
#include "build/clearance.h"
#include "build/given_pose.h"
#include "measure/energy.h"
#include "state/add_body.h"

namespace scree {
namespace {

constexpr int tries_per_step = 8;
constexpr double many_missed = 5;          // bodies that were due and found no room,
constexpr double hardly_any = 50;          // so many for each that came in,
constexpr std::uint64_t many_draws = 256;  // and some thirty places that were tried

// An event or release is due at the first step whose time has reached it, rounding aside.
bool due(double at, const Clock& clock) { return clock.time() >= at - 1e-6 * clock.dt; }

// Is a sphere here clear of all bodies?
bool clear(const State& state, const Vec3& centre, double radius) {
  const Bodies& b = state.bodies;
  for (BodyIndex i = 0; i < b.size(); ++i) {
    const double reach = radius + b.radius[i];  // of what has no end: infinite
    if (state.cell.separation(centre, b.position[i]).squaredNorm() >= reach * reach) continue;
    if (distance_to_body(state, i, centre) < radius) return false;
  }
  return true;
}

}  // namespace

Exchange::Exchange(const SceneSpec& spec, const State& state)
    : seed_(spec.simulation.seed), events_(spec.events) {
  std::ranges::stable_sort(events_, {}, &EventSpec::at);
  for (const InletSpec& s : spec.inlets) {
    const auto material =
        std::ranges::find(state.materials, s.material, &Material::name) - state.materials.begin();
    inlet_names_.push_back(s.name);
    inlets_.push_back({s, *Region::from(s.region), make_mix(state, s.shapes, s.size, s.random_orientation),
                       static_cast<MaterialIndex>(material), group_of(state, s.name),
                       inlet_stream(inlets_.size())});
  }
  for (const OutletSpec& s : spec.outlets)
    outlets_.push_back({(*Region::from(s.region)).opened(state.cell), s.start});
}

BodyChanges Exchange::begin(State& state) {
  BodyChanges changes;
  fire_events(state, changes);
  state.ledger = {};  // the books begin afterwards
  return changes;
}

BodyChanges Exchange::apply(State& state) {
  BodyChanges changes;
  fire_events(state, changes);
  if (!outlets_.empty()) empty_outlets(state, changes);
  if (state.guards.at_bounds == AtBounds::remove) take_out_who_left(state, changes);
  for (std::size_t n = 0; n < inlets_.size(); ++n) feed(n, state, changes);
  return changes;
}

void Exchange::fire_events(State& state, BodyChanges& changes) {
  while (state.events_done < events_.size() && due(events_[state.events_done].at, state.clock)) {
    fire(events_[state.events_done], state, changes);
    ++state.events_done;
  }
}

void Exchange::fire(const EventSpec& event, State& state, BodyChanges& changes) {
  Bodies& bodies = state.bodies;
  if (event.action == EventAction::open || event.action == EventAction::close) {
    const auto n = std::ranges::find(inlet_names_, event.target) - inlet_names_.begin();
    state.inlets[n].open = event.action == EventAction::open;
    state.inlets[n].open_since = state.clock.time();
    state.inlets[n].released = 0;
    state.inlets[n].missed = 0;
    return;
  }
  if (event.action == EventAction::gravity) {
    ExactSum change;
    for (BodyIndex i = 0; i < bodies.size(); ++i)
      if (bodies.free(i)) change.add(-potential_energy(state, i));
    state.gravity = event.gravity;
    for (BodyIndex i = 0; i < bodies.size(); ++i)
      if (bodies.free(i)) change.add(potential_energy(state, i));
    changes.gravity = true;
    state.ledger.work_of_changes.add(change);
    state.ledger.reference_potential.add(change);
    return;
  }
  const std::uint32_t group = group_of(state, event.target);
  std::vector<std::uint8_t> meant(bodies.size());
  for (BodyIndex i = 0; i < bodies.size(); ++i) meant[i] = bodies.group[i] == group;
  if (std::ranges::find(meant, 1) == meant.end()) {
    const std::string subject =
        fmt::format("the event at t = {:.4g} s, {} of '{}',", event.at, word_of(event.action), event.target);
    state.warnings.note({{WarningCode::event_ignored, 1, {}, {}, subject}}, state.clock.step,
                        state.clock.time());
    return;
  }
  if (event.action == EventAction::release) {
    remove_bodies(state, changes, meant);
    return;
  }
  // A change of motion: what touches the body feels a jump.
  for (std::size_t k = 0; k < state.contacts.size(); ++k) {
    const auto [a, b] = state.contacts.pair[k];
    if (meant[a] || meant[b]) changes.jumped.insert(changes.jumped.end(), {a, b});
  }
  MotionSpec motion = event.motion;
  const bool frees = motion.kind == MotionKind::free;
  if (!frees) drop_contacts_of_walls(state, changes, meant);
  const std::vector<double> held = spring_energies(state);
  for (BodyIndex i = 0; i < bodies.size(); ++i) {
    if (!meant[i]) continue;
    // Pieces of a line have one centre, and must not part by its roundings.
    if (!event.motion.centre) {
      const Vec3 centre = given_position(state, i);
      if (!motion.centre || (centre - *motion.centre).norm() > 1e-9 * bodies.radius[i])
        motion.centre = centre;
    }
    const double before = bodies.free(i) ? kinetic_energy(state, i) + potential_energy(state, i) : 0;
    set_motion(state, i, motion);
    (frees ? changes.freed : changes.driven).push_back(i);
    const double after = bodies.free(i) ? kinetic_energy(state, i) + potential_energy(state, i) : 0;
    state.ledger.entered.add(after - before);
    if (bodies.free(i)) state.ledger.reference_potential.add(potential_energy(state, i));
  }
  prepare_servos(state);
  book_changed_springs(state, held);
  if (frees) book_overlaps_with_walls(state, meant);
}

void Exchange::empty_outlets(State& state, BodyChanges& changes) {
  const Bodies& bodies = state.bodies;
  std::vector<std::uint8_t> marked;
  for (std::size_t n = 0; n < outlets_.size(); ++n) {
    if (!due(outlets_[n].start, state.clock)) continue;
    for (BodyIndex i = 0; i < bodies.size(); ++i) {
      if (!bodies.free(i) || !outlets_[n].region.contains_image(bodies.position[i], state.cell)) continue;
      if (marked.empty()) marked.resize(bodies.size());
      if (marked[i]) continue;
      marked[i] = 1;
      ++state.outlets[n].removed;
      state.outlets[n].removed_mass.add(bodies.mass[i]);
    }
  }
  if (!marked.empty()) remove_bodies(state, changes, marked);
}

void Exchange::take_out_who_left(State& state, BodyChanges& changes) {
  const Bodies& bodies = state.bodies;
  const Box& bounds = state.guards.bounds;
  std::vector<std::uint8_t> marked;
  for (BodyIndex i = 0; i < bodies.size(); ++i) {
    const Vec3& x = bodies.position[i];
    const bool inside =
        (x.array() >= bounds.lower.array()).all() && (x.array() <= bounds.upper.array()).all();
    if (inside || !bodies.free(i)) continue;
    if (marked.empty()) marked.resize(bodies.size());
    marked[i] = 1;
    ++state.taken_at_bounds;
  }
  if (!marked.empty()) remove_bodies(state, changes, marked);
}

void Exchange::feed(std::size_t which, State& state, BodyChanges& changes) {
  const Inlet& inlet = inlets_[which];
  InletProgress& p = state.inlets[which];
  const double time = state.clock.time();
  const auto exhausted = [&] {
    return inlet.spec.limit && p.total >= static_cast<std::uint64_t>(*inlet.spec.limit);
  };
  if (!p.open || !due(inlet.spec.start, state.clock) ||
      (inlet.spec.stop && due(*inlet.spec.stop, state.clock)))
    return;
  p.open_since = std::max(p.open_since, inlet.spec.start);
  Rng rng(seed_, inlet.stream, p.draws);
  int tries = 0;
  while (!exhausted() && due(p.open_since + static_cast<double>(p.released) / inlet.spec.rate, state.clock)) {
    if (tries++ == tries_per_step) {
      // No room: what is late is not made up for later.
      const double late = time - p.open_since - static_cast<double>(p.released) / inlet.spec.rate;
      if (const double missed = late * inlet.spec.rate - 1; missed > 0) {
        p.open_since += missed / inlet.spec.rate;
        p.missed += missed;
      }
      break;
    }
    const DrawnBody body = inlet.mix.draw(rng);
    const Vec3 position = inlet.region.sample(rng, body.radius);
    if (!clear(state, position, body.radius)) continue;
    BodySetup setup = setup_of(state, body, position);
    setup.material = inlet.material;
    setup.velocity = inlet.spec.velocity;
    setup.group = inlet.group;
    const BodyIndex i = add_body(state, setup);
    changes.appended.push_back(i);
    const double kinetic = kinetic_energy(state, i);
    const double potential = potential_energy(state, i);
    state.ledger.entered.add(kinetic + potential);
    state.ledger.entered_kinetic.add(kinetic);
    state.ledger.reference_potential.add(potential);
    ++p.released;
    ++p.total;
    tries = 0;
  }
  p.draws = rng.counter();
  // Where next to nothing found room, something stands in the way: be it what came in first.
  if (p.missed > many_missed && p.missed > hardly_any * static_cast<double>(p.released) &&
      p.draws > many_draws)
    state.warnings.note({{WarningCode::inlet_blocked, std::floor(p.missed), {}, {}, inlet.spec.name}},
                        state.clock.step, time);
}

}  // namespace scree
