// Well-spread random numbers for the rays of a pixel: a number of patterns made once, of which each pixel
// takes one and turns it. Neighbours then have different noise, and no ray costs a draw of its own.
#pragma once

#include <array>
#include <vector>

#include "view/tracer.h"

namespace scree {

struct Pattern {
  std::vector<std::array<float, 2>> place;  // in the pixel, [0, 1); the first four are one in each quarter
  std::vector<std::array<float, 2>> sun;    // on the unit disc
  std::vector<Vec3f> sky;  // in the upper half of the unit sphere, as often as a matt surface
                           // reflects there (density cos / pi)
};

class Patterns {
 public:
  explicit Patterns(int samples);

  // A pattern for this pixel, and an angle to turn it by, as cosine and sine.
  struct Choice {
    const Pattern* pattern;
    std::array<float, 2> turn;
  };
  Choice of_pixel(int x, int y) const;

 private:
  std::vector<Pattern> patterns_;
  std::vector<std::array<float, 2>> turns_;
};

}  // namespace scree
