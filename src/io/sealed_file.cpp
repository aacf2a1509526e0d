#include "io/sealed_file.h"

#include <algorithm>
#include <cstring>
#include <fstream>
#include <string>
#include <system_error>
#include <vector>

#include "base/errors.h"
#include "base/hash.h"
#include "io/atomic_file.h"

namespace scree {
namespace {

constexpr std::string_view opening = "scree checkpoint, version ";

std::string seal_for(std::span<const std::byte> content) {
  std::string seal = std::string(opening) + std::to_string(checkpoint_version) + "\nbytes " +
                     std::to_string(content.size()) + "\nchecksum " +
                     hex(checksum(content.data(), content.size())) +
                     "\nAn HDF5 file starts after this block of 512 bytes.\n";
  seal.resize(seal_size - 1, ' ');
  return seal + '\n';
}

// The number after the opening, as far as it is one.
std::string_view version_in(std::string_view seal) {
  const std::string_view rest = seal.substr(opening.size());
  return rest.substr(0, std::min(rest.find_first_not_of("0123456789"), rest.size()));
}

std::vector<std::byte> read_whole(const std::filesystem::path& path) {
  std::error_code code;
  const std::uintmax_t size = std::filesystem::file_size(path, code);
  if (code) throw RunError("cannot read it: " + code.message());
  std::vector<std::byte> bytes(size);
  std::ifstream file(path, std::ios::binary);
  file.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(size));
  if (!file || static_cast<std::uintmax_t>(file.gcount()) != size) throw RunError("cannot read it");
  return bytes;
}

}  // namespace

void write_sealed(const std::filesystem::path& path, std::span<const std::byte> content) {
  const std::string seal = seal_for(content);
  std::vector<std::byte> file(seal.size() + content.size());
  std::memcpy(file.data(), seal.data(), seal.size());
  if (!content.empty()) std::memcpy(file.data() + seal.size(), content.data(), content.size());
  write_atomically(path, file);
}

void check_seal(const std::filesystem::path& path) {
  const std::vector<std::byte> file = read_whole(path);
  if (file.size() < seal_size) throw RunError("it is cut off");
  const std::string_view found(reinterpret_cast<const char*>(file.data()), seal_size);
  const std::string expected = seal_for(std::span(file).subspan(seal_size));
  if (found == expected) return;
  const std::string_view version = found.starts_with(opening) ? version_in(found) : std::string_view();
  if (version.empty()) throw RunError("it is not a checkpoint");
  const std::string own = std::to_string(checkpoint_version);
  if (version != own)
    throw RunError("it is of format version " + std::string(version) + ", and this program reads version " +
                   own + "; go on with the program that wrote it, or begin the run anew");
  // The seal is compared as a whole, so that a changed byte in its blank part counts too.
  throw RunError("its checksum is wrong: the file is cut off or damaged");
}

}  // namespace scree
