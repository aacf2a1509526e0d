#include "io/vtk/vtp_writer.h"

#include <bit>

namespace scree {

VtpWriter::VtpWriter(double time) : time_(time), time_value_(field_data<double>("TimeValue", 1, 1)) {}

VtpWriter::Cells VtpWriter::lines(std::size_t corners, std::size_t count) {
  line_count_ = count;
  const auto connectivity = add<std::int32_t>(lines_, "connectivity", 1, corners);
  return {connectivity, add<std::int32_t>(lines_, "offsets", 1, count)};
}

VtpWriter::Cells VtpWriter::polygons(std::size_t corners, std::size_t count) {
  polygon_count_ = count;
  const auto connectivity = add<std::int32_t>(polygons_, "connectivity", 1, corners);
  return {connectivity, add<std::int32_t>(polygons_, "offsets", 1, count)};
}

std::uint64_t VtpWriter::add_array(std::string& section, std::string_view name, std::string_view type,
                                   std::size_t components, std::uint64_t bytes) {
  section += "        <DataArray type=\"" + std::string(type) + "\" Name=\"" + std::string(name) + "\"";
  if (components > 1) section += " NumberOfComponents=\"" + std::to_string(components) + "\"";
  section += " format=\"appended\" offset=\"" + std::to_string(appended_) + "\"/>\n";
  // Each array is preceded by its length in bytes (header_type UInt64).
  const std::uint64_t place = appended_ + sizeof bytes;
  sizes_.push_back(bytes);
  appended_ = place + bytes;
  return place;
}

std::string VtpWriter::description() const {
  const auto part = [](const char* name, const std::string& arrays) {
    return "      <" + std::string(name) + ">\n" + arrays + "      </" + name + ">\n";
  };
  const char* order = std::endian::native == std::endian::little ? "LittleEndian" : "BigEndian";
  std::string text = "<?xml version=\"1.0\"?>\n<VTKFile type=\"PolyData\" version=\"1.0\" byte_order=\"";
  text += order;
  text += "\" header_type=\"UInt64\">\n  <PolyData>\n" + part("FieldData", field_data_);
  text += "    <Piece NumberOfPoints=\"" + std::to_string(point_count_) +
          "\" NumberOfVerts=\"0\" NumberOfLines=\"" + std::to_string(line_count_) +
          "\" NumberOfStrips=\"0\" NumberOfPolys=\"" + std::to_string(polygon_count_) + "\">\n";
  text += part("PointData", point_data_) + part("CellData", cell_data_) + part("Points", points_);
  text += part("Lines", lines_) + part("Polys", polygons_);
  return text + "    </Piece>\n  </PolyData>\n  <AppendedData encoding=\"raw\">\n_";
}

void VtpWriter::begin(PutBytes to) {
  put_ = std::move(to);
  const auto put_text = [this](std::uint64_t place, std::string_view text) {
    put_(place, std::as_bytes(std::span(text)));
  };
  const std::string text = description();
  begin_ = text.size();
  put_text(0, text);
  std::uint64_t place = begin_;
  for (const std::uint64_t size : sizes_) {
    put_(place, std::as_bytes(std::span(&size, 1)));
    place += sizeof size + size;
  }
  put_text(place, "\n  </AppendedData>\n</VTKFile>\n");
  put(time_value_, 0, {time_});
}

}  // namespace scree
