#include "view/tracer.h"

#include <embree3/rtcore.h>

#include <algorithm>
#include <cstring>
#include <string>

#include "base/errors.h"
#include "base/traps_off.h"

namespace scree {
namespace {

constexpr std::size_t lanes = 8;

void set_lane(RTCRay8& packet, std::size_t k, const Ray& ray) {
  packet.org_x[k] = ray.origin.x();
  packet.org_y[k] = ray.origin.y();
  packet.org_z[k] = ray.origin.z();
  packet.dir_x[k] = ray.direction.x();
  packet.dir_y[k] = ray.direction.y();
  packet.dir_z[k] = ray.direction.z();
  packet.tnear[k] = 0;
  packet.tfar[k] = ray.reach;
  packet.time[k] = 0;
  packet.mask[k] = ~0u;
  packet.id[k] = 0;
  packet.flags[k] = 0;
}

// Calls trace(valid, first ray, how many) for each packet of up to eight rays; the rest of the last packet
// is a copy of its first ray and switched off.
template <class Fill, class Trace>
void for_packets(std::size_t count, const Fill& fill, const Trace& trace) {
  for (std::size_t first = 0; first < count; first += lanes) {
    const std::size_t size = std::min(lanes, count - first);
    alignas(32) int valid[lanes];
    for (std::size_t k = 0; k < lanes; ++k) {
      valid[k] = k < size ? -1 : 0;
      fill(k, first + (k < size ? k : 0));
    }
    trace(valid, first, size);
  }
}

}  // namespace

struct Tracer::Embree {
  RTCDevice device = nullptr;
  RTCScene scene = nullptr;
  std::vector<std::uint32_t> body[2];  // by geometry: balls, triangles

  ~Embree() {
    const TrapsOff traps_off;
    if (scene) rtcReleaseScene(scene);
    if (device) rtcReleaseDevice(device);
  }

  template <class Number>
  void set_buffer(RTCGeometry geometry, RTCBufferType type, RTCFormat format, std::size_t per_item,
                  const std::vector<Number>& numbers) {
    void* to = rtcSetNewGeometryBuffer(geometry, type, 0, format, per_item * sizeof(Number),
                                       numbers.size() / per_item);
    if (!to) throw RunError("not enough memory for the surfaces of a picture");
    std::memcpy(to, numbers.data(), numbers.size() * sizeof(Number));
  }

  void attach(RTCGeometry geometry, unsigned id) {
    rtcCommitGeometry(geometry);
    rtcAttachGeometryByID(scene, geometry, id);
    rtcReleaseGeometry(geometry);
  }
};

Tracer::Tracer(Surfaces surfaces) : embree_(std::make_unique<Embree>()) {
  if (surfaces.empty()) return;
  const TrapsOff traps_off;
  // No number of threads is given: Embree would hold all of oneTBB to it, our own threads too, as long as
  // the device lives.
  embree_->device = rtcNewDevice("set_affinity=0");
  if (!embree_->device)
    throw RunError("the ray tracer Embree does not start: error " +
                   std::to_string(static_cast<int>(rtcGetDeviceError(nullptr))));
  embree_->scene = rtcNewScene(embree_->device);
  if (!surfaces.ball_body.empty()) {
    RTCGeometry balls = rtcNewGeometry(embree_->device, RTC_GEOMETRY_TYPE_SPHERE_POINT);
    embree_->set_buffer(balls, RTC_BUFFER_TYPE_VERTEX, RTC_FORMAT_FLOAT4, 4, surfaces.balls);
    embree_->attach(balls, 0);
  }
  if (!surfaces.triangle_body.empty()) {
    RTCGeometry triangles = rtcNewGeometry(embree_->device, RTC_GEOMETRY_TYPE_TRIANGLE);
    embree_->set_buffer(triangles, RTC_BUFFER_TYPE_VERTEX, RTC_FORMAT_FLOAT3, 3, surfaces.points);
    embree_->set_buffer(triangles, RTC_BUFFER_TYPE_INDEX, RTC_FORMAT_UINT3, 3, surfaces.corners);
    embree_->attach(triangles, 1);
  }
  embree_->body[0] = std::move(surfaces.ball_body);
  embree_->body[1] = std::move(surfaces.triangle_body);
  rtcCommitScene(embree_->scene);
  if (rtcGetDeviceError(embree_->device) != RTC_ERROR_NONE)
    throw RunError("the ray tracer Embree cannot take the surfaces of a picture");
}

Tracer::~Tracer() = default;

bool Tracer::empty() const { return embree_->scene == nullptr; }

void Tracer::closest(std::span<const Ray> rays, std::span<Hit> hits) const {
  if (empty()) {
    for (std::size_t k = 0; k < rays.size(); ++k) hits[k] = {rays[k].reach, no_surface, -rays[k].direction};
    return;
  }
  const TrapsOff traps_off;
  RTCIntersectContext context;
  rtcInitIntersectContext(&context);
  context.flags = RTC_INTERSECT_CONTEXT_FLAG_COHERENT;
  alignas(32) RTCRayHit8 packet;
  for_packets(
      rays.size(),
      [&](std::size_t k, std::size_t ray) {
        set_lane(packet.ray, k, rays[ray]);
        packet.hit.geomID[k] = RTC_INVALID_GEOMETRY_ID;
        packet.hit.instID[0][k] = RTC_INVALID_GEOMETRY_ID;
      },
      [&](const int* valid, std::size_t first, std::size_t size) {
        rtcIntersect8(valid, embree_->scene, &context, &packet);
        for (std::size_t k = 0; k < size; ++k) {
          Hit& hit = hits[first + k];
          hit.distance = packet.ray.tfar[k];
          hit.body = no_surface;
          hit.normal = -rays[first + k].direction;
          const unsigned geometry = packet.hit.geomID[k];
          if (geometry == RTC_INVALID_GEOMETRY_ID) continue;
          hit.body = embree_->body[geometry][packet.hit.primID[k]];
          const Vec3f normal(packet.hit.Ng_x[k], packet.hit.Ng_y[k], packet.hit.Ng_z[k]);
          const float length = normal.norm();
          if (length > 0) hit.normal = normal / length;
          if (hit.normal.dot(rays[first + k].direction) > 0) hit.normal = -hit.normal;
        }
      });
}

void Tracer::blocked(std::span<const Ray> rays, std::span<std::uint8_t> answers) const {
  if (empty()) {
    std::ranges::fill(answers, std::uint8_t{0});
    return;
  }
  const TrapsOff traps_off;
  RTCIntersectContext context;
  rtcInitIntersectContext(&context);
  alignas(32) RTCRay8 packet;
  for_packets(
      rays.size(), [&](std::size_t k, std::size_t ray) { set_lane(packet, k, rays[ray]); },
      [&](const int* valid, std::size_t first, std::size_t size) {
        rtcOccluded8(valid, embree_->scene, &context, &packet);
        for (std::size_t k = 0; k < size; ++k) answers[first + k] = packet.tfar[k] < 0;
      });
}

}  // namespace scree
