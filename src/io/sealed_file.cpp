#include "io/sealed_file.h"

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
  if (!found.starts_with(opening)) throw RunError("it is not a checkpoint");
  // The seal is compared as a whole, so that a changed byte in its blank part counts too.
  const std::size_t line = expected.find('\n') + 1;
  if (found.substr(0, line) != std::string_view(expected).substr(0, line))
    throw RunError("it has another version than " + std::to_string(checkpoint_version) +
                   ", the one this program reads");
  throw RunError("its checksum is wrong: the file is cut off or damaged");
}

}  // namespace scree
