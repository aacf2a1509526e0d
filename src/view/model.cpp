#include "view/model.h"

#include <algorithm>

#include "base/errors.h"
#include "base/text.h"
#include "io/vtk/contacts_vtp.h"
#include "state/posed_surface.h"

namespace scree {
namespace {

void add_forces(Model& model, const State& state) {
  for (std::size_t k = 0; k < state.contacts.size(); ++k) {
    const double force = state.contacts.load[k].force.norm();
    model.bodies[state.contacts.pair[k].a].force += force;
    model.bodies[state.contacts.pair[k].b].force += force;
  }
}

// The polygons of a body: triangles in space, figures in the plane.
void add_polygons(Model& model, const State& state, BodyIndex i) {
  const Bodies& b = state.bodies;
  const Shape& shape = state.shapes[b.shape[i]];
  const auto first = static_cast<std::uint32_t>(model.points.size());
  for_each_surface_point(shape, b.scale[i], b.orientation[i],
                         [&](const Vec3& p) { model.points.push_back(b.position[i] + p); });
  const std::vector<std::uint32_t>& corners = shape.surface->corners;
  std::uint32_t begin = 0;
  for (const std::uint32_t end : shape.surface->ends) {
    if (model.dimension == 2) {
      model.figures.push_back({first + begin, first + end, i});
    } else {
      for (std::uint32_t c = begin + 2; c < end; ++c) {
        model.triangles.push_back({first + corners[begin], first + corners[c - 1], first + corners[c]});
        model.triangle_body.push_back(i);
      }
    }
    begin = end;
  }
}

// For force chains in the plane.
void add_links(Model& model, const State& state) {
  for (std::size_t k = 0; k < state.contacts.size(); ++k) {
    const ContactLine line = contact_line(state, k);
    model.links.push_back({line.from, line.to, state.contacts.normal_force(k)});
  }
}

}  // namespace

Vec3 Model::up() const {
  const double size = gravity.norm();
  return size > 0 ? Vec3(-gravity / size) : Vec3(Vec3::UnitZ());
}

Model model_of(const State& state) {
  Model model;
  model.dimension = state.dimension;
  model.groups = state.groups;
  model.gravity = state.gravity;
  model.time = state.clock.time();
  const Bodies& b = state.bodies;
  for (BodyIndex i = 0; i < b.size(); ++i) {
    const Shape& shape = state.shapes[b.shape[i]];
    Model::Body body;
    body.id = b.id[i];
    body.group = b.group[i];
    body.wall = !b.free(i);
    body.endless = !bounded(shape);
    body.speed = b.velocity[i].norm();
    body.spin = state.dimension == 2 ? b.spin[i].z() : b.spin[i].norm();
    body.bounds = {b.position[i], body.endless ? 0 : b.radius[i]};
    model.bodies.push_back(body);
    if (shape.kind == ShapeKind::sphere)
      model.rounds.push_back({body.bounds, i});
    else if (shape.kind == ShapeKind::disc)
      model.rounds.push_back({body.bounds, i, b.radius[i] * (b.orientation[i] * Vec3::UnitX())});
    else if (body.endless)
      model.half_spaces.push_back({b.position[i], b.orientation[i] * shape.normal, i});
    else
      add_polygons(model, state, i);
  }
  add_forces(model, state);
  return model;
}

Model model_of(const RecordedState& recorded) {
  Model model = model_of(recorded.state);
  model.time = recorded.time;
  model.knows_forces = recorded.knows_contacts;
  if (model.knows_forces && model.dimension == 2) add_links(model, recorded.state);
  return model;
}

void hide_groups(Model& model, std::span<const std::string> names) {
  for (const std::string& name : names) {
    const auto found = std::ranges::find(model.groups, name);
    if (found == model.groups.end()) {
      const std::string near = nearest(name, model.groups);
      std::string known;
      for (const std::string& group : model.groups) known += (known.empty() ? "" : ", ") + group;
      throw InputError("--hide " + name + ": the scene has no body, fill or inlet of this name; " +
                       (near.empty() ? "it has " + known : "did you mean '" + near + "'?"));
    }
    const auto group = static_cast<std::uint32_t>(found - model.groups.begin());
    for (Model::Body& body : model.bodies)
      if (body.group == group) body.hidden = true;
  }
}

namespace {

// A few bodies in the air are seen with the ground below them, where it is not too far away.
void add_feet(const Model& model, std::vector<Ball>& balls) {
  constexpr std::size_t few = 4;
  constexpr double far = 20;  // radii
  const std::size_t count = balls.size();
  if (count >= few) return;
  for (const Model::HalfSpace& ground : model.half_spaces) {
    const double slope = ground.normal.dot(model.up());
    if (slope < 0.35 || model.bodies[ground.body].hidden) continue;
    for (std::size_t k = 0; k < count; ++k) {
      const double below = ground.normal.dot(balls[k].centre - ground.point) / slope;
      if (below > 0 && below < far * balls[k].radius)
        balls.push_back({balls[k].centre - below * model.up(), 0.5 * balls[k].radius});
    }
  }
}

}  // namespace

std::vector<Ball> subjects(const Model& model) {
  std::vector<Ball> free, all;
  for (const Model::Body& body : model.bodies) {
    if (body.hidden || body.endless) continue;
    all.push_back(body.bounds);
    if (!body.wall) free.push_back(body.bounds);
  }
  std::vector<Ball>& chosen = free.empty() ? all : free;
  add_feet(model, chosen);
  return std::move(chosen);
}

}  // namespace scree
