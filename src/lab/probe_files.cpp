#include "io/descriptor.h"
#include "lab/probes.h"

namespace scree {

ProbeFiles ProbeFiles::start(const SceneSpec& scene, const std::filesystem::path& folder) {
  ProbeFiles files;
  if (!scene.probes.empty()) make_folder(folder / "probes");
  for (const ProbeSpec& spec : scene.probes) {
    std::unique_ptr<Probe> probe = make_probe(spec, scene);
    const std::vector<std::string> columns = probe->columns();
    files.files_.push_back({spec.name, spec.every, std::move(probe),
                            AppendLog::create(folder / "probes" / (spec.name + ".csv"), columns)});
  }
  return files;
}

ProbeFiles ProbeFiles::resume(const SceneSpec& scene, const std::filesystem::path& folder,
                              const RunProgress& progress) {
  ProbeFiles files;
  for (const ProbeSpec& spec : scene.probes) {
    std::unique_ptr<Probe> probe = make_probe(spec, scene);
    const std::filesystem::path path = folder / "probes" / (spec.name + ".csv");
    const auto length = progress.log_lengths.find(spec.name);
    if (length == progress.log_lengths.end()) {  // it was added to the scene since
      make_folder(folder / "probes");
      const std::vector<std::string> columns = probe->columns();
      files.files_.push_back({spec.name, spec.every, std::move(probe), AppendLog::create(path, columns)});
      continue;
    }
    files.files_.push_back({spec.name, spec.every, std::move(probe), AppendLog::resume(path, length->second),
                            progress.counters.at("probe." + spec.name)});
  }
  return files;
}

void ProbeFiles::measure_due(const Laboratory& lab) {
  const Clock& clock = lab.state().clock;
  for (File& file : files_) {
    if (!due_at(file.next, file.every, clock)) continue;
    file.log.row(file.probe->measure(lab));
    file.next = next_due(file.next, file.every, clock);
  }
}

void ProbeFiles::flush_into(RunProgress& progress) {
  for (File& file : files_) {
    progress.log_lengths[file.name] = file.log.flush();
    progress.counters["probe." + file.name] = file.next;
  }
}

}  // namespace scree
