// What is known of an overlap once its surface has been summed up.
#pragma once

#include "base/vector.h"

namespace scree {

// In the frame of the body that was cut (or clipped first): patches of its surface and of the other's.
struct OverlapSums {
  double volume = 0;
  Vec3 centroid = Vec3::Zero();
  Vec3 area = Vec3::Zero();    // of the patch of the first body
  Vec3 moment = Vec3::Zero();  // about the centroid
  double patch_first = 0, patch_second = 0;
  double contact_line = 0;  // its length
};

}  // namespace scree
