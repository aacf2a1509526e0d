// What the stages from touch to gather hand on to each other. Scratch of one step.
#pragma once

#include <cstdint>
#include <vector>

#include "base/exact_sum.h"
#include "law/contact_energy.h"
#include "narrowphase/cascade.h"
#include "narrowphase/joined_touches.h"
#include "state/contacts.h"

namespace scree {

// Loads on a body from its contacts with higher partners.
struct RowLoad {
  Vec3 force = Vec3::Zero();
  Vec3 torque = Vec3::Zero();
  ContactEnergy energy;
};

// Above this many contacts a sum over those of a free body is exact.
inline constexpr std::size_t many_contacts = 64;

struct ExactLoad {
  ExactVec3 force, torque;
  void add(const Vec3& f, const Vec3& t) {
    force.add(f);
    torque.add(t);
  }
  void add(const ExactLoad& part) {
    force.add(part.force);
    torque.add(part.torque);
  }
  void reset() {
    force.reset();
    torque.reset();
  }
};

// What contacts need to know of a body, side by side, so that it comes in few pieces from memory. Kernels
// read it as twelve doubles.
struct alignas(32) BodyRecord {
  Vec3 position;
  double radius;
  Vec3 velocity;
  double cosine = 1;  // in the plane: of the angle by which it is turned
  Vec3 spin;
  double sine = 0;
  const double* numbers() const { return reinterpret_cast<const double*>(this); }
};
static_assert(sizeof(BodyRecord) == 12 * sizeof(double));

struct Rows {
  std::vector<BodyRecord> body;

  // What a block of candidates found. Of spheres among themselves only who touches: press finds the rest
  // itself.
  struct Block {
    std::uint32_t found = 0;               // how many touches
    std::uint32_t found_before = 0;        // in the part of its row that stands before it
    std::vector<std::uint32_t> candidate;  // of each touch
    TouchList touches;
    std::vector<std::uint32_t>
        before;  // of each touch: its place among the contacts of the last step, or none
    TouchPlace place(std::size_t n) {
      return {&touches.touch[n], touches.with_beds ? &touches.bed[n] : nullptr};
    }
    struct AtSurface {
      std::uint32_t candidate, touch;
    };
    std::vector<AtSurface> at_surface;  // those with a wall that shares its surface with others
    std::vector<std::uint32_t> began;   // candidates with a touch that was not there in the last step
    std::vector<std::uint32_t> ended;   // contacts of the last step that are no more
    std::vector<std::uint32_t> parted;  // candidates that had such and have none now
    Cascade cascade;                    // of its pairs of polyhedra
    struct Deep {
      std::uint32_t found;  // which of those that touch
      bool flipped;         // its normal points away from that of the last step
    };
    std::vector<Deep> deep;  // contacts so deep that somebody should look at them (watch_contacts.h)
  };
  std::vector<Block> blocks;
  std::vector<std::uint32_t> first_slot;  // by body, and one more: where its row begins among the contacts
  std::vector<RowLoad> load;              // of each row of a free body
  std::vector<ContactEnergy>
      wall_energy;  // of the contacts in rows of walls, by slot: booked on the other body
};

}  // namespace scree
