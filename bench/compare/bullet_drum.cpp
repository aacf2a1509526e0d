// The drum in Bullet: reads a bed, turns the drum, measures, prints one line of JSON.
//   bullet_drum BED DT SETTLE STEPS REPEATS DENSITY FRICTION      (run.py builds and calls it)
// Bullet's tolerances are made for things of size one, so lengths are centimetres here (and masses
// kilograms). Its shapes wear a margin outside of their hull; ours shrinks the hull by as much, so that faces
// lie where they should.
#include <btBulletDynamicsCommon.h>

#include <LinearMath/btConvexHullComputer.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <vector>

namespace {

constexpr double unit = 100;          // centimetres per metre
constexpr double margin = 0.01;       // cm: 0.7 % of a grain's diameter
constexpr double settling_dt = 1e-3;  // s

struct Body {
  bool wall = false;
  double volume = 0;
  btVector3 centre, velocity, spin;
  std::unique_ptr<btConvexHullShape> shape;
  std::unique_ptr<btDefaultMotionState> motion;
  std::unique_ptr<btRigidBody> rigid;
};

btVector3 read_vector(std::istream& in) {
  double x = 0, y = 0, z = 0;
  in >> x >> y >> z;
  return {x, y, z};
}

// The hull of the corners about `centre`, its faces moved inwards by the margin that Bullet puts outside
// again.
std::unique_ptr<btConvexHullShape> make_shape(const std::vector<btVector3>& corners,
                                              const btVector3& centre) {
  std::vector<double> coordinates;
  for (const btVector3& c : corners)
    for (int k = 0; k < 3; ++k) coordinates.push_back(c[k] - centre[k]);
  btConvexHullComputer hull;
  hull.compute(coordinates.data(), 3 * sizeof(double), static_cast<int>(corners.size()), margin, 0);
  auto shape = std::make_unique<btConvexHullShape>();
  for (int k = 0; k < hull.vertices.size(); ++k) shape->addPoint(hull.vertices[k], false);
  shape->setMargin(margin);
  shape->recalcLocalAabb();
  return shape;
}

// A wall is placed about the origin, where the drum turns; a grain about its centre of mass. A grain's
// inertia is that of the sphere of equal volume: its axes differ by a sixteenth.
Body read_body(std::istream& in, double density, double friction) {
  Body body;
  std::size_t count = 0;
  in >> body.wall >> body.volume;
  body.centre = read_vector(in) * unit;
  body.velocity = read_vector(in) * unit;
  body.spin = read_vector(in);
  in >> count;
  std::vector<btVector3> corners;
  for (std::size_t k = 0; k < count; ++k) corners.push_back(read_vector(in) * unit);
  if (!in) return body;
  if (body.wall) body.centre.setZero();
  body.shape = make_shape(corners, body.centre);
  body.motion = std::make_unique<btDefaultMotionState>(btTransform(btQuaternion::getIdentity(), body.centre));
  const double mass = body.wall ? 0 : density * body.volume;
  const double radius = unit * std::cbrt(3 * body.volume / (4 * M_PI));
  const double inertia = 0.4 * mass * radius * radius;
  btRigidBody::btRigidBodyConstructionInfo info(mass, body.motion.get(), body.shape.get(),
                                                {inertia, inertia, inertia});
  info.m_friction = std::sqrt(friction);  // Bullet multiplies the two
  info.m_restitution = 0;
  body.rigid = std::make_unique<btRigidBody>(info);
  body.rigid->setActivationState(DISABLE_DEACTIVATION);
  if (body.wall) {
    body.rigid->setCollisionFlags(body.rigid->getCollisionFlags() | btCollisionObject::CF_KINEMATIC_OBJECT);
  } else {
    body.rigid->setLinearVelocity(body.velocity);
    body.rigid->setAngularVelocity(body.spin);
  }
  return body;
}

struct Contacts {
  int pairs = 0, with_walls = 0;
  double deepest = 0;
};

// Pairs with a point at which the shapes touch or overlap.
Contacts count(btDispatcher& dispatcher) {
  Contacts contacts;
  for (int m = 0; m < dispatcher.getNumManifolds(); ++m) {
    const btPersistentManifold& manifold = *dispatcher.getManifoldByIndexInternal(m);
    double depth = -1;
    for (int k = 0; k < manifold.getNumContacts(); ++k) {
      const btManifoldPoint& point = manifold.getContactPoint(k);
      if (point.getDistance() <= 0 || point.getAppliedImpulse() > 0)
        depth = std::max({depth, 0.0, -point.getDistance()});
    }
    if (depth < 0) continue;
    ++contacts.pairs;
    contacts.with_walls +=
        manifold.getBody0()->isKinematicObject() || manifold.getBody1()->isKinematicObject();
    contacts.deepest = std::max(contacts.deepest, depth);
  }
  return contacts;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 8) {
    std::fprintf(stderr, "bullet_drum BED DT SETTLE STEPS REPEATS DENSITY FRICTION\n");
    return 2;
  }
  const double dt = std::atof(argv[2]);
  const int settle = std::atoi(argv[3]), steps = std::atoi(argv[4]), repeats = std::atoi(argv[5]);

