// A small face of the HDF5 C library, for the files of this folder only: numbers in arrays, written to
// memory and read from disk.
//
// Files are built in memory and handed to write_atomically, so that every disk error meets our own
// code: HDF5 cannot close a file on a full disk and would try again when the program ends.
#pragma once

#include <hdf5.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "base/traps_off.h"

namespace scree {

// An HDF5 identifier that closes itself. Throws RunError("HDF5 cannot <doing>") when it is none.
class Hdf5Id {
 public:
  Hdf5Id(hid_t id, herr_t (*close)(hid_t), const std::string& doing);
  Hdf5Id(const Hdf5Id&) = delete;
  Hdf5Id& operator=(const Hdf5Id&) = delete;
  ~Hdf5Id() { close_(id_); }
  operator hid_t() const { return id_; }

 private:
  hid_t id_;
  herr_t (*close_)(hid_t);
};

template <class T>
hid_t hdf5_type() {
  if constexpr (std::is_same_v<T, double>) return H5T_NATIVE_DOUBLE;
  if constexpr (std::is_same_v<T, std::int32_t>) return H5T_NATIVE_INT32;
  if constexpr (std::is_same_v<T, std::uint8_t>) return H5T_NATIVE_UINT8;
  if constexpr (std::is_same_v<T, std::uint32_t>) return H5T_NATIVE_UINT32;
  if constexpr (std::is_same_v<T, std::uint64_t>) return H5T_NATIVE_UINT64;
}

class Hdf5Writer {
 public:
  Hdf5Writer();

  void group(const std::string& name);
  // rows x columns numbers; one column makes a list.
  template <class T>
  void array(const std::string& name, const T* values, std::size_t rows, std::size_t columns = 1) {
    array(name, hdf5_type<T>(), values, rows, columns);
  }
  template <class T>
  void array(const std::string& name, const std::vector<T>& values, std::size_t columns = 1) {
    array(name, values.data(), values.size() / columns, columns);
  }
  template <class T>
  void attribute(const std::string& name, const T& value) {
    attribute(name, hdf5_type<T>(), &value);
  }
  void external_link(const std::string& name, const std::string& file, const std::string& object);

  std::vector<std::byte> image() const;  // the whole file

 private:
  void array(const std::string& name, hid_t type, const void* values, std::size_t rows, std::size_t columns);
  void attribute(const std::string& name, hid_t type, const void* value);

  TrapsOff traps_off_;
  Hdf5Id access_;
  Hdf5Id file_;
  Hdf5Id no_times_;  // files of equal content are equal
};

class Hdf5Reader {
 public:
  explicit Hdf5Reader(const std::filesystem::path& path);

  // An array with this many columns and any number of rows, of exactly the type written.
  template <class T>
  std::vector<T> array(const std::string& name, std::size_t columns = 1) const {
    std::vector<T> values(rows(name, hdf5_type<T>(), columns) * columns);
    read(name, hdf5_type<T>(), values.data(), values.size());
    return values;
  }
  // An array whose number of rows is known.
  template <class T>
  std::vector<T> array_of(const std::string& name, std::size_t rows, std::size_t columns = 1) const {
    std::vector<T> values = array<T>(name, columns);
    if (values.size() != rows * columns) throw_size(name, values.size() / columns, rows);
    return values;
  }

 private:
  std::size_t rows(const std::string& name, hid_t type, std::size_t columns) const;
  void read(const std::string& name, hid_t type, void* values, std::size_t count) const;
  [[noreturn]] static void throw_size(const std::string& name, std::size_t found, std::size_t expected);

  TrapsOff traps_off_;
  std::uint64_t file_size_;
  Hdf5Id file_;
};

}  // namespace scree
