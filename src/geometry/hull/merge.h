// Facets of a hull that lie in a plane, up to a tolerance, become one face.
#pragma once

#include <vector>

#include "geometry/solid/polyhedron.h"

namespace scree {

struct MergedFacets {
  Polyhedron hull;                     // linked, without planes
  std::vector<std::uint32_t> points;   // of each vertex: its number among the vertices of the facets, rising
  std::vector<std::uint32_t> face;     // of each facet: the face that it has become part of
  bool sound = false;                  // hull is a polyhedron
  std::vector<std::uint32_t> misfits;  // if not: facets that should have stayed apart, as far as one can tell
};

// All vertices of a merged face are within `distance` of the plane fitted to them; vertices in the middle of
// a face or of an edge are left out. Facets marked as apart stay faces of their own. The facets must be
// linked.
MergedFacets merge_facets(const Polyhedron& facets, double distance, const std::vector<char>& apart);

}  // namespace scree
