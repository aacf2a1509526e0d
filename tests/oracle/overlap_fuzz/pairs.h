// Pairs of bodies that are as awkward to each other as we can think of.
#pragma once

#include <vector>

#include "oracle/contacts.h"

namespace scree::oracle {

struct FuzzBody {
  Polyhedron shape;
  double volume;
};

struct FuzzPair {
  const FuzzBody* shapes[2];
  double scales[2];
  PlacedCopy a, b;
  Vec3 d;
};

class PairMaker {
 public:
  static constexpr const char* names[] = {
      "anyhow",          "copies",         "scaled copies inside", "common vertices", "common edges",
      "almost touching", "coplanar faces", "faces from inside",    "whole numbers",   "tiny on huge",
  };
  static constexpr std::size_t kinds = std::size(names);

  explicit PairMaker(std::uint64_t seed);
  // The n-th pair; the same whoever asks. Returns its kind.
  std::size_t make(std::uint64_t n, FuzzPair& pair) const;

 private:
  const FuzzBody& any(Rng& rng) const { return bodies_[rng.below(bodies_.size())]; }
  std::uint64_t seed_;
  std::vector<FuzzBody> bodies_;
  std::size_t first_of_lattice_ = 0;  // from there on corners are whole numbers
};

}  // namespace scree::oracle
