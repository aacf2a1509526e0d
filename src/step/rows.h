// What the stages from touch to gather hand on to each other. Scratch of one step.
#pragma once

#include <cstdint>
#include <vector>

#include "base/vector.h"
#include "law/contact_energy.h"
#include "state/contacts.h"

namespace scree {

// Loads on a body from its contacts with higher partners, summed in their order.
struct RowLoad {
  Vec3 force = Vec3::Zero();
  Vec3 torque = Vec3::Zero();
  ContactEnergy energy;
  std::uint32_t touching = 0;
};

struct Rows {
  // Candidates that touch: those of a block stand together from the block's first place on.
  std::vector<std::uint32_t> found;
  struct Block {
    std::uint32_t found = 0;             // how many touch
    std::uint32_t first_slot = 0;        // place of the first one among the contacts
    std::vector<std::uint32_t> changed;  // candidates that touch and did not, or did and do not
  };
  std::vector<Block> blocks;
  std::vector<RowLoad> load;                // per free body
  std::vector<ContactEnergy> energy;        // per contact
};

}  // namespace scree
