// Files that are either the old one or the new one, whole, whatever happens: the content is written
// beside its place, fsynced, renamed over the old file, and the folder is fsynced. A failure (disk
// full, no permission, folder gone) is a RunError, leaves the old file as it was and nothing beside it.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "io/put_bytes.h"

namespace scree {

void write_atomically(const std::filesystem::path& path, std::span<const std::byte> content);
void write_atomically(const std::filesystem::path& path, std::string_view content);
// The content is what write(put) puts, and nothing is left out between.
void write_atomically(const std::filesystem::path& path, const std::function<void(const PutBytes&)>& write);

// A whole file; nothing where it cannot be read.
std::optional<std::string> file_content(const std::filesystem::path& path);

// The same for a library that writes to a path on its own: let it write to partial() and close it,
// then commit(). Without commit the partial file is removed.
class AtomicPath {
 public:
  explicit AtomicPath(std::filesystem::path path);
  AtomicPath(const AtomicPath&) = delete;
  AtomicPath& operator=(const AtomicPath&) = delete;
  ~AtomicPath();

  const std::filesystem::path& partial() const { return partial_; }
  void commit();

 private:
  std::filesystem::path path_;
  std::filesystem::path partial_;
  bool committed_ = false;
};

// Removes what a killed run left half-written in a folder (not in the folders below it).
void remove_partial_files(const std::filesystem::path& folder);

}  // namespace scree
