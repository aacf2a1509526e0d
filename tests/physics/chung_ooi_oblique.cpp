// Chung and Ooi, Granular Matter 13 (2011) 643: tests 4 to 8, impacts with friction and spin.
//
// Where the contact slides throughout there are closed forms, whatever the stiffness; elsewhere the
// plain twin of planar_impact.h stands beside.
#include "impact.h"
#include "planar_impact.h"

namespace scree::physics {
namespace {

constexpr Elastic oxide{"aluminium oxide", 3.8e11, .23, 4000}, alloy4{"aluminium alloy", 7e10, .33, 2700},
    steel{"steel", 2.08e11, .3, 7850}, polyethylene{"polyethylene", 1e9, .4, 1400},
    alloy6{"aluminium alloy", 7e10, .30, 2699}, nylon{"nylon", 2.5e9, .4, 1000};

struct Case {
  Elastic material;
  double radius, restitution, friction;
};

struct Rebound {
  double normal, tangential, surface;  // m/s: of the centre, and R w
};

std::string dry(const Case& c) {
  return fmt::format("restitution = {:.17g}\nfriction = {:.17g}", c.restitution, c.friction);
}

std::string simulation(const Case& c, double speed, const char* integrator) {
  const Hertz hertz(c.material.mass(c.radius), c.material.plane_strain(), c.radius, speed);
  return fmt::format("gravity = [0, 0, 0]\ndt = {:.17g}\nintegrator = \"{}\"", hertz.time / 400, integrator);
}

// A sphere on a rigid plane, moving along x, turning about y.
Rebound on_plane(const Case& c, double normal, double tangential, double spin,
                 const char* integrator = "gear") {
  Simulation sim = SceneText(simulation(c, normal, integrator))
                       .material("m", c.material.lines() + dry(c))
                       .material("wall", rigid + dry(c))
                       .sphere("ball", c.radius)
                       .plane("plane")
                       .body("ball", "ball", "m", {0, 0, 1.00001 * c.radius},
                             moving({tangential, 0, -normal}, {0, spin, 0}))
                       .body("plane", "plane", "wall", {0, 0, 0})
                       .start();
  run_through_impact(sim);
  const Bodies& b = state_of(sim).bodies;
  EXPECT_NEAR(b.velocity[0].y(), 0, 1e-12 * normal);
  return {b.velocity[0].z(), b.velocity[0].x(), c.radius * b.spin[0].y()};
}

PlanarSphere twin(const Case& c, double normal) {
  PlanarSphere t;
  t.poisson = c.material.poisson;
  t.friction = c.friction;
  t.stiffness =
      c.material.plane_strain() * std::pow(c.radius, 3) / (c.material.mass(c.radius) * normal * normal);
  t.set_restitution(c.restitution);
  return t;
}

double degrees(double radians) { return radians * 180 / M_PI; }

TEST(ChungOoi, T4GrossSliding) {
  const struct {
    double angle, e_t, spin, contact, centre;
  } targets[] = {{60, .89483, 355.21, 48.16, 57.69}, {80, .96788, 123.36, 78.98, 79.88}};
  for (const Elastic& m : {oxide, alloy4})
    for (const auto& t : targets) {
      const Case c{m, .0025, .98, .092};
      const double radians = t.angle * M_PI / 180;
      const double normal = 3.9 * std::cos(radians);
      const double tangential = 3.9 * std::sin(radians);
      const Rebound r = on_plane(c, normal, tangential, 0);
      const std::string what = fmt::format("T4 {} at {} deg, ", m.name, t.angle);
      check(what + "tangential restitution", r.tangential / tangential, t.e_t, 5e-3);
      check(what + "spin after [rad/s]", r.surface / c.radius, t.spin, 5e-3);
      check(what + "rebound angle of the contact point [deg]",
            degrees(std::atan((r.tangential - r.surface) / r.normal)), t.contact, 5e-3);
      check(what + "rebound angle of the centre [deg]", degrees(std::atan(r.tangential / r.normal)), t.centre,
            5e-3);
    }
}

TEST(ChungOoi, T4AllAngles) {
  for (const Elastic& m : {oxide, alloy4}) {
    const Case c{m, .0025, .98, .092};
    Worst e_t(fmt::format("T4 {}, tangential restitution, 5 to 85 deg", m.name));
    Worst spin(fmt::format("T4 {}, spin over its largest, 5 to 85 deg", m.name));
    Worst e_n(fmt::format("T4 {}, normal restitution, 5 to 85 deg", m.name));
    double last = -90;
    for (int angle = 5; angle <= 85; angle += 5) {
      const double radians = angle * M_PI / 180;
      const double normal = 3.9 * std::cos(radians);
      const double tangential = 3.9 * std::sin(radians);
      const Rebound r = on_plane(c, normal, tangential, 0);
      const PlanarImpact p = twin(c, normal).run(tangential / normal, 0, 100000);
      const std::string which = fmt::format("{} deg", angle);
      e_t.add(which, r.tangential / tangential, p.tangential * normal / tangential);
      spin.add(which, r.surface, p.surface * normal, 2.5 * .092 * 1.98 * 1.95);
      e_n.add(which, r.normal / normal, c.restitution);
      const double contact = degrees(std::atan((r.tangential - r.surface) / r.normal));
      if (angle > 25) {  // below, the tangential spring swings back
        EXPECT_GT(contact, last) << "the rebound angle of the contact point falls at " << angle;
      }
      last = contact;
    }
    e_t.check(5e-3);
    spin.check(5e-3);
    e_n.check(1e-3);
  }
}

TEST(ChungOoi, T5FixedNormalVelocity) {
  const struct {
    double psi, target;
  } targets[] = {{5, 4.60}, {5.5, 4.85}, {6, 4.99}, {7, 5}, {10, 5}, {20, 5}};
  const Case c{steel, 1e-5, 1, .3};
  for (const auto& t : targets)
    for (const char* integrator : {"gear", "verlet"}) {
      const Rebound r = on_plane(c, 5, .3 * 5 * t.psi, 0, integrator);
      check(fmt::format("T5 steel, tan(angle)/mu = {}, {}, R w/(mu v_n)", t.psi, integrator),
            r.surface / (.3 * 5), t.target, 5e-3);
    }
  for (const Elastic& m : {steel, polyethylene}) {
    const Case each{m, 1e-5, 1, .3};
    for (const double psi : {7.0, 10.0, 20.0})
      check(fmt::format("T5 {}, tan(angle)/mu = {}, plateau of R w/(mu v_n)", m.name, psi),
            on_plane(each, 5, .3 * 5 * psi, 0).surface / (.3 * 5), 5, 5e-3);
    Worst worst(fmt::format("T5 {}, R w/(mu v_n) against the plain twin", m.name));
    for (double psi = 0.5; psi < 12; psi += 0.5) {
      const Rebound r = on_plane(each, 5, .3 * 5 * psi, 0);
      const PlanarImpact p = twin(each, 5).run(.3 * psi, 0, 100000);
      worst.add(fmt::format("{}", psi), r.surface / (.3 * 5), p.surface / .3, 5);
    }
    worst.check(5e-3);
  }
}

// From the side of a spinning sphere: v_t = 0, spin w.
TEST(ChungOoi, T6SpinOntoPlane) {
  for (const Elastic& m : {alloy6, nylon}) {
    const Case c{m, .1, .5, .4};
    const PlanarSphere reference = twin(c, .2);
    Worst speed(fmt::format("T6 {}, tangential speed over mu (1 + e) v_n", m.name));
    Worst spin(fmt::format("T6 {}, change of R w over 5/2 mu (1 + e) v_n", m.name));
    const double impulse = .4 * 1.5 * .2;
    for (const double w : {-24.0, -12.0, -6.0, -3.0, -1.0, 0.5, 2.0, 4.0, 8.0, 16.0, 24.0}) {
      const Rebound r = on_plane(c, .2, 0, w);
      const PlanarImpact p = reference.run(0, .1 * w / .2, 100000);
      speed.add(fmt::format("{} rad/s", w), r.tangential, p.tangential * .2, impulse);
      spin.add(fmt::format("{} rad/s", w), r.surface, p.surface * .2, 2.5 * impulse);
      if (std::abs(w) >= 8) {  // slides throughout
        speed.add(fmt::format("{} rad/s", w), r.tangential, std::copysign(impulse, w), impulse);
        spin.add(fmt::format("{} rad/s", w), r.surface, .1 * w - std::copysign(2.5 * impulse, w),
                 2.5 * impulse);
      }
    }
    speed.check(5e-3);
    spin.check(5e-3);
  }
}

TEST(ChungOoi, T7OppositeSpins) {
  for (const Elastic& m : {alloy6, nylon}) {
    const Case c{m, .1, .5, .4};
    for (const double w : {1.0, 10.0, 24.0}) {
      Simulation sim =
          SceneText(simulation(c, .4, "gear"))
              .material("m", m.lines() + dry(c))
              .sphere("ball", c.radius)
              .body("a", "ball", "m", {-1.00001 * c.radius, 0, 0}, moving({.2, 0, 0}, {0, w, 0}))
              .body("b", "ball", "m", {1.00001 * c.radius, 0, 0}, moving({-.2, 0, 0}, {0, -w, 0}))
              .start();
      run_through_impact(sim);
      const Bodies& b = state_of(sim).bodies;
      const std::string what = fmt::format("T7 {}, {} rad/s, ", m.name, w);
      check(what + "spin after", b.spin[0].y(), w, 5e-3);
      check(what + "spin after, the other", b.spin[1].y(), -w, 5e-3);
      check_absolute(what + "tangential speed after [m/s]", b.velocity[0].z(), 0, 1e-9);
      check(what + "restitution", -b.velocity[0].x() / .2, .5, 5e-3);
    }
  }
}

TEST(ChungOoi, T8SpinOntoHeavySphere) {
  for (const Elastic& m : {alloy6, nylon}) {
    const Case c{m, .1, .5, .4};
    Worst speed(fmt::format("T8 {}, tangential speed against T6, over mu (1 + e) v_n", m.name));
    Worst spin(fmt::format("T8 {}, R w against T6, over 5/2 mu (1 + e) v_n", m.name));
    const double impulse = .4 * 1.5 * .2;
    Elastic heavy = m;
    heavy.density *= 1000;
    for (const double w : {-24.0, -6.0, -1.0, 0.5, 2.0, 4.0, 8.0, 24.0}) {
      Simulation sim =
          SceneText(simulation(c, .2, "gear"))
              .material("m", m.lines() + dry(c))
              .material("heavy", heavy.lines() + dry(c))
              .sphere("ball", c.radius)
              .sphere("great", 5 * c.radius)
              .body("ball", "ball", "m", {0, 0, 1.00001 * c.radius}, moving({0, 0, -.2}, {0, w, 0}))
              .body("great", "great", "heavy", {0, 0, -5 * c.radius})
              .start();
      run_through_impact(sim);
      const Bodies& b = state_of(sim).bodies;
      const Rebound plane = on_plane(c, .2, 0, w);
      speed.add(fmt::format("{} rad/s", w), b.velocity[0].x(), plane.tangential, impulse);
      spin.add(fmt::format("{} rad/s", w), c.radius * b.spin[0].y(), plane.surface, 2.5 * impulse);
    }
    speed.check(5e-3);
    spin.check(5e-3);
  }
}

}  // namespace
}  // namespace scree::physics
