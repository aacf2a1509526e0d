// Where prescribed motion puts a body at a time.
#pragma once

#include "state/drives.h"

namespace scree {

struct DrivenPose {
  Vec3 position;
  Quat orientation;
  Vec3 velocity;
  Vec3 spin;
};

DrivenPose pose_at(const Drive& drive, double time);

}  // namespace scree
