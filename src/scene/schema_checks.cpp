#include "scene/schema_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <span>

namespace scree {
namespace {

const ShapeSpec* find_shape(const SceneSpec& scene, const std::string& name) {
  for (const ShapeSpec& shape : scene.shapes)
    if (shape.name == name && shape.kind != ShapeForm::unsaid) return &shape;
  return nullptr;  // reported as a reference, or as the shape's own mistake
}

bool has_no_end(const ShapeSpec& shape) {
  return shape.kind == ShapeForm::half_space || shape.kind == ShapeForm::half_plane;
}

bool is_wall_as_a_rule(const SceneSpec& scene, const std::string& name) {
  const ShapeSpec* shape = find_shape(scene, name);
  return shape != nullptr && (shape->kind == ShapeForm::box || has_no_end(*shape) || is_line(*shape));
}

// Kinds of shapes and regions that belong to one dimension, and what comes nearest in the other.
struct Counterpart {
  ShapeForm kind, nearest;
};
constexpr Counterpart of_space[] = {
    {ShapeForm::sphere, ShapeForm::disc},        {ShapeForm::half_space, ShapeForm::half_plane},
    {ShapeForm::polyhedron, ShapeForm::polygon}, {ShapeForm::prism, ShapeForm::polygon},
    {ShapeForm::cylinder, ShapeForm::disc},      {ShapeForm::cone, ShapeForm::polygon},
    {ShapeForm::ellipsoid, ShapeForm::ellipse},  {ShapeForm::hull, ShapeForm::polygon}};
constexpr Counterpart of_plane[] = {
    {ShapeForm::disc, ShapeForm::sphere},          {ShapeForm::ellipse, ShapeForm::ellipsoid},
    {ShapeForm::polygon, ShapeForm::polyhedron},   {ShapeForm::segment, ShapeForm::box},
    {ShapeForm::polyline, ShapeForm::compound},    {ShapeForm::ring, ShapeForm::cylinder},
    {ShapeForm::half_plane, ShapeForm::half_space}};

MotionKind motion_kind(const SceneSpec& scene, const BodySpec& body) {
  if (body.motion_given) return body.motion.kind;
  return is_wall_as_a_rule(scene, body.shape) ? MotionKind::fixed : MotionKind::free;
}

class Checks {
 public:
  Checks(const SceneSpec& scene, const Places& places, std::vector<Problem>& problems)
      : scene_(scene), places_(places), problems_(problems) {}

  void run() {
    if (scene_.bodies.empty() && scene_.fills.empty() && scene_.inlets.empty() && !said("body") &&
        !said("fill") && !said("inlet"))
      report({scene_.source, 1, 1}, "the scene is empty: give it a [[body]], a [[fill]] or an [[inlet]]");
    check_bounds();
    check_pairs();
    for (std::size_t i = 0; i < scene_.shapes.size(); ++i)
      check_shape(scene_.shapes[i], fmt::format("shape[{}]", i));
    for (std::size_t i = 0; i < scene_.bodies.size(); ++i)
      check_body(scene_.bodies[i], fmt::format("body[{}]", i));
    for (std::size_t i = 0; i < scene_.fills.size(); ++i)
      check_fill(scene_.fills[i], fmt::format("fill[{}]", i));
    for (std::size_t i = 0; i < scene_.inlets.size(); ++i)
      check_inlet(scene_.inlets[i], fmt::format("inlet[{}]", i));
    for (std::size_t i = 0; i < scene_.outlets.size(); ++i)
      check_region(scene_.outlets[i].region, fmt::format("outlet[{}].region", i));
    for (std::size_t i = 0; i < scene_.events.size(); ++i)
      check_event(scene_.events[i], fmt::format("event[{}]", i));
    for (std::size_t i = 0; i < scene_.probes.size(); ++i)
      check_probe(scene_.probes[i], fmt::format("probe[{}]", i));
    check_names();
  }

 private:
  bool said(const std::string& path) const { return places_.count(path) > 0; }
  Place at(const std::string& path, const Place& otherwise) const {
    const auto it = places_.find(path);
    return it == places_.end() ? otherwise : it->second;
  }
  void report(const Place& place, std::string message) {
    problems_.push_back(problem_at(place, std::move(message)));
  }

  void check_bounds() {
    const BoundsSpec& bounds = scene_.bounds;
    if (!bounds.lower || !bounds.upper) return;
    for (int k = 0; k < scene_.simulation.dimension; ++k)
      if (!((*bounds.lower)[k] < (*bounds.upper)[k]))
        report(at("bounds.upper", {scene_.source, 1, 1}),
               fmt::format("[bounds] holds nothing: along {} `upper` is not above `lower`", "xyz"[k]));
  }

