// The life of a broad phase as a script, so that a case in which a method fails can be made smaller and
// pasted into a test.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "boxes.h"
#include "broadphase/broad_phase.h"

namespace scree::test {

inline constexpr double inf = std::numeric_limits<double>::infinity();  // as text_of() spells it

struct ScriptBody {
  std::uint32_t identity = 0;
  Box box;
  std::uint8_t mobile = 1;
};

// Who is there at an update. Bodies stand in the order of their identities, which never come back: who is not
// among the next ones has been removed, who was not among the last ones has been appended.
struct ScriptStep {
  std::vector<ScriptBody> bodies;
  bool reset = false;
  bool appended_first = false;  // bodies came before others went: the renumbering tells of them, too
};

struct BoxCase {
  int dimension = 3;
  int threads = 1;
  Cell cell;
  std::vector<ScriptStep> steps;
};

using Maker = std::function<std::unique_ptr<BroadPhase>()>;
using PairLists = std::vector<std::vector<Pair>>;  // by step

inline std::vector<Pair> right_pairs(const BoxCase& c, const ScriptStep& step) {
  std::vector<Pair> pairs;
  const auto paired = [&](const ScriptBody& a, const ScriptBody& b) {
    return (a.mobile != 0 || b.mobile != 0) && !is_empty(b.box, c.dimension) &&
           overlap(c.cell, a.box, b.box, c.dimension);
  };
  for (BodyIndex a = 0; a < step.bodies.size(); ++a) {
    if (is_empty(step.bodies[a].box, c.dimension)) continue;
    for (BodyIndex b = a + 1; b < step.bodies.size(); ++b)
      if (paired(step.bodies[a], step.bodies[b])) pairs.push_back({a, b});
  }
  return pairs;
}

inline PairLists right_pairs(const BoxCase& c) {
  PairLists lists;
  for (const ScriptStep& step : c.steps) lists.push_back(right_pairs(c, step));
  return lists;
}

// Where the bodies of the last step are in this one; empty if nobody left.
inline std::vector<BodyIndex> renumbering(const ScriptStep& last, const ScriptStep& now) {
  std::vector<BodyIndex> new_index;
  BodyIndex kept = 0;
  for (const ScriptBody& body : last.bodies) {
    const bool stays = kept < now.bodies.size() && now.bodies[kept].identity == body.identity;
    new_index.push_back(stays ? kept++ : no_body);
  }
  if (kept == last.bodies.size()) return {};
  if (now.appended_first)
    while (kept < now.bodies.size()) new_index.push_back(kept++);
  return new_index;
}

inline std::vector<Pair> renumbered(std::span<const Pair> pairs, std::span<const BodyIndex> new_index) {
  std::vector<Pair> kept;
  for (const Pair& p : pairs)
    if (new_index[p.a] != no_body && new_index[p.b] != no_body)
      kept.push_back({new_index[p.a], new_index[p.b]});
  return kept;
}

// Empty if both are the same, else what is wrong about the first.
inline std::string differences(std::span<const Pair> found, std::span<const Pair> right,
                               const std::string& what) {
  if (std::ranges::equal(found, right)) return "";
  std::string text;
  const auto list = [&](std::span<const Pair> has, std::span<const Pair> lacks, const char* word) {
    for (const Pair& p : has)
      if (std::ranges::find(lacks, p) == lacks.end()) text += fmt::format(" {} ({}, {})", word, p.a, p.b);
  };
  list(right, found, "missing");
  list(found, right, "superfluous");
  return what + ":" + (text.empty() ? " doubles or wrong order" : text);
}

// Goes through a script. run() says what was wrong at the first step that was, or nothing.
class Rehearsal {
 public:
  Rehearsal(const BoxCase& c, const PairLists& right, const Maker& make)
      : case_(c), right_(right), method_(make()), workers_(c.threads) {}

  std::string run() {
    for (std::size_t s = 0; s < case_.steps.size(); ++s) {
      std::string wrong;
      try {
        wrong = step(s);
      } catch (const std::exception& error) {
        wrong = std::string("threw: ") + error.what();
      }
      if (!wrong.empty()) return fmt::format("{}, step {}, {}", method_->name(), s, wrong);
    }
    return "";
  }
  const BroadPhase& method() const { return *method_; }

 private:
  std::string step(std::size_t s) {
    const ScriptStep& now = case_.steps[s];
    if (s > 0) {
      const std::vector<BodyIndex> new_index = renumbering(case_.steps[s - 1], now);
      if (!new_index.empty()) {
        method_->renumber(new_index);
        before_ = renumbered(before_, new_index);
        const std::string wrong = differences(method_->pairs(), before_, "pairs after removal");
        if (!wrong.empty()) return wrong;
      }
    }
    if (now.reset) {
      method_->reset();
      before_.clear();
    }
    std::vector<Box> boxes;
    std::vector<std::uint8_t> mobile;
    for (const ScriptBody& body : now.bodies) {
      boxes.push_back(body.box);
      mobile.push_back(body.mobile);
    }
    method_->update(boxes, mobile, case_.cell, workers_);
    return judge(right_[s]);
  }

  std::string judge(const std::vector<Pair>& right) {
    std::vector<Pair> added, removed;
    std::ranges::set_difference(right, before_, std::back_inserter(added));
    std::ranges::set_difference(before_, right, std::back_inserter(removed));
    before_ = right;
    added_ += added.size();
    std::string wrong = differences(method_->pairs(), right, "pairs");
    if (wrong.empty()) wrong = differences(method_->added(), added, "added");
    if (wrong.empty()) wrong = differences(method_->removed(), removed, "removed");
    if (wrong.empty() && method_->counters().added != added_) wrong = "wrong count of added pairs";
    return wrong;
  }

  const BoxCase& case_;
  const PairLists& right_;
  std::unique_ptr<BroadPhase> method_;
  Workers workers_;
  std::vector<Pair> before_;
  std::uint64_t added_ = 0;
};

inline std::string failure_of(const BoxCase& c, const PairLists& right, const Maker& make) {
  return Rehearsal(c, right, make).run();
}
inline std::string failure_of(const BoxCase& c, const Maker& make) {
  return failure_of(c, right_pairs(c), make);
}

// The case as it would stand in a test.
inline std::string text_of(const Vec3& v) { return fmt::format("Vec3({}, {}, {})", v[0], v[1], v[2]); }

inline std::string text_of(const Box& box) {
  const Box nothing = empty_box();
  if (box.lower == nothing.lower && box.upper == nothing.upper) return "empty_box()";
  return fmt::format("{{{}, {}}}", text_of(box.lower), text_of(box.upper));
}

inline std::string text_of(const BoxCase& c) {
  std::string text = fmt::format(
      "const BoxCase small{{\n    .dimension = {},\n    .threads = {},\n"
      "    .cell = {{{{{}, {}, {}}}, {}, {}}},\n    .steps = {{\n",
      c.dimension, c.threads, c.cell.periodic[0], c.cell.periodic[1], c.cell.periodic[2],
      text_of(c.cell.origin), text_of(c.cell.length));
  for (const ScriptStep& step : c.steps) {
    text += "        {.bodies = {";
    for (const ScriptBody& body : step.bodies)
      text += fmt::format("{}{{{}, {}, {}}}", &body == step.bodies.data() ? "" : ",\n                    ",
                          body.identity, text_of(body.box), body.mobile);
    text += fmt::format("}},\n         .reset = {},\n         .appended_first = {}}},\n", step.reset,
                        step.appended_first);
  }
  return text + "    }};\n";
}

}  // namespace scree::test
