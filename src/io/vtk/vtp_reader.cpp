#include "io/vtk/vtp_reader.h"

#include <charconv>
#include <fstream>
#include <sstream>

#include "base/errors.h"

namespace scree {

VtpReader::VtpReader(const std::filesystem::path& path) : path_(path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  if (!file || !(text << file.rdbuf())) refuse("it cannot be opened");
  content_ = std::move(text).str();
  constexpr std::string_view mark = "<AppendedData encoding=\"raw\">\n_";
  const std::size_t found = content_.find(mark);
  if (found == std::string::npos) refuse("it is not a VTP file of ours");
  if (!content_.ends_with("</VTKFile>\n")) refuse("it is cut off");
  data_ = found + mark.size();
}

double VtpReader::time() const {
  const std::vector<double> value = array<double>("FieldData", "TimeValue");
  if (value.size() != 1) refuse("it has no time");
  return value[0];
}

std::string_view VtpReader::find(std::string_view section, std::string_view name, std::size_t size) const {
  const std::string_view header = std::string_view(content_).substr(0, data_);
  const auto tag = [&](const char* before, std::string_view word, const char* after) {
    return std::string(before).append(word).append(after);
  };
  const std::size_t begin = header.find(tag("<", section, ">"));
  const std::size_t end = header.find(tag("</", section, ">"));
  const std::string missing = tag("it has no array '", name, "' in ").append(section);
  if (begin == std::string_view::npos || end == std::string_view::npos) refuse(missing);
  const std::size_t array = header.find(tag("Name=\"", name, "\""), begin);
  if (array >= end) refuse(missing);
  constexpr std::string_view key = "offset=\"";
  const std::size_t at = header.find(key, array);
  if (at >= end) refuse(missing);
  std::uint64_t offset = 0;
  std::from_chars(content_.data() + at + key.size(), content_.data() + data_, offset);
  // Each array is preceded by its length.
  std::uint64_t length = 0;
  const std::uint64_t whole = content_.size() - data_;
  if (offset > whole || whole - offset < sizeof length) refuse("it is cut off");
  std::memcpy(&length, content_.data() + data_ + offset, sizeof length);
  offset += sizeof length;
  if (length > whole - offset || length % size != 0) refuse("it is cut off");
  return std::string_view(content_).substr(data_ + offset, length);
}

void VtpReader::refuse(const std::string& why) const {
  throw RunError("cannot read " + path_.string() + ": " + why);
}

}  // namespace scree