  void check_pairs() {
    std::set<std::array<std::string, 2>> seen;
    for (std::size_t i = 0; i < scene_.law.pair.size(); ++i) {
      const PairSpec& pair = scene_.law.pair[i];
      std::array<std::string, 2> names = pair.materials;
      std::sort(names.begin(), names.end());
      if (names[0].empty() || seen.insert(names).second) continue;
      report(at(fmt::format("law.pair[{}].materials", i), pair.place),
             fmt::format("the pair \"{}\", \"{}\" has a table already; put both into one", pair.materials[0],
                         pair.materials[1]));
    }
  }

  bool plane() const { return scene_.simulation.dimension == 2; }

  // Does a kind belong to the scene's dimension? Complains if not.
  bool check_dimension(ShapeForm kind, const std::string& path, const Place& place) {
    for (const Counterpart& c : plane() ? std::span<const Counterpart>(of_space) : of_plane)
      if (c.kind == kind) {
        report(at(path, place),
               fmt::format("{} = \"{}\" belongs to scenes of dimension {}, and this one has "
                           "{}; what comes nearest is \"{}\"",
                           path, word_of(kind), plane() ? 3 : 2, plane() ? 2 : 3, word_of(c.nearest)));
        return false;
      }
    return true;
  }

  void check_shape(const ShapeSpec& shape, const std::string& path) {
    if (!check_dimension(shape.kind, path + ".kind", shape.place)) return;
    const bool regular = shape.kind == ShapeForm::regular, has_sides = said(path + ".sides");
    if (regular && plane() && !has_sides)
      report(shape.place, "[[shape]] has no `sides`: how many sides the regular polygon has");
    if (regular && !plane() && has_sides)
      report(at(path + ".sides", shape.place),
             "`sides` is for regular polygons; a regular solid has `solid`");
    if (shape.kind == ShapeForm::grain && !plane() && shape.corners < 4)
      report(at(path + ".corners", shape.place),
             fmt::format("{}.corners = {}: a grain in space has at least 4 corners", path, shape.corners));
  }

  void check_body(const BodySpec& body, const std::string& path) {
    const MotionKind motion = motion_kind(scene_, body);
    const ShapeSpec* shape = find_shape(scene_, body.shape);
    check_motion(body.motion, path + ".motion", body.place);
    if (shape != nullptr) check_line_motion(*shape, body.motion, path + ".motion", body.place);
    if (motion != MotionKind::free) {
      for (const char* key : {"velocity", "spin"})
        if (said(path + '.' + key))
          report(at(path + '.' + key, body.place),
                 fmt::format("`{}` is for free bodies, and this one is {}; write motion = {{ kind = "
                             "\"velocity\", {} = [..] }} "
                             "to move it, or motion = \"free\"",
                             key, motion == MotionKind::fixed ? "fixed" : "driven", key));
    } else if (shape != nullptr) {
      check_may_be_free(*shape, at(path + ".motion", body.place));
    }
    if (shape != nullptr && has_no_end(*shape)) check_half_space(body, *shape, path);
  }

  void check_may_be_free(const ShapeSpec& shape, const Place& place) {
    if (is_line(shape))
      report(place, fmt::format("a {} is a wall in pieces and cannot be free; use \"fixed\" or a prescribed "
                                "motion, or make a compound",
                                word_of(shape.kind)));
    if (has_no_end(shape))
      report(place,
             fmt::format("a {} has no mass and cannot be free; use \"fixed\" or a prescribed motion, or "
                         "take a box",
                         word_of(shape.kind)));
  }

  void check_half_space(const BodySpec& body, const ShapeSpec& shape, const std::string& path) {
    const Vec3 normal = body.orientation * shape.normal.normalized();
    for (int k = 0; k < 3; ++k)
      if (scene_.cell.periodic[k] && std::abs(normal[k]) > 1e-9)
        report(at(path + ".shape", body.place), fmt::format("the {} \"{}\" leans along the periodic "
                                                            "axis {}; its normal must be across it, or the "
                                                            "axis not periodic",
                                                            word_of(shape.kind), shape.name, "xyz"[k]));
  }

  void check_motion(const MotionSpec& motion, const std::string& path, const Place& place) {
    if (motion.kind == MotionKind::servo) check_servo(motion, path, place);
    if (motion.kind == MotionKind::oscillate && plane() && !(motion.amplitude > 0) && said(path + ".axis"))
      report(at(path + ".axis", place),
             fmt::format("{}.axis is for an `amplitude`; in the plane a body turns about z alone", path));
    if (motion.kind == MotionKind::oscillate && !said(path + ".amplitude") &&
        !said(path + ".angular_amplitude"))
      report(
          at(path, place),
          fmt::format("`{}` oscillates but has neither `amplitude` nor `angular_amplitude`; give one", path));
    if (motion.kind == MotionKind::oscillate && plane() && motion.amplitude > 0 &&
        motion.angular_amplitude > 0)
      report(at(path, place),
             fmt::format("`{}` oscillates along a line and about a point at once, which in the "
                         "plane is for kind = \"table\"; keep one of them",
                         path));
    if (motion.kind == MotionKind::oscillate && plane() && motion.amplitude > 0 && !said(path + ".axis"))
      report(at(path, place),
             fmt::format("`{}` has an `amplitude` but no `axis`: along which direction, such as "
                         "[1, 0]",
                         path));
  }

