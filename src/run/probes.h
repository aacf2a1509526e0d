// Probes: what to measure, how often, as CSV.
#pragma once

#include <algorithm>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "io/append_log.h"
#include "io/checkpoint/checkpoint.h"
#include "measure/observation.h"
#include "scene/spec.h"

namespace scree {

// Column names with units, and one row of values for the state as it is now.
class Probe {
 public:
  virtual ~Probe() = default;
  virtual std::vector<std::string> columns() const = 0;
  virtual std::vector<double> measure(const Observation& now) const = 0;
};

// The scene must have been checked: targets exist.
std::unique_ptr<Probe> make_probe(const ProbeSpec& spec, const SceneSpec& scene);

// Those of run/field_probes.cpp: stress, velocity-gradient, repose, slope. Null for other kinds.
std::unique_ptr<Probe> make_field_probe(const ProbeSpec& spec, int dimension);

// All probes of a scene with their files, DIR/probes/<name>.csv.
class ProbeFiles {
 public:
  static ProbeFiles start(const SceneSpec& scene, const std::filesystem::path& folder);
  // Opens the files of a run that goes on, and throws if one of them is not as the checkpoint knew it.
  // Nothing is changed until cut().
  static ProbeFiles resume(const SceneSpec& scene, const std::filesystem::path& folder,
                           const RunProgress& progress);
  // Takes off what was written after the checkpoint, and begins the files of probes that are new.
  void cut();

  void measure_due(const Observation& now);
  void flush_into(RunProgress& progress);

 private:
  struct File {
    std::string name;
    double every;
    std::unique_ptr<Probe> probe;
    std::filesystem::path path;
    std::optional<AppendLog> log;  // none yet: the file is begun by cut()
    std::uint64_t next = 0;        // rows are due at next * every
  };
  static ProbeFiles of(const SceneSpec& scene, const std::filesystem::path& folder);
  std::vector<File> files_;
};

// Is the n-th of a series with this spacing due at this time? (Rounding of step times aside.)
inline bool due_at(std::uint64_t n, double every, const Clock& clock) {
  return clock.time() >= static_cast<double>(n) * every - 1e-6 * std::min(clock.dt, every);
}

// The first number of the series that is still to come; a step may be many times longer than the spacing.
inline std::uint64_t next_due(std::uint64_t n, double every, const Clock& clock) {
  const double passed = clock.time() / every;
  if (!(passed < 1e15))
    return std::numeric_limits<std::uint64_t>::max();  // numbers no longer tell times apart
  if (passed > 2) n = std::max(n, static_cast<std::uint64_t>(passed) - 2);
  while (due_at(n, every, clock)) ++n;
  return n;
}

}  // namespace scree
