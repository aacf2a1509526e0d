// A tree of boxes in single precision, built by Embree: who may overlap whom.
#pragma once

#include <embree3/rtcore.h>

#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include "base/parallel.h"
#include "base/traps_off.h"
#include "broadphase/plain_boxes.h"

namespace scree {

class EmbreeTree {
 public:
  EmbreeTree();
  ~EmbreeTree();
  EmbreeTree(const EmbreeTree&) = delete;
  EmbreeTree& operator=(const EmbreeTree&) = delete;

  // Boxes around these, rounded outwards; the tree is built anew if wanted, or if it could not just follow
  // the motion. Says whether it was.
  bool write(std::span<const PlainBox> boxes, int dimension, bool anew, Workers& workers);

  // Calls visit(collisions) for all that may overlap, from several threads at once. Every two boxes are named
  // twice, once the other way round.
  template <class Visit>
  void collide(const Visit& visit, Workers& workers) {
    workers.lend_to([&] {
      const TrapsOff traps_off;
      rtcCollide(
          scene_, scene_,
          [](void* context, RTCCollision* collisions, unsigned count) {
            (*static_cast<const Visit*>(context))(std::span<const RTCCollision>(collisions, count));
          },
          const_cast<Visit*>(&visit));
    });
    check();
  }

  std::size_t memory() const;

 private:
  std::size_t write_bounds(std::span<const PlainBox> boxes, int dimension, Workers& workers);
  void replace_geometry();
  void check() const;

  RTCDevice device_ = nullptr;
  RTCScene scene_ = nullptr;
  RTCGeometry geometry_ = nullptr;
  std::vector<RTCBounds> bounds_;
  Vec3 middle_ = Vec3::Zero();          // bounds are relative to it
  std::atomic<std::int64_t> bytes_{0};  // of Embree
};

}  // namespace scree
