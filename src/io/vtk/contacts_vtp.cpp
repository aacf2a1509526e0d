#include "io/vtk/contacts_vtp.h"

#include "io/vtk/vtp_writer.h"
#include "narrowphase/joined_touches.h"

namespace scree {
namespace {

ContactLine line_of(const State& state, const Pair& pair, const Touch& touch) {
  const Bodies& bodies = state.bodies;
  const auto is_grain = [&](BodyIndex i) {
    return bodies.free(i) || state.shapes[bodies.shape[i]].kind == ShapeKind::sphere;
  };
  // The arms lead from both centres to one point, so their difference is the separation through the
  // image that touches.
  if (is_grain(pair.a)) {
    const Vec3& a = bodies.position[pair.a];
    return {a, a + (is_grain(pair.b) ? Vec3(touch.arm_a - touch.arm_b) : touch.arm_a)};
  }
  const Vec3& b = bodies.position[pair.b];
  return {b + touch.arm_b, b};
}

}  // namespace

ContactLine contact_line(const State& state, std::size_t contact) {
  return line_of(state, state.contacts.pair[contact], touch_of(state, contact));
}

std::string contacts_vtp(const State& state) {
  const Contacts& contacts = state.contacts;
  std::vector<double> xyz, normal_force, force, tangential_force, overlap, depth, area, normal;
  std::vector<std::int64_t> id_a, id_b;
  std::vector<std::int32_t> connectivity, ends, part_a, part_b;
  for_each_depth(state, [&](std::size_t k, const Touch& touch, double way_out) {
    const Pair& pair = contacts.pair[k];
    const Load& load = contacts.load[k];
    const ContactLine line = line_of(state, pair, touch);
    append(xyz, line.from);
    append(xyz, line.to);
    const std::int32_t last = static_cast<std::int32_t>(connectivity.size()) + 1;
    connectivity.insert(connectivity.end(), {last - 1, last});
    ends.push_back(last + 1);
    id_a.push_back(static_cast<std::int64_t>(state.bodies.id[pair.a]));
    id_b.push_back(static_cast<std::int64_t>(state.bodies.id[pair.b]));
    part_a.push_back(static_cast<std::int32_t>(contacts.parts[k].a));
    part_b.push_back(static_cast<std::int32_t>(contacts.parts[k].b));
    const Vec3& along =
        contacts.history[k].normal;  // as it was pressed; a corrector may have moved the bodies since
    const Vec3 across = load.force - contacts.normal_force(k) * along;
    normal_force.push_back(contacts.normal_force(k));
    append(force, load.force);
    tangential_force.push_back(across.norm());
    overlap.push_back(touch.overlap);
    depth.push_back(way_out);
    area.push_back(touch.area);
    append(normal, along);
  });
  VtpWriter file(state.clock.time());
  file.points(xyz);
  file.lines(connectivity, ends);
  file.cell_data("id_a", 1, id_a);
  file.cell_data("id_b", 1, id_b);
  file.cell_data("part_a", 1, part_a);
  file.cell_data("part_b", 1, part_b);
  file.cell_data("normal_force", 1, normal_force);
  file.cell_data("force", 3, force);
  file.cell_data("tangential_force", 1, tangential_force);
  file.cell_data("overlap", 1, overlap);
  file.cell_data("depth", 1, depth);
  file.cell_data("area", 1, area);
  file.cell_data("normal", 3, normal);
  return file.finish();
}

}  // namespace scree
