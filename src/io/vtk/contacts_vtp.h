// The touching contacts as a VTP file: one line each, from centre to centre, or from the contact point
// on a wall to the centre. Pairs that touch through the periodic box are drawn from a to the image of
// b that it touches. Cell data: id_a, id_b, normal_force, force (on b), tangential_force, overlap,
// area, normal (from a to b).
#pragma once

#include <string>

#include "io/put_bytes.h"
#include "measure/observation.h"

namespace scree {

struct ContactLine {
  Vec3 from, to;
};

// Of the contact with this number, as the file draws it.
ContactLine contact_line(const State& state, std::size_t contact);

// Touches and loads must be those of the last step taken (they are not part of a checkpoint).
void write_contacts_vtp(const Observation& now, const PutBytes& put);

std::string contacts_vtp(const State& state);  // the whole file

}  // namespace scree
