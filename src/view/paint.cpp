#include "view/paint.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/errors.h"
#include "base/hash.h"

namespace scree {
namespace {

const Rgb wall_colour(0.40f, 0.39f, 0.37f);

double value_of(const Model::Body& body, Colouring colouring) {
  switch (colouring) {
    case Colouring::speed: return body.speed;
    case Colouring::force: return body.force;
    case Colouring::id: return static_cast<double>(body.id);
    case Colouring::rotation: return body.spin;
    case Colouring::group: break;
  }
  return body.group;
}

// A hundredth of the speed of a fall from the top of the scene to its bottom.
double least_speed(const Model& model) {
  const Vec3 up = model.up();
  double low = 0, high = 0;
  bool any = false;
  for (const Ball& ball : subjects(model)) {
    const double x = up.dot(ball.centre);
    low = any ? std::min(low, x - ball.radius) : x - ball.radius;
    high = any ? std::max(high, x + ball.radius) : x + ball.radius;
    any = true;
  }
  return 0.01 * std::sqrt(2 * model.gravity.norm() * (high - low));
}

// A little lighter or darker from body to body: equal neighbours can be told apart.
float shade(BodyId id) {
  Hasher hasher;
  hasher.number(id);
  const auto part = static_cast<float>(hasher.value() >> 40) / static_cast<float>(1 << 24);
  return 0.95f + 0.1f * part;
}

}  // namespace

std::optional<Colouring> colouring_of(std::string_view name) {
  if (name == "speed") return Colouring::speed;
  if (name == "force") return Colouring::force;
  if (name == "id") return Colouring::id;
  if (name == "group") return Colouring::group;
  if (name == "rotation") return Colouring::rotation;
  return std::nullopt;
}

Scale scale_for(const Model& model, Colouring colouring) {
  const bool from_zero =
      colouring == Colouring::speed || colouring == Colouring::force || colouring == Colouring::rotation;
  const bool has_sign = colouring == Colouring::rotation && model.dimension == 2;
  Scale scale{colouring, 0, 0, false};
  for (const Model::Body& body : model.bodies) {
    if (body.wall || body.hidden) continue;
    const double value = value_of(body, colouring);
    const double high = has_sign ? std::abs(value) : value;
    scale = join(scale, {colouring, has_sign ? -high : from_zero ? 0 : value, high, true});
  }
  if (scale.any && colouring == Colouring::speed) scale.high = std::max(scale.high, least_speed(model));
  return scale;
}

Scale join(const Scale& a, const Scale& b) {
  if (!a.any) return b;
  if (!b.any) return a;
  return {a.colouring, std::min(a.low, b.low), std::max(a.high, b.high), true};
}

std::string_view title_of(Colouring colouring) {
  switch (colouring) {
    case Colouring::speed: return "speed [m/s]";
    case Colouring::force: return "contact force [N]";
    case Colouring::id: return "id";
    case Colouring::rotation: return "rotation [rad/s]";
    case Colouring::group: break;
  }
  return "group";
}

std::string label_of(double value) {
  const double size = std::abs(value);
  return size >= 100 && size < 1e6 ? fmt::format("{:.0f}", value) : fmt::format("{:.3g}", value);
}

Rgb colour_of(const Model::Body& body, const Scale& scale) {
  if (body.wall) return wall_colour;
  if (scale.colouring == Colouring::group) return kind_colour(body.group);
  return scale.colour_at(scale.place(value_of(body, scale.colouring)));
}

std::vector<Rgb> paint(const Model& model, const Scale& scale) {
  if (scale.colouring == Colouring::force && !model.knows_forces)
    throw InputError(
        "--color force: this frame was recorded without its contacts, which are in the files of the format "
        "\"vtk\"; choose another colouring, or the last state (--frame last)");
  std::vector<Rgb> colours;
  colours.reserve(model.bodies.size());
  for (const Model::Body& body : model.bodies)
    colours.push_back((body.wall ? 1 : shade(body.id)) * colour_of(body, scale));
  return colours;
}

}  // namespace scree
