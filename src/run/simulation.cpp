#include "scree/simulation.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "base/hash.h"
#include "base/text.h"
#include "build/given_pose.h"
#include "narrowphase/joined_touches.h"
#include "run/laboratory.h"
#include "run/warning_texts.h"
#include "scene/embedded_scenes.h"
#include "scene/read_scene.h"
#include "scree/errors.h"
#include "state/state_hash.h"

namespace scree {
namespace {

Scene read(std::string_view text, const std::string& source, const std::vector<std::string>& overrides,
           Scene (*make)(std::shared_ptr<const SceneSpec>)) {
  return make(std::make_shared<const SceneSpec>(read_scene(text, source, overrides)));
}

}  // namespace

Scene Scene::from_file(const std::filesystem::path& path, const std::vector<std::string>& overrides) {
  return read(scene_text(path), path.string(), overrides, [](auto spec) { return Scene(std::move(spec)); });
}

Scene Scene::built_in(const std::string& name, const std::vector<std::string>& overrides) {
  return read(built_in_text(name), name, overrides, [](auto spec) { return Scene(std::move(spec)); });
}

Scene Scene::from_text(const std::string& text, const std::string& name,
                       const std::vector<std::string>& overrides) {
  return read(text, name, overrides, [](auto spec) { return Scene(std::move(spec)); });
}

std::vector<std::string> Scene::built_in_names() {
  std::vector<std::string> names;
  for (const EmbeddedScene& scene : embedded_scenes()) names.emplace_back(scene.name);
  return names;
}

std::string Scene::built_in_text(const std::string& name) {
  for (const EmbeddedScene& scene : embedded_scenes())
    if (scene.name == name) return std::string(scene.text);
  const std::vector<std::string> names = built_in_names();
  const std::string near = nearest(name, names);
  throw InputError("there is no built-in scene '" + name + "'" +
                   (near.empty() ? "; `scree scenes` lists them" : "; did you mean '" + near + "'?"));
}

const std::string& Scene::name() const { return spec_->simulation.name; }
const std::string& Scene::description() const { return spec_->simulation.description; }
const std::string& Scene::text() const { return spec_->text; }

Simulation::Simulation(const Scene& scene, const Options& options)
    : laboratory_(std::make_unique<Laboratory>(scene.spec(), options.threads,
                                               LaboratoryOptions{options.drop_caches, {options.force_dt}})),
      strict_(options.strict || scene.spec().simulation.on_warning == OnWarning::stop) {
  laboratory_->begin();
}
Simulation::~Simulation() = default;
Simulation::Simulation(Simulation&&) noexcept = default;
Simulation& Simulation::operator=(Simulation&&) noexcept = default;

void Simulation::advance(std::uint64_t steps) {
  for (std::uint64_t n = 0; n < steps; ++n) {
    laboratory_->advance();
    stop_at_warnings();
  }
}

void Simulation::run_until(double time) {
  while (this->time() < time - 1e-6 * dt()) advance();
}

void Simulation::stop_at_warnings() {
  const State& state = laboratory_->state();
  if (state.warnings.list().size() == warnings_) return;
  const Warning& first = state.warnings.list()[warnings_];
  warnings_ = state.warnings.list().size();
  const bool out = first.code == WarningCode::left_bounds && state.guards.at_bounds == AtBounds::stop;
  if (strict_ || out) throw RunError(text_of(first, state));
}

double Simulation::time() const { return laboratory_->state().clock.time(); }
double Simulation::dt() const { return laboratory_->state().clock.dt; }
std::uint64_t Simulation::steps() const { return laboratory_->state().clock.step; }
std::size_t Simulation::size() const { return laboratory_->state().bodies.size(); }

BodyView Simulation::body(std::size_t index) const {
  const State& state = laboratory_->state();
  const Bodies& b = state.bodies;
  const BodyIndex i = static_cast<BodyIndex>(index);
  if (index >= b.size()) throw std::out_of_range("there is no body with this index");
  const Quat q = given_orientation(state, i);
  return {b.id[i],
          state.groups[b.group[i]],
          state.shapes[b.shape[i]].name,
          b.free(i),
          b.radius[i],
          b.mass[i],
          numbers(b.position[i]),
          {q.w(), q.x(), q.y(), q.z()},
          numbers(b.velocity[i]),
          numbers(b.spin[i]),
          numbers(b.force[i]),
          numbers(b.torque[i])};
}

std::vector<BodyView> Simulation::bodies() const {
  std::vector<BodyView> all;
  for (std::size_t i = 0; i < size(); ++i) all.push_back(body(i));
  return all;
}

std::vector<ContactView> Simulation::contacts() const {
  const State& state = laboratory_->state();
  std::vector<ContactView> all;
  for_each_depth(state, [&](std::size_t k, const Touch& touch, double depth) {
    const auto [a, b] = state.contacts.pair[k];
    all.push_back({state.bodies.id[a], state.bodies.id[b], numbers(state.contacts.history[k].normal),
                   numbers(state.contacts.load[k].force), state.contacts.normal_force(k), touch.overlap,
                   depth});
  });
  return all;
}

Summary Simulation::summary() const { return laboratory_->summary(); }
std::string Simulation::state_hash() const { return hex(scree::state_hash(laboratory_->state())); }

}  // namespace scree
