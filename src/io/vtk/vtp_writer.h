// VTK's XML PolyData format: a short XML description, then the arrays as raw binary ("appended").
// Ours because VTK's own writer is a very large dependency for a simple format.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace scree {

class VtpWriter {
 public:
  explicit VtpWriter(double time);

  // Arrays are given as flat lists of numbers; vectors have 3 components.
  template <class T>
  void points(const std::vector<T>& xyz) {
    point_count_ = xyz.size() / 3;
    add(points_, "Points", 3, xyz);
  }
  template <class T>
  void point_data(std::string_view name, int components, const std::vector<T>& values) {
    add(point_data_, name, components, values);
  }
  template <class T>
  void cell_data(std::string_view name, int components, const std::vector<T>& values) {
    add(cell_data_, name, components, values);
  }
  // Numbers that belong to no point: ParaView lists them under "field data".
  template <class T>
  void field_data(std::string_view name, int components, const std::vector<T>& values) {
    const std::size_t begin = field_data_.size();
    add(field_data_, name, components, values);
    // They have no count of their own in the file, so the array states it.
    field_data_.insert(field_data_.find(" format", begin),
                       " NumberOfTuples=\"" + std::to_string(values.size() / components) + "\"");
  }
  // Cells: the points of one after the other, and where each ends.
  void lines(const std::vector<std::int32_t>& connectivity, const std::vector<std::int32_t>& ends);
  void polygons(const std::vector<std::int32_t>& connectivity, const std::vector<std::int32_t>& ends);

  std::string finish() const;  // the whole file

 private:
  template <class T>
  static constexpr std::string_view type_name() {
    if constexpr (std::is_same_v<T, double>) return "Float64";
    if constexpr (std::is_same_v<T, float>) return "Float32";
    if constexpr (std::is_same_v<T, std::int32_t>) return "Int32";
    if constexpr (std::is_same_v<T, std::int64_t>) return "Int64";
    if constexpr (std::is_same_v<T, std::uint32_t>) return "UInt32";
    if constexpr (std::is_same_v<T, std::uint64_t>) return "UInt64";
  }
  template <class T>
  void add(std::string& section, std::string_view name, int components, const std::vector<T>& values) {
    add_bytes(section, name, type_name<T>(), components, std::as_bytes(std::span(values)));
  }
  void add_bytes(std::string& section, std::string_view name, std::string_view type, int components,
                 std::span<const std::byte> values);

  std::size_t point_count_ = 0;
  std::size_t line_count_ = 0;
  std::size_t polygon_count_ = 0;
  std::string field_data_, point_data_, cell_data_, points_, lines_, polygons_;  // XML
  std::string appended_;
};

}  // namespace scree
