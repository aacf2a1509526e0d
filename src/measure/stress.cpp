#include "measure/stress.h"

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

struct Branch {
  Vec3 force, branch;
  double share = 0;  // of the branch that is inside
};

// Of all contacts.
std::vector<Branch> branches_in(const Observation& now, const Zone& zone) {
  const State& state = now.state();
  const Bodies& b = state.bodies;
  const std::span<const Observation::Arms> arms = now.lone_arms();
  std::vector<Branch> branches(arms.size());
  now.workers().for_ranges(arms.size(), 512, [&](std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k) {
      const auto [one, other] = state.contacts.pair[k];
      const bool of_a = b.free(one), of_b = b.free(other);
      if (!of_a && !of_b) continue;
      const Vec3 force = of_a ? state.contacts.load[k].force : Vec3(-state.contacts.load[k].force);
      const Vec3 branch = of_a && of_b ? Vec3(arms[k].a - arms[k].b) : of_a ? arms[k].a : arms[k].b;
      const Vec3& from = b.position[of_a ? one : other];
      branches[k] = {force, branch, zone.share(from, from + branch)};
    }
  });
  return branches;
}

}  // namespace

Stress mean_stress(const State& state, const Zone& zone) {
  Workers alone(1);
  return mean_stress(Observation(state, alone), zone);
}

Stress mean_stress(const Observation& now, const Zone& zone) {
  const State& state = now.state();
  Stress stress;
  if (!(zone.volume > 0)) return stress;
  const std::vector<Branch> branches = branches_in(now, zone);
  for (const auto& [force, branch, share] : branches) {  // in their order: the sum is not an exact one
    if (!(share > 0)) continue;
    stress.contact += share * force * branch.transpose();
    ++stress.contacts;
  }
  stress.contact /= zone.volume;
  stress.kinetic = kinetic_sum(state, zone) / zone.volume;
  return stress;
}

}  // namespace scree
