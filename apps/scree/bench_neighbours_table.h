// What `scree bench neighbours` has measured, and how it is printed.
#pragma once

#include <string>
#include <vector>

#include "bench/neighbour_trial.h"

namespace scree::app {

// One cell of the table.
struct NeighbourCell {
  std::string scene;
  int dimension = 3;
  int threads = 1;
  std::size_t bodies = 0;
  std::size_t walls = 0;
  double motion = 0.01;
  bool shuffled = true;
  std::string method;
  std::string ran;     // what `auto` preferred in the end
  std::string reason;  // and why
  SearchMode mode = SearchMode::every_step;
  bool over_cap = false;
  NeighbourFigures figures;
};

const char* name_of(SearchMode mode);

// Cells of one scene, dimension and number of threads, sizes in order: the table, exponents, and how `auto`
// does.
void print_neighbours(const std::vector<NeighbourCell>& cells);

std::string json_of(const NeighbourCell& cell);
std::string csv_heading();
std::string csv_of(const NeighbourCell& cell);

// The exponent of the time per step in the number of bodies, by least squares over the sizes from 10,000 on;
// over all when there are not two of those. 0 when there is but one.
double exponent(const std::vector<NeighbourCell>& cells, const std::string& method, SearchMode mode);

}  // namespace scree::app
