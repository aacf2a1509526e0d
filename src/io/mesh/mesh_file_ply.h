// The header of a PLY file.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace scree::mesh_file {

enum class PlyType { int8, uint8, int16, uint16, int32, uint32, float32, float64 };
std::uint64_t size_of(PlyType type);
inline bool is_integer(PlyType type) { return type < PlyType::float32; }

struct PlyProperty {
  std::string name;
  PlyType type = PlyType::float32;
  bool list = false;
  PlyType length_type = PlyType::uint8;  // of a list
};

struct PlyElement {
  std::string name;
  std::uint64_t count = 0;
  std::vector<PlyProperty> properties;
  std::uint64_t line = 0;  // of the header
  const PlyProperty* find(std::string_view property) const;
};

enum class PlyEncoding { text, little_endian, big_endian };

struct PlyHeader {
  PlyEncoding encoding = PlyEncoding::text;
  std::vector<PlyElement> elements;
  std::uint64_t lines = 0;       // of the header
  std::uint64_t body_begin = 0;  // byte
};

PlyHeader read_ply_header(std::string_view content);

}  // namespace scree::mesh_file
