#include "record/measurements.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/math.h"
#include "io/csv_table.h"
#include "measure/deformation.h"
#include "measure/fabric.h"
#include "measure/flow.h"
#include "measure/repose.h"
#include "measure/stress.h"
#include "measure/tensor.h"

namespace scree {
namespace {

constexpr double to_degrees = 180 / math::pi;

class Table {
 public:
  Table(const RecordedRun& run, const RecordedState& now, const std::optional<RecordedState>& before,
        const MeasureWish& wish)
      : run_(run),
        now_(now),
        before_(before),
        wish_(wish),
        state_(now.state),
        dimension_(now.state.dimension),
        zone_(wish.region ? box_zone(state_, *wish.region) : whole_zone(state_)) {}

  Measurements result() {
    const std::vector<std::pair<std::string, void (Table::*)()>> all{
        {"packing", &Table::packing},
        {"stress", &Table::stress},
        {"velocity-gradient", &Table::velocity_gradient},
        {"strain", &Table::strain},
        {"repose", &Table::repose},
        {"slope", &Table::slope},
        {"walls", &Table::walls},
        {"flow", &Table::flow}};
    for (const auto& [name, take] : all)
      if (wish_.what.empty() || std::ranges::find(wish_.what, name) != wish_.what.end()) (this->*take)();
    return std::move(table_);
  }

 private:
  void row(std::string name, std::vector<double> values, const char* unit, std::string means) {
    table_.rows.push_back({std::move(name), std::move(values), unit, std::move(means)});
  }
  void row(std::string name, double value, const char* unit, std::string means) {
    row(std::move(name), std::vector<double>{value}, unit, std::move(means));
  }
  void missing(const char* what, std::string why) { table_.missing.push_back({what, std::move(why)}); }

  std::vector<double> flat(const Mat3& tensor) const {
    std::vector<double> numbers;
    for (int i = 0; i < dimension_; ++i)
      for (int j = 0; j < dimension_; ++j) numbers.push_back(tensor(i, j));
    return numbers;
  }
  std::vector<double> flat(const Vec3& v) const { return {v.data(), v.data() + dimension_}; }

  bool has_contacts(const char* what) {
    if (!now_.knows_contacts)
      missing(what, "this frame has no contacts: only frames of the format vtk and the last state have them");
    return now_.knows_contacts;
  }

  void packing() {
    const Fabric fabric = fabric_of(observed_, zone_);
    row("grains", static_cast<double>(fabric.grains), "1", "free bodies whose centre is in the zone");
    row("volume", zone_.volume, "m^3",
        wish_.region ? "of the zone" : "of the zone: the cell, or the box about the grains");
    if (zone_.volume > 0)
      row("solid_fraction", solid_fraction(state_, zone_), "1", "volume of the grains over that of the zone");
    if (!has_contacts("coordination")) return;
    row("coordination", fabric.coordination(), "1", "neighbours of a grain on average, walls included");
    if (fabric.contacts == 0) return missing("fabric", "no two grains touch in the zone");
    row("fabric", flat(fabric.tensor), "1", "mean of n (x) n over the contacts between grains");
    const Principal p = principal(fabric.tensor, dimension_);
    row("fabric_anisotropy", p.values[0] - p.values[dimension_ - 1], "1",
        "largest less smallest principal value of the fabric");
  }

  void stress() {
    if (!has_contacts("stress")) return;
    if (!(zone_.volume > 0)) return missing("stress", "the zone has no volume");
    const Stress stress = mean_stress(observed_, zone_);
    const Principal p = principal(stress.contact, dimension_);
    row("stress", flat(stress.contact), "Pa", "carried by contacts, mean of the zone, pressure positive");
    row("stress_kinetic", flat(stress.kinetic), "Pa", "carried by moving grains, about their mean velocity");
    row("pressure", mean_part(stress.contact, dimension_), "Pa", "mean normal stress of the contacts");
    row("deviator", deviator(stress.contact, dimension_), "Pa",
        dimension_ == 2 ? "half the difference of the principal stresses" : "sqrt(3/2 s : s)");
    row("principal_stress", flat(p.values), "Pa", "largest first");
    row("principal_direction", flat(Vec3(p.axes.col(0))), "1", "of the largest, unit length");
  }

  void velocity_gradient() {
    const std::optional<LinearField> field = velocity_field(state_, zone_);
    if (!field) return missing("velocity-gradient", "the grains in the zone are too few, or in one plane");
    row("mean_velocity", flat(field->mean), "m/s", "of the grains in the zone, by mass");
    row("velocity_gradient", flat(field->gradient), "1/s", "dv_i / dx_j of the best linear field");
    row("volume_rate", field->gradient.trace(), "1/s", "growth of volume");
    row("shear_rate", shear_of(field->gradient, dimension_), "1/s", "sqrt(2 d : d), d without its mean");
    if (dimension_ == 2)
      row("rotation_rate", field->rotation().z(), "rad/s", "of the zone as a whole, anticlockwise");
    else
      row("rotation_rate", flat(field->rotation()), "rad/s", "of the zone as a whole");
  }

