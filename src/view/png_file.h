// PNG files.
#pragma once

#include <cstddef>
#include <filesystem>
#include <vector>

#include "view/picture.h"

namespace scree {

std::vector<std::byte> png_bytes(const Picture& picture);

// Written beside its place and renamed (io/atomic_file.h). Throws RunError.
void write_png(const std::filesystem::path& path, const Picture& picture);

}  // namespace scree
