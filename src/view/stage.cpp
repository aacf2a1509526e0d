#include "view/stage.h"

#include <algorithm>

namespace scree {
namespace {

// Where a grain is looked for behind walls: more would not change which walls are in the way.
constexpr std::size_t most_sightlines = 2000;
constexpr int most_walls_on_a_line = 16;
// A wall may hide a few grains: dust on a window sill does not make the house a glass house.
constexpr double share_hidden = 0.005;
// A half-space is ground when its normal is within some 70 degrees of up.
constexpr double least_upward = 0.35;

// From world coordinates to those of the picture.
class Placing {
 public:
  explicit Placing(const Camera& camera)
      : origin_(camera.target), scale_(1 / (camera.target - camera.position).norm()) {}

  // Embree takes numbers up to 1e18 and squares them; what lies so far away is not seen anyway.
  static float number(double x) { return static_cast<float>(std::clamp(x, -1e15, 1e15)); }
  Vec3 point(const Vec3& p) const { return scale_ * (p - origin_); }
  float length(double l) const { return number(scale_ * l); }

 private:
  Vec3 origin_;
  double scale_;
};

// The surfaces of those bodies for which wanted(body) is true.
template <class Wanted>
Surfaces select(const Model& model, const Placing& placing, const Wanted& wanted) {
  Surfaces s;
  for (const Model::Round& round : model.rounds) {
    if (!wanted(round.body) || !(round.ball.radius > 0)) continue;
    const Vec3 centre = placing.point(round.ball.centre);
    for (int k = 0; k < 3; ++k) s.balls.push_back(Placing::number(centre[k]));
    s.balls.push_back(placing.length(round.ball.radius));
    s.ball_body.push_back(round.body);
  }
  for (std::size_t t = 0; t < model.triangles.size(); ++t) {
    if (!wanted(model.triangle_body[t])) continue;
    for (const std::uint32_t p : model.triangles[t]) s.corners.push_back(p);
    s.triangle_body.push_back(model.triangle_body[t]);
  }
  if (s.triangle_body.empty()) return s;
  s.points.reserve(3 * model.points.size());
  for (const Vec3& world : model.points) {
    const Vec3 p = placing.point(world);
    for (int k = 0; k < 3; ++k) s.points.push_back(Placing::number(p[k]));
  }
  return s;
}

// The part of a plane that lies beside the grains.
void add_pane(Surfaces& s, const Model::HalfSpace& wall, const Model& model, const Placing& placing) {
  const Vec3 up = model.up();
  Vec3 across = wall.normal.cross(up);
  if (across.squaredNorm() < 1e-12) across = wall.normal.cross(Vec3::UnitX());
  if (across.squaredNorm() < 1e-12) across = wall.normal.cross(Vec3::UnitY());
  across.normalize();
  const Vec3 along = across.cross(wall.normal);
  double low[2] = {0, 0}, high[2] = {0, 0};
  bool any = false;
  for (const Ball& ball : subjects(model)) {
    const Vec3 d = ball.centre - wall.point;
    const double x[2] = {across.dot(d), along.dot(d)};
    for (int k = 0; k < 2; ++k) {
      low[k] = any ? std::min(low[k], x[k] - ball.radius) : x[k] - ball.radius;
      high[k] = any ? std::max(high[k], x[k] + ball.radius) : x[k] + ball.radius;
    }
    any = true;
  }
  if (!any) return;
  const auto first = static_cast<std::uint32_t>(s.points.size() / 3);
  for (const auto& [i, j] : {std::pair{0, 0}, {1, 0}, {1, 1}, {0, 1}}) {
    const Vec3 p =
        placing.point(wall.point + (i ? high[0] : low[0]) * across + (j ? high[1] : low[1]) * along);
    for (int k = 0; k < 3; ++k) s.points.push_back(Placing::number(p[k]));
  }
  s.corners.insert(s.corners.end(), {first, first + 1, first + 2, first, first + 2, first + 3});
  s.triangle_body.insert(s.triangle_body.end(), {wall.body, wall.body});
}

bool in_front(const Model::HalfSpace& wall, const Camera& camera) {
  return wall.normal.dot(camera.position - wall.point) > 0;
}

bool is_ground(const Model::HalfSpace& wall, const Model& model) {
  return wall.normal.dot(model.up()) > least_upward;
}

Camera placed(const Camera& world, const Placing& placing) {
  Camera camera = world;
  camera.position = placing.point(world.position);
  camera.target = Vec3::Zero();
  return camera;
}

Surfaces solid_surfaces(const Model& model, const Camera& camera, const std::vector<std::uint8_t>& glass) {
  return select(model, Placing(camera),
                [&](std::uint32_t body) { return !model.bodies[body].hidden && !glass[body]; });
}

Surfaces glass_surfaces(const Model& model, const Camera& camera, const std::vector<std::uint8_t>& glass) {
  const Placing placing(camera);
  Surfaces s =
      select(model, placing, [&](std::uint32_t body) { return !model.bodies[body].hidden && glass[body]; });
  for (const Model::HalfSpace& wall : model.half_spaces)
    if (!model.bodies[wall.body].hidden && !is_ground(wall, model) && in_front(wall, camera))
      add_pane(s, wall, model, placing);
  return s;
}

}  // namespace

std::vector<std::uint8_t> glass_walls(const Model& model, const Camera& world_camera) {
  std::vector<std::uint8_t> glass(model.bodies.size());
  const Placing placing(world_camera);
  const Tracer walls(select(model, placing, [&](std::uint32_t body) {
    return model.bodies[body].wall && !model.bodies[body].hidden;
  }));
  if (walls.empty()) return glass;
  std::vector<const Model::Body*> grains;
  for (const Model::Body& body : model.bodies)
    if (!body.wall && !body.endless && !body.hidden) grains.push_back(&body);
  if (grains.empty()) return glass;

  const std::size_t count = std::min(grains.size(), most_sightlines);
  const Vec3f eye = placing.point(world_camera.position).cast<float>();
  std::vector<Ray> rays;
  for (std::size_t k = 0; k < count; ++k) {
    const Vec3 centre = placing.point(grains[k * grains.size() / count]->bounds.centre);
    const Vec3f to(Placing::number(centre.x()), Placing::number(centre.y()), Placing::number(centre.z()));
    rays.push_back({eye, to - eye, 1.0f});
  }
  std::vector<Hit> hits(count);
  std::vector<std::size_t> hidden(model.bodies.size());
  std::vector<std::uint32_t> last(count, no_surface);
  for (int layer = 0; layer < most_walls_on_a_line && !rays.empty(); ++layer) {
    walls.closest(rays, hits);
    std::size_t left = 0;
    for (std::size_t k = 0; k < rays.size(); ++k) {
      if (hits[k].body == no_surface) continue;
      if (hits[k].body != last[k])
        ++hidden[hits[k].body];  // where a ray goes in, not again where it comes out
      const float beyond = hits[k].distance + 1e-4f;
      if (beyond >= rays[k].reach) continue;
      Ray next = rays[k];
      next.origin += beyond * next.direction;
      next.reach -= beyond;
      last[left] = hits[k].body;
      rays[left++] = next;
    }
    rays.resize(left);
  }
  for (std::size_t body = 0; body < glass.size(); ++body)
    glass[body] =
        hidden[body] > 0 && static_cast<double>(hidden[body]) >= share_hidden * static_cast<double>(count);
  return glass;
}

Scenery::Scenery(const Model& model, const Camera& world_camera)
    : Scenery(model, world_camera, glass_walls(model, world_camera)) {}

Scenery::Scenery(const Model& model, const Camera& world_camera,
                 const std::vector<std::uint8_t>& glass_bodies)
    : camera(placed(world_camera, Placing(world_camera))),
      up(model.up().cast<float>()),
      solid(solid_surfaces(model, world_camera, glass_bodies)),
      glass(glass_surfaces(model, world_camera, glass_bodies)) {
  const Placing placing(world_camera);
  for (const Model::HalfSpace& wall : model.half_spaces)
    if (!model.bodies[wall.body].hidden && is_ground(wall, model) && in_front(wall, world_camera))
      grounds.push_back(
          {wall.normal.cast<float>(), Placing::number(wall.normal.dot(placing.point(wall.point)))});
}

}  // namespace scree
