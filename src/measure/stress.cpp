#include "measure/stress.h"

#include "narrowphase/dispatch.h"

namespace scree {
namespace {

// Fluctuations about the mean velocity, in two passes: sums of squares would cancel in a fast stream.
Mat3 kinetic_sum(const State& state, const Zone& zone) {
  const Bodies& b = state.bodies;
  std::vector<BodyIndex> inside;
  double mass = 0;
  Vec3 momentum = Vec3::Zero();
  for (BodyIndex i = 0; i < b.size(); ++i) {
    if (!b.free(i) || !zone.holds(b.position[i])) continue;
    inside.push_back(i);
    mass += b.mass[i];
    momentum += b.mass[i] * b.velocity[i];
  }
  Mat3 sum = Mat3::Zero();
  if (!(mass > 0)) return sum;
  const Vec3 mean = momentum / mass;
  for (const BodyIndex i : inside) {
    const Vec3 v = b.velocity[i] - mean;
    sum += b.mass[i] * v * v.transpose();
  }
  return sum;
}

}  // namespace

Stress mean_stress(const State& state, const Zone& zone) {
  const Bodies& b = state.bodies;
  Stress stress;
  if (!(zone.volume > 0)) return stress;
  for (std::size_t k = 0; k < state.contacts.size(); ++k) {
    const auto [one, other] = state.contacts.pair[k];
    const bool of_a = b.free(one), of_b = b.free(other);
    if (!of_a && !of_b) continue;
    const Touch touch = touch_of(state, k);  // only where it is
    const Vec3 force = of_a ? state.contacts.load[k].force : Vec3(-state.contacts.load[k].force);
    const Vec3 branch = of_a && of_b ? Vec3(touch.arm_a - touch.arm_b) : of_a ? touch.arm_a : touch.arm_b;
    const Vec3& from = b.position[of_a ? one : other];
    const double share = zone.share(from, from + branch);
    if (!(share > 0)) continue;
    stress.contact += share * force * branch.transpose();
    ++stress.contacts;
  }
  stress.contact /= zone.volume;
  stress.kinetic = kinetic_sum(state, zone) / zone.volume;
  return stress;
}

}  // namespace scree
