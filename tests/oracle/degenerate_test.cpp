// Every special way in which two polyhedra can lie to each other, exactly and up to rounding, and sliding
// through it: the volume is that of exact arithmetic, and nothing jumps.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "oracle/bodies.h"
#include "oracle/judge.h"

namespace scree::oracle {
namespace {

// Two bodies, in the same axes, and b's centre from a's. All coordinates are short binary fractions, so that
// what is meant to coincide does so exactly.
struct Placement {
  Polyhedron a, b;
  Vec3 d;
};

// The same with the other way up.
Polyhedron upside_down(Polyhedron body) {
  PlacedCopy copy;
  copy.place(body, 1, Quat(0, 1, 0, 0));  // half a turn about x, without rounding
  std::ranges::copy(copy.view.vertices, body.vertices.begin());
  body.planes = copy.planes;
  return body;
}
// By a quarter of a turn about z, without rounding.
Polyhedron turned(Polyhedron body) {
  for (Vec3& v : body.vertices) v = Vec3(-v.y(), v.x(), v.z());
  for (Plane& plane : body.planes) plane.normal = Vec3(-plane.normal.y(), plane.normal.x(), plane.normal.z());
  return body;
}
Polyhedron cube(double half = 1) { return box({half, half, half}); }

class Slide {
 public:
  Slide(const Placement& placement, const Quat& frame) : placement_(placement), frame_(frame) {
    a_.place(placement_.a, 1, frame);
    b_.place(placement_.b, 1, frame);
    size_ = 2 * std::min(a_.view.radius, b_.view.radius);
    // No section of a body is larger than half its surface.
    for (const PlacedCopy* body : {&a_, &b_})
      largest_section_ = std::min(largest_section_, 0.5 * surface(*body));
  }

  // Along a direction, through the special position, in steps that grow from a tenth of a rounding.
  void along(const Vec3& way) {
    std::vector<double> at{0};
    for (const double step : {1e-17, 1e-16, 2.5e-16, 1e-15, 1e-14, 1e-12, 1e-10, 1e-8, 1e-6, 1e-4, 1e-2})
      for (const double sign : {-1.0, 1.0}) at.push_back(sign * step * size_);
    std::ranges::sort(at);
    const Vec3 from = frame_ * placement_.d, direction = (frame_ * way).normalized();
    Vec3 last_d = from;
    double last_volume = 0, last_bound = 0;
    for (const double s : at) {
      const Vec3 d = from + s * direction;
      const Verdict verdict = judge(a_.view, b_.view, d, work_);
      Overlap out;
      const double volume = find_overlap(a_.view, b_.view, d, work_, out) ? out.volume : 0;
      EXPECT_TRUE(verdict.passes()) << "at " << s << " along " << way.transpose() << ": "
                                    << describe(verdict);
      EXPECT_GE(volume, 0);
      if (s > at.front()) {
        EXPECT_LE(std::abs(volume - last_volume),
                  (1 + 1e-9) * largest_section_ * (d - last_d).norm() + verdict.bound + last_bound)
            << "a jump before " << s << " along " << way.transpose();
      }
      last_d = d;
      last_volume = volume;
      last_bound = verdict.bound;
    }
  }

 private:
  static double surface(const PlacedCopy& body) {
    double sum = 0;
    const Polyhedron& shape = *body.view.shape;
    for (std::size_t f = 0; f < shape.faces(); ++f) {
      const auto corners = shape.corners_of(f);
      Vec3 doubled = Vec3::Zero();
      for (std::size_t k = 1; k + 1 < corners.size(); ++k)
        doubled += (body.view.vertices[corners[k]] - body.view.vertices[corners[0]])
                       .cross(body.view.vertices[corners[k + 1]] - body.view.vertices[corners[0]]);
      sum += 0.5 * doubled.norm();
    }
    return sum;
  }

