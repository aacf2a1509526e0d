// Ray tracing: a sun with soft shadows, an even sky whose light the bodies take from each other, matt
// surfaces.
//
// Random numbers are functions of the pixel, and every pixel is computed on its own, so a picture does not
// depend on the number of threads.
#pragma once

#include <vector>

#include "base/parallel.h"
#include "view/camera.h"
#include "view/colour.h"
#include "view/model.h"
#include "view/picture.h"

namespace scree {

struct PictureSize {
  int width = 1280;
  int height = 960;
  int samples = 32;  // rays of light per pixel
};

// `colours`: one per body of the model.
Picture render(const Model& model, const std::vector<Rgb>& colours, const Camera& camera,
               const PictureSize& size, Workers& workers);

}  // namespace scree
