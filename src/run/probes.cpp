#include "run/probes.h"

#include <algorithm>
#include <numbers>

#include "base/exact_sum.h"
#include "build/given_pose.h"
#include "build/region.h"
#include "measure/contacts.h"
#include "measure/energy.h"

namespace scree {
namespace {

class EnergyProbe : public Probe {
  std::vector<std::string> columns() const override {
    return {"time [s]",    "kinetic [J]",  "potential [J]",      "elastic [J]",       "elastic_stored [J]",
            "damping [J]", "friction [J]", "work_of_drives [J]", "balance_error [1]", "created [J]"};
  }
  std::vector<double> measure(const Observation& now) const override {
    const Energies& e = now.energies();
    return {now.state().clock.time(), e.kinetic,  e.potential, e.elastic,
            e.elastic_stored,         e.damping,  e.friction,  e.work_of_drives,
            e.balance_error,          e.created()};
  }
};

// Pose, velocities and force of one body; of a group of many, the first that is still there.
class BodyProbe : public Probe {
 public:
  explicit BodyProbe(std::string target) : target_(std::move(target)) {}
  std::vector<std::string> columns() const override {
    return {"time [s]",   "x [m]",      "y [m]",      "z [m]",    "vx [m/s]", "vy [m/s]", "vz [m/s]",
            "wx [rad/s]", "wy [rad/s]", "wz [rad/s]", "qw [1]",   "qx [1]",   "qy [1]",   "qz [1]",
            "fx [N]",     "fy [N]",     "fz [N]",     "tx [N m]", "ty [N m]", "tz [N m]"};
  }
  std::vector<double> measure(const Observation& now) const override {
    const State& state = now.state();
    const Bodies& b = state.bodies;
    const std::uint32_t group = group_of(state, target_);
    std::vector<double> row{state.clock.time()};
    const auto found = std::ranges::find(b.group, group);
    if (found == b.group.end()) {  // it has left
      row.resize(columns().size(), 0.0);
      return row;
    }
    const std::size_t i = static_cast<std::size_t>(found - b.group.begin());
    const auto put = [&row](const Vec3& v) { row.insert(row.end(), {v.x(), v.y(), v.z()}); };
    const Quat q = given_orientation(state, static_cast<BodyIndex>(i));
    put(b.position[i]);
    put(b.velocity[i]);
    put(b.spin[i]);
    row.insert(row.end(), {q.w(), q.x(), q.y(), q.z()});
    put(b.force[i]);
    put(b.torque[i]);
    return row;
  }

 private:
  std::string target_;
};

// Force and torque (about the origin) of the contacts on all bodies of a group.
class WallProbe : public Probe {
 public:
  explicit WallProbe(std::string target) : target_(std::move(target)) {}
  std::vector<std::string> columns() const override {
    return {"time [s]", "fx [N]", "fy [N]", "fz [N]", "tx [N m]", "ty [N m]", "tz [N m]", "contacts [1]"};
  }
  std::vector<double> measure(const Observation& now) const override {
    const State& state = now.state();
    const Bodies& b = state.bodies;
    const std::uint32_t group = group_of(state, target_);
    ExactVec3 force, torque;
    for (BodyIndex i = 0; i < b.size(); ++i) {
      if (b.group[i] != group) continue;
      const Vec3 f = b.free(i) ? Vec3(b.force[i] - b.mass[i] * state.gravity) : b.force[i];
      force.add(f);
      torque.add(Vec3(b.torque[i] + b.position[i].cross(f)));
    }
    double contacts = 0;
    for (std::size_t k = 0; k < state.contacts.size(); ++k) {
      const auto [pa, pb] = state.contacts.pair[k];
      contacts += (b.group[pa] == group) != (b.group[pb] == group);
    }
    const Vec3 f = force.value();
    const Vec3 t = torque.value();
    return {state.clock.time(), f.x(), f.y(), f.z(), t.x(), t.y(), t.z(), contacts};
  }

