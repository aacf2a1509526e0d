// The pile in Box2D: reads it, leaves it alone for a while, turns the drum, prints one line of JSON, and
// writes where the bodies are: RESTED and TURNED hold a line of x, y, angle, vx, vy, spin for each.
//   box2d_pile PILE DT REST TURN RATE REPEATS FRICTION SKIN CONTINUOUS RESTED TURNED
// (run_plane.py builds and calls it.) Box2D's tolerances are made for things of size one, so lengths are
// centimetres here. Its polygons wear a skin; those in PILE were shrunk by as much.
#include <box2d/box2d.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <vector>

namespace {

constexpr float unit = 100;                                      // centimetres per metre
constexpr int velocity_iterations = 8, position_iterations = 3;  // as Box2D's manual advises

struct Body {
  bool wall = false;
  b2Vec2 centre{0, 0};  // of a wall, in the drum's frame
  b2Body* rigid = nullptr;
};

b2Vec2 read_vector(std::istream& in) {
  double x = 0, y = 0;
  in >> x >> y;
  return {static_cast<float>(x * unit), static_cast<float>(y * unit)};
}

// The drum's inside as one closed chain, whose seams a grain does not feel: clockwise, since a chain is solid
// on the left.
void line_drum(std::istream& in, b2Body& drum, float friction) {
  std::size_t count = 0;
  in >> count;
  std::vector<b2Vec2> corners(in ? count : 0);
  for (b2Vec2& corner : corners) corner = read_vector(in);
  if (!in || count < 3) return;
  std::reverse(corners.begin(), corners.end());
  b2ChainShape chain;
  chain.CreateLoop(corners.data(), static_cast<int>(count));
  b2FixtureDef fixture;
  fixture.shape = &chain;
  fixture.friction = friction;
  drum.CreateFixture(&fixture);
}

// Staves are places on the drum, which turns about the origin. Grains get scree's mass, not that of the
// shrunk shape.
Body read_body(std::istream& in, b2World& world, b2Body& drum, float friction) {
  Body body;
  double mass = 0, inertia = 0, spin = 0;
  int count = 0;
  in >> body.wall >> mass >> inertia;
  body.centre = read_vector(in);
  const b2Vec2 velocity = read_vector(in);
  in >> spin >> count;
  if (count > b2_maxPolygonVertices) in.setstate(std::ios::failbit);
  b2Vec2 corners[b2_maxPolygonVertices];
  for (int k = 0; in && k < count; ++k) corners[k] = read_vector(in);
  if (!in) return body;
  if (body.wall) {
    body.rigid = &drum;
    return body;
  }
  b2BodyDef definition;
  definition.type = b2_dynamicBody;
  definition.position = body.centre;
  definition.linearVelocity = velocity;
  definition.angularVelocity = static_cast<float>(spin);
  body.rigid = world.CreateBody(&definition);
  b2PolygonShape shape;
  shape.Set(corners, count);
  b2FixtureDef fixture;
  fixture.shape = &shape;
  fixture.friction = friction;  // Box2D takes the root of the product
  fixture.restitution = 0;
  fixture.density = 1;
  body.rigid->CreateFixture(&fixture);
  b2MassData matter;
  matter.mass = static_cast<float>(mass);
  matter.center.SetZero();
  matter.I = static_cast<float>(inertia * unit * unit);
  body.rigid->SetMassData(&matter);
  return body;
}

void write(const std::vector<Body>& bodies, const char* path) {
  std::FILE* file = std::fopen(path, "w");
  if (!file) {
    std::perror(path);
    std::exit(1);
  }
  for (const Body& body : bodies) {
    const b2Body& rigid = *body.rigid;
    const b2Vec2 position = body.wall ? rigid.GetWorldPoint(body.centre) : rigid.GetPosition();
    const b2Vec2 velocity = body.wall ? rigid.GetLinearVelocityFromWorldPoint(position)  //
                                      : rigid.GetLinearVelocity();
    std::fprintf(file, "%.9g %.9g %.9g %.9g %.9g %.9g\n", position.x / unit, position.y / unit,
                 rigid.GetAngle(), velocity.x / unit, velocity.y / unit, rigid.GetAngularVelocity());
  }
  std::fclose(file);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 12) {
    std::fprintf(stderr,
                 "box2d_pile PILE DT REST TURN RATE REPEATS FRICTION SKIN CONTINUOUS RESTED TURNED\n");
    return 2;
  }
  const double dt = std::atof(argv[2]), rest = std::atof(argv[3]), turn = std::atof(argv[4]);
  const int repeats = std::max(1, std::atoi(argv[6]));
  if (std::abs(std::atof(argv[8]) * unit / b2_polygonRadius - 1) > 1e-6) {
    std::fprintf(stderr, "box2d_pile: the skin of this Box2D is %g m\n", b2_polygonRadius / unit);
    return 1;
  }

  b2World world({0, -9.81f * unit});
  world.SetAllowSleeping(false);
  world.SetContinuousPhysics(std::atoi(argv[9]) != 0);
  b2BodyDef definition;
  definition.type = b2_kinematicBody;
  b2Body& drum = *world.CreateBody(&definition);

  std::ifstream in(argv[1]);
  const float friction = static_cast<float>(std::atof(argv[7]));
  line_drum(in, drum, friction);
  std::size_t size = 0, grains = 0;
  in >> size;
  std::vector<Body> bodies(size);
  for (Body& body : bodies) {
    body = read_body(in, world, drum, friction);
    if (!in) {
      std::fprintf(stderr, "box2d_pile: %s ends too early\n", argv[1]);
      return 1;
    }
    grains += !body.wall;
  }

  const auto advance = [&](int steps) {
    const auto begin = std::chrono::steady_clock::now();
    for (int n = 0; n < steps; ++n)
      world.Step(static_cast<float>(dt), velocity_iterations, position_iterations);
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    return static_cast<double>(grains) * steps / seconds.count();
  };
  advance(static_cast<int>(std::lround(rest / dt)));
  write(bodies, argv[10]);
  int touching = 0, points = 0;
  for (const b2Contact* contact = world.GetContactList(); contact; contact = contact->GetNext()) {
    touching += contact->IsTouching();
    points += contact->GetManifold()->pointCount;
  }

  drum.SetAngularVelocity(static_cast<float>(std::atof(argv[5])));
  const int steps = static_cast<int>(std::lround(turn / dt)), stretch = steps / repeats;
  std::vector<double> rates;
  for (int r = 0; r < repeats; ++r)
    rates.push_back(advance(r + 1 < repeats ? stretch : steps - stretch * (repeats - 1)));
  write(bodies, argv[11]);
  std::sort(rates.begin(), rates.end());
  std::printf(
      "{\"engine\": \"Box2D %d.%d.%d\", \"threads\": 1, \"grains\": %zu, \"dt\": %.9g, \"continuous\": %d, "
      "\"updates_per_second\": %g, \"updates_per_second_min\": %g, \"updates_per_second_max\": %g, "
      "\"touching_pairs\": %d, \"points\": %d, \"repeats\": %d}\n",
      b2_version.major, b2_version.minor, b2_version.revision, grains, dt, world.GetContinuousPhysics(),
      rates[rates.size() / 2], rates.front(), rates.back(), touching, points, repeats);
  return 0;
}
