// Polyhedra where they are: scaled and turned, in axes of space, about their own centres.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/vector.h"
#include "geometry/solid/polyhedron.h"

namespace scree {

// Four corners side by side, as wide registers read them.
struct alignas(32) FourCorners {
  double x[4], y[4], z[4];
};
static_assert(sizeof(FourCorners) == 12 * sizeof(double));

// The corners of a solid by fours. Copies of the last one fill up the last four.
class Corners {
 public:
  Corners() = default;
  Corners(const FourCorners* fours, std::size_t count)
      : fours_(fours), count_(static_cast<std::uint32_t>(count)) {}

  static std::size_t fours_for(std::size_t corners) { return (corners + 3) / 4; }

  std::size_t size() const { return count_; }
  std::size_t fours() const { return fours_for(count_); }
  const FourCorners* data() const { return fours_; }
  Vec3 operator[](std::size_t v) const {
    const FourCorners& four = fours_[v / 4];
    return Vec3(four.x[v % 4], four.y[v % 4], four.z[v % 4]);
  }

  class Iterator {
   public:
    using value_type = Vec3;
    using difference_type = std::ptrdiff_t;
    Iterator() = default;
    Iterator(const FourCorners* fours, std::size_t v) : fours_(fours), v_(v) {}
    Vec3 operator*() const { return Corners(fours_, v_ + 1)[v_]; }
    Iterator& operator++() {
      ++v_;
      return *this;
    }
    Iterator operator++(int) {
      const Iterator before = *this;
      ++v_;
      return before;
    }
    bool operator==(const Iterator& o) const { return v_ == o.v_; }

   private:
    const FourCorners* fours_ = nullptr;
    std::size_t v_ = 0;
  };
  Iterator begin() const { return {fours_, 0}; }
  Iterator end() const { return {fours_, count_}; }

 private:
  const FourCorners* fours_ = nullptr;
  std::uint32_t count_ = 0;
};

// Views of memory that somebody else keeps (PlacedCopy, or the step for all bodies).
struct PlacedSolid {
  const Polyhedron* shape = nullptr;  // for its half-edges
  Corners vertices;                   // relative to the centre
  std::span<const Plane> planes;      // likewise
  double radius = 0;                  // of the sphere about the centre that holds it
};

// A face that is no surface where another solid covers it: neighbouring parts of a compound share faces, and
// so do walls that move as one.
struct CoveredFace {
  std::uint32_t face = 0;
  PlacedSolid cover;
  Vec3 cover_centre = Vec3::Zero();              // seen from the centre of the covered one
  std::uint32_t cover_body = 0, cover_part = 0;  // whose solid the cover is
  const Vec3* cover_position = nullptr;          // where its centre is
};

// The same with what its neighbours cover of it.
struct PlacedPolyhedron : PlacedSolid {
  std::span<const CoveredFace> covered = {};
};

// Writes the vertices and planes of a scaled and turned polyhedron. The one place where that is done.
void place_polyhedron(const Polyhedron& shape, double scale, const Quat& orientation, FourCorners* vertices,
                      Plane* planes, bool plain = false);

struct PlacedCopy {
  PlacedCopy() = default;
  PlacedCopy(const PlacedCopy&) = delete;  // the view looks into the vectors
  PlacedCopy& operator=(const PlacedCopy&) = delete;
  PlacedCopy(PlacedCopy&&) = default;  // which keep their memory when they move
  PlacedCopy& operator=(PlacedCopy&&) = default;

  std::vector<FourCorners> fours;
  std::vector<Plane> planes;
  PlacedPolyhedron view;
  void place(const Polyhedron& shape, double scale, const Quat& orientation);
};

}  // namespace scree
