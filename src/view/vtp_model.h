// Models from the VTK files of a frame: surfaces as ParaView shows them, except that spheres are round again.
#pragma once

#include <filesystem>

#include "view/model.h"

namespace scree {

// `dimension` is that of the run: in the plane polygons stay whole and discs are round again.
// Contacts may be missing: forces are then not known. The files do not say which bodies are walls, nor the
// names of groups, nor gravity: that is left to the caller. Throws RunError.
Model read_vtp_model(const std::filesystem::path& bodies, const std::filesystem::path& contacts,
                     int dimension = 3);

}  // namespace scree
