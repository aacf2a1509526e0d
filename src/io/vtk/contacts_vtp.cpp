#include "io/vtk/contacts_vtp.h"

#include "base/parallel_lists.h"
#include "io/vtk/vtp_writer.h"

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

namespace {

struct ContactNumbers {
  std::vector<std::int64_t> id_a, id_b;
  std::vector<std::int32_t> part_a, part_b;
  std::vector<double> normal_force, force, tangential_force, overlap, depth, area, normal;

  template <class Self, class Visit>
  static void for_each_list(Self& self, Visit&& visit) {
    visit("id_a", 1, self.id_a);
    visit("id_b", 1, self.id_b);
    visit("part_a", 1, self.part_a);
    visit("part_b", 1, self.part_b);
    visit("normal_force", 1, self.normal_force);
    visit("force", 3, self.force);
    visit("tangential_force", 1, self.tangential_force);
    visit("overlap", 1, self.overlap);
    visit("depth", 1, self.depth);
    visit("area", 1, self.area);
    visit("normal", 3, self.normal);
  }

  void add(const State& state, std::size_t k, const Touch& touch, double way_out) {
    const Contacts& contacts = state.contacts;
    const Pair& pair = contacts.pair[k];
    const Load& load = contacts.load[k];
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
  }
};

}  // namespace

void write_contacts_vtp(const Observation& now, const PutBytes& put) {
  const State& state = now.state();
  const JoinedTouches& touches = now.touches();
  const std::span<const double> depths = now.depths();
  VtpWriter file(state.clock.time());
  const auto xyz = file.points<double>(2 * depths.size());
  const auto [connectivity, ends] = file.lines(2 * depths.size(), depths.size());
  const VtpColumns<ContactNumbers> columns(
      [&]<class T>(const char* name, std::size_t components, const std::vector<T>&) {
        return file.cell_data<T>(name, components);
      });
  file.begin(put);
  const Pieces pieces(depths.size(), 2048);
  for_pieces(now.workers(), pieces, [&](std::size_t p) {
    std::vector<double> points;
    std::vector<std::int32_t> line_points, line_ends;
    ContactNumbers numbers;
    for (std::size_t k = pieces.begin(p); k < pieces.end(p); ++k) {
      const ContactLine line = line_of(state, state.contacts.pair[k], touches[k]);
      append(points, line.from);
      append(points, line.to);
      const auto last = static_cast<std::int32_t>(2 * k + 1);
      line_points.insert(line_points.end(), {last - 1, last});
      line_ends.push_back(last + 1);
      numbers.add(state, k, touches[k], depths[k]);
    }
    file.put(xyz, 6 * pieces.begin(p), points);
    file.put(connectivity, 2 * pieces.begin(p), line_points);
    file.put(ends, pieces.begin(p), line_ends);
    columns.put(file, pieces.begin(p), numbers);
  });
}

std::string contacts_vtp(const State& state) {
  Workers alone(1);
  const Observation now(state, alone);
  return text_written([&](const PutBytes& put) { write_contacts_vtp(now, put); });
}

}  // namespace scree
