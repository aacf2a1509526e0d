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

// The run keeps the list of its frames; a series writes what it is told.
class VtkSeries {
 public:
  // The output folder. `written` are the frames that a checkpoint knew: collections are cut back to
  // them and files of later frames removed.
  explicit VtkSeries(std::filesystem::path folder, std::span<const Frame> written = {});

  // Right after a step: the last of all frames so far.
  void write(const Observation& now, std::span<const Frame> frames);

 private:
  void write_collections(std::span<const Frame> frames) const;

  std::filesystem::path folder_;
};

// A PVD collection of the files vtk/<stem>_NNNNNN.vtp.
std::string pvd_collection(std::string_view stem, std::span<const Frame> frames);

// The frames that bodies.pvd in this folder lists; it does not say at which steps. RunError when there is no
// such file, or it is not one of ours.
std::vector<Frame> read_collection(const std::filesystem::path& folder);

}  // namespace scree
