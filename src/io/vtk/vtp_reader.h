// Reads back the VTP files that VtpWriter writes (io/vtk/vtp_writer.h), and only those.
#pragma once

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace scree {

class VtpReader {
 public:
  explicit VtpReader(const std::filesystem::path& path);  // RunError when it is not such a file

  double time() const;

  // The numbers of an array of a section: "PointData", "CellData", "Points", "Lines", "Polys". Throws
  // RunError when it is not there or not whole.
  template <class T>
  std::vector<T> array(std::string_view section, std::string_view name) const {
    const std::string_view bytes = find(section, name, sizeof(T));
    std::vector<T> values(bytes.size() / sizeof(T));
    if (!values.empty()) std::memcpy(values.data(), bytes.data(), bytes.size());
    return values;
  }

 private:
  std::string_view find(std::string_view section, std::string_view name, std::size_t size) const;
  [[noreturn]] void refuse(const std::string& why) const;

  std::filesystem::path path_;
  std::string content_;
  std::size_t data_ = 0;  // where the binary part begins
};

}  // namespace scree
