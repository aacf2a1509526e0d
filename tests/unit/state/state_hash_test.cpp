// The hash sees the last bit of every stored number, and nothing of the order of storage.
#include "state/state_hash.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace scree {
namespace {

struct Carried {
  std::vector<Vec3> vector;
  std::vector<std::uint8_t> count;
  template <class Self, class Visit>
  static void for_each_column(Self& self, Visit&& visit) {
    visit("vector", self.vector);
    visit("count", self.count);
  }
};

// A state with every kind of thing in it and no two numbers alike.
State sample() {
  State s;
  s.bodies.stepper.declare<Carried>("a stepper", 0);
  s.shapes = {make_sphere("ball", 1)};
  s.materials.resize(1);
  s.clock.step = 77;
  s.clock.dt = 1e-5;
  s.gravity = {0.1, 0.2, -9.81};
  double next = 1;
  for (int n = 0; n < 3; ++n) {
    const BodyIndex i = s.bodies.append(s.next_id);
    s.next_id += 2;
    for (int k = 0; k < 3; ++k) s.bodies.position[i][k] = next++;
    s.bodies.mass[i] = next++;
    s.bodies.stepper.as<Carried>().vector[i] = Vec3(next, next + 1, next + 2);
    next += 3;
  }
  const Pair pairs[] = {{0, 1}, {0, 2}, {1, 2}};
  s.contacts.assign(pairs);
  s.contacts.history[0].slide = {1, 2, 3};
  s.contacts.rolling[2].roll = {4, 5, 6};
  Drive d;
  d.kind = DriveKind::table;
  d.table = {{1, {1, 2, 3}, 4}, {2, {5, 6, 7}, 8}};
  s.drives = {Drive{}, d};
  s.inlets.resize(2);
  s.outlets.resize(1);
  return s;
}

// Flips the lowest bit of the number that starts at `bytes`, asks the hash, and flips it back.
struct Flipper {
  State& state;
  std::uint64_t before;
  std::set<std::uint64_t> seen;
  int numbers = 0;

  explicit Flipper(State& s) : state(s), before(state_hash(s)) {}
  template <class Number>
  void flip(Number& number, const std::string& what) {
    unsigned char* byte = reinterpret_cast<unsigned char*>(&number);
    *byte ^= 1;
    const std::uint64_t after = state_hash(state);
    *byte ^= 1;
    EXPECT_NE(after, before) << what;
    EXPECT_TRUE(seen.insert(after).second) << what << " hashes like another change";
    ++numbers;
  }

