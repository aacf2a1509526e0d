// Patches that are no surface because a neighbour covers the face, for overlap_by_edges.cpp.
#pragma once

#include <span>

#include "geometry/solid/edges_clip.h"
#include "geometry/solid/overlap_sums.h"
#include "geometry/solid/placed.h"

namespace scree::edges {

// As the cuts do it: a side without seams says nothing of where they are, so the other one decides. The
// second body is at d.
void leave_out_seams(const Side* side, const Pieces& pieces, const ContactLine& line,
                     std::span<const CoveredFace> of_first_body, std::span<const CoveredFace> of_second_body,
                     const Vec3& d, OverlapSums& sums);

}  // namespace scree::edges
