// The VTK files of a run: vtk/bodies_NNNNNN.vtp and vtk/contacts_NNNNNN.vtp for each frame, and the
// collections bodies.pvd and contacts.pvd that say which file holds which time.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/frame.h"
#include "measure/observation.h"

namespace scree {

class VtkSeries {
 public:
  // The output folder. `written` are the frames that a checkpoint knew: collections are cut back to
  // them and files of later frames removed.
  explicit VtkSeries(std::filesystem::path folder, std::vector<Frame> written = {});

  // Right after a step. A frame with this number or a higher one is replaced.
  void write(const Observation& now, std::uint64_t number);

  const std::vector<Frame>& frames() const { return frames_; }

 private:
  void write_collections() const;

  std::filesystem::path folder_;
  std::vector<Frame> frames_;
};

// A PVD collection of the files vtk/<stem>_NNNNNN.vtp.
std::string pvd_collection(std::string_view stem, std::span<const Frame> frames);

}  // namespace scree
