#include "io/atomic_file.h"

#include <fcntl.h>

#include <cerrno>
#include <fstream>
#include <sstream>
#include <string>
#include <system_error>

#include "base/errors.h"
#include "io/descriptor.h"

namespace scree {
namespace {

// The name is fixed, not random: what a kill leaves behind is overwritten by the next attempt.
constexpr std::string_view partial_ending = ".part";

}  // namespace

std::optional<std::string> file_content(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  if (!file) return std::nullopt;
  if (file.peek() == std::ifstream::traits_type::eof())  // << fails where nothing is copied
    return file.bad() ? std::nullopt : std::optional<std::string>("");
  if (!(text << file.rdbuf())) return std::nullopt;
  return std::move(text).str();
}

AtomicPath::AtomicPath(std::filesystem::path path) : path_(std::move(path)) {
  std::error_code code;
  const std::filesystem::file_status status = std::filesystem::status(path_, code);
  if (std::filesystem::is_directory(status)) throw_system_error("write", path_, EISDIR);
  // Renaming over a device would replace the device.
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))
    throw RunError("cannot write " + path_.string() + ": it is not a regular file");
  std::string name(1, '.');
  name += path_.filename().string();
  name += partial_ending;
  partial_ = path_.parent_path() / name;
}

AtomicPath::~AtomicPath() {
  std::error_code ignored;
  if (!committed_) std::filesystem::remove(partial_, ignored);
}

void AtomicPath::commit() {
  Descriptor file(partial_, O_RDWR, "write");
  file.sync();
  file.close();
  std::error_code code;
  std::filesystem::rename(partial_, path_, code);
  if (code) throw_system_error("write", path_, code.value());
  committed_ = true;
  sync_folder(path_.parent_path());
}

void write_atomically(const std::filesystem::path& path, const std::function<void(const PutBytes&)>& write) {
  AtomicPath place(path);
  {
    Descriptor file(place.partial(), O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, "write");
    write([&file](std::uint64_t at, std::span<const std::byte> bytes) { file.write_all_at(at, bytes); });
    file.close();
  }
  place.commit();
}

void write_atomically(const std::filesystem::path& path, std::span<const std::byte> content) {
  write_atomically(path, [&](const PutBytes& put) { put(0, content); });
}

void write_atomically(const std::filesystem::path& path, std::string_view content) {
  write_atomically(path, std::as_bytes(std::span(content)));
}

void remove_partial_files(const std::filesystem::path& folder) {
  std::error_code code;
  for (std::filesystem::directory_iterator it(folder, code), end; !code && it != end; it.increment(code)) {
    const std::string name = it->path().filename().string();
    std::error_code ignored;
    if (name.starts_with('.') && name.ends_with(partial_ending)) std::filesystem::remove(it->path(), ignored);
  }
}

}  // namespace scree
