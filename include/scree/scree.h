// The public door of scree.
#pragma once

#include "scree/errors.h"
#include "scree/scene.h"
#include "scree/simulation.h"
#include "scree/summary.h"