  btDefaultCollisionConfiguration configuration;
  btCollisionDispatcher dispatcher(&configuration);
  btDbvtBroadphase broadphase;
  btSequentialImpulseConstraintSolver solver;
  btDiscreteDynamicsWorld world(&dispatcher, &broadphase, &solver, &configuration);
  world.setGravity({0, 0, -9.81 * unit});

  std::ifstream in(argv[1]);
  std::size_t size = 0;
  in >> size;
  std::vector<Body> bodies(size);
  for (Body& body : bodies) {
    body = read_body(in, std::atof(argv[6]), std::atof(argv[7]));
    if (!in) {
      std::fprintf(stderr, "bullet_drum: %s ends too early\n", argv[1]);
      return 1;
    }
    world.addRigidBody(body.rigid.get());
  }

  const auto is_wall = [](const Body& body) { return body.wall; };
  const auto wall = std::find_if(bodies.begin(), bodies.end(), is_wall);
  const btVector3 turning = wall->spin;
  const double grains = static_cast<double>(size) - std::count_if(bodies.begin(), bodies.end(), is_wall);
  double angle = 0;
  const auto advance = [&](int number, double step) {
    const auto begin = std::chrono::steady_clock::now();
    for (int n = 0; n < number; ++n) {
      angle += turning.length() * step;
      const btTransform turned(btQuaternion(turning.normalized(), angle));
      for (Body& body : bodies)
        if (body.wall) body.motion->setWorldTransform(turned);
      world.stepSimulation(step, 0);
    }
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    return static_cast<double>(size) * number / seconds.count();
  };

  // The grains come with the overlaps of soft ones. Bullet pushes them apart over some of its own steps.
  advance(settle, settling_dt);
  // Bullet takes a share of each overlap away in a step. In shorter steps the same share would throw grains
  // apart.
  world.getSolverInfo().m_erp2 *= dt / settling_dt;
  if (dt != settling_dt) advance(settle, dt);
  std::vector<double> rates;
  for (int r = 0; r < repeats; ++r) rates.push_back(advance(steps, dt));
  std::sort(rates.begin(), rates.end());

  const Contacts contacts = count(dispatcher);
  double volume = 0;
  for (const Body& body : bodies) volume += body.wall ? 0 : body.volume;
  const double diameter = 2 * unit * std::cbrt(3 * volume / grains / (4 * M_PI));
  std::printf(
      "{\"engine\": \"Bullet %d.%02d, %s\", \"threads\": 1, \"bodies\": %zu, \"grains\": %.0f, \"dt\": %g, "
      "\"steps\": %d, \"repeats\": %d, \"updates_per_second\": %g, \"updates_per_second_min\": %g, "
      "\"updates_per_second_max\": %g, \"coordination\": %g, \"overlapping_pairs\": %d, "
      "\"candidate_pairs\": %d, \"max_overlap\": %g, \"drum_rate\": %g}\n",
      btGetVersion() / 100, btGetVersion() % 100, sizeof(btScalar) == 8 ? "double" : "single", size, grains,
      dt, steps, repeats, rates[rates.size() / 2], rates.front(), rates.back(),
      (2.0 * (contacts.pairs - contacts.with_walls) + contacts.with_walls) / grains, contacts.pairs,
      dispatcher.getNumManifolds(), contacts.deepest / diameter, wall->rigid->getAngularVelocity().length());
  for (Body& body : bodies) world.removeRigidBody(body.rigid.get());
  return 0;
}
