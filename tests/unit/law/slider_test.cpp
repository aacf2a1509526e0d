// Spring, dashpot and slider: the limit holds exactly, the force opposes the slip, the books balance.
#include "law/slider.h"

#include <gtest/gtest.h>

namespace scree {
namespace {

constexpr double k = 1000;

using Work = SliderWork<double>;

Vec3 step(Vec3& spring, const Vec3& travel, const Vec3& velocity, double damping, double limit, Work& work) {
  Triple<double> held = triple(spring);
  const SliderLaw<double> law{k, 1 / k, damping, limit};
  const Triple<double> force = slide(held, triple(travel), triple(velocity), law, work);
  spring = vec3(held);
  return vec3(force);
}

TEST(Slider, SticksBelowTheLimit) {
  Vec3 spring = Vec3::Zero();
  Work work;
  const Vec3 force = step(spring, {1e-3, 0, 0}, {1, 0, 0}, 0.1, 5, work);
  EXPECT_DOUBLE_EQ(spring.x(), -1);
  EXPECT_DOUBLE_EQ(force.x(), -1.1);
  EXPECT_DOUBLE_EQ(work.elastic, 0.5 * k * 1e-6);
  EXPECT_EQ(work.friction, 0);
  EXPECT_NEAR(work.damping, 0.1 * 1e-3, 1e-18);
}

TEST(Slider, LimitIsExact) {
  Vec3 spring = Vec3::Zero();
  Work work;
  for (int n = 0; n < 50; ++n) {
    const Vec3 force = step(spring, Vec3(3e-4, -4e-4, 0), Vec3(30, -40, 0), 0.01, 2, work);
    EXPECT_LE(force.norm(), 2 * (1 + 1e-15));
    EXPECT_LE(spring.norm(), 2 * (1 + 1e-15));
    if (n > 10) {
      EXPECT_DOUBLE_EQ(force.norm(), 2);
    }
    EXPECT_LE(force.dot(Vec3(3, -4, 0)), 0) << "friction pushes along with the slip";
  }
}

TEST(Slider, NoForceWithoutPressure) {
  Vec3 spring(1, 1, 0);
  Work work;
  const Vec3 force = step(spring, Vec3(1e-3, 0, 0), Vec3(1, 0, 0), 0.1, 0, work);
  EXPECT_EQ(force, Vec3(Vec3::Zero()));
  EXPECT_EQ(spring, Vec3(Vec3::Zero()));
  // What the spring held goes to the travel, at the mean force, and to heat.
  EXPECT_NEAR(work.elastic, -1e-3, 1e-18);
  EXPECT_NEAR(work.elastic + work.friction + work.damping, -0.5 * 1e-3, 1e-18);
}

// When the motion stops after slip the spring holds back, and no more than the limit.
TEST(Slider, NeverPushesOnwards) {
  Vec3 spring = Vec3::Zero();
  Work work;
  for (int n = 0; n < 20; ++n) step(spring, Vec3(1e-3, 0, 0), Vec3(100, 0, 0), 0.5, 3, work);
  const Vec3 held = step(spring, Vec3::Zero(), Vec3::Zero(), 0.5, 3, work);
  EXPECT_LE(held.x(), 0);
  EXPECT_GE(held.x(), -3);
  // A dashpot that alone exceeds the limit leaves the direction of slip, not of the old spring.
  Vec3 ahead(2, 0, 0);
  const Vec3 braked = step(ahead, Vec3(1e-3, 0, 0), Vec3(100, 0, 0), 0.5, 3, work);
  EXPECT_DOUBLE_EQ(braked.x(), -3);
}

// What the bodies do against the force is stored, damped or rubbed away; only storage may come back.
TEST(Slider, BooksBalance) {
  Vec3 spring = Vec3::Zero();
  Work work;
  double done = 0;
  const double dt = 1e-5;
  Vec3 old_force = Vec3::Zero();
  for (int n = 1; n <= 20000; ++n) {
    const double t = n * dt;
    const Vec3 v(0.5 * std::cos(40 * t), 0.3 * std::sin(70 * t), 0);
    const Vec3 before(0.5 * std::cos(40 * (t - dt)), 0.3 * std::sin(70 * (t - dt)), 0);
    const Vec3 travel = 0.5 * dt * (v + before);
    const Vec3 force = step(spring, travel, v, 1, 3, work);
    done -= 0.5 * (force + old_force).dot(travel);
    old_force = force;
  }
  EXPECT_NEAR((work.elastic + work.damping + work.friction) / done, 1, 1e-3);
  EXPECT_NEAR(work.elastic, 0.5 * spring.squaredNorm() / k, 1e-12);
  EXPECT_GT(work.friction, 0);
  EXPECT_GT(work.damping, 0);
}

TEST(Slider, NumbersAndVectorsAgree) {
  Vec3 vector = Vec3::Zero();
  double number = 0;
  Work of_vector, of_number;
  for (int n = 0; n < 30; ++n) {
    const double travel = 1e-3 * std::sin(0.3 * n);
    const Vec3 a = step(vector, Vec3(0, travel, 0), Vec3(0, 100 * travel, 0), 0.2, 2, of_vector);
    const double b = slide(number, travel, 100 * travel, SliderLaw<double>{k, 1 / k, 0.2, 2}, of_number);
    EXPECT_NEAR(a.y(), b, 1e-15);
  }
  EXPECT_NEAR(of_vector.friction, of_number.friction, 1e-15);
  EXPECT_NEAR(of_vector.elastic, of_number.elastic, 1e-15);
  EXPECT_NEAR(of_vector.damping, of_number.damping, 1e-15);
}

}  // namespace
}  // namespace scree
