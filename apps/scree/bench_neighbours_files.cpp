// One cell as a line of CSV or JSON: the same figures in the same order.
#include <fmt/format.h>

#include "bench_neighbours_table.h"

namespace scree::app {
namespace {

struct Column {
  const char* name;
  double NeighbourFigures::*value;
};

constexpr Column columns[] = {
    {"ns_median", &NeighbourFigures::median},    {"ns_least", &NeighbourFigures::least},
    {"ns_most", &NeighbourFigures::most},        {"ns_first", &NeighbourFigures::first},
    {"ns_search", &NeighbourFigures::search},    {"steps_per_search", &NeighbourFigures::steps_per_search},
    {"bytes", &NeighbourFigures::bytes},         {"pairs", &NeighbourFigures::pairs},
    {"exchanges", &NeighbourFigures::exchanges}, {"moved", &NeighbourFigures::moved},
    {"nodes", &NeighbourFigures::nodes},         {"tests", &NeighbourFigures::tests},
    {"added", &NeighbourFigures::added},         {"removed", &NeighbourFigures::removed},
    {"rebuilds", &NeighbourFigures::rebuilds}};

const char* order_of(const NeighbourCell& c) { return c.shuffled ? "shuffled" : "rows"; }
const char* status_of(const NeighbourCell& c) { return c.over_cap ? "over the cap" : "measured"; }

}  // namespace

std::string json_of(const NeighbourCell& c) {
  std::string text = fmt::format(
      "{{\"scene\": \"{}\", \"dimension\": {}, \"bodies\": {}, \"walls\": {}, \"threads\": {}, \"motion\": "
      "{}, "
      "\"order\": \"{}\", \"method\": \"{}\", \"ran\": \"{}\", \"mode\": \"{}\", \"status\": \"{}\"",
      c.scene, c.dimension, c.bodies, c.walls, c.threads, c.motion, order_of(c), c.method, c.ran,
      name_of(c.mode), status_of(c));
  if (!c.over_cap) {
    for (const Column& column : columns)
      text += fmt::format(", \"{}\": {}", column.name, c.figures.*column.value);
    text += fmt::format(", \"searches\": {}", c.figures.searches);
    text += fmt::format(", \"reason\": \"{}\"", c.reason);
  }
  return text + "}";
}

std::string csv_heading() {
  std::string text = "scene,dimension,bodies,walls,threads,motion,order,method,ran,mode,status";
  for (const Column& column : columns) text += fmt::format(",{}", column.name);
  return text + ",searches,reason";
}

std::string csv_of(const NeighbourCell& c) {
  std::string text =
      fmt::format("{},{},{},{},{},{},{},{},{},{},{}", c.scene, c.dimension, c.bodies, c.walls, c.threads,
                  c.motion, order_of(c), c.method, c.ran, name_of(c.mode), status_of(c));
  for (const Column& column : columns)
    text += c.over_cap ? std::string(",") : fmt::format(",{}", c.figures.*column.value);
  return text + (c.over_cap ? std::string(",,") : fmt::format(",{},\"{}\"", c.figures.searches, c.reason));
}

}  // namespace scree::app
