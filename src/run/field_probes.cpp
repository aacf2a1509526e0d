// Probes of what a bed does as a continuum: stress, velocity gradient, slopes of its surface. In the plane
// they have columns for x and y alone.
#include "measure/deformation.h"
#include "measure/repose.h"
#include "measure/stress.h"
#include "measure/tensor.h"
#include "run/probes.h"

namespace scree {
namespace {

Zone zone_of(const ProbeSpec& spec, const State& state) {
  if (!spec.region_given) return whole_zone(state);
  const RegionSpec& r = spec.region;
  if (r.kind == RegionKind::box) return box_zone(state, {r.lower, r.upper});
  if (r.kind == RegionKind::cylinder) return cylinder_zone(state, r.centre, r.axis, r.radius, r.length);
  return ball_zone(state, r.centre, r.radius);
}

// "s", "[Pa]" -> "sxx [Pa]", "sxy [Pa]", ...
void add_names(std::vector<std::string>& names, const std::string& stem, const std::string& unit,
               int dimension) {
  for (int i = 0; i < dimension; ++i)
    for (int j = 0; j < dimension; ++j) names.push_back(stem + "xyz"[i] + "xyz"[j] + ' ' + unit);
}

void add_numbers(std::vector<double>& row, const Mat3& tensor, int dimension) {
  for (int i = 0; i < dimension; ++i)
    for (int j = 0; j < dimension; ++j) row.push_back(tensor(i, j));
}

class StressProbe : public Probe {
 public:
  StressProbe(ProbeSpec spec, int dimension) : spec_(std::move(spec)), dimension_(dimension) {}
  std::vector<std::string> columns() const override {
    std::vector<std::string> names{"time [s]", "volume [m^3]", "contacts [1]", "pressure [Pa]",
                                   "deviator [Pa]"};
    add_names(names, "s", "[Pa]", dimension_);
    add_names(names, "k", "[Pa]", dimension_);
    return names;
  }
  std::vector<double> measure(const Observation& now) const override {
    const Zone zone = zone_of(spec_, now.state());
    const Stress stress = mean_stress(now, zone);
    std::vector<double> row{now.state().clock.time(), zone.volume, static_cast<double>(stress.contacts),
                            mean_part(stress.contact, dimension_), deviator(stress.contact, dimension_)};
    add_numbers(row, stress.contact, dimension_);
    add_numbers(row, stress.kinetic, dimension_);
    return row;
  }

 private:
  ProbeSpec spec_;
  int dimension_;
};

// Zeros where the grains do not tell.
class VelocityGradientProbe : public Probe {
 public:
  VelocityGradientProbe(ProbeSpec spec, int dimension) : spec_(std::move(spec)), dimension_(dimension) {}
  std::vector<std::string> columns() const override {
    std::vector<std::string> names{"time [s]", "bodies [1]", "volume_rate [1/s]", "shear_rate [1/s]"};
    for (int i = 0; i < dimension_; ++i) names.push_back(std::string("v") + "xyz"[i] + " [m/s]");
    add_names(names, "g", "[1/s]", dimension_);
    return names;
  }
  std::vector<double> measure(const Observation& now) const override {
    const State& state = now.state();
    const LinearField field = velocity_field(state, zone_of(spec_, state)).value_or(LinearField{});
    std::vector<double> row{state.clock.time(), static_cast<double>(field.points), field.gradient.trace(),
                            shear_of(field.gradient, dimension_)};
    row.insert(row.end(), field.mean.data(), field.mean.data() + dimension_);
    add_numbers(row, field.gradient, dimension_);
    return row;
  }

 private:
  ProbeSpec spec_;
  int dimension_;
};

// Zeros, and no flanks, where there is no heap.
class ReposeProbe : public Probe {
 public:
  explicit ReposeProbe(std::optional<Vec3> along) : along_(std::move(along)) {}
  std::vector<std::string> columns() const override {
    return {"time [s]", "angle [rad]", "spread [rad]", "height [m]", "flanks [1]"};
  }
  std::vector<double> measure(const Observation& now) const override {
    const Expected<Repose> found = angle_of_repose(now.state(), along_);
    const Repose repose = found ? *found : Repose{};
    return {now.state().clock.time(), repose.angle(), repose.spread(), repose.height,
            static_cast<double>(repose.flanks.size())};
  }

 private:
  std::optional<Vec3> along_;
};

class SlopeProbe : public Probe {
 public:
  explicit SlopeProbe(std::optional<Vec3> along) : along_(std::move(along)) {}
  std::vector<std::string> columns() const override {
    return {"time [s]", "angle [rad]", "deviation [m]", "columns [1]"};
  }
  std::vector<double> measure(const Observation& now) const override {
    const Expected<Slope> found = slope_of_surface(now.state(), along_);
    const Slope slope = found ? *found : Slope{};
    return {now.state().clock.time(), slope.angle, slope.deviation, static_cast<double>(slope.columns)};
  }

 private:
  std::optional<Vec3> along_;
};

}  // namespace

std::unique_ptr<Probe> make_field_probe(const ProbeSpec& spec, int dimension) {
  if (spec.kind == ProbeKind::stress) return std::make_unique<StressProbe>(spec, dimension);
  if (spec.kind == ProbeKind::velocity_gradient)
    return std::make_unique<VelocityGradientProbe>(spec, dimension);
  if (spec.kind == ProbeKind::repose) return std::make_unique<ReposeProbe>(spec.along);
  if (spec.kind == ProbeKind::slope) return std::make_unique<SlopeProbe>(spec.along);
  return nullptr;
}

}  // namespace scree
