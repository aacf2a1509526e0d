// Plane pictures through Cairo, as pixels and as PDF.
#pragma once

#include <cstdint>
#include <string>

#include "view/plane_picture.h"

namespace scree {

// Frames of films have 4 x 4 samples in a pixel, still pictures 15 rows of them. That takes 1.4 times as long
// where bodies are many and small, and films lose finer shades anyway.
enum class Smoothness : std::uint8_t { still, film };

Picture raster(const PlanePicture& drawing, Smoothness smoothness = Smoothness::still);
std::string pdf_of(const PlanePicture& drawing);  // one page

// For legends of pictures that are made otherwise.
void draw_onto(Picture& picture, const PlaneGroup& group);

}  // namespace scree
