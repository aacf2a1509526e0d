// The measured order of both integrators for smooth forces, by halving the step.
#include <functional>

#include "integrate/rotation.h"
#include "scene_text.h"
#include "support/integrated_body.h"

namespace scree::physics {
namespace {

using Load = std::function<void(IntegratedBody&, double time)>;  // sets force and torque of body 0

IntegratedBody one_body(const Vec3& position, const Vec3& velocity) {
  IntegratedBody b(1, {1, 2, 3});
  b.position = position;
  b.velocity = velocity;
  return b;
}

void integrate(IntegratedBody& b, Integrator integrator, const Load& load, double until, int steps) {
  const double dt = until / steps;
  for (int k = 1; k <= steps; ++k) {
    const bool gear = integrator == Integrator::gear;
    if (gear) {
      gear_predict(b, dt);
      load(b, k * dt);
      gear_correct(b, dt);
      continue;
    }
    // Forces see the velocities of the full step.
    const Velocities end = verlet_predict(b, dt);
    const Velocities half{b.velocity, b.spin};
    b.velocity = end.velocity;
    b.spin = end.spin;
    load(b, k * dt);
    b.velocity = half.velocity;
    b.spin = half.spin;
    verlet_correct(b, dt);
  }
}

// Slope of log(error) over log(dt) from two step numbers.
double order_of(const std::function<double(int)>& error, int steps) {
  return std::log2(error(steps) / error(2 * steps));
}

constexpr double until = 6;

// x'' = -x - 2 z x', started with the exact derivatives or with none.
double oscillator_error(Integrator integrator, double z, bool exact_start, int steps) {
  const double w = std::sqrt(1 - z * z);
  const Load load = [z](IntegratedBody& b, double) { b.force = -b.position - 2 * z * b.velocity; };
  const auto exact = [z, w](double t) {
    return std::exp(-z * t) * (std::cos(w * t) + z / w * std::sin(w * t));
  };
  IntegratedBody b = one_body({1, 0, 0}, {0, 0, 0});
  load(b, 0);
  const double dt = until / steps;
  start(b, dt);
  if (exact_start) {
    // x^(k+2) = -x^(k) - 2 z x^(k+1)
    double d[6] = {1, 0};
    for (int k = 2; k < 6; ++k) d[k] = -d[k - 2] - 2 * z * d[k - 1];
    double factor = dt;
    for (int k = 2; k < 6; ++k) {
      factor *= dt / k;
      b.derivatives.x[static_cast<std::size_t>(k - 2)] = Vec3(d[k] * factor, 0, 0);
    }
    b.order = full_order;
  }
  integrate(b, integrator, load, until, steps);
  return std::abs(b.position.x() - exact(until));
}

void check_order(const std::string& what, double order, double least, double most) {
  print_line(what, 0.5 * (least + most), order, order - 0.5 * (least + most), " (abs)", 0.5 * (most - least));
  EXPECT_GE(order, least) << what;
  EXPECT_LE(order, most) << what;
}

TEST(Order, Oscillator) {
  for (const double z : {0.0, 0.1, 0.3}) {
    const auto error = [z](Integrator i, bool exact) {
      return [=](int steps) { return oscillator_error(i, z, exact, steps); };
    };
    check_order(fmt::format("order, gear, oscillator with damping {}", z),
                order_of(error(Integrator::gear, true), 240), 4.8, 6.2);
    check_order(fmt::format("order, verlet, oscillator with damping {}", z),
                order_of(error(Integrator::verlet, true), 400), 1.9, 2.1);
    // The derivatives come in one by one; forces seen at velocities predicted without them cost two orders.
    check_order(fmt::format("order, gear from a start without derivatives, oscillator with damping {}", z),
                order_of(error(Integrator::gear, false), 480), 2.8, 6.2);
  }
}

// Where a closed form is wanting, the difference to a much finer run is the error.
double top_error(Integrator integrator, int steps) {
  // A heavy top with drag: the torque depends on orientation and spin.
  const Load load = [](IntegratedBody& b, double) {
    const Vec3 axis = b.orientation.toRotationMatrix() * Vec3(0.2, 0.3, 1);
    b.torque = axis.cross(Vec3(0, 0, -1.5)) - 0.05 * b.spin;
  };
  const auto run = [&](Integrator i, int n) {
    IntegratedBody b = one_body(Vec3::Zero(), Vec3::Zero());
    b.orientation = Quat(0.9, 0.3, -0.2, 0.1).normalized();
    b.spin = {0.3, -0.5, 1.1};
    load(b, 0);
    start(b, until / n);
    integrate(b, i, load, until, n);
    return b;
  };
  static const IntegratedBody reference = run(Integrator::gear, 48000);
  const IntegratedBody b = run(integrator, steps);
  return (b.spin - reference.spin).norm() +
         (b.orientation.toRotationMatrix() - reference.orientation.toRotationMatrix()).norm();
}

TEST(Order, HeavyTop) {
  check_order("order, verlet, heavy top with drag",
              order_of([](int n) { return top_error(Integrator::verlet, n); }, 1200), 1.9, 2.1);
  check_order("order, gear, heavy top with drag",
              order_of([](int n) { return top_error(Integrator::gear, n); }, 300), 2.8, 6.2);
}

// Free rotation with derivatives that have settled: the error made from then on.
TEST(Order, FreeTop) {
  const auto error = [](Integrator integrator, int steps) {
    const Load none = [](IntegratedBody& b, double) { b.torque.setZero(); };
    const auto run = [&](Integrator i, int n) {
      IntegratedBody b = one_body(Vec3::Zero(), Vec3::Zero());
      b.spin = {1, 0.2, 1};
      start(b, until / n);
      integrate(b, i, none, until, n);
      return b;
    };
    static const IntegratedBody reference = run(Integrator::verlet, 48000);
    return (run(integrator, steps).spin - reference.spin).norm();
  };
  check_order("order, gear, free top", order_of([&](int n) { return error(Integrator::gear, n); }, 300), 2.8,
              6.2);
  check_order("order, verlet (free turns of fourth order), free top",
              order_of([&](int n) { return error(Integrator::verlet, n); }, 150), 3.8, 4.2);
}

}  // namespace
}  // namespace scree::physics