  // The pieces of a line move as one, and this spin is about the centre of each.
  void check_line_motion(const ShapeSpec& shape, const MotionSpec& motion, const std::string& path,
                         const Place& place) {
    if (is_line(shape) && motion.kind == MotionKind::velocity && !motion.spin.isZero(0))
      report(at(path + ".spin", place),
             fmt::format(
                 "{}.spin: a {} does not turn about its own centre; use kind = \"rotate\" with a `centre`",
                 path, word_of(shape.kind)));
  }

  void check_servo(const MotionSpec& motion, const std::string& path, const Place& place) {
    const auto wrong = [&](std::string_view what) {
      report(at(path, place), fmt::format("`{}` {}", path, what));
    };
    if (!said(path + ".axis")) wrong("is a servo and has no `axis`: the direction in which it pushes");
    if (!said(path + ".force") && !said(path + ".stress"))
      wrong("is a servo and has neither `force` nor `stress`; give one");
    if (said(path + ".stress") && !said(path + ".area") && !said(path + ".between"))
      wrong("has a `stress` but neither an `area` nor the walls it is `between`; give one");
    for (const char* key : {".area", ".between"})
      if (said(path + ".force") && said(path + key))
        report(at(path + key, place),
               fmt::format("{}{} goes with a `stress`, and this servo has a `force`", path, key));
    for (std::size_t k = 0; k + 1 < motion.between.size(); k += 2)
      if (motion.between[k] == motion.between[k + 1])
        report(
            at(path + ".between", place),
            fmt::format("{}.between: \"{}\" is on both sides; two walls that look at each other are wanted",
                        path, motion.between[k]));
    for (const std::string& name : motion.between)
      for (const BodySpec& body : scene_.bodies)
        if (body.name == name && motion_kind(scene_, body) == MotionKind::free)
          report(at(path + ".between", place),
                 fmt::format("{}.between: \"{}\" is free; walls are wanted", path, name));
    const std::size_t sides = plane() ? 2 : 4;
    if (said(path + ".between") && motion.between.size() != sides)
      report(at(path + ".between", place), fmt::format("{}.between: {} names of bodies are wanted, {}", path,
                                                       sides, plane() ? "one on either side" : "two pairs"));
  }

  void check_region(const RegionSpec& region, const std::string& path) {
    const std::string kind = path + ".kind";
    const bool right_kind = region.kind == RegionKind::box || (region.kind == RegionKind::disc) == plane();
    if (!right_kind)
      report(at(kind, at(path, {})),
             fmt::format("{} = \"{}\" belongs to scenes of dimension {}; here a region is {}", kind,
                         word_of(region.kind), plane() ? 3 : 2,
                         plane() ? "a \"box\" or a \"disc\"" : "a \"box\", \"cylinder\" or \"sphere\""));
    if (region.kind != RegionKind::box || !said(path + ".lower") || !said(path + ".upper")) return;
    for (int k = 0; k < (plane() ? 2 : 3); ++k)
      if (region.lower[k] >= region.upper[k])
        report(places_.at(path + ".upper"),
               fmt::format("`{}` is empty along {}: upper = {} must be above lower = {}", path, "xyz"[k],
                           region.upper[k], region.lower[k]));
  }

  void check_shapes(const std::vector<MixSpec>& shapes, const std::string& path, const Place& place,
                    const char* what) {
    if (shapes.empty() && !said(path + ".shape") && !said(path + ".shapes"))
      report(place, fmt::format("{} has no `shape`: give one, or several with `shapes`", what));
    for (std::size_t i = 0; i < shapes.size(); ++i) {
      const ShapeSpec* shape = find_shape(scene_, shapes[i].shape);
      if (shape == nullptr || !(has_no_end(*shape) || is_line(*shape))) continue;
      const Place where = at(path + ".shape", at(fmt::format("{}.shapes[{}].shape", path, i), place));
      report(where, fmt::format("\"{}\" is a {} {}; {} takes bodies that can be free", shapes[i].shape,
                                word_of(shape->kind),
                                has_no_end(*shape) ? "and has no end" : "and only a wall", what));
    }
  }

