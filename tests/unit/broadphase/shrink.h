// Makes a case that fails small: whatever can go, or be simpler, while it still fails, goes.
#pragma once

#include <cmath>
#include <functional>
#include <set>
#include <utility>

#include "box_case.h"

namespace scree::test {

class Shrinker {
 public:
  using Fails = std::function<bool(const BoxCase&)>;

  // `tries`: how often it may ask, at most.
  Shrinker(BoxCase failing, Fails fails, int tries = 20000)
      : best_(std::move(failing)), fails_(std::move(fails)), tries_(tries) {}

  BoxCase shrink() {
    while (drop_steps() | drop_bodies() | drop_features() | drop_motion() | round_coordinates()) continue;
    return best_;
  }

 private:
  bool take_if_it_fails(BoxCase smaller) {
    if (tries_-- <= 0 || !fails_(smaller)) return false;
    best_ = std::move(smaller);
    return true;
  }

  // Drops items that are not needed: halves first, then ever smaller pieces. `without` makes the case that
  // lacks the items from a first one up to a last one.
  template <class Count, class Without>
  bool drop(const Count& count, const Without& without) {
    bool smaller = false;
    for (std::size_t piece = count(); piece > 0; piece /= 2)
      for (std::size_t first = 0; first < count();) {
        if (take_if_it_fails(without(first, std::min(count(), first + piece))))
          smaller = true;
        else
          first += piece;
      }
    return smaller;
  }

  bool drop_steps() {
    return drop([&] { return best_.steps.size(); },
                [&](std::size_t first, std::size_t last) {
                  BoxCase c = best_;
                  c.steps.erase(c.steps.begin() + static_cast<std::ptrdiff_t>(first),
                                c.steps.begin() + static_cast<std::ptrdiff_t>(last));
                  return c;
                });
  }

  std::vector<std::uint32_t> identities() const {
    std::set<std::uint32_t> all;
    for (const ScriptStep& step : best_.steps)
      for (const ScriptBody& body : step.bodies) all.insert(body.identity);
    return {all.begin(), all.end()};
  }

  bool drop_bodies() {
    return drop([&] { return identities().size(); },
                [&](std::size_t first, std::size_t last) {
                  const std::vector<std::uint32_t> all = identities();
                  BoxCase c = best_;
                  for (ScriptStep& step : c.steps)
                    std::erase_if(step.bodies, [&](const ScriptBody& body) {
                      return body.identity >= all[first] && body.identity <= all[last - 1];
                    });
                  return c;
                });
  }

  // Tries the case after change(case), which says whether it changed anything.
  template <class Change>
  bool simplify(const Change& change) {
    BoxCase c = best_;
    return change(c) && take_if_it_fails(std::move(c));
  }
  template <class T>
  static bool set(T& value, T simpler) {
    if (value == simpler) return false;
    value = simpler;
    return true;
  }

  bool drop_features() {
    bool simpler = simplify([](BoxCase& c) { return set(c.threads, 1); });
    for (std::size_t k = 0; k < 3; ++k)
      simpler |= simplify([&](BoxCase& c) { return std::exchange(c.cell.periodic[k], false); });
    for (std::size_t s = 0; s < best_.steps.size(); ++s) {
      simpler |= simplify([&](BoxCase& c) { return set(c.steps[s].reset, false); });
      simpler |= simplify([&](BoxCase& c) { return set(c.steps[s].appended_first, false); });
    }
    return simpler | simplify([](BoxCase& c) {
             return change_bodies(c, [](ScriptBody& body) { return set(body.mobile, std::uint8_t{1}); });
           });
  }

  template <class Change>
  static bool change_bodies(BoxCase& c, const Change& change) {
    bool any = false;
    for (ScriptStep& step : c.steps)
      for (ScriptBody& body : step.bodies) any |= change(body);
    return any;
  }

  static bool same(const Box& x, const Box& y) { return x.lower == y.lower && x.upper == y.upper; }

  // Bodies that need not move stay where they are in the first step that they see.
  bool drop_motion() {
    bool simpler = false;
    for (const std::uint32_t identity : identities())
      simpler |= simplify([&](BoxCase& c) {
        const Box* first = nullptr;
        return change_bodies(c, [&](ScriptBody& body) {
          if (body.identity != identity) return false;
          if (first == nullptr) first = &body.box;
          return !same(body.box, *first) && (body.box = *first, true);
        });
      });
    return simpler;
  }

  static bool round_to(double& x, double unit) {
    if (!(std::abs(x) < 1e9)) return false;
    return set(x, std::round(x / unit) * unit + 0.0);
  }
  static bool round_to(Vec3& v, double unit) {
    return round_to(v[0], unit) | round_to(v[1], unit) | round_to(v[2], unit);
  }

  // To whole numbers, or else to halves, quarters and so on: all, or else each body on its own.
  bool round_coordinates() {
    bool simpler = false;
    for (double unit = 1; unit > 1e-4; unit /= 4) {
      simpler |= simplify([&](BoxCase& c) {
        const bool changed =
            round_to(c.cell.origin, unit) | round_to(c.cell.length, unit) | round_boxes(c, unit);
        return changed && c.cell.length.minCoeff() > 0;
      });
      if (simpler) break;
      for (const std::uint32_t identity : identities())
        simpler |= simplify([&](BoxCase& c) { return round_boxes(c, unit, &identity); });
    }
    return simpler;
  }
  static bool round_boxes(BoxCase& c, double unit, const std::uint32_t* only = nullptr) {
    return change_bodies(c, [&](ScriptBody& body) {
      if (only != nullptr && body.identity != *only) return false;
      return static_cast<bool>(round_to(body.box.lower, unit) | round_to(body.box.upper, unit));
    });
  }

  BoxCase best_;
  Fails fails_;
  int tries_;
};

inline BoxCase shrunk(const BoxCase& failing, const Maker& make) {
  return Shrinker(failing, [&](const BoxCase& c) { return !failure_of(c, make).empty(); }).shrink();
}

}  // namespace scree::test
