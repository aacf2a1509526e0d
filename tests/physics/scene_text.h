// Scenes written inside a test, and results checked against closed forms.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

#include "base/vector.h"
#include "run/laboratory.h"
#include "scree/simulation.h"

namespace scree::physics {

inline std::string text(const Vec3& v) {
  return fmt::format("[{:.17g}, {:.17g}, {:.17g}]", v.x(), v.y(), v.z());
}

// A scene, table by table; `lines` are keys as they stand in a scene file.
class SceneText {
 public:
  explicit SceneText(const std::string& lines = "gravity = [0, 0, 0]")
      : text_("[simulation]\n" + lines + "\n") {}
  SceneText& law(const std::string& lines) { return add("[law]", lines); }
  SceneText& material(const std::string& name, const std::string& lines) {
    return add("[[material]]", "name = \"" + name + "\"\n" + lines);
  }
  SceneText& sphere(const std::string& name, double radius) {
    return add("[[shape]]", fmt::format("name = \"{}\"\nkind = \"sphere\"\nradius = {:.17g}", name, radius));
  }
  SceneText& box(const std::string& name, const Vec3& half) {
    return add("[[shape]]",
               fmt::format("name = \"{}\"\nkind = \"box\"\nhalf_extents = {}", name, text(half)));
  }
  SceneText& plane(const std::string& name, const Vec3& normal = Vec3::UnitZ()) {
    return add("[[shape]]",
               fmt::format("name = \"{}\"\nkind = \"half-space\"\nnormal = {}", name, text(normal)));
  }
  SceneText& body(const std::string& name, const std::string& shape, const std::string& material,
                  const Vec3& position, const std::string& lines = "") {
    return add("[[body]]", fmt::format("name = \"{}\"\nshape = \"{}\"\nmaterial = \"{}\"\nposition = {}\n{}",
                                       name, shape, material, physics::text(position), lines));
  }
  SceneText& add(const std::string& table, const std::string& lines) {
    text_ += table + "\n" + lines + "\n";
    return *this;
  }
  Simulation start(int threads = 1) const {
    Options options;
    options.threads = threads;
    options.force_dt = true;  // some want to see what a long step does
    return Simulation(Scene::from_text(text_, "test"), options);
  }

 private:
  std::string text_;
};

inline std::string moving(const Vec3& velocity, const Vec3& spin = Vec3::Zero()) {
  return "velocity = " + text(velocity) + "\nspin = " + text(spin);
}

inline State& state_of(Simulation& simulation) { return simulation.laboratory().state(); }

// Prints one line of the table in docs/validation.md.
inline void print_line(const std::string& what, double target, double measured, double deviation,
                       const char* unit, double tolerance) {
  const ::testing::TestInfo* test = ::testing::UnitTest::GetInstance()->current_test_info();
  std::printf("| %s | %.6g | %.6g | %.1e%s | %.1e | `%s.%s` |\n", what.c_str(), target, measured, deviation,
              unit, tolerance, test->test_suite_name(), test->name());
}

// Two-sided, relative to the target.
inline void check(const std::string& what, double measured, double target, double relative) {
  print_line(what, target, measured, measured / target - 1, "", relative);
  EXPECT_NEAR(measured, target, relative * std::abs(target)) << what;
}

inline void check_absolute(const std::string& what, double measured, double target, double tolerance) {
  print_line(what, target, measured, measured - target, " (abs)", tolerance);
  EXPECT_NEAR(measured, target, tolerance) << what;
}

// Many cases, of which the worst is printed.
class Worst {
 public:
  explicit Worst(std::string what) : what_(std::move(what)) {}
  void add(const std::string& which, double measured, double target, double scale) {
    ++cases_;
    const double deviation = (measured - target) / scale;
    if (std::abs(deviation) < std::abs(deviation_)) return;
    which_ = which;
    measured_ = measured;
    target_ = target;
    deviation_ = deviation;
  }
  void add(const std::string& which, double measured, double target) {
    add(which, measured, target, std::abs(target));
  }
  void check(double tolerance) const {
    print_line(fmt::format("{}: worst of {} ({})", what_, cases_, which_), target_, measured_, deviation_, "",
               tolerance);
    EXPECT_LE(std::abs(deviation_), tolerance) << what_ << " at " << which_;
    EXPECT_GT(cases_, 0);
  }

 private:
  std::string what_, which_;
  int cases_ = 0;
  double measured_ = 0, target_ = 0, deviation_ = 0;
};

}  // namespace scree::physics
