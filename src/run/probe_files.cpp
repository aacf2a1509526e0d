#include "io/descriptor.h"
#include "run/probes.h"

namespace scree {

ProbeFiles ProbeFiles::of(const SceneSpec& scene, const std::filesystem::path& folder) {
  ProbeFiles files;
  for (const ProbeSpec& spec : scene.probes)
    files.files_.push_back({spec.name, spec.every, make_probe(spec, scene),
                            folder / "probes" / (spec.name + ".csv"), std::nullopt});
  return files;
}

ProbeFiles ProbeFiles::start(const SceneSpec& scene, const std::filesystem::path& folder) {
  ProbeFiles files = of(scene, folder);
  files.cut();
  return files;
}

ProbeFiles ProbeFiles::resume(const SceneSpec& scene, const std::filesystem::path& folder,
                              const RunProgress& progress) {
  ProbeFiles files = of(scene, folder);
  for (File& file : files.files_) {
    const auto length = progress.log_lengths.find(file.name);
    if (length == progress.log_lengths.end()) continue;  // it was added to the scene since
    file.log = AppendLog::resume(file.path, length->second);
    file.next = progress.counters.at("probe." + file.name);
  }
  return files;
}

void ProbeFiles::cut() {
  for (File& file : files_) {
    if (file.log) {
      file.log->cut();
      continue;
    }
    make_folder(file.path.parent_path());
    const std::vector<std::string> columns = file.probe->columns();
    file.log = AppendLog::create(file.path, columns);
  }
}

void ProbeFiles::measure_due(const Observation& now) {
  const Clock& clock = now.state().clock;
  for (File& file : files_) {
    if (!due_at(file.next, file.every, clock)) continue;
    file.log->row(file.probe->measure(now));
    file.next = next_due(file.next, file.every, clock);
  }
}

void ProbeFiles::flush_into(RunProgress& progress) {
  for (File& file : files_) {
    progress.log_lengths[file.name] = file.log->flush();
    progress.counters["probe." + file.name] = file.next;
  }
}

}  // namespace scree
