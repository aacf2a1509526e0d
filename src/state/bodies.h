// Bodies as structures of arrays, in the order of their global ids.
//
// for_each_column below is the one list of columns: insertion, removal, checkpoints and the state
// hash all walk it, so a column cannot be forgotten in one of them. It holds what every stepper needs; what
// one of them remembers beyond it is in `stepper`, which they walk too.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/ids.h"
#include "base/vector.h"
#include "state/plain_numbers.h"
#include "state/stepper_columns.h"

namespace scree {

// Energy that contacts have taken up: stored in springs, lost in dashpots, lost in sliders.
struct ContactWork {
  double elastic = 0;
  double damping = 0;
  double friction = 0;
  ContactWork& operator+=(const ContactWork& o) {
    elastic += o.elastic;
    damping += o.damping;
    friction += o.friction;
    return *this;
  }
};

inline constexpr std::int32_t is_free = -1;  // value of Bodies::drive

struct Bodies {
  // who it is (cold)
  std::vector<BodyId> id;
  std::vector<ShapeIndex> shape;
  std::vector<MaterialIndex> material;
  std::vector<std::uint32_t> group;  // index into State::groups: the table of the scene it came from
  std::vector<std::int32_t> drive;   // index into State::drives, or is_free
  std::vector<double> scale;
  // what contacts read (hot)
  std::vector<double> radius;  // of the bounding sphere, scale applied
  std::vector<double> mass;
  std::vector<double> inverse_mass;  // 0 for bodies with prescribed motion
  std::vector<Vec3> position;
  std::vector<Quat> orientation;
  std::vector<Vec3> velocity;
  std::vector<Vec3> spin;  // angular velocity, world frame
  // what integration adds
  std::vector<Vec3> inertia;  // principal moments
  std::vector<Vec3> force;    // of contacts and fields, at the last evaluation
  std::vector<Vec3> torque;
  std::vector<Image> image;  // crossings of the periodic box
  // energy taken up by the contacts booked on this body
  std::vector<ContactWork> power;
  std::vector<ContactWork> work;

  StepperColumns stepper;

  std::size_t size() const { return id.size(); }
  bool free(BodyIndex i) const { return drive[i] == is_free; }

  template <class Self, class Visit>
  static void for_each_column(Self& self, Visit&& visit) {
    visit("id", self.id);
    visit("shape", self.shape);
    visit("material", self.material);
    visit("group", self.group);
    visit("drive", self.drive);
    visit("scale", self.scale);
    visit("radius", self.radius);
    visit("mass", self.mass);
    visit("inverse_mass", self.inverse_mass);
    visit("position", self.position);
    visit("orientation", self.orientation);
    visit("velocity", self.velocity);
    visit("spin", self.spin);
    visit("inertia", self.inertia);
    visit("force", self.force);
    visit("torque", self.torque);
    visit("image", self.image);
    visit("power", self.power);
    visit("work", self.work);
  }

  // Adds a body at the end with zeroed columns and returns its index. Its id must be the largest yet.
  BodyIndex append(BodyId id);

  // Removes the bodies marked non-zero; the others keep their order. Returns the new index of each
  // old one, no_body for those removed.
  std::vector<BodyIndex> remove(std::span<const std::uint8_t> marked);
};

}  // namespace scree
