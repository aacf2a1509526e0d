// `scree bench neighbours`: the laboratory of neighbour searches, on moving boxes (bench/box_scenes.h).
#pragma once

#include "commands.h"

namespace scree::app {

CLI::App* add_bench_neighbours(CLI::App& bench, Action& action);

}  // namespace scree::app