  const Placement& placement_;
  Quat frame_;
  PlacedCopy a_, b_;
  double size_ = 0, largest_section_ = 1e300;
  OverlapWork work_;
};

// In its own axes and in turned ones, where what coincides does so up to rounding.
void slide_through(const Placement& placement) {
  Rng rng(3, 1);
  std::vector<Quat> frames{Quat::Identity(),
                           Quat(Eigen::AngleAxisd(0.25 * 3.141592653589793, Vec3::UnitZ()))};
  for (int n = 0; n < 3; ++n) frames.push_back(rng.rotation());
  for (const Quat& frame : frames) {
    Slide slide(placement, frame);
    for (const Vec3& way : {Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(0, 0, 1), Vec3(1, 1, 0), Vec3(1, 1, 1),
                            Vec3(1, -0.5, 0.25), Vec3(0.1, 0.2, -1)})
      slide.along(way);
  }
}

TEST(degenerate, shared_face) { slide_through({cube(), cube(), {2, 0, 0}}); }
TEST(degenerate, shared_face_of_an_octahedron_and_a_tetrahedron) {
  slide_through({octahedron(), tetrahedron(0.5), {0.5, 0.5, 0.5}});
}
TEST(degenerate, faces_of_tetrahedra_partly_shared) {
  slide_through({tetrahedron(), turned(tetrahedron()), {-1, -1, 0}});
}
TEST(degenerate, shared_part_of_a_face) { slide_through({cube(), cube(), {2, 0.5, 0.25}}); }
TEST(degenerate, small_face_on_a_large_one) { slide_through({cube(2), cube(0.5), {2.5, 0.75, -0.25}}); }
TEST(degenerate, small_face_in_the_corner_of_a_large_one) {
  slide_through({cube(2), cube(0.5), {2.5, 1.5, 1.5}});
}
TEST(degenerate, shared_edge) { slide_through({cube(), cube(), {2, 2, 0}}); }
TEST(degenerate, shared_part_of_an_edge) { slide_through({cube(), cube(), {2, 2, 0.5}}); }
TEST(degenerate, shared_ridge) { slide_through({roof(), upside_down(roof()), {0, 0, 2}}); }
TEST(degenerate, edge_on_edge_crossed) { slide_through({roof(), upside_down(turned(roof())), {0, 0, 2}}); }
TEST(degenerate, edge_on_edge_crossed_at_an_end) {
  slide_through({roof(), upside_down(turned(roof())), {1, 0.5, 2}});
}
TEST(degenerate, vertex_on_vertex) {
  slide_through({cube(), cube(), {2, 2, 2}});
  slide_through({octahedron(), octahedron(), {0, 0, 2}});
}
TEST(degenerate, vertex_on_face) { slide_through({octahedron(), cube(), {0.25, -0.5, 2}}); }
TEST(degenerate, vertex_on_edge) { slide_through({octahedron(), cube(), {2, 1, 0.25}}); }
TEST(degenerate, vertex_of_a_cube_on_an_edge_of_another) { slide_through({cube(), cube(), {2, 2, 1}}); }
TEST(degenerate, edge_in_face) { slide_through({roof(), cube(), {0.25, 0.5, 2}}); }
TEST(degenerate, edge_in_face_over_its_rim) { slide_through({roof(), cube(), {1.5, 0.5, 2}}); }
TEST(degenerate, edge_in_face_along_its_rim) { slide_through({roof(), cube(), {0, 1, 2}}); }
TEST(degenerate, identical_bodies) {
  slide_through({cube(), cube(), Vec3::Zero()});
  slide_through({octahedron(), octahedron(), Vec3::Zero()});
  slide_through({roof(), roof(), Vec3::Zero()});
  Rng rng(4, 1);
  const Polyhedron hull = random_hull(rng, 20, {1, 0.7, 0.4});
  slide_through({hull, hull, Vec3::Zero()});
}
TEST(degenerate, tetrahedra_that_make_a_star) {
  slide_through({tetrahedron(), turned(tetrahedron()), Vec3::Zero()});
}
TEST(degenerate, one_inside_the_other) { slide_through({cube(), cube(0.5), {0.25, -0.125, 0}}); }
TEST(degenerate, inside_on_a_face) { slide_through({cube(), cube(0.5), {0.5, 0.125, 0}}); }
TEST(degenerate, inside_on_two_faces_and_their_edge) { slide_through({cube(), cube(0.5), {0.5, 0.5, 0}}); }
TEST(degenerate, inside_in_a_corner) { slide_through({cube(), cube(0.5), {0.5, 0.5, 0.5}}); }
TEST(degenerate, inside_with_a_vertex_on_a_face) {
  slide_through({cube(2), octahedron(), {1, 0.25, -0.5}});
  slide_through({cube(), octahedron(), Vec3::Zero()});  // six of them
}
TEST(degenerate, inside_with_an_edge_in_a_face) { slide_through({cube(2), roof(), {0.25, 0.5, 1}}); }
TEST(degenerate, inside_with_edges_in_faces) { slide_through({cube(), tetrahedron(), Vec3::Zero()}); }
TEST(degenerate, inside_with_a_vertex_on_an_edge) { slide_through({cube(2), octahedron(), {1, 2, 0.5}}); }
TEST(degenerate, faces_in_one_plane_side_by_side) { slide_through({cube(), cube(), {1, 0, 0}}); }
TEST(degenerate, crossed_bars_with_flush_faces) {
  slide_through({box({4, 1, 1}), box({1, 4, 1}), Vec3::Zero()});
  slide_through({box({4, 1, 1}), box({1, 4, 1}), {4, 0, 0}});
}
TEST(degenerate, plates_face_to_face) {
  slide_through({box({1, 1, 0.015625}), box({1, 1, 0.015625}), {0.5, 0.25, 0.03125}});
}
TEST(degenerate, needle_along_an_edge) {
  slide_through({cube(), box({0.0078125, 0.0078125, 1}), {1.0078125, 1.0078125, 0.5}});
}
TEST(degenerate, needle_end_on_a_corner) {
  slide_through({cube(), box({0.0078125, 0.0078125, 1}), {1, 1, 2}});
}
TEST(degenerate, tiny_on_huge) {
  const double tiny = std::ldexp(1.0, -10);
  slide_through({cube(), cube(tiny), {0.5, 0.25, 1 + tiny}});
  slide_through({cube(tiny), cube(), {-1 - tiny, -1 - tiny, 0.5}});
}

}  // namespace
}  // namespace scree::oracle
