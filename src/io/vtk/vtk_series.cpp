#include "io/vtk/vtk_series.h"

#include "io/append_log.h"
#include "io/atomic_file.h"
#include "io/vtk/bodies_vtp.h"
#include "io/vtk/contacts_vtp.h"

namespace scree {

VtkSeries::VtkSeries(std::filesystem::path folder, std::vector<Frame> written)
    : folder_(std::move(folder)), frames_(std::move(written)) {
  const std::filesystem::path files = folder_ / "vtk";
  make_folder(files);
  // First the collections, so that none ever names a file that is gone.
  write_collections();
  remove_partial_files(files);
  for (const char* stem : {"bodies", "contacts"})
    remove_frames_from(files, stem, ".vtp", next_number(frames_));
}

void VtkSeries::write(const Observation& now, std::uint64_t number) {
  const std::filesystem::path files = folder_ / "vtk";
  const State& state = now.state();
  write_atomically(files / numbered_name("bodies", number, ".vtp"),
                   [&](const PutBytes& put) { write_bodies_vtp(state, now.workers(), put); });
  write_atomically(files / numbered_name("contacts", number, ".vtp"),
                   [&](const PutBytes& put) { write_contacts_vtp(now, put); });
  cut_frames(frames_, number);
  frames_.push_back({number, state.clock.step, state.clock.time()});
  write_collections();
}

void VtkSeries::write_collections() const {
  for (const char* stem : {"bodies", "contacts"})
    write_atomically(folder_ / (std::string(stem) + ".pvd"), pvd_collection(stem, frames_));
}

std::string pvd_collection(std::string_view stem, std::span<const Frame> frames) {
  std::string text =
      "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"1.0\">\n  <Collection>\n";
  for (const Frame& frame : frames)
    text += "    <DataSet timestep=\"" + shortest_decimal(frame.time) + "\" part=\"0\" file=\"vtk/" +
            numbered_name(stem, frame.number, ".vtp") + "\"/>\n";
  return text + "  </Collection>\n</VTKFile>\n";
}

}  // namespace scree
