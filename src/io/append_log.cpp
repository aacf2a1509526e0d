#include "io/append_log.h"

#include <fcntl.h>

#include <array>
#include <charconv>

#include "base/errors.h"
#include "io/atomic_file.h"

namespace scree {
namespace {

constexpr std::size_t buffer_limit = 1 << 16;

// Commas, quotes and line ends inside a name are quoted as RFC 4180 says.
std::string csv_name(const std::string& name) {
  if (name.find_first_of(",\"\r\n") == std::string::npos) return name;
  std::string quoted = "\"";
  for (const char c : name) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

}  // namespace

std::string shortest_decimal(double value) {
  std::array<char, 32> text;
  const std::to_chars_result end = std::to_chars(text.data(), text.data() + text.size(), value);
  return {text.data(), end.ptr};
}

AppendLog AppendLog::create(const std::filesystem::path& path, std::span<const std::string> columns) {
  std::string header;
  for (const std::string& name : columns) {
    if (!header.empty()) header += ',';
    header += csv_name(name);
  }
  header += '\n';
  write_atomically(path, header);
  return {path, header.size()};
}

AppendLog AppendLog::resume(const std::filesystem::path& path, std::uint64_t length) {
  return {path, length};
}

AppendLog::AppendLog(const std::filesystem::path& path, std::uint64_t length)
    : file_(path, O_WRONLY, "append to"), length_(length) {
  const std::uint64_t found = file_.length();
  if (found < length)
    throw RunError("cannot append to " + path.string() + ": it has " + std::to_string(found) +
                   " bytes, but had " + std::to_string(length) + " when the checkpoint was written");
  file_.seek(length);
}

void AppendLog::cut() { file_.truncate(length_); }

void AppendLog::row(std::span<const double> values) {
  bool first = true;
  for (const double value : values) {
    if (!first) buffer_ += ',';
    first = false;
    buffer_ += shortest_decimal(value);
  }
  buffer_ += '\n';
  if (buffer_.size() >= buffer_limit) write_buffer();
}

void AppendLog::write_buffer() {
  try {
    file_.write_all(std::as_bytes(std::span(buffer_)));
  } catch (const RunError&) {
    file_.truncate(length_);  // no half row stays; the buffer is kept, so a later flush may succeed
    file_.seek(length_);
    throw;
  }
  length_ += buffer_.size();
  buffer_.clear();
}

std::uint64_t AppendLog::flush() {
  if (!buffer_.empty()) write_buffer();
  file_.sync();
  return length_;
}

}  // namespace scree
