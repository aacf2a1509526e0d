// The contact law alone, on data that stays in the first cache: what one contact costs before memory comes
// in.
#include <benchmark/benchmark.h>

#include <vector>

#include "base/rng.h"
#include "law/mixing.h"
#include "law/press.h"

namespace scree {
namespace {

template <class N>
struct Contact {
  TouchOf<N> at;
  Motion<N> motion;
  Springs<N> springs;
  RollingSprings<N> rolling;
};

template <class N>
struct Sample {
  PressTerms terms;
  LawNumbers<N> law;
  std::vector<Contact<N>> contacts;
};

void set(double& number, int, double value) { number = value; }
void set(Lanes& lanes, int lane, double value) { lanes.set(lane, value); }
template <class N>
void set(Triple<N>& v, int lane, const Vec3& value) {
  set(v.x, lane, value.x());
  set(v.y, lane, value.y());
  set(v.z, lane, value.z());
}

// share: of the contacts that slip.
template <class N>
Sample<N> sample(NormalLaw normal, double share) {
  constexpr int lanes = sizeof(N) / sizeof(double);
  Material m;
  const PairLaw l = mix(m, m, normal, 2.0 / 7);
  Sample<N> s;
  s.terms = {normal, 1e-5, false};
  const double numbers[] = {l.stiffness,
                            l.tangential_stiffness,
                            l.compliance,
                            l.young,
                            l.shear,
                            l.dashpot,
                            l.tangential_dashpot,
                            l.friction,
                            0,
                            0,
                            0};
  N* const law[] = {&s.law.stiffness,
                    &s.law.tangential_stiffness,
                    &s.law.compliance,
                    &s.law.young,
                    &s.law.shear,
                    &s.law.dashpot,
                    &s.law.tangential_dashpot,
                    &s.law.friction,
                    &s.law.rolling_friction,
                    &s.law.torsional_friction,
                    &s.law.cohesion};
  for (int i = 0; i < 11; ++i) *law[i] = all_lanes<N>(numbers[i]);
  s.contacts.resize(64 / lanes);
  Rng rng(1);
  for (Contact<N>& c : s.contacts)
    for (int lane = 0; lane < lanes; ++lane) {
      const Vec3 n = rng.unit_vector();
      const Vec3 across = n.cross(rng.unit_vector());
      set(c.at.normal, lane, n);
      set(c.at.arm_a, lane, 0.01 * n);
      set(c.at.arm_b, lane, -0.01 * n);
      set(c.at.overlap, lane, 1e-4);
      set(c.at.radius, lane, 0.005);
      set(c.motion.velocity, lane, (rng.uniform() < share ? 10.0 : 1e-9) * across);
      set(c.motion.spin_a, lane, rng.unit_vector());
      set(c.motion.spin_b, lane, rng.unit_vector());
      set(c.motion.root_mass, lane, 0.1);
      set(c.springs.normal, lane, n);
      set(c.springs.slide, lane, 1e-3 * across);
      set(c.springs.slide_velocity, lane, 1e-3 * across);
      set(c.springs.stiffness, lane, l.tangential_stiffness);
    }
  return s;
}

template <class N>
SCREE_KERNEL void press_all(Sample<N>& s) {
  for (Contact<N>& c : s.contacts) {
    Pressed<N> p = press(s.terms, s.law, c.at, c.motion, c.springs, c.rolling);
    benchmark::DoNotOptimize(p);
  }
}
void press_plain(Sample<double>& s) { press_all(s); }
void press_plain(Sample<Lanes>& s) { press_all(s); }
#if defined(__x86_64__)
[[gnu::target("avx2")]] void press_avx2(Sample<Lanes>& s) { press_all(s); }
#endif

template <class N, void (*press)(Sample<N>&)>
void press_contacts(benchmark::State& state) {
  Sample<N> s = sample<N>(state.range(0) ? NormalLaw::hertz : NormalLaw::spring,
                          0.01 * static_cast<double>(state.range(1)));
  for (auto _ : state) press(s);
  state.SetItemsProcessed(state.iterations() * 64);
}

void shapes(benchmark::internal::Benchmark* b) {
  b->ArgNames({"hertz", "slip%"});
  for (const int hertz : {0, 1})
    for (const int slip : {0, 20, 100}) b->Args({hertz, slip});
}
BENCHMARK(press_contacts<double, press_plain>)->Name("one")->Apply(shapes);
BENCHMARK(press_contacts<Lanes, press_plain>)->Name("four, any processor")->Apply(shapes);
#if defined(__x86_64__)
BENCHMARK(press_contacts<Lanes, press_avx2>)->Name("four, AVX2")->Apply(shapes);
#endif

}  // namespace
}  // namespace scree
