// The kernel against exact arithmetic on random pairs of grains.
//
// SCREE_PAIRS: how many (2000), SCREE_SEED: of what random numbers (1), SCREE_FIRST: number of the first (0),
// to look at one again. Prints a table of the worst errors, in units of what is allowed.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <string>

#include "oracle/contacts.h"
#include "oracle/judge.h"

namespace scree::oracle {
namespace {

std::uint64_t setting(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text && *text ? std::strtoull(text, nullptr, 10) : otherwise;
}

enum class Way {
  meet,    // two features meet
  tilted,  // features are laid flat on each other and then tilted
  deep,    // any poses, centres not far from each other
  copies,  // the same body twice, moved and turned a little: every face has an almost parallel one
};
struct Kind {
  const char* name;
  Way way;
  Feature on_a = Feature::face, on_b = Feature::face;
};
constexpr Kind kinds[] = {
    {"vertex to face", Way::meet, Feature::vertex, Feature::face},
    {"face to vertex", Way::meet, Feature::face, Feature::vertex},
    {"edge to edge", Way::meet, Feature::edge, Feature::edge},
    {"edge to vertex", Way::meet, Feature::edge, Feature::vertex},
    {"vertex to vertex", Way::meet, Feature::vertex, Feature::vertex},
    {"edge on face, tilted", Way::tilted, Feature::edge, Feature::face},
    {"face on edge, tilted", Way::tilted, Feature::face, Feature::edge},
    {"face on face, tilted", Way::tilted, Feature::face, Feature::face},
    {"deep, to full containment", Way::deep},
    {"copies, barely moved", Way::copies},
};

struct Worst {
  int pairs = 0, contacts = 0, missed = 0, invented = 0;
  double volume = 0, volume_centroid = 0, outside = 0;
  struct Areas {
    int pairs = 0;
    double vector = 0, moment = 0, patches = 0;
  } plain, parallel, ambiguous;
};

struct Placed {
  PlacedCopy a, b;
  Vec3 d;
};

void place(Rng& rng, const Kind& kind, const std::vector<Polyhedron>& bodies, Placed& pair) {
  const Polyhedron& a = bodies[rng.below(bodies.size())];
  const Polyhedron& b = kind.way == Way::copies ? a : bodies[rng.below(bodies.size())];
  // Sizes 1:1 to 1:30 either way, and not always of the order of a metre.
  const Pose pose_a{log_uniform(rng, 1e-6, 1e6), rng.rotation()};
  const double ratio = kind.way == Way::copies || rng.uniform() < 0.3 ? 1 : log_uniform(rng, 1.0 / 30, 30);
  pair.a.place(a, pose_a.scale, pose_a.orientation);
  pair.b.place(b, pose_a.scale, Quat::Identity());
  const double radius_a = pair.a.view.radius, size = 2 * radius_a * std::min(1.0, ratio);
  Meeting meeting{{pose_a.scale * ratio * radius_a / pair.b.view.radius, rng.rotation()}, Vec3::Zero()};
  const double tilt = rng.uniform() < 0.1 ? 0 : log_uniform(rng, 1e-12, 1e-1);
  if (kind.way == Way::deep) {
    meeting.d = rng.uniform() * radius_a * std::max(1.0, ratio) * rng.unit_vector();
  } else if (kind.way == Way::copies) {
    meeting.b.orientation = turn(tilt, rng.unit_vector()) * pose_a.orientation;
    if (rng.uniform() < 0.9) meeting.d = log_uniform(rng, 1e-17, 1e-2) * size * rng.unit_vector();
  } else {
    const double depth = log_uniform(rng, 1e-10, 1) * size;
    meeting = meet(rng, random_support(rng, a, kind.on_a), pose_a, random_support(rng, b, kind.on_b),
                   meeting.b.scale, kind.way == Way::tilted ? tilt : 0, depth);
  }
  pair.b.place(b, meeting.b.scale, meeting.b.orientation);
  pair.d = meeting.d;
}

void add(const Verdict& v, Worst& worst) {
  ++worst.pairs;
  worst.contacts += v.touches;
  worst.missed += v.overlaps && !v.touches;
  worst.invented += v.touches && !v.overlaps;
  worst.volume = std::max(worst.volume, v.volume);
  worst.volume_centroid = std::max(worst.volume_centroid, v.volume_centroid);
  worst.outside = std::max(worst.outside, v.outside);
  Worst::Areas& areas = v.ambiguous > 0       ? worst.ambiguous
                        : v.nearly_parallel() ? worst.parallel
                                              : worst.plain;
  ++areas.pairs;
  areas.vector = std::max(areas.vector, v.area);
  areas.moment = std::max(areas.moment, v.moment);
  areas.patches = std::max(areas.patches, v.patches);
}

// Of pairs drawn below with other numbers.
TEST(random_pairs, once_outside_of_the_bounds) {
  Rng for_bodies(1, 0);
  const std::vector<Polyhedron> bodies = varied_bodies(for_bodies, 200, 50);
  OverlapWork work;
  Placed pair;
  // 47746: corners on the edges of a much larger body rounded more than was allowed for.
  for (const std::uint64_t n : {47746u}) {
    Rng rng(1, 1 + n);
    place(rng, kinds[rng.below(std::size(kinds))], bodies, pair);
    const Verdict verdict = judge(pair.a.view, pair.b.view, pair.d, work);
    EXPECT_TRUE(verdict.passes()) << n << ": " << describe(verdict);
  }
}

TEST(random_pairs, have_the_volume_the_centroid_and_the_area_vector_of_exact_arithmetic) {
  const std::uint64_t seed = setting("SCREE_SEED", 1), pairs = setting("SCREE_PAIRS", 2000);
  const std::uint64_t first = setting("SCREE_FIRST", 0);
  Rng for_bodies(seed, 0);
  const std::vector<Polyhedron> bodies = varied_bodies(for_bodies, 200, 50);
  Worst worst[std::size(kinds)];
  OverlapWork work;
  Placed pair;
  int shown = 0;
  for (std::uint64_t n = first; n < first + pairs; ++n) {
    Rng rng(seed, 1 + n);
    const std::size_t kind = rng.below(std::size(kinds));
    place(rng, kinds[kind], bodies, pair);
    const Verdict verdict = judge(pair.a.view, pair.b.view, pair.d, work);
    add(verdict, worst[kind]);
    if (!verdict.passes() && ++shown <= 10)
      ADD_FAILURE() << "seed " << seed << ", pair " << n << ", " << kinds[kind].name << ": "
                    << describe(verdict);
  }
  EXPECT_LE(shown, 10) << "pairs outside of the bounds";
  fmt::print(
      "\n| contact | pairs | touch | missed | invented | volume | volume x centroid | centroid outside |\n"
      "|---|---|---|---|---|---|---|---|\n");
  for (std::size_t k = 0; k < std::size(kinds); ++k) {
    const Worst& w = worst[k];
    fmt::print("| {} | {} | {} | {} | {} | {:.2g} | {:.2g} | {:.2g} |\n", kinds[k].name, w.pairs, w.contacts,
               w.missed, w.invented, w.volume, w.volume_centroid, w.outside);
    if (pairs < 1000) continue;
    EXPECT_GT(w.contacts, w.pairs / 2) << kinds[k].name << ": too few of them touch to say much";
  }
  fmt::print("\n| contact | faces | pairs | area vector | moment | patches |\n|---|---|---|---|---|---|\n");
  for (std::size_t k = 0; k < std::size(kinds); ++k) {
    const auto row = [&](const char* faces, const Worst::Areas& areas) {
      if (areas.pairs == 0) return;
      fmt::print("| {} | {} | {} | {:.2g} | {:.2g} | {:.2g} |\n", kinds[k].name, faces, areas.pairs,
                 areas.vector, areas.moment, areas.patches);
    };
    row("not parallel", worst[k].plain);
    row("almost parallel", worst[k].parallel);
    row("ambiguous", worst[k].ambiguous);
  }
}

}  // namespace
}  // namespace scree::oracle
