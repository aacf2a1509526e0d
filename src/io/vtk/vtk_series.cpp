#include "io/vtk/vtk_series.h"

#include <charconv>

#include "base/errors.h"
#include "io/append_log.h"
#include "io/atomic_file.h"
#include "io/vtk/bodies_vtp.h"
#include "io/vtk/contacts_vtp.h"

namespace scree {

VtkSeries::VtkSeries(std::filesystem::path folder, std::span<const Frame> written)
    : folder_(std::move(folder)) {
  const std::filesystem::path files = folder_ / "vtk";
  make_folder(files);
  // First the collections, so that none ever names a file that is gone.
  write_collections(written);
  remove_partial_files(files);
  for (const char* stem : {"bodies", "contacts"})
    remove_frames_from(files, stem, ".vtp", next_number(written));
}

void VtkSeries::write(const Observation& now, std::span<const Frame> frames) {
  const std::uint64_t number = frames.back().number;
  const std::filesystem::path files = folder_ / "vtk";
  write_atomically(files / numbered_name("bodies", number, ".vtp"),
                   [&](const PutBytes& put) { write_bodies_vtp(now.state(), now.workers(), put); });
  write_atomically(files / numbered_name("contacts", number, ".vtp"),
                   [&](const PutBytes& put) { write_contacts_vtp(now, put); });
  write_collections(frames);
}

void VtkSeries::write_collections(std::span<const Frame> frames) const {
  for (const char* stem : {"bodies", "contacts"})
    write_atomically(folder_ / (std::string(stem) + ".pvd"), pvd_collection(stem, frames));
}

std::string pvd_collection(std::string_view stem, std::span<const Frame> frames) {
  std::string text =
      "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"1.0\">\n  <Collection>\n";
  for (const Frame& frame : frames)
    text += "    <DataSet timestep=\"" + shortest_decimal(frame.time) + "\" part=\"0\" file=\"vtk/" +
            numbered_name(stem, frame.number, ".vtp") + "\"/>\n";
  return text + "  </Collection>\n</VTKFile>\n";
}

std::vector<Frame> read_collection(const std::filesystem::path& folder) {
  const std::filesystem::path file = folder / "bodies.pvd";
  const auto refuse = [&](const char* why) { throw RunError("cannot read " + file.string() + ": " + why); };
  const std::optional<std::string> text = file_content(file);
  if (!text) refuse("it is not there");
  if (!text->ends_with("</VTKFile>\n")) refuse("it is cut off");
  constexpr std::string_view time_key = "timestep=\"", file_key = "file=\"vtk/bodies_";
  std::vector<Frame> frames;
  for (std::size_t at = text->find(time_key); at != std::string::npos; at = text->find(time_key, at + 1)) {
    Frame& frame = frames.emplace_back();
    const char* end = text->data() + text->size();
    const std::size_t name = text->find(file_key, at);
    if (name == std::string::npos ||
        std::from_chars(text->data() + at + time_key.size(), end, frame.time).ec != std::errc() ||
        std::from_chars(text->data() + name + file_key.size(), end, frame.number).ec != std::errc())
      refuse("it is not one of ours");
  }
  return frames;
}

}  // namespace scree
