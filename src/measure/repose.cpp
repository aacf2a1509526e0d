#include "measure/repose.h"

#include <algorithm>
#include <cmath>

#include "base/math.h"
#include "measure/line_fit.h"

namespace scree {
namespace {

constexpr int sectors = 8;
constexpr std::size_t fewest_columns = 3;  // two points have no deviation from their line
constexpr double fewest_layers = 3;        // what is lower, in grains, is no heap

std::optional<Flank> fit_flank(const Profile& profile, std::vector<Vec2>::const_iterator from,
                               std::vector<Vec2>::const_iterator to, double height, double sign) {
  std::vector<Vec2> points;
  for (auto p = from; p != to; ++p) {
    const double share = (p->y() - profile.base) / height;
    if (share >= flank_foot && share <= flank_top) points.push_back(*p);
  }
  if (points.size() < fewest_columns) return std::nullopt;
  const std::optional<Line> line = fit_robust_line(points);
  if (!line) return std::nullopt;
  return Flank{math::atan(sign * line->slope), line->deviation, points.size()};
}

std::vector<Vec2>::const_iterator peak_of(const Profile& profile) {
  return std::ranges::max_element(profile.top, [](const Vec2& p, const Vec2& q) { return p.y() < q.y(); });
}

bool is_heap(const Profile& profile, double height) { return height > fewest_layers * profile.width; }

const char* no_grains = "there are no grains that rest on something";
const char* no_heap = "the grains lie less than three diameters high";
const char* no_flank = "no flank is three grains long between 20 % and 80 % of the height";

Expected<SideView> view_along(const State& state, const std::optional<Vec3>& along) {
  if (state.dimension == 2) return plane_view(state);
  const Vec3 up = up_of(state);
  Vec3 level = *along - along->dot(up) * up;
  if (!(level.norm() > 1e-9 * along->norm()))
    return Expected<SideView>::failure("the direction to look along is that of gravity");
  return SideView{Vec3::Zero(), up, level.normalized(), std::nullopt};
}

Expected<Repose> two_flanks(const State& state, const SideView& view) {
  const Profile profile = surface_profile(state, view);
  if (profile.top.empty()) return Expected<Repose>::failure(no_grains);
  const auto peak = peak_of(profile);
  Repose repose;
  repose.height = peak->y() - profile.base;
  if (!is_heap(profile, repose.height)) return Expected<Repose>::failure(no_heap);
  for (const auto& flank : {fit_flank(profile, profile.top.cbegin(), peak, repose.height, 1),
                            fit_flank(profile, peak, profile.top.end(), repose.height, -1)})
    if (flank) repose.flanks.push_back(*flank);
  if (repose.flanks.empty()) return Expected<Repose>::failure(no_flank);
  return repose;
}

// About the vertical through the centre of mass.
Expected<Repose> about_axis(const State& state) {
  const Bodies& b = state.bodies;
  SideView view{Vec3::Zero(), up_of(state), Vec3::UnitX(), math::cos(math::pi / sectors)};
  double mass = 0;
  for (BodyIndex i = 0; i < b.size(); ++i) {
    if (!b.free(i)) continue;
    mass += b.mass[i];
    view.origin += b.mass[i] * b.position[i];
  }
  if (!(mass > 0)) return Expected<Repose>::failure(no_grains);
  view.origin /= mass;
  const Vec3 first = view.up.unitOrthogonal(), second = view.up.cross(first);
  std::vector<Profile> profiles;
  Repose repose;
  for (int n = 0; n < sectors; ++n) {
    const math::SinCos turn = math::sincos(2 * math::pi * n / sectors);
    view.along = turn.cos * first + turn.sin * second;
    profiles.push_back(surface_profile(state, view));
  }
  std::erase_if(profiles, [](const Profile& p) { return p.top.empty(); });
  if (profiles.empty()) return Expected<Repose>::failure(no_grains);
  double base = profiles[0].base, top = profiles[0].top[0].y();
  for (const Profile& p : profiles) {
    base = std::min(base, p.base);
    for (const Vec2& point : p.top) top = std::max(top, point.y());
  }
  repose.height = top - base;
  if (!is_heap(profiles[0], repose.height)) return Expected<Repose>::failure(no_heap);
  for (Profile& p : profiles) {
    p.base = base;
    const auto peak = peak_of(p);
    if (const auto flank = fit_flank(p, peak, p.top.cend(), repose.height, -1))
      repose.flanks.push_back(*flank);
  }
  if (repose.flanks.empty()) return Expected<Repose>::failure(no_flank);
  return repose;
}

}  // namespace

double Repose::angle() const {
  double sum = 0;
  for (const Flank& f : flanks) sum += f.angle;
  return flanks.empty() ? 0 : sum / static_cast<double>(flanks.size());
}

double Repose::spread() const {
  double square = 0;
  for (const Flank& f : flanks) square += (f.angle - angle()) * (f.angle - angle());
  return flanks.empty() ? 0 : std::sqrt(square / static_cast<double>(flanks.size()));
}

Expected<Repose> angle_of_repose(const State& state, const std::optional<Vec3>& along) {
  if (state.dimension == 3 && !along) return about_axis(state);
  const Expected<SideView> view = view_along(state, along);
  if (!view) return Expected<Repose>::failure(view.error());
  return two_flanks(state, *view);
}

Expected<Slope> slope_of_surface(const State& state, const std::optional<Vec3>& along) {
  if (state.dimension == 3 && !along)
    return Expected<Slope>::failure("in space it needs the direction along which to look");
  const Expected<SideView> view = view_along(state, along);
  if (!view) return Expected<Slope>::failure(view.error());
  const Profile profile = surface_profile(state, *view);
  if (profile.top.empty()) return Expected<Slope>::failure(no_grains);
  const double first = profile.top.front().x(), last = profile.top.back().x();
  std::vector<Vec2> middle;
  for (const Vec2& p : profile.top)
    if (std::abs(p.x() - 0.5 * (first + last)) <= 0.25 * (last - first)) middle.push_back(p);
  if (middle.size() < fewest_columns)
    return Expected<Slope>::failure("the middle half of the surface is less than three grains long");
  const std::optional<Line> line = fit_robust_line(middle);
  if (!line) return Expected<Slope>::failure("the surface is upright");
  return Slope{math::atan(line->slope), line->deviation, middle.size()};
}

}  // namespace scree
