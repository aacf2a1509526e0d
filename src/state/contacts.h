// Contacts: one record for each candidate pair, sorted by (a, b) with a < b. The part that is state,
// the history, lives while the bodies touch; the rest is scratch of one step.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/ids.h"
#include "base/vector.h"
#include "state/bodies.h"

namespace scree {

struct Pair {
  BodyIndex a = 0;
  BodyIndex b = 0;
  friend auto operator<=>(const Pair&, const Pair&) = default;
};

// Where two bodies touch. The normal points from a to b; overlap is positive.
struct Touch {
  Vec3 normal;
  Vec3 arm_a;          // from the centre of a to the contact point
  Vec3 arm_b;          // from the centre of b to the same point
  double overlap = 0;  // depth
  double radius = 0;   // effective radius of curvature, 1/(1/R_a + 1/R_b)
};

// What a contact remembers: its springs, held as the forces they exert, so that a stiffness that
// changes with the overlap needs no second rule. The sliding part comes first: rolling and torsion
// are switched off in most scenes.
struct ContactHistory {
  Vec3 normal = Vec3::Zero();          // of the last step: the springs turn with it
  Vec3 slide = Vec3::Zero();           // elastic friction force on b
  Vec3 slide_velocity = Vec3::Zero();  // tangential velocity of the last step, for the trapezoidal rule
  double stiffness = 0;                // tangential stiffness of the last step
  Vec3 roll = Vec3::Zero();            // elastic rolling couple on b, over the effective radius
  Vec3 roll_velocity = Vec3::Zero();
  double twist = 0;                    // elastic torsional couple on b, over the effective radius
  double twist_velocity = 0;
};

// What a contact does to its bodies. Energies: the rates of the normal spring and dashpot, which are
// integrated over time, and the work of this step for the springs with memory.
struct Load {
  Vec3 force = Vec3::Zero();     // on b; a feels the opposite
  Vec3 torque_a = Vec3::Zero();
  Vec3 torque_b = Vec3::Zero();
  double normal_force = 0;
  double elastic_power = 0;
  double damping_power = 0;
  ContactWork work;
};

struct Contacts {
  std::vector<Pair> pair;
  std::vector<std::uint8_t> touching;  // now
  std::vector<std::uint8_t> changed;   // touching differs from the last step
  std::vector<Touch> touch;            // valid where touching
  std::vector<Load> load;              // valid where touching or changed
  std::vector<ContactHistory> history; // zeroed where not touching

  // Incidence: contacts of body i with a lower partner are below[below_start[i] .. below_start[i + 1]);
  // those with a higher partner are the consecutive records above_start[i] .. above_start[i + 1].
  // Together, in this order, they run through the partners in the order of ids.
  std::vector<std::uint32_t> below_start, below, above_start;

  std::size_t size() const { return pair.size(); }

  // Takes a new sorted list of pairs; records of pairs that stay keep everything.
  void assign(std::span<const Pair> pairs, std::size_t bodies);

  // Follows Bodies::remove: drops contacts of removed bodies, renumbers the others.
  void renumber(std::span<const BodyIndex> new_index, std::size_t bodies);

 private:
  void build_incidence(std::size_t bodies);
};

}  // namespace scree
