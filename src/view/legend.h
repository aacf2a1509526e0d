// The time, and what the colours mean, written into the lower corners of a picture.
#pragma once

#include "view/paint.h"
#include "view/picture.h"

namespace scree {

void draw_legend(Picture& picture, const Model& model, const Scale& scale);

}  // namespace scree
