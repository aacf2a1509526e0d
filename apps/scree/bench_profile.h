// `scree bench --profile`: where the time goes, beside the least that the machine would need.
#pragma once

#include "run/laboratory.h"

namespace scree::app {

// `seconds` of stepping for so many updates of bodies, as the stage clock of the laboratory has them.
void print_profile(const Laboratory& lab, double updates);

}  // namespace scree::app
