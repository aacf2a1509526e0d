#include "measure/contacts.h"

#include <algorithm>

#include "base/exact_sum.h"
#include "law/contact_length.h"
#include "narrowphase/joined_touches.h"

namespace scree {

ContactCounts count_contacts(const State& state) {
  const Bodies& bodies = state.bodies;
  ContactCounts c;
  for (BodyIndex i = 0; i < bodies.size(); ++i) c.grains += bodies.free(i);
  for_each_touch(state, [&](std::size_t k, const Touch& touch) {
    const auto [a, b] = state.contacts.pair[k];
    ++c.touching;
    // Bodies that touch with several parts count once.
    if (k == 0 || state.contacts.pair[k] != state.contacts.pair[k - 1])
      ++(bodies.free(a) && bodies.free(b) ? c.grain_grain : c.grain_wall);
    const double diameter = 2 * smaller_radius(state, a, b);
    c.max_overlap = std::max(c.max_overlap, touch.overlap / diameter);
  });
  return c;
}

Momentum total_momentum(const State& state) {
  const Bodies& b = state.bodies;
  ExactVec3 linear, angular;
  for (BodyIndex i = 0; i < b.size(); ++i) {
    if (!b.free(i)) continue;
    const Vec3 p = b.mass[i] * b.velocity[i];
    const Mat3 turn = b.orientation[i].toRotationMatrix();
    const Vec3 own = turn * b.inertia[i].cwiseProduct(Vec3(turn.transpose() * b.spin[i]));
    linear.add(p);
    angular.add(Vec3(b.position[i].cross(p) + own));
  }
  return {linear.value(), angular.value()};
}

}  // namespace scree