  void each(double& v, const std::string& what) { flip(v, what); }
  void each(Vec3& v, const std::string& what) {
    for (int k = 0; k < 3; ++k) flip(v[k], what);
  }
  void each(Vec4& v, const std::string& what) {
    for (int k = 0; k < 4; ++k) flip(v[k], what);
  }
  void each(Quat& q, const std::string& what) { each(q.coeffs(), what); }
  void each(ExactSum& v, const std::string& what) {
    const ExactSum kept = v;
    v.add(0x1p-1074);
    const std::uint64_t after = state_hash(state);
    v = kept;
    EXPECT_NE(after, before) << what;
    EXPECT_TRUE(seen.insert(after).second) << what << " hashes like another change";
    ++numbers;
  }
  void each(Image& v, const std::string& what) {
    for (std::int32_t& n : v) flip(n, what);
  }
  void each(ContactWork& w, const std::string& what) {
    flip(w.elastic, what);
    flip(w.damping, what);
    flip(w.friction, what);
  }
  template <class T>
  requires std::is_integral_v<T>
  void each(T& v, const std::string& what) { flip(v, what); }
};

TEST(StateHash, SeesTheLastBitOfEveryColumn) {
  State s = sample();
  Flipper f(s);
  Bodies::for_each_column(s.bodies, [&](const char* name, auto& column) {
    for (auto& entry : column) f.each(entry, name);
  });
  EXPECT_GE(f.numbers, 3 * 40);
  const int of_bodies = f.numbers;
  for (const PlainColumn& column : s.bodies.stepper.plain())
    std::visit(
        [&](const auto& numbers) {
          for (auto& number : numbers) f.each(number, column.name);
        },
        column.numbers);
  EXPECT_EQ(f.numbers, of_bodies + 3 * 4);
  EXPECT_EQ(state_hash(s), f.before);
}

// Every double of a record, whatever it is called.
template <class History>
void flip_all(Flipper& f, History& history) {
  static_assert(sizeof(History) % sizeof(double) == 0);
  double* numbers = reinterpret_cast<double*>(&history);
  for (std::size_t n = 0; n < sizeof(History) / sizeof(double); ++n)
    f.flip(numbers[n], "history number " + std::to_string(n));
}

TEST(StateHash, SeesTheHistoryOfContacts) {
  State s = sample();
  Flipper f(s);
  for (ContactHistory& h : s.contacts.history) flip_all(f, h);
  for (RollingHistory& h : s.contacts.rolling) flip_all(f, h);
  s.contacts.load[1].force.x() = 5;
  EXPECT_EQ(state_hash(s), f.before) << "what a step makes of the state is not state";
  s.contacts.resize(2);
  EXPECT_NE(state_hash(s), f.before);
}

TEST(StateHash, SeesClockLedgerDrivesAndSupply) {
  State s = sample();
  Flipper f(s);
  f.each(s.clock.step, "step");
  f.each(s.clock.dt, "dt");
  f.each(s.gravity, "gravity");
  f.each(s.next_id, "next_id");
  f.each(s.events_done, "events_done");
  Ledger::for_each_number([&](const char* name, auto& v) { f.each(v, name); }, s.ledger);
  EXPECT_EQ(sizeof(Ledger), 14 * sizeof(ExactSum) + 3 * sizeof(double))
      << "a new number in the ledger: is it in for_each_number?";
  for (Drive& d : s.drives) {
    std::uint8_t& kind = reinterpret_cast<std::uint8_t&>(d.kind);
    f.each(kind, "kind of drive");
    Drive::for_each_number(d, [&](double& v) { f.each(v, "drive"); });
  }
  for (InletProgress& p : s.inlets) {
    f.each(p.open_since, "open_since");
    f.each(p.released, "released");
    f.each(p.draws, "draws");
    f.each(p.total, "total");
    f.each(p.open, "open");
  }
  for (OutletProgress& p : s.outlets) {
    f.each(p.removed, "removed");
    f.each(p.removed_mass, "removed_mass");
  }
}

TEST(StateHash, TellsZeroFromMinusZero) {
  State s = sample();
  s.bodies.velocity[0].x() = 0.0;
  const std::uint64_t plus = state_hash(s);
  s.bodies.velocity[0].x() = -0.0;
  EXPECT_NE(state_hash(s), plus);
}

TEST(StateHash, TwoBodiesExchangedIsAnotherState) {
  State s = sample();
  const std::uint64_t before = state_hash(s);
  std::swap(s.bodies.position[0], s.bodies.position[1]);
  EXPECT_NE(state_hash(s), before);
}

// Bodies and contacts stored in another order, with the same ids: the same state.
TEST(StateHash, DoesNotDependOnTheOrderOfStorage) {
  State s = sample();
  const std::uint64_t before = state_hash(s);
  State t = s;
  Bodies::for_each_column(t.bodies,
                          [](const char*, auto& column) { std::reverse(column.begin(), column.end()); });
  Carried& carried = t.bodies.stepper.as<Carried>();
  Carried::for_each_column(carried,
                           [](const char*, auto& column) { std::reverse(column.begin(), column.end()); });
  // Index i is now 2 - i; the pairs keep naming the same ids, lower id first.
  t.contacts.pair = {{2, 1}, {2, 0}, {1, 0}};
  EXPECT_EQ(state_hash(t), before);
  std::reverse(t.contacts.pair.begin(), t.contacts.pair.end());
  std::reverse(t.contacts.history.begin(), t.contacts.history.end());
  std::reverse(t.contacts.rolling.begin(), t.contacts.rolling.end());
  EXPECT_EQ(state_hash(t), before);
}

}  // namespace
}  // namespace scree
