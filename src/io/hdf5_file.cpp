#include "io/hdf5_file.h"

#include "base/errors.h"

namespace scree {
namespace {

constexpr std::size_t image_increment = std::size_t{1} << 20;

void check(bool good, const std::string& doing) {
  if (!good) throw RunError("HDF5 cannot " + doing);
}

// HDF5 prints its errors by default; ours are exceptions.
void start_quietly() {
  H5open();
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
}

hid_t memory_access() {
  start_quietly();
  const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
  if (access >= 0) H5Pset_fapl_core(access, image_increment, false);
  return access;
}

hid_t creation_without_times() {
  const hid_t creation = H5Pcreate(H5P_DATASET_CREATE);
  if (creation >= 0) H5Pset_obj_track_times(creation, false);
  return creation;
}

hid_t open_for_reading(const std::filesystem::path& path) {
  start_quietly();
  return H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
}

}  // namespace

Hdf5Id::Hdf5Id(hid_t id, herr_t (*close)(hid_t), const std::string& doing) : id_(id), close_(close) {
  check(id >= 0, doing);
}

Hdf5Writer::Hdf5Writer()
    : access_(memory_access(), H5Pclose, "set up a file in memory"),
      file_(H5Fcreate("scree.in-memory", H5F_ACC_TRUNC, H5P_DEFAULT, access_), H5Fclose,
            "make a file in memory"),
      no_times_(creation_without_times(), H5Pclose, "set up arrays") {}

void Hdf5Writer::group(const std::string& name) {
  Hdf5Id(H5Gcreate2(file_, name.c_str(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Gclose,
         "make group " + name);
}

void Hdf5Writer::array(const std::string& name, hid_t type, const void* values, std::size_t rows,
                       std::size_t columns) {
  const std::array<hsize_t, 2> size{rows, columns};
  const Hdf5Id space(H5Screate_simple(columns == 1 ? 1 : 2, size.data(), nullptr), H5Sclose, "size " + name);
  const Hdf5Id set(H5Dcreate2(file_, name.c_str(), type, space, H5P_DEFAULT, no_times_, H5P_DEFAULT),
                   H5Dclose, "make array " + name);
  if (rows > 0) check(H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0, "fill array " + name);
}

void Hdf5Writer::attribute(const std::string& name, hid_t type, const void* value) {
  const Hdf5Id space(H5Screate(H5S_SCALAR), H5Sclose, "size " + name);
  const Hdf5Id attribute(H5Acreate2(file_, name.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose,
                         "make attribute " + name);
  check(H5Awrite(attribute, type, value) >= 0, "fill attribute " + name);
}

void Hdf5Writer::external_link(const std::string& name, const std::string& file, const std::string& object) {
  check(H5Lcreate_external(file.c_str(), object.c_str(), file_, name.c_str(), H5P_DEFAULT, H5P_DEFAULT) >= 0,
        "link " + name);
}

std::vector<std::byte> Hdf5Writer::image() const {
  check(H5Fflush(file_, H5F_SCOPE_GLOBAL) >= 0, "finish a file in memory");
  const ssize_t size = H5Fget_file_image(file_, nullptr, 0);
  check(size > 0, "measure a file in memory");
  std::vector<std::byte> bytes(static_cast<std::size_t>(size));
  check(H5Fget_file_image(file_, bytes.data(), bytes.size()) == size, "copy a file in memory");
  return bytes;
}

Hdf5Reader::Hdf5Reader(const std::filesystem::path& path)
    : file_size_(std::filesystem::file_size(path)),
      file_(open_for_reading(path), H5Fclose, "open " + path.string()) {}

std::size_t Hdf5Reader::rows(const std::string& name, hid_t type, std::size_t columns) const {
  const Hdf5Id set(H5Dopen2(file_, name.c_str(), H5P_DEFAULT), H5Dclose, "find array " + name);
  const Hdf5Id space(H5Dget_space(set), H5Sclose, "size " + name);
  const Hdf5Id stored(H5Dget_type(set), H5Tclose, "read the type of " + name);
  std::array<hsize_t, 2> size{0, 1};
  const int rank = columns == 1 ? 1 : 2;
  check(H5Sget_simple_extent_ndims(space) == rank &&
            H5Sget_simple_extent_dims(space, size.data(), nullptr) == rank && size[1] == columns &&
            H5Tequal(stored, type) > 0,
        "use array " + name + ": its shape or type is not as expected");
  // Arrays are stored as they are, so one that claims more than the file has is damaged.
  check(size[0] <= file_size_ / (columns * H5Tget_size(type)),
        "use array " + name + ": it is longer than the file");
  return static_cast<std::size_t>(size[0]);
}

void Hdf5Reader::read(const std::string& name, hid_t type, void* values, std::size_t count) const {
  if (count == 0) return;
  const Hdf5Id set(H5Dopen2(file_, name.c_str(), H5P_DEFAULT), H5Dclose, "find array " + name);
  check(H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0, "read array " + name);
}

void Hdf5Reader::throw_size(const std::string& name, std::size_t found, std::size_t expected) {
  throw RunError("array " + name + " has " + std::to_string(found) + " numbers, not " +
                 std::to_string(expected));
}

}  // namespace scree
