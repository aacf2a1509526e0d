#include "bench_neighbours_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace scree::app {
namespace {

constexpr SearchMode modes[] = {SearchMode::every_step, SearchMode::margins};
constexpr double from_bodies = 10'000;  // exponents

std::vector<std::string> methods_in(const std::vector<NeighbourCell>& cells) {
  std::vector<std::string> names;
  for (const NeighbourCell& c : cells)
    if (std::ranges::find(names, c.method) == names.end()) names.push_back(c.method);
  return names;
}

bool measured(const std::vector<NeighbourCell>& cells, SearchMode mode) {
  return std::ranges::any_of(cells, [&](const NeighbourCell& c) { return c.mode == mode; });
}

const NeighbourCell* find(const std::vector<NeighbourCell>& cells, std::size_t bodies,
                          const std::string& method, SearchMode mode) {
  const auto found = std::ranges::find_if(cells, [&](const NeighbourCell& c) {
    return c.bodies == bodies && c.method == method && c.mode == mode;
  });
  return found == cells.end() ? nullptr : &*found;
}

// The quickest of this size; `single`: `auto` does not count.
const NeighbourCell* best(const std::vector<NeighbourCell>& cells, std::size_t bodies, SearchMode mode,
                          bool single) {
  const NeighbourCell* quickest = nullptr;
  for (const NeighbourCell& c : cells) {
    if (c.bodies != bodies || c.mode != mode || c.over_cap || (single && c.method == "auto")) continue;
    if (!quickest || c.figures.median < quickest->figures.median) quickest = &c;
  }
  return quickest;
}

// Three digits, and no exponent where whole numbers do.
std::string short_text(double x) { return x < 1000 ? fmt::format("{:.3g}", x) : fmt::format("{:.0f}", x); }

std::string time_text(const std::vector<NeighbourCell>& cells, const NeighbourCell* c) {
  if (!c) return fmt::format("{:>30}", "");
  if (c->over_cap) return fmt::format("{:>28}  ", "over the cap");
  const NeighbourFigures& f = c->figures;
  const std::string spread = fmt::format("({} to {})", short_text(f.least), short_text(f.most));
  const bool wins = best(cells, c->bodies, c->mode, false) == c;
  return fmt::format("{:>8} {:<19} {}", short_text(f.median), spread, wins ? '*' : ' ');
}

void print_heading(bool plain, bool margins) {
  fmt::print("{:>9} {:<13}", "bodies", "method");
  if (plain) fmt::print(" {:<30}", "every step: ns/body");
  if (margins) fmt::print(" {:<30} {:>5}", "with margins: ns/body", "steps");
  fmt::print(" {:>6} {:>6} {:>9} {:>7} {:>7} {:>8} {:>6}\n", "bytes", "pairs", "exchanges", "moved", "nodes",
             "tests", "anew");
}

void print_row(const std::vector<NeighbourCell>& cells, std::size_t bodies, const std::string& method) {
  const NeighbourCell* plain = find(cells, bodies, method, SearchMode::every_step);
  const NeighbourCell* margins = find(cells, bodies, method, SearchMode::margins);
  if (!plain && !margins) return;
  const NeighbourCell* shown = !plain || (plain->over_cap && margins) ? margins : plain;
  const std::string& ran = shown->ran;
  fmt::print("{:>9} {:<13}", bodies, ran.empty() || ran == method ? method : method + ":" + ran);
  if (measured(cells, SearchMode::every_step)) fmt::print(" {}", time_text(cells, plain));
  if (measured(cells, SearchMode::margins)) {
    fmt::print(" {}", time_text(cells, margins));
    if (margins && !margins->over_cap)
      fmt::print(" {:>5.3g}", margins->figures.steps_per_search);
    else
      fmt::print(" {:>5}", "");
  }
  if (!shown->over_cap) {
    const NeighbourFigures& f = shown->figures;
    fmt::print(" {:>6.0f} {:>6.2f} {:>9.3g} {:>7.2g} {:>7.2g} {:>8.3g} {:>6.2g}", f.bytes, f.pairs,
               f.exchanges, f.moved, f.nodes, f.tests, f.rebuilds);
  }
  fmt::print("\n");
}

void print_exponents(const std::vector<NeighbourCell>& cells) {
  for (const SearchMode mode : modes) {
    std::string text;
    for (const std::string& method : methods_in(cells))
      if (const double e = exponent(cells, method, mode); e != 0)
        text += fmt::format("{}{} {:.2f}", text.empty() ? "" : ", ", method, e);
    if (!text.empty()) fmt::print("exponent of the number of bodies, {}: {}\n", name_of(mode), text);
  }
}

// The worst of all sizes.
void print_auto(const std::vector<NeighbourCell>& cells) {
  for (const SearchMode mode : modes) {
    double worst = 0;
    const NeighbourCell *at = nullptr, *rival = nullptr;
    for (const NeighbourCell& c : cells) {
      if (c.method != "auto" || c.mode != mode || c.over_cap) continue;
      const NeighbourCell* quickest = best(cells, c.bodies, mode, true);
      if (!quickest || c.figures.median / quickest->figures.median <= worst) continue;
      worst = c.figures.median / quickest->figures.median;
      at = &c;
      rival = quickest;
    }
    if (at)
      fmt::print("auto, {}: at most {:.2f} times the best single method ({} at {} bodies)\n", name_of(mode),
                 worst, rival->method, at->bodies);
  }
}

}  // namespace

const char* name_of(SearchMode mode) { return mode == SearchMode::margins ? "with margins" : "every step"; }

double exponent(const std::vector<NeighbourCell>& cells, const std::string& method, SearchMode mode) {
  std::vector<std::pair<double, double>> all, large;
  for (const NeighbourCell& c : cells) {
    if (c.method != method || c.mode != mode || c.over_cap || c.figures.median <= 0) continue;
    const double bodies = static_cast<double>(c.bodies);
    all.emplace_back(std::log(bodies), std::log(c.figures.median * bodies));
    if (bodies >= from_bodies) large.push_back(all.back());
  }
  const auto& points = large.size() >= 2 ? large : all;
  double mx = 0, my = 0, xx = 0, xy = 0;
  const double n = static_cast<double>(points.size());
  for (const auto& [x, y] : points) mx += x / n, my += y / n;
  for (const auto& [x, y] : points) xx += (x - mx) * (x - mx), xy += (x - mx) * (y - my);
  return xx > 0 ? xy / xx : 0;
}

void print_neighbours(const std::vector<NeighbourCell>& cells) {
  if (cells.empty()) return;
  const NeighbourCell& first = cells.front();
  fmt::print("{} in {}, {}, {:g} of a size per step\n", first.scene,
             first.dimension == 2 ? "the plane" : "space",
             first.threads == 1 ? "1 thread" : fmt::format("{} threads", first.threads), first.motion);
  print_heading(measured(cells, SearchMode::every_step), measured(cells, SearchMode::margins));
  std::vector<std::size_t> sizes;
  for (const NeighbourCell& c : cells)
    if (sizes.empty() || sizes.back() != c.bodies) sizes.push_back(c.bodies);
  std::ranges::sort(sizes);
  sizes.erase(std::ranges::unique(sizes).begin(), sizes.end());
  for (const std::size_t size : sizes)
    for (const std::string& method : methods_in(cells)) print_row(cells, size, method);
  print_exponents(cells);
  print_auto(cells);
  fmt::print("\n");
}

}  // namespace scree::app