  void strain() {
    if (!before_) return missing("strain", "there is no earlier frame to count from");
    const Zone zone = wish_.region ? box_zone(before_->state, *wish_.region) : whole_zone(before_->state);
    const std::optional<LinearField> field = displacement_field(before_->state, state_, zone);
    const std::string since = fmt::format("since t = {:.6g} s", before_->time);
    if (field) {
      row("strain", flat(Mat3(-field->symmetric())), "1", "of the grains, shortening positive, " + since);
      row("volume_strain", -field->gradient.trace(), "1", "its trace, " + since);
    } else {
      missing("strain", "the grains of both frames are too few, or in one plane");
    }
    const Box then = box_of_grains(before_->state), now = box_of_grains(state_);
    const Vec3 old_size = then.upper - then.lower, size = now.upper - now.lower;
    if (!(old_size.head(dimension_).minCoeff() > 0 && size.head(dimension_).minCoeff() > 0)) return;
    Vec3 shorter = Vec3::Zero();
    for (int k = 0; k < dimension_; ++k) shorter[k] = math::log(old_size[k] / size[k]);
    row("size", flat(size), "m", "from end to end of the grains, along the axes");
    row("strain_of_size", flat(shorter), "1", "logarithm of old over new size, " + since);
  }

  void repose() {
    const Expected<Repose> found = angle_of_repose(state_, wish_.along);
    if (!found) return missing("repose", found.error());
    const Repose& repose = *found;
    std::vector<double> angles;
    for (const Flank& flank : repose.flanks) angles.push_back(flank.angle * to_degrees);
    row("repose", repose.angle() * to_degrees, "deg", "angle of repose, mean of the flanks");
    row("repose_spread", repose.spread() * to_degrees, "deg", "standard deviation between the flanks");
    row("repose_flanks", angles, "deg",
        dimension_ == 3 && !wish_.along ? "of the sectors of 45 degrees that have one" : "left, right");
    row("repose_height", repose.height, "m", "of the heap");
  }

  void slope() {
    const Expected<Slope> found = slope_of_surface(state_, wish_.along);
    if (!found)
      return missing("slope",
                     dimension_ == 3 && !wish_.along ? found.error() + ": --along x,y,z" : found.error());
    row("slope", found.value().angle * to_degrees, "deg",
        "of the middle half of the surface, rising positive");
  }

  void walls() {
    if (!has_contacts("walls")) return;
    const Bodies& b = state_.bodies;
    std::vector<Vec3> force(state_.groups.size(), Vec3::Zero());
    std::vector<std::uint8_t> is_wall(state_.groups.size());
    for (BodyIndex i = 0; i < b.size(); ++i) is_wall[b.group[i]] |= !b.free(i);
    for (std::size_t k = 0; k < state_.contacts.size(); ++k) {
      const auto [one, other] = state_.contacts.pair[k];
      force[b.group[one]] -= state_.contacts.load[k].force;
      force[b.group[other]] += state_.contacts.load[k].force;
    }
    for (std::size_t g = 0; g < force.size(); ++g)
      if (is_wall[g])
        row(fmt::format("force.{}", state_.groups[g].empty() ? std::to_string(g) : state_.groups[g]),
            flat(force[g]), "N", "of contacts on this wall, all its bodies together");
  }

  void flow() {
    bool any = false;
    for (const ProbeSpec& probe : run_.spec().probes) {
      if (probe.kind != ProbeKind::flow) continue;
      any = true;
      const CsvTable table = read_csv(run_.folder() / "probes" / (probe.name + ".csv"));
      rate(probe.target, "bodies", "1/s", table);
      if (table.find("mass")) rate(probe.target, "mass", "kg/s", table);
    }
    if (!any) missing("flow", "the scene has no probe of kind flow");
  }

  void rate(const std::string& target, const char* what, const char* unit, const CsvTable& table) {
    const std::vector<double>* times = table.find("time");
    const std::vector<double>* amounts = table.find(what);
    if (!times || !amounts) return missing("flow", fmt::format("the probe has no column '{}'", what));
    const Expected<FlowRate> flow = steady_rate(*times, *amounts);
    if (!flow) return missing("flow", fmt::format("{} of {}: {}", what, target, flow.error()));
    row(fmt::format("flow.{}.{}", target, what), flow.value().rate, unit,
        fmt::format("steady part, t = {:.4g} to {:.4g} s", flow.value().from, flow.value().to));
  }

  const RecordedRun& run_;
  const RecordedState& now_;
  const std::optional<RecordedState>& before_;
  const MeasureWish& wish_;
  const State& state_;
  Workers alone_{1};
  Observation observed_{state_, alone_};
  int dimension_;
  Zone zone_;
  Measurements table_;
};

}  // namespace

const std::vector<std::string>& measure_names() {
  static const std::vector<std::string> names{
      "packing", "stress", "velocity-gradient", "strain", "repose", "slope", "walls", "flow"};
  return names;
}

Measurements measure(const RecordedRun& run, const RecordedState& now,
                     const std::optional<RecordedState>& before, const MeasureWish& wish) {
  return Table(run, now, before, wish).result();
}

}  // namespace scree
