#include "unit/io/sample.h"

#include <array>
#include <cstring>
#include <limits>
#include <type_traits>

#include "base/hash.h"

namespace scree {
namespace {

class Numbers {
 public:
  explicit Numbers(std::uint64_t seed) : hasher_(seed) {}
  std::uint64_t count() { return ++count_; }
  double next() {
    hasher_.number(++count_);
    switch (count_ % 17) {
      case 3: return -0.0;
      case 5: return std::numeric_limits<double>::denorm_min();
      case 7: return -std::numeric_limits<double>::infinity();
      default: return static_cast<double>(hasher_.value() >> 11) * 0x1p-50 - 4;
    }
  }

 private:
  Hasher hasher_;
  std::uint64_t count_ = 0;
};

template <class Element>
void fill(Element& element, Numbers& numbers) {
  if constexpr (std::is_integral_v<Element>) {
    element = static_cast<Element>(numbers.count());
  } else if constexpr (std::is_same_v<Element, Image>) {
    for (std::int32_t& n : element) n = static_cast<std::int32_t>(numbers.count()) - 60;
  } else {
    std::array<double, sizeof(Element) / sizeof(double)> values;
    for (double& v : values) v = numbers.next();
    std::memcpy(static_cast<void*>(&element), values.data(), sizeof values);
  }
}

template <class T>
void take(std::string& bits, const T& value) {
  bits.append(reinterpret_cast<const char*>(&value), sizeof value);
}
void take(std::string& bits, const ExactSum& sum) { take(bits, sum.words()); }

}  // namespace

// What a stepper might remember of bodies: a number of each kind.
struct SampleColumns {
  std::vector<Vec3> vector;
  std::vector<std::uint64_t> steps;
  std::vector<std::int32_t> cluster;
  std::vector<std::uint8_t> order;
  template <class Self, class Visit>
  static void for_each_column(Self& self, Visit&& visit) {
    visit("vector", self.vector);
    visit("steps", self.steps);
    visit("cluster", self.cluster);
    visit("order", self.order);
  }
};

State sample_scene() {
  State s;
  s.bodies.stepper.declare<SampleColumns>("sample", 0);
  s.shapes = {make_sphere("ball", 0.5), make_box("block", {1, 2, 0.5}),
              make_half_space("floor", Vec3::UnitZ())};
  s.materials.resize(2);
  s.laws = {2, std::vector<PairLaw>(4)};
  s.groups = {"floor", "block", "balls"};
  s.inlets.resize(2);
  s.outlets.resize(1);
  return s;
}

State sample_state(std::uint64_t seed, std::size_t spheres) {
  State s = sample_scene();
  Numbers numbers(seed);
  s.clock = {1000 + seed, 1e-5};
  s.gravity = {0.1, -0.0, -9.81};
  s.events_done = 3;
  for (std::size_t i = 0; i < spheres + 2; ++i) s.bodies.append(3 * i + 1);
  Bodies::for_each_column(s.bodies, [&](const char*, auto& column) {
    for (auto& element : column) fill(element, numbers);
  });
  SampleColumns::for_each_column(s.bodies.stepper.as<SampleColumns>(), [&](const char*, auto& column) {
    for (auto& element : column) fill(element, numbers);
  });
  s.drives.resize(2);
  s.drives[0].kind = DriveKind::rotate;
  s.drives[1].kind = DriveKind::table;
  s.drives[1].table.resize(3);
  for (Drive& d : s.drives) Drive::for_each_number(d, [&](double& x) { x = numbers.next(); });
  for (std::size_t i = 0; i < s.bodies.size(); ++i) {
    s.bodies.id[i] = 3 * i + 1;
    s.bodies.shape[i] = i == 0 ? 2 : i == 1 ? 1 : 0;
    s.bodies.material[i] = i % 2;
    s.bodies.group[i] = i < 2 ? static_cast<std::uint32_t>(i) : 2;
    s.bodies.drive[i] = i < 2 ? static_cast<std::int32_t>(i) : is_free;
  }
  s.next_id = 3 * s.bodies.size() + 7;
  std::vector<Pair> pairs;
  for (BodyIndex a = 0; a < s.bodies.size(); ++a)
    for (BodyIndex b = a + 1; b < s.bodies.size(); b += 2) pairs.push_back({a, b});
  s.contacts.assign(pairs);
  for (ContactHistory& history : s.contacts.history) fill(history, numbers);
  for (RollingHistory& history : s.contacts.rolling) fill(history, numbers);
  Ledger::for_each_number(
      [&, n = 0]<class Number>(const char*, Number& x) mutable {
        x = Number(numbers.next());
        // Sums that no double can hold, of either sign.
        if constexpr (std::is_same_v<Number, ExactSum>) x.add(++n % 2 == 0 ? -1e20 : 1e-40);
      },
      s.ledger);
  s.inlets[0] = {0.25, 17, 40, 19, 1};
  s.inlets[1] = {1.5, 1, 2, 3, 0};
  s.outlets[0] = {12, ExactSum(0.1)};
  s.outlets[0].removed_mass.add(0.2);
  return s;
}

RunProgress sample_progress() {
  RunProgress p;
  p.frames = {{0, 0, 0.0}, {1, 100, 0.1}, {2, 200, 0.2}};
  p.log_lengths = {{"energy", 1234}, {"a probe, with / odd . name", 7}, {"", 0}};
  p.counters = {{"next_output", 3}};
  p.numbers = {{"wall", 1.0 / 3}};
  return p;
}

std::uint64_t all_bits(const State& s) {
  std::string bits;
  take(bits, s.clock.step);
  take(bits, s.clock.dt);
  take(bits, s.next_id);
  take(bits, s.events_done);
  for (int k = 0; k < 3; ++k) take(bits, s.gravity[k]);
  Bodies::for_each_column(s.bodies, [&](const char* name, const auto& column) {
    bits += name;
    for (const auto& element : column) take(bits, element);
  });
  for (const ConstPlainColumn& column : s.bodies.stepper.plain())
    std::visit(
        [&](const auto& numbers) {
          bits += column.name;
          for (const auto number : numbers) take(bits, number);
        },
        column.numbers);
  for (std::size_t k = 0; k < s.contacts.size(); ++k) {
    take(bits, s.contacts.pair[k]);
    take(bits, s.contacts.history[k]);
    take(bits, s.contacts.rolling[k]);
  }
  for (const Drive& d : s.drives) {
    take(bits, d.kind);
    take(bits, d.table.size());
    Drive::for_each_number(d, [&](double x) { take(bits, x); });
  }
  Ledger::for_each_number([&](const char*, const auto& x) { take(bits, x); }, s.ledger);
  for (const InletProgress& p : s.inlets) {
    take(bits, p.open_since);
    take(bits, p.released);
    take(bits, p.draws);
    take(bits, p.total);
    take(bits, p.open);
  }
  for (const OutletProgress& p : s.outlets) {
    take(bits, p.removed);
    take(bits, p.removed_mass);
  }
  return checksum(bits.data(), bits.size());
}

}  // namespace scree
