#include "io/descriptor.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <system_error>
#include <utility>

#include "base/errors.h"

namespace scree {

void throw_system_error(std::string_view doing, const std::filesystem::path& path, int code) {
  throw RunError("cannot " + std::string(doing) + " " + path.string() + ": " +
                 std::generic_category().message(code));
}

Descriptor::Descriptor(const std::filesystem::path& path, int flags, std::string_view doing) : path_(path) {
  do {
    fd_ = ::open(path.c_str(), flags | O_CLOEXEC, 0666);
  } while (fd_ < 0 && errno == EINTR);
  if (fd_ < 0) throw_system_error(doing, path, errno);
}

Descriptor::Descriptor(Descriptor&& other) noexcept
    : path_(std::move(other.path_)), fd_(std::exchange(other.fd_, -1)) {}

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(fd_, other.fd_);
  return *this;
}

Descriptor::~Descriptor() {
  if (fd_ >= 0) ::close(fd_);
}

namespace {

// Calls write(bytes) for what is left until nothing is.
template <class Write>
void write_whole(std::span<const std::byte> bytes, const std::filesystem::path& path, const Write& write) {
  while (!bytes.empty()) {
    const ssize_t n = write(bytes);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) throw_system_error("write", path, errno);
    if (n == 0) throw_system_error("write", path, ENOSPC);
    bytes = bytes.subspan(static_cast<std::size_t>(n));
  }
}

}  // namespace

void Descriptor::write_all(std::span<const std::byte> bytes) {
  write_whole(bytes, path_,
              [this](std::span<const std::byte> rest) { return ::write(fd_, rest.data(), rest.size()); });
}

void Descriptor::write_all_at(std::uint64_t place, std::span<const std::byte> bytes) {
  const std::byte* const begin = bytes.data();
  write_whole(bytes, path_, [&](std::span<const std::byte> rest) {
    const auto written = static_cast<std::uint64_t>(rest.data() - begin);
    return ::pwrite(fd_, rest.data(), rest.size(), static_cast<off_t>(place + written));
  });
}

// Where the file system knows no locks nobody is kept out.
bool Descriptor::lock() { return ::flock(fd_, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK; }

void Descriptor::sync() {
  int result = 0;
  do {
    result = ::fsync(fd_);
  } while (result < 0 && errno == EINTR);
  if (result < 0) throw_system_error("write", path_, errno);
}

void Descriptor::truncate(std::uint64_t length) {
  if (::ftruncate(fd_, static_cast<off_t>(length)) < 0) throw_system_error("shorten", path_, errno);
}

void Descriptor::seek(std::uint64_t position) {
  if (::lseek(fd_, static_cast<off_t>(position), SEEK_SET) < 0) throw_system_error("write", path_, errno);
}

std::uint64_t Descriptor::length() const {
  struct stat info {};
  if (::fstat(fd_, &info) < 0) throw_system_error("read", path_, errno);
  if (!S_ISREG(info.st_mode)) throw RunError(path_.string() + " is not a regular file");
  return static_cast<std::uint64_t>(info.st_size);
}

void Descriptor::close() {
  // After EINTR Linux has closed the descriptor all the same; closing again could hit another file.
  const int fd = std::exchange(fd_, -1);
  if (fd >= 0 && ::close(fd) < 0 && errno != EINTR) throw_system_error("write", path_, errno);
}

void make_folder(const std::filesystem::path& folder) {
  std::error_code code;
  std::filesystem::create_directories(folder, code);
  if (!code && !std::filesystem::is_directory(folder, code))
    code = std::make_error_code(std::errc::not_a_directory);
  if (code) throw_system_error("make the folder", folder, code.value());
}

void sync_folder(const std::filesystem::path& folder) {
  const std::filesystem::path name = folder.empty() ? "." : folder;
  Descriptor(name, O_RDONLY | O_DIRECTORY, "open the folder").sync();
}

}  // namespace scree
