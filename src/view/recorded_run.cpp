#include "view/recorded_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/errors.h"
#include "io/checkpoint/checkpoint.h"
#include "io/frame.h"
#include "io/trajectory_frame.h"
#include "record/recorded_states.h"
#include "run/laboratory.h"
#include "view/vtp_model.h"

namespace scree {
namespace {

namespace fs = std::filesystem;

fs::path vtk_file(const fs::path& folder, const char* stem, std::uint64_t number) {
  return folder / "vtk" / numbered_name(stem, number, ".vtp");
}

// Shape and scale of a body of an inlet that has left since: the inlet's only shape, or a ball (of radius 1,
// at the end of the list) where it has nothing but balls.
bool from_inlet(const SceneSpec& spec, const State& state, const std::string& group, double radius,
                ShapeIndex& shape, double& scale) {
  const auto inlet = std::ranges::find(spec.inlets, group, &InletSpec::name);
  if (inlet == spec.inlets.end()) return false;
  const auto shape_of = [&](const MixSpec& mix) {
    return std::ranges::find(state.shapes, mix.shape, &Shape::name) - state.shapes.begin();
  };
  const auto is_ball = [&](const MixSpec& mix) { return is_round(state.shapes[shape_of(mix)].kind); };
  if (std::ranges::all_of(inlet->shapes, is_ball)) {
    shape = static_cast<ShapeIndex>(state.shapes.size() - 1);
    scale = radius;
    return true;
  }
  if (inlet->shapes.size() != 1 ||
      std::ranges::count(state.shapes, inlet->shapes[0].shape, &Shape::name) != 1)  // variants
    return false;
  shape = static_cast<ShapeIndex>(shape_of(inlet->shapes[0]));
  scale = radius / state.shapes[shape].radius;
  return true;
}

}  // namespace

RecordedRun::RecordedRun(fs::path folder, std::function<void(const std::string&)> warn)
    : folder_(std::move(folder)),
      warn_(std::move(warn)),
      spec_(recorded_scene(folder_)),
      start_(build_scene(spec_).state) {
  for (const auto& [sub, stem, ending] :
       {std::tuple{"vtk", "bodies", ".vtp"}, {"trajectory", "frame", ".h5"}})
    for (const auto& [number, path] : numbered_files(folder_ / sub, stem, ending)) frames_.push_back(number);
  std::ranges::sort(frames_);
  frames_.erase(std::unique(frames_.begin(), frames_.end()), frames_.end());
}

Model RecordedRun::frame(std::uint64_t number) {
  if (!std::ranges::binary_search(frames_, number))
    throw InputError(
        frames_.empty()
            ? fmt::format("--frame {}: the run in {} recorded no frames; --frame last shows its last state",
                          number, folder_.string())
            : fmt::format("--frame {}: the run in {} recorded the frames {} to {}", number, folder_.string(),
                          frames_.front(), frames_.back()));
  const fs::path bodies = vtk_file(folder_, "bodies", number);
  if (!fs::exists(bodies)) return from_trajectory(number);
  Model model = read_vtp_model(bodies, vtk_file(folder_, "contacts", number), start_.dimension);
  for (Model::Body& body : model.bodies) body.wall = is_wall(body.id, model.time);
  add_scene(model);
  return model;
}

Model RecordedRun::last(bool with_forces, int threads) {
  Laboratory lab(spec_, threads);
  RunProgress progress;
  const fs::path checkpoints = folder_ / "checkpoints";
  if (numbered_files(checkpoints, "step", ".h5").empty()) {
    if (!frames_.empty()) return frame(frames_.back());
    warn_(fmt::format("there is no checkpoint in {}; the picture shows the scene before the first step",
                      folder_.string()));
    lab.begin();
    return model_of(lab.state());
  }
  for (const std::string& warning : load_newest(checkpoints, lab.state(), progress).warnings) warn_(warning);
  if (with_forces) lab.advance();
  Model model = model_of(lab.state());
  model.knows_forces = with_forces;
  if (with_forces && model.dimension == 2) add_links(model, lab.state());
  return model;
}

bool RecordedRun::is_wall(BodyId id, double time) const {
  const Bodies& b = start_.bodies;
  const auto found = std::ranges::lower_bound(b.id, id);
  if (found == b.id.end() || *found != id) return false;  // of an inlet
  const auto i = static_cast<BodyIndex>(found - b.id.begin());
  bool wall = !b.free(i);
  double latest = 0;
  for (const EventSpec& event : spec_.events)
    if (event.action == EventAction::motion && event.target == start_.groups[b.group[i]] &&
        event.at <= time + start_.clock.dt && event.at >= latest) {
      wall = event.motion.kind != MotionKind::free;
      latest = event.at;
    }
  return wall;
}

Model RecordedRun::from_trajectory(std::uint64_t number) {
  const TrajectoryFrame frame = read_trajectory_frame(folder_, number);
  // Poses are in the frame; shapes are those of the scene, or of the checkpoint for who came later.
  State later = start_;
  RunProgress progress;
  const fs::path checkpoints = folder_ / "checkpoints";
  if (!numbered_files(checkpoints, "step", ".h5").empty()) load_newest(checkpoints, later, progress);
  std::map<BodyId, std::pair<ShapeIndex, double>> known;
  for (const State* s : {&start_, &later})
    for (BodyIndex i = 0; i < s->bodies.size(); ++i)
      known[s->bodies.id[i]] = {s->bodies.shape[i], s->bodies.scale[i]};
  State state = start_;
  const auto ball = static_cast<ShapeIndex>(state.shapes.size());
  state.shapes.push_back(state.dimension == 2 ? make_disc("", 1) : make_sphere("", 1));
  state.bodies = {};
  state.contacts = {};
  std::size_t unknown = 0;
  for (std::size_t k = 0; k < frame.id.size(); ++k) {
    const BodyIndex i = state.bodies.append(frame.id[k]);
    ShapeIndex shape = ball;
    double scale = frame.radius[k];
    if (const auto found = known.find(frame.id[k]); found != known.end())
      std::tie(shape, scale) = found->second;
    else if (frame.group[k] >= state.groups.size() ||
             !from_inlet(spec_, state, state.groups[frame.group[k]], frame.radius[k], shape, scale))
      ++unknown;
    state.bodies.shape[i] = shape;
    state.bodies.scale[i] = scale;
    state.bodies.group[i] = frame.group[k];
    state.bodies.radius[i] = frame.radius[k];
    state.bodies.position[i] = frame.position[k];
    state.bodies.orientation[i] = frame.orientation[k];
    state.bodies.velocity[i] = frame.velocity[k];
    state.bodies.spin[i] = frame.spin[k];
    state.bodies.drive[i] = is_wall(frame.id[k], frame.time) ? 0 : is_free;
  }
  if (unknown > 0)
    warn_(fmt::format("frame {}: {} bodies of inlets with several shapes, gone since, are drawn as balls",
                      number, unknown));
  Model model = model_of(state);
  model.time = frame.time;
  model.knows_forces = false;
  add_scene(model);
  return model;
}

void RecordedRun::add_scene(Model& model) const {
  model.groups = start_.groups;
  model.gravity = start_.gravity;
  double latest = 0;
  for (const EventSpec& event : spec_.events)
    if (event.action == EventAction::gravity && event.at <= model.time + start_.clock.dt &&
        event.at >= latest) {
      model.gravity = event.gravity;
      latest = event.at;
    }
}

}  // namespace scree
