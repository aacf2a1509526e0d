// What can be said about a state of a recorded run, as rows of a table.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "record/recorded_run.h"
#include "state/box.h"

namespace scree {

struct Measurement {
  std::string name;
  std::vector<double> values;  // of a tensor row by row
  std::string unit;            // "1": a pure number
  std::string means;
};

struct NotMeasured {
  std::string what;
  std::string why;
};

struct Measurements {
  std::vector<Measurement> rows;
  std::vector<NotMeasured> missing;
};

struct MeasureWish {
  std::vector<std::string> what;  // names of measure_names(); empty: all
  std::optional<Box> region;      // of packing, stress, velocity-gradient and strain; none: everything
  std::optional<Vec3> along;      // of repose and slope
};

const std::vector<std::string>& measure_names();

// `before` is what strains are counted from; none: there is no other frame.
Measurements measure(const RecordedRun& run, const RecordedState& now,
                     const std::optional<RecordedState>& before, const MeasureWish& wish);

}  // namespace scree
