// PNG files.
#pragma once

#include <filesystem>
#include <string>

#include "view/picture.h"

namespace scree {

std::string png_of(const Picture& picture);

// Written beside its place and renamed (io/atomic_file.h). Throws RunError.
void write_png(const std::filesystem::path& path, const Picture& picture);

}  // namespace scree
