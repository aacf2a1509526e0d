#include "scree/summary.h"

#include <fmt/format.h>

#include <cmath>

namespace scree {
namespace {

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\')
      (out += '\\') += c;
    else if (static_cast<unsigned char>(c) < 0x20)
      out += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    else
      out += c;
  }
  return out + '"';
}

std::string number(double v) { return std::isfinite(v) ? fmt::format("{}", v) : "null"; }

std::string triple(const std::array<double, 3>& v) {
  return fmt::format("[{}, {}, {}]", number(v[0]), number(v[1]), number(v[2]));
}

std::string stages_json(const std::vector<std::pair<std::string, double>>& stages) {
  std::string out = "{";
  for (const auto& [name, seconds] : stages)
    out += fmt::format("{}{}: {}", out.size() > 1 ? ", " : "", quoted(name), number(seconds));
  return out + "}";
}

template <class Item, class Json>
std::string list_json(const std::vector<Item>& items, const Json& json) {
  std::string out = "[";
  for (const Item& item : items) out += (out.size() > 1 ? ", " : "") + json(item);
  return out + "]";
}

std::string warning_json(const WarningReport& w) {
  const auto id = [](const std::optional<std::uint64_t>& body) {
    return body ? fmt::to_string(*body) : std::string("null");
  };
  return fmt::format(
      "{{\"code\": {}, \"text\": {}, \"first_time\": {}, \"count\": {}, \"worst\": {}, \"body\": {}, "
      "\"other\": {}}}",
      quoted(w.code), quoted(w.text), number(w.first_time), w.count, number(w.worst), id(w.body),
      id(w.other));
}

// The one list of keys and values, as JSON.
std::vector<std::pair<std::string, std::string>> entries(const Summary& s) {
  return {{"scene", quoted(s.scene)},
          {"dimension", fmt::to_string(s.dimension)},
          {"bodies", fmt::to_string(s.bodies)},
          {"dynamic_bodies", fmt::to_string(s.dynamic_bodies)},
          {"steps", fmt::to_string(s.steps)},
          {"time", number(s.time)},
          {"dt", number(s.dt)},
          {"wall", number(s.wall)},
          {"updates_per_second", number(s.updates_per_second)},
          {"simulated_per_wall", number(s.simulated_per_wall)},
          {"threads", fmt::to_string(s.threads)},
          {"threads_used", number(s.threads_used)},
          {"ranks", fmt::to_string(s.ranks)},
          {"device", quoted(s.device)},
          {"neighbours", quoted(s.neighbours)},
          {"neighbours_reason", quoted(s.neighbours_reason)},
          {"neighbours_share", number(s.neighbours_share)},
          {"candidate_pairs", fmt::to_string(s.candidate_pairs)},
          {"overlapping_pairs", fmt::to_string(s.overlapping_pairs)},
          {"contacts", fmt::to_string(s.contacts)},
          {"coordination", number(s.coordination)},
          {"kinetic_energy", number(s.kinetic_energy)},
          {"potential_energy", number(s.potential_energy)},
          {"elastic_energy", number(s.elastic_energy)},
          {"elastic_energy_stored", number(s.elastic_energy_stored)},
          {"dissipated_energy", number(s.dissipated_energy)},
          {"dissipated_by_damping", number(s.dissipated_by_damping)},
          {"dissipated_by_friction", number(s.dissipated_by_friction)},
          {"work_of_drives", number(s.work_of_drives)},
          {"energy_balance_error", number(s.energy_balance_error)},
          {"energy_that_went_in", number(s.energy_that_went_in)},
          {"created_energy", number(s.created_energy)},
          {"momentum", triple(s.momentum)},
          {"angular_momentum", triple(s.angular_momentum)},
          {"max_overlap", number(s.max_overlap)},
          {"max_overlap_ever", number(s.max_overlap_ever)},
          {"max_depth", number(s.max_depth)},
          {"max_depth_ever", number(s.max_depth_ever)},
          {"inserted", fmt::to_string(s.inserted)},
          {"removed", fmt::to_string(s.removed)},
          {"warnings", list_json(s.warnings, warning_json)},
          {"notes", list_json(s.notes, quoted)},
          {"state_hash", quoted(s.state_hash)},
          {"stages", stages_json(s.stages)}};
}

}  // namespace

std::string Summary::json() const {
  std::string out = "{";
  for (const auto& [key, value] : entries(*this))
    out += fmt::format("{}{}: {}", out.size() > 1 ? ", " : "", quoted(key), value);
  return out + "}";
}

std::string Summary::text() const {
  std::string out = fmt::format("{}: {} bodies ({} free), {} steps of {:.4g} s, t = {:.6g} s\n", scene,
                                bodies, dynamic_bodies, steps, dt, time);
  const bool fewer = threads_used < threads - 0.05;
  const std::string used = fewer ? fmt::format(" ({:.1f} used)", threads_used) : std::string();
  out += fmt::format(
      "  speed      {:.3g} updates/s on {} threads{}, {:.3g} simulated s per s, stepping {:.2f} s\n",
      updates_per_second, threads, used, simulated_per_wall, wall);
  out += fmt::format(
      "  contacts   {} of {} candidate pairs, coordination {:.3f}, depth now {:.2g}, ever {:.2g}\n", contacts,
      candidate_pairs, coordination, max_depth, max_depth_ever);
  out += fmt::format(
      "  energy [J] kinetic {:.4g}, potential {:.4g}, elastic {:.4g}, dissipated {:.4g}, of drives {:.4g}\n",
      kinetic_energy, potential_energy, elastic_energy_stored, dissipated_energy, work_of_drives);
  out += fmt::format("  balance    off by {:.2g} of the energy that went in\n", energy_balance_error);
  if (inserted || removed) out += fmt::format("  exchange   {} entered, {} left\n", inserted, removed);
  for (const WarningReport& w : warnings)
    out += fmt::format("  warning    {} from t = {:.4g} s on, {} time{}, at worst {:.3g}\n", w.code,
                       w.first_time, w.count, w.count == 1 ? "" : "s", w.worst);
  out += "  stages [s]";
  for (const auto& [name, seconds] : stages) out += fmt::format(" {} {:.3f}", name, seconds);
  out += fmt::format("\n  state_hash {}\n", state_hash);
  return out;
}

}  // namespace scree
