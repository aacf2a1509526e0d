// VTK's XML PolyData format: a short XML description, then the arrays as raw binary ("appended").
// Ours because VTK's own writer is a very large dependency for a simple format.
//
// First all arrays are named with their lengths, so that the place of every number in the file is known; then
// they are filled, piece by piece, by as many threads as there are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "io/put_bytes.h"

namespace scree {

// An array of a file, to be filled with numbers of this type.
template <class T>
struct VtpArray {
  std::uint64_t place = 0;  // of its first number, behind the description
};

class VtpWriter {
 public:
  explicit VtpWriter(double time);

  // Vectors have 3 components; `count` is that of the vectors then.
  template <class T>
  VtpArray<T> points(std::size_t count) {
    point_count_ = count;
    return add<T>(points_, "Points", 3, count);
  }
  template <class T>
  VtpArray<T> point_data(std::string_view name, std::size_t components) {
    return add<T>(point_data_, name, components, point_count_);
  }
  template <class T>
  VtpArray<T> cell_data(std::string_view name, std::size_t components) {
    return add<T>(cell_data_, name, components, line_count_ + polygon_count_);
  }
  // Numbers that belong to no point: ParaView lists them under "field data".
  template <class T>
  VtpArray<T> field_data(std::string_view name, std::size_t components, std::size_t count) {
    const std::size_t begin = field_data_.size();
    const VtpArray<T> array = add<T>(field_data_, name, components, count);
    // They have no count of their own in the file, so the array states it.
    field_data_.insert(field_data_.find(" format", begin),
                       " NumberOfTuples=\"" + std::to_string(count) + "\"");
    return array;
  }
  // The points of one cell after the other, and where each ends.
  struct Cells {
    VtpArray<std::int32_t> connectivity, ends;
  };
  Cells lines(std::size_t corners, std::size_t count);
  Cells polygons(std::size_t corners, std::size_t count);

  // Puts all but the numbers of the arrays.
  void begin(PutBytes put);

  // Numbers of an array from the one with this number on.
  template <class T>
  void put(VtpArray<T> array, std::size_t first, const std::vector<T>& numbers) const {
    put_(begin_ + array.place + first * sizeof(T), std::as_bytes(std::span(numbers)));
  }

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
  VtpArray<T> add(std::string& section, std::string_view name, std::size_t components, std::size_t count) {
    return {add_array(section, name, type_name<T>(), components, components * count * sizeof(T))};
  }
  std::uint64_t add_array(std::string& section, std::string_view name, std::string_view type,
                          std::size_t components, std::uint64_t bytes);
  std::string description() const;

  std::size_t point_count_ = 0;
  std::size_t line_count_ = 0;
  std::size_t polygon_count_ = 0;
  std::string field_data_, point_data_, cell_data_, points_, lines_, polygons_;  // XML
  std::vector<std::uint64_t> sizes_;                                             // of the arrays, in bytes
  std::uint64_t appended_ = 0;                                                   // length of all of them
  double time_;
  VtpArray<double> time_value_;
  PutBytes put_;
  std::uint64_t begin_ = 0;  // of what is appended
};

// The arrays of a file for a struct of lists, which names them in Lists::for_each_list.
template <class Lists>
class VtpColumns {
 public:
  // add(name, components, list) adds an array for numbers of the list's type to a file.
  template <class Add>
  explicit VtpColumns(const Add& add) {
    Lists::for_each_list(empty(), [&](const char* name, std::size_t components, const auto& list) {
      places_.push_back(add(name, components, list).place);
    });
  }

  // Lists with the numbers of those from the one with this number on.
  void put(const VtpWriter& file, std::size_t first, const Lists& lists) const {
    auto place = places_.begin();
    Lists::for_each_list(lists,
                         [&]<class T>(const char*, std::size_t components, const std::vector<T>& list) {
                           file.put(VtpArray<T>{*place++}, components * first, list);
                         });
  }

 private:
  static const Lists& empty() {
    static const Lists lists;
    return lists;
  }
  std::vector<std::uint64_t> places_;
};

}  // namespace scree