 private:
  std::string target_;
};

// Bodies whose centre is inside, and what they do on average; solid fraction by whole bodies.
class RegionProbe : public Probe {
 public:
  explicit RegionProbe(const RegionSpec& spec) : region_(*Region::from(spec)) {}
  std::vector<std::string> columns() const override {
    return {"time [s]", "bodies [1]", "solid_fraction [1]", "vx [m/s]",
            "vy [m/s]", "vz [m/s]",   "kinetic [J]",        "coordination [1]"};
  }
  std::vector<double> measure(const Observation& now) const override {
    const State& state = now.state();
    const Bodies& b = state.bodies;
    const Region region = region_.opened(state.cell);
    std::vector<std::uint8_t> inside(b.size());
    double count = 0, volume = 0, kinetic = 0, mass = 0, touching = 0;
    ExactVec3 momentum;
    for (BodyIndex i = 0; i < b.size(); ++i) {
      if (!b.free(i) || !region.contains_image(b.position[i], state.cell)) continue;
      inside[i] = 1;
      count += 1;
      volume += state.shapes[b.shape[i]].volume * volume_factor(state, b.scale[i]);
      kinetic += kinetic_energy(state, i);
      mass += b.mass[i];
      momentum.add(Vec3(b.mass[i] * b.velocity[i]));
    }
    for (std::size_t k = 0; k < state.contacts.size(); ++k)
      touching += inside[state.contacts.pair[k].a] + inside[state.contacts.pair[k].b];
    const Vec3 v = mass > 0 ? Vec3(momentum.value() / mass) : Vec3(Vec3::Zero());
    return {state.clock.time(),
            count,
            volume / region.volume(),
            v.x(),
            v.y(),
            v.z(),
            kinetic,
            count > 0 ? touching / count : 0.0};
  }

 private:
  Region region_;
};

// Bodies and mass that have passed an inlet or outlet so far.
class FlowProbe : public Probe {
 public:
  FlowProbe(const ProbeSpec& spec, const SceneSpec& scene) {
    const auto inlet = std::ranges::find(scene.inlets, spec.target, &InletSpec::name);
    is_inlet_ = inlet != scene.inlets.end();
    number_ = static_cast<std::size_t>(
        is_inlet_ ? inlet - scene.inlets.begin()
                  : std::ranges::find(scene.outlets, spec.target, &OutletSpec::name) - scene.outlets.begin());
  }
  std::vector<std::string> columns() const override {
    if (is_inlet_) return {"time [s]", "bodies [1]"};
    return {"time [s]", "bodies [1]", "mass [kg]"};
  }
  std::vector<double> measure(const Observation& now) const override {
    const State& state = now.state();
    if (is_inlet_) return {state.clock.time(), static_cast<double>(state.inlets[number_].total)};
    const OutletProgress& p = state.outlets[number_];
    return {state.clock.time(), static_cast<double>(p.removed), p.removed_mass.value()};
  }

 private:
  bool is_inlet_;
  std::size_t number_;
};

class ContactsProbe : public Probe {
  std::vector<std::string> columns() const override {
    return {"time [s]",        "contacts [1]",         "coordination [1]",
            "max_overlap [1]", "max_normal_force [N]", "mean_normal_force [N]",
            "max_depth [1]"};
  }
  std::vector<double> measure(const Observation& now) const override {
    const Contacts& contacts = now.state().contacts;
    const ContactCounts& counts = now.counts();
    double largest = 0;
    ExactSum sum;
    for (std::size_t k = 0; k < contacts.size(); ++k) {
      largest = std::max(largest, contacts.normal_force(k));
      sum.add(contacts.normal_force(k));
    }
    const double touching = static_cast<double>(counts.touching);
    return {now.state().clock.time(), touching, counts.coordination(),
            counts.max_overlap,       largest,  counts.touching ? sum.value() / touching : 0.0,
            counts.max_depth};
  }
};

}  // namespace

std::unique_ptr<Probe> make_probe(const ProbeSpec& spec, const SceneSpec& scene) {
  if (spec.kind == ProbeKind::energy) return std::make_unique<EnergyProbe>();
  if (spec.kind == ProbeKind::body) return std::make_unique<BodyProbe>(spec.target);
  if (spec.kind == ProbeKind::wall) return std::make_unique<WallProbe>(spec.target);
  if (spec.kind == ProbeKind::region) return std::make_unique<RegionProbe>(spec.region);
  if (spec.kind == ProbeKind::flow) return std::make_unique<FlowProbe>(spec, scene);
  if (auto field = make_field_probe(spec, scene.simulation.dimension)) return field;
  return std::make_unique<ContactsProbe>();
}

}  // namespace scree
