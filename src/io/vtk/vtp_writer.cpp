#include "io/vtk/vtp_writer.h"

#include <bit>
#include <cstring>

namespace scree {

VtpWriter::VtpWriter(double time) {
  const std::vector<double> value{time};
  field_data("TimeValue", 1, value);
}

void VtpWriter::lines(const std::vector<std::int32_t>& connectivity, const std::vector<std::int32_t>& ends) {
  line_count_ = ends.size();
  add(lines_, "connectivity", 1, connectivity);
  add(lines_, "offsets", 1, ends);
}

void VtpWriter::polygons(const std::vector<std::int32_t>& connectivity,
                         const std::vector<std::int32_t>& ends) {
  polygon_count_ = ends.size();
  add(polygons_, "connectivity", 1, connectivity);
  add(polygons_, "offsets", 1, ends);
}

void VtpWriter::add_bytes(std::string& section, std::string_view name, std::string_view type, int components,
                          std::span<const std::byte> values) {
  section += "        <DataArray type=\"" + std::string(type) + "\" Name=\"" + std::string(name) + "\"";
  if (components > 1) section += " NumberOfComponents=\"" + std::to_string(components) + "\"";
  section += " format=\"appended\" offset=\"" + std::to_string(appended_.size()) + "\"/>\n";
  // Each array is preceded by its length in bytes (header_type UInt64).
  const std::uint64_t size = values.size();
  appended_.append(reinterpret_cast<const char*>(&size), sizeof size);
  appended_.append(reinterpret_cast<const char*>(values.data()), values.size());
}

std::string VtpWriter::finish() const {
  const auto part = [](const char* name, const std::string& arrays) {
    return "      <" + std::string(name) + ">\n" + arrays + "      </" + name + ">\n";
  };
  const char* order = std::endian::native == std::endian::little ? "LittleEndian" : "BigEndian";
  std::string file = "<?xml version=\"1.0\"?>\n<VTKFile type=\"PolyData\" version=\"1.0\" byte_order=\"";
  file += order;
  file += "\" header_type=\"UInt64\">\n  <PolyData>\n" + part("FieldData", field_data_);
  file += "    <Piece NumberOfPoints=\"" + std::to_string(point_count_) +
          "\" NumberOfVerts=\"0\" NumberOfLines=\"" + std::to_string(line_count_) +
          "\" NumberOfStrips=\"0\" NumberOfPolys=\"" + std::to_string(polygon_count_) + "\">\n";
  file += part("PointData", point_data_) + part("CellData", cell_data_) + part("Points", points_);
  file += part("Lines", lines_) + part("Polys", polygons_);
  file += "    </Piece>\n  </PolyData>\n  <AppendedData encoding=\"raw\">\n_";
  file += appended_;
  file += "\n  </AppendedData>\n</VTKFile>\n";
  return file;
}

}  // namespace scree
