#include "bench_profile.h"

#include <fmt/format.h>

#include <algorithm>

#include "bench/profile.h"
#include "step/soft_step.h"

namespace scree::app {
namespace {

// Bytes that a stage must read and write, per body, per contact and per placed corner and face: what the
// columns in state/bodies.h, state/contacts.h and step/rows.h hold of them.
struct StageBytes {
  std::string_view stage;
  double body, contact;
  bool geometry;
};
constexpr StageBytes stage_bytes[] = {{"predict", 412, 0, false}, {"place", 180, 0, true},
                                      {"press", 88, 690, false},  {"gather", 330, 60, false},
                                      {"drive", 56, 0, false},    {"correct", 280, 0, false}};

double geometry_per_body(const State& state) {
  double bytes = 0;
  for (const ShapeIndex shape : state.bodies.shape)
    for (const auto& part : state.shapes[shape].parts)
      bytes += static_cast<double>(Corners::fours_for(part->vertices.size()) * sizeof(FourCorners) +
                                   part->planes.size() * sizeof(Plane));
  return bytes / static_cast<double>(state.bodies.size());
}

void print_stage_row(const char* name, double time, double whole, double floor) {
  fmt::print("  {:<11} {:>9.1f} {:>6.1f}%", name, time, 100 * time / whole);
  if (floor > 0)
    fmt::print(" {:>9.1f} {:>7.0f}%\n", floor, 100 * floor / time);
  else
    fmt::print(" {:>9} {:>8}\n", "-", "-");
}

void print_searches(const BroadPhaseCounters& c, double share, double steps, double bodies) {
  const double searches = static_cast<double>(c.updates), each = bodies * std::max(1.0, searches);
  fmt::print(
      "  neighbours: {} searches in {:.0f} steps, {} of them from scratch; per body and search {:.3g} "
      "exchanges, {:.3g} pairs added, {:.3g} removed; margins, boxes, pairs and candidates: {:.1f} % of the "
      "step\n",
      c.updates, steps, c.rebuilds, static_cast<double>(c.exchanges) / each,
      static_cast<double>(c.added) / each, static_cast<double>(c.removed) / each, 100 * share);
}

}  // namespace

void print_profile(const Laboratory& lab, double updates) {
  const State& state = lab.state();
  const auto& step = dynamic_cast<const SoftStep&>(lab.stepper());  // all benchmarks step softly
  const StepCounters counters = step.counters();
  const Cascade& cascade = counters.cascade;
  const double bodies = static_cast<double>(state.bodies.size()), threads = lab.threads_used();
  const double contacts = static_cast<double>(state.contacts.size()) / bodies;
  const std::vector<FilterCost> filters =
      profile_cascade(state, step.placements(), step.neighbourhood().candidates());
  const double geometry = geometry_per_body(state);
  const double per_operation = nanoseconds_per_operation();
  const double per_byte =
      nanoseconds_per_byte(static_cast<std::size_t>(bodies * (600 + geometry + contacts * 700)));

  // Pairs that each filter decided, per body and step.
  const double decided[] = {static_cast<double>(cascade.spheres), static_cast<double>(cascade.last_plane),
                            static_cast<double>(cascade.projection), static_cast<double>(cascade.reflection),
                            static_cast<double>(cascade.entered)};
  double touch_floor = 0;
  for (std::size_t k = 0; k < filters.size(); ++k)
    touch_floor += decided[k] / updates * filters[k].operations * per_operation;

  const std::vector<StageTime> stages = lab.stages();
  const double whole = 1e9 * total_seconds(stages) / updates;
  fmt::print("\n{}: {:.0f} ns per body and step on {} threads, {:.2f} contacts per body\n",
             lab.spec().simulation.name, whole, threads, contacts);
  fmt::print("  {:<11} {:>9} {:>7} {:>9} {:>8}\n", "stage", "ns/body", "share", "floor", "reached");
  for (const auto& [name, seconds] : stages) {
    double floor = name == std::string_view("touch") ? touch_floor / threads : 0;
    for (const StageBytes& s : stage_bytes)
      if (s.stage == name)
        floor = (s.body + s.contact * contacts + (s.geometry ? geometry : 0)) * per_byte / threads;
    print_stage_row(name, 1e9 * seconds / updates, whole, floor);
  }
  fmt::print("  {:<11} {:>9} {:>10} {:>9} {:>9} {:>8}\n", "filter", "decides", "pairs/body", "ns/pair",
             "floor", "reached");
  for (std::size_t k = 0; k < filters.size(); ++k) {
    const FilterCost& f = filters[k];
    const double floor = f.operations * per_operation;
    const double share = cascade.candidates > 0 ? decided[k] / static_cast<double>(cascade.candidates) : 0;
    fmt::print("  {:<11} {:>8.1f}% {:>10.2f} {:>9.1f} {:>9.1f} {:>7.0f}%\n", f.name, 100 * share,
               decided[k] / updates, f.nanoseconds, floor,
               f.nanoseconds > 0 ? 100 * floor / f.nanoseconds : 0);
  }
  if (cascade.entered > 0)
    fmt::print("  of the pairs that entered the overlap kernel {:.1f} % overlap; {:.2f} % were cut\n",
               100 * static_cast<double>(cascade.overlapping) / static_cast<double>(cascade.entered),
               100 * static_cast<double>(cascade.cut) / static_cast<double>(cascade.entered));
  print_searches(counters.search.work, lab.search_share(), updates / bodies, bodies);
  fmt::print(
      "  floors: {:.3f} ns per operation on four numbers (filters and touch), {:.3f} ns per byte (other "
      "stages), measured now on one thread\n",
      per_operation, per_byte);
}

}  // namespace scree::app