  void check_size(const SizeSpec& size, const std::string& path) {
    if (!said(path + ".min") || !said(path + ".max")) return;
    if (size.min > size.max)
      report(places_.at(path + ".max"),
             fmt::format("`{}`: max = {} must not be below min = {}", path, size.max, size.min));
    else if (size.distribution != SizeLaw::uniform && (size.mean < size.min || size.mean > size.max))
      report(at(path + ".mean", places_.at(path + ".min")),
             fmt::format("`{}`: mean = {} must lie between min = {} and max = {}", path, size.mean, size.min,
                         size.max));
  }

  void check_fill(const FillSpec& fill, const std::string& path) {
    check_region(fill.region, path + ".region");
    check_shapes(fill.shapes, path, fill.place, "a fill");
    check_size(fill.size, path + ".size");
    if (!said(path + ".count") && !said(path + ".solid_fraction"))
      report(fill.place, "[[fill]] has neither `count` nor `solid_fraction`; give one of them");
  }

  void check_inlet(const InletSpec& inlet, const std::string& path) {
    check_region(inlet.region, path + ".region");
    check_shapes(inlet.shapes, path, inlet.place, "an inlet");
    check_size(inlet.size, path + ".size");
    if (inlet.stop && *inlet.stop <= inlet.start)
      report(at(path + ".stop", inlet.place),
             fmt::format("stop = {} s must be after start = {} s", *inlet.stop, inlet.start));
  }

  void check_event(const EventSpec& event, const std::string& path) {
    if (event.action != EventAction::motion) return;
    check_motion(event.motion, path + ".motion", event.place);
    for (const BodySpec& body : scene_.bodies) {
      const ShapeSpec* shape = find_shape(scene_, body.shape);
      if (shape == nullptr || body.name != event.target) continue;
      check_line_motion(*shape, event.motion, path + ".motion", event.place);
      if (event.motion.kind == MotionKind::free) check_may_be_free(*shape, at(path + ".motion", event.place));
    }
  }

  void check_body_probe(const ProbeSpec& probe, const std::string& path) {
    for (const BodySpec& body : scene_.bodies)
      if (const ShapeSpec* shape = find_shape(scene_, body.shape);
          body.name == probe.target && shape != nullptr && is_line(*shape))
        report(at(path, probe.place),
               fmt::format(
                   "{}: \"{}\" is a wall in pieces and has no place of its own; use kind = \"wall\" for the "
                   "force on it",
                   path, probe.target));
  }

  void check_probe(const ProbeSpec& probe, const std::string& path) {
    if (probe.kind == ProbeKind::body) check_body_probe(probe, path + ".target");
    if (said(path + ".region")) check_region(probe.region, path + ".region");
    if (probe.kind == ProbeKind::slope && !plane() && !probe.along)
      report(probe.place,
             "[[probe]] of kind slope has no `along`: the direction in which to look, such as [1, 0, 0]");
  }

  // Events and probes address all of these by name alone.
  void check_names() {
    std::map<std::string, std::string> kind_of;
    const auto check = [&](const auto& items, const std::string& kind) {
      for (std::size_t i = 0; i < items.size(); ++i) {
        const auto& item = items[i];
        if (item.name.empty()) continue;
        const auto [first, is_new] = kind_of.try_emplace(item.name, kind);
        if (!is_new && first->second != kind)
          report(at(fmt::format("{}[{}].name", kind, i), item.place),
                 fmt::format("there is already a {} called \"{}\"; give this {} another name", first->second,
                             item.name, kind));
      }
    };
    check(scene_.bodies, "body");
    check(scene_.fills, "fill");
    check(scene_.inlets, "inlet");
    check(scene_.outlets, "outlet");
  }

  const SceneSpec& scene_;
  const Places& places_;
  std::vector<Problem>& problems_;
};

}  // namespace

void check_scene(const SceneSpec& scene, const Places& places, std::vector<Problem>& problems) {
  Checks(scene, places, problems).run();
}

void settle(SceneSpec& scene) {
  for (BodySpec& body : scene.bodies)
    if (!body.motion_given) body.motion.kind = motion_kind(scene, body);
  if (scene.simulation.dimension == 3) return;
  const auto layer = [&](RegionSpec& region) { region.thickness = scene.simulation.thickness; };
  for (FillSpec& fill : scene.fills) layer(fill.region);
  for (InletSpec& inlet : scene.inlets) layer(inlet.region);
  for (OutletSpec& outlet : scene.outlets) layer(outlet.region);
  for (ProbeSpec& probe : scene.probes) layer(probe.region);
  const auto turn_about_z = [](MotionSpec& motion) {
    const bool direction =
        motion.kind == MotionKind::servo || (motion.kind == MotionKind::oscillate && motion.amplitude > 0);
    if (!direction) motion.axis = Vec3::UnitZ();
  };
  for (BodySpec& body : scene.bodies) turn_about_z(body.motion);
  for (EventSpec& event : scene.events) turn_about_z(event.motion);
}

}  // namespace scree
