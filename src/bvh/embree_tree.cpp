#include "bvh/embree_tree.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <new>
#include <string>

#include "base/errors.h"
#include "base/parallel_lists.h"

namespace scree {
namespace {

constexpr std::size_t boxes_together = 4096;
constexpr std::size_t sampled = 1024;
// Embree drops boxes beyond 1.8e18, and multiplies their edges.
constexpr double farthest = 1e18;
// Points become boxes: Embree divides by the extent of all that is there.
constexpr float least_half = 1e-30f;
// So many boxes may leave the place where they were, and one of so many: a tree that follows such a motion
// has nodes across the whole bed, and each of them is held against everybody.
constexpr std::size_t few_jumps = 4;
constexpr std::size_t boxes_per_jump = 1024;

float rounded_down(double x) {
  const auto nearest = static_cast<float>(std::clamp(x, -farthest, farthest));
  return std::nextafter(nearest, -std::numeric_limits<float>::max()) - least_half;
}
float rounded_up(double x) { return -rounded_down(-x); }

// Where most boxes are. Single precision is spent on distances from there, not from a zero that may be far
// away; a stray body does not move it.
Vec3 middle_of(std::span<const PlainBox> boxes, int dimension) {
  Vec3 middle = Vec3::Zero();
  const std::size_t step = boxes.size() / sampled + 1;
  std::vector<double> lower;
  for (int k = 0; k < dimension; ++k) {
    lower.clear();
    for (std::size_t i = 0; i < boxes.size(); i += step) lower.push_back(boxes[i].box.lower[k]);
    const auto median = lower.begin() + static_cast<std::ptrdiff_t>(lower.size() / 2);
    std::nth_element(lower.begin(), median, lower.end());
    middle[k] = *median;
  }
  return middle;
}

// In the plane all lie at z = 0.
RTCBounds bounds_of(const Box& box, const Vec3& middle, int dimension) {
  std::array<float, 3> lower{}, upper{};
  for (int k = 0; k < dimension; ++k) {
    lower[k] = rounded_down(box.lower[k] - middle[k]);
    upper[k] = rounded_up(box.upper[k] - middle[k]);
  }
  return {lower[0], lower[1], lower[2], 0, upper[0], upper[1], upper[2], 0};
}

bool apart(const RTCBounds& x, const RTCBounds& y) {
  return x.lower_x > y.upper_x || y.lower_x > x.upper_x || x.lower_y > y.upper_y || y.lower_y > x.upper_y ||
         x.lower_z > y.upper_z || y.lower_z > x.upper_z;
}

}  // namespace

EmbreeTree::EmbreeTree() {
  const TrapsOff traps_off;
  // No number of threads is given: Embree would hold all of oneTBB to it, our own threads too, as long as the
  // device lives. It works among the threads that it is called from (Workers::lend_to).
  device_ = rtcNewDevice("set_affinity=0");
  if (!device_)
    throw RunError("the library Embree does not start: error " +
                   std::to_string(static_cast<int>(rtcGetDeviceError(nullptr))));
  rtcSetDeviceMemoryMonitorFunction(
      device_,
      [](void* tree, ssize_t change, bool) {
        static_cast<EmbreeTree*>(tree)->bytes_.fetch_add(change, std::memory_order_relaxed);
        return true;
      },
      this);
  scene_ = rtcNewScene(device_);
  // Only such scenes can follow a motion without being built anew.
  rtcSetSceneFlags(scene_, RTC_SCENE_FLAG_DYNAMIC);
  rtcSetSceneBuildQuality(scene_, RTC_BUILD_QUALITY_LOW);
}

EmbreeTree::~EmbreeTree() {
  const TrapsOff traps_off;
  rtcReleaseScene(scene_);
  rtcReleaseDevice(device_);
}

bool EmbreeTree::write(std::span<const PlainBox> boxes, int dimension, bool anew, Workers& workers) {
  anew |= bounds_.size() != boxes.size();
  if (!anew)
    anew = write_bounds(boxes, dimension, workers) > few_jumps + boxes.size() / boxes_per_jump;
  else
    make_length(bounds_, boxes.size());
  if (anew) {
    middle_ = middle_of(boxes, dimension);
    write_bounds(boxes, dimension, workers);
  }
  workers.lend_to([&] {
    const TrapsOff traps_off;
    if (anew) replace_geometry();
    rtcCommitGeometry(geometry_);
    rtcCommitScene(scene_);
  });
  check();
  return anew;
}

// Returns how many are no longer where they were before.
std::size_t EmbreeTree::write_bounds(std::span<const PlainBox> boxes, int dimension, Workers& workers) {
  const Pieces pieces(boxes.size(), boxes_together);
  std::vector<std::size_t> jumps(pieces.count(), 0);
  for_pieces(workers, pieces, [&](std::size_t p) {
    for (std::size_t i = pieces.begin(p); i < pieces.end(p); ++i) {
      const RTCBounds now = bounds_of(boxes[i].box, middle_, dimension);
      jumps[p] += static_cast<std::size_t>(apart(now, bounds_[i]));
      bounds_[i] = now;
    }
  });
  return places_from_sizes(std::span(jumps));
}

void EmbreeTree::replace_geometry() {
  if (geometry_) rtcDetachGeometry(scene_, 0);
  geometry_ = rtcNewGeometry(device_, RTC_GEOMETRY_TYPE_USER);
  rtcSetGeometryBuildQuality(geometry_, RTC_BUILD_QUALITY_REFIT);
  rtcSetGeometryUserPrimitiveCount(geometry_, static_cast<unsigned>(bounds_.size()));
  rtcSetGeometryUserData(geometry_, this);
  rtcSetGeometryBoundsFunction(
      geometry_,
      [](const RTCBoundsFunctionArguments* asked) {
        *asked->bounds_o = static_cast<const EmbreeTree*>(asked->geometryUserPtr)->bounds_[asked->primID];
      },
      nullptr);
  rtcAttachGeometryByID(scene_, geometry_, 0);
  rtcReleaseGeometry(geometry_);  // the scene keeps it
}

void EmbreeTree::check() const {
  const RTCError error = rtcGetDeviceError(device_);
  if (error == RTC_ERROR_OUT_OF_MEMORY) throw std::bad_alloc();
  if (error != RTC_ERROR_NONE)
    throw RunError("the library Embree cannot search for neighbours: error " +
                   std::to_string(static_cast<int>(error)));
}

std::size_t EmbreeTree::memory() const {
  return bounds_.capacity() * sizeof(RTCBounds) +
         static_cast<std::size_t>(std::max<std::int64_t>(0, bytes_.load()));
}

}  // namespace scree
