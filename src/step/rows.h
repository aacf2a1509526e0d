// What the stages from touch to gather hand on to each other. Scratch of one step.
#pragma once

#include <cstdint>
#include <vector>

#include "base/exact_sum.h"
#include "law/contact_energy.h"
#include "narrowphase/joined_touches.h"
#include "state/contacts.h"
#include "step/cascade.h"

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

  // Candidates that touch: those of a block stand together from the block's first place on.
  std::vector<std::uint32_t> found;
  struct Block {
    std::uint32_t found = 0;         // how many touch
    std::uint32_t found_before = 0;  // in the part of its row that stands before it
    std::vector<Touch> touch;   // where they do, but for spheres among themselves: press finds that itself
    std::vector<BedTouch> bed;  // of each touch, where the block has beds
    TouchPlace place(std::size_t n) { return {&touch[n], bed.empty() ? nullptr : &bed[n]}; }
    struct AtSurface {
      std::uint32_t candidate, touch;
    };
    std::vector<AtSurface> at_surface;  // those with a wall that shares its surface with others
    std::vector<Parts> parts;           // scratch: those of one pair
    std::vector<std::uint32_t> began;   // candidates that touch and did not
    std::vector<std::uint32_t> ended;   // those that did and do not
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
