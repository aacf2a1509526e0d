// Models from the VTK files of a frame: surfaces as ParaView shows them, except that spheres are round again.
#pragma once

#include <filesystem>

#include "view/model.h"

namespace scree {

// Contacts may be missing: forces are then not known. The files do not say which bodies are walls, nor the
// names of groups, nor gravity: that is left to the caller. Throws RunError.
Model read_vtp_model(const std::filesystem::path& bodies, const std::filesystem::path& contacts);

}  // namespace scree
