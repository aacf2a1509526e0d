// A POSIX file descriptor that closes itself, and the few calls on it that files and logs share.
// Every failure is a RunError that names the path and what the system said.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>

namespace scree {

class Descriptor {
 public:
  Descriptor() = default;
  // open(2). `doing` is the verb of the error message: "cannot <doing> <path>: <reason>".
  Descriptor(const std::filesystem::path& path, int flags, std::string_view doing);
  Descriptor(Descriptor&& other) noexcept;
  Descriptor& operator=(Descriptor&& other) noexcept;
  ~Descriptor();

  void write_all(std::span<const std::byte> bytes);  // goes on after short writes and interruptions
  void write_all_at(std::uint64_t place, std::span<const std::byte> bytes);  // the same, by any thread
  void sync();  // to the disk, not only to the system
  bool lock();  // false: another process holds it; ends with the descriptor
  void truncate(std::uint64_t length);
  void seek(std::uint64_t position);
  std::uint64_t length() const;  // also says that it is a regular file
  void close();                  // some file systems report a full disk only here

 private:
  std::filesystem::path path_;
  int fd_ = -1;
};

[[noreturn]] void throw_system_error(std::string_view doing, const std::filesystem::path& path, int code);

// Makes a folder and those above it.
void make_folder(const std::filesystem::path& folder);

// After this a file created, renamed or removed in the folder stays so through a power cut.
void sync_folder(const std::filesystem::path& folder);

}  // namespace scree
