#include "view/render.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "view/patterns.h"
#include "view/stage.h"

namespace scree {
namespace {

constexpr int tile_size = 16;
// Rays into each pixel, and rays of light from what they see; more only where these disagree.
constexpr int first_look = 4;

// Light. The sun stands behind the camera's left shoulder.
constexpr float sun_size = 0.045f;  // half its angle: soft shadows want a larger one than the sky's
const Rgb sun_light(1.95f, 1.86f, 1.72f);
const Rgb sky_light(0.74f, 0.80f, 0.88f);
constexpr float from_below = 0.45f;  // of the sky's light comes back from the ground
constexpr float returned = 0.45f;    // of the light between bodies comes back, in their colour
const Rgb ground_colour(0.80f, 0.80f, 0.79f);
const Rgb glass_colour(0.55f, 0.62f, 0.68f);

struct Spot {  // what one ray into a pixel sees
  Vec3f place;
  Vec3f normal;
  float distance = 0;
  std::uint32_t surface = no_surface;  // a body, or one of the grounds numbered after them
};

// What a pixel has found out before the light of the sky is evened out between neighbours.
struct Found {
  Rgb light = Rgb::Zero();  // all but that of the sky; sums over samples until finish()
  Vec3f normal = Vec3f::Zero();
  float sky = 0;                       // share of the sky that is seen from here
  float sky_weight = 0;                // how much of the pixel the sky lights
  std::uint32_t surface = no_surface;  // none: background, or several surfaces
  std::uint32_t samples = 0;
  bool plain = true;  // so far, every ray of light has gone through
  Rgb glass = Rgb::Zero();
  float through = 1;  // the glass
};

struct Job {  // light to be gathered at a spot for a pixel
  std::uint32_t pixel;
  std::uint32_t spot;
  std::uint32_t sample;
};

struct Scratch {
  std::vector<std::array<int, 2>> pixels;
  std::vector<Patterns::Choice> choices;  // one per pixel
  std::vector<Ray> rays;
  std::vector<Hit> hits;
  std::vector<std::uint8_t> blocked;
  std::vector<Spot> spots;
  std::vector<Job> jobs;
  std::vector<std::uint32_t> lit;  // jobs that have a ray to the sun
};

void frame_around(const Vec3f& n, Vec3f& u, Vec3f& v) {
  // Duff et al., "Building an orthonormal basis, revisited" (2017).
  const float sign = n.z() >= 0 ? 1.0f : -1.0f;
  const float a = -1 / (sign + n.z());
  const float b = n.x() * n.y() * a;
  u = {1 + sign * n.x() * n.x() * a, sign * b, -sign * n.x()};
  v = {b, sign + n.y() * n.y() * a, -n.y()};
}

class Painter {
 public:
  Painter(const Model& model, const std::vector<Rgb>& colours, const Camera& camera, const PictureSize& size)
      : stage_(model, camera),
        colours_(colours),
        size_(size),
        lens_(stage_.camera, size.width, size.height),
        patterns_(size.samples),
        found_(static_cast<std::size_t>(size.width) * size.height) {
    place_sun();
    // An open, level floor is as bright as the background: it has no edge to be seen.
    const float slant = std::max(0.0f, sun_.dot(stage_.up));
    floor_light_ = ground_colour.cwiseProduct(slant * sun_light + sky_light);
    white_ = 1.12f * floor_light_.maxCoeff();
  }

  int tiles() const { return tiles_across() * ((size_.height + tile_size - 1) / tile_size); }

  void tile(int number, Scratch& scratch) {
    const int x0 = number % tiles_across() * tile_size, y0 = number / tiles_across() * tile_size;
    const int x1 = std::min(size_.width, x0 + tile_size), y1 = std::min(size_.height, y0 + tile_size);
    scratch.pixels.clear();
    scratch.choices.clear();
    for (int y = y0; y < y1; ++y)
      for (int x = x0; x < x1; ++x) {
        scratch.pixels.push_back({x, y});
        scratch.choices.push_back(patterns_.of_pixel(x, y));
      }
    look(scratch);
    gather_sun(scratch);
    gather_sky(scratch);
    if (add_jobs(scratch)) {
      gather_sun(scratch);
      gather_sky(scratch);
    }
  }

  // Pixel by pixel, after all tiles.
  Pixel finish(int x, int y) const {
    const Found& f = at(x, y);
    const float share = 1 / static_cast<float>(std::max(1u, f.samples));
    Rgb colour = share * f.light;
    if (f.sky_weight > 0 && f.surface != no_surface)
      colour += share * f.sky_weight * lit_by_sky(f.surface, even_sky(x, y));
    colour = f.through * colour + f.glass;
    Rgb shown;
    for (int k = 0; k < 3; ++k) {  // Reinhard's curve with a white point: gentle on what is bright
      const float v = colour[k];
      shown[k] = v * (1 + v / (white_ * white_)) / (1 + v);
    }
    return to_srgb(shown);
  }

 private:
  int tiles_across() const { return (size_.width + tile_size - 1) / tile_size; }
  Found& at(int x, int y) { return found_[static_cast<std::size_t>(y) * size_.width + x]; }
  const Found& at(int x, int y) const { return found_[static_cast<std::size_t>(y) * size_.width + x]; }

  void place_sun() {
    const Vec3 up = stage_.up.cast<double>();
    Vec3 right = lens_.right() - lens_.right().dot(up) * up;
    if (right.squaredNorm() < 1e-6) right = lens_.up() - lens_.up().dot(up) * up;
    right.normalize();
    const Vec3 away = up.cross(right);
    sun_ = (1.0 * up - 0.62 * right - 0.42 * away).normalized().cast<float>();
    frame_around(sun_, sun_u_, sun_v_);
  }

  bool is_ground(std::uint32_t surface) const { return surface >= colours_.size(); }
  const Rgb& colour_of(std::uint32_t surface) const {
    return is_ground(surface) ? ground_colour : colours_[surface];
  }

  Rgb background(float y) const {
    const float height = 1 - y / static_cast<float>(size_.height);  // of the picture
    return floor_light_.cwiseProduct(Rgb(1 - 0.16f * height, 1 - 0.10f * height, 1 - 0.03f * height));
  }

  // How far the ground has faded into the background.
  static float faded(float distance) {
    const float t = std::clamp((distance - 1.4f) / 3.0f, 0.0f, 1.0f);
    return t * t * (3 - 2 * t);
  }

  Ray ray_into(int x, int y, const std::array<float, 2>& place) const {
    const Vec3 d = lens_.direction(x + static_cast<double>(place[0]), y + static_cast<double>(place[1]));
    return {stage_.camera.position.cast<float>(), d.cast<float>()};
  }

  Spot spot_of(const Ray& ray, const Hit& hit) const {
    Spot spot{ray.origin, hit.normal, hit.distance, hit.body};
    for (std::size_t g = 0; g < stage_.grounds.size(); ++g) {
      const Ground& ground = stage_.grounds[g];
      const float towards = ground.normal.dot(ray.direction);
      if (!(towards < -1e-6f)) continue;
      const float distance = (ground.offset - ground.normal.dot(ray.origin)) / towards;
      if (!(distance > 0) || !(distance < spot.distance)) continue;
      spot.distance = distance;
      spot.normal = ground.normal;
      spot.surface = static_cast<std::uint32_t>(colours_.size() + g);
    }
    if (spot.surface == no_surface) return spot;
    spot.place = ray.origin + spot.distance * ray.direction;
    // Rays of light start a little above the surface, not to hit it again.
    spot.place += 2e-5f * (1 + spot.place.cwiseAbs().maxCoeff()) * spot.normal;
    return spot;
  }

  // One kind of surface, and nearly even?
  static bool alike(std::span<const Spot> spots) {
    return std::ranges::all_of(spots, [&](const Spot& s) {
      return s.surface == spots[0].surface &&
             (s.surface == no_surface || s.normal.dot(spots[0].normal) > 0.9f);
    });
  }

  // Finds what the pixels show, and the jobs of light that follow from it.
  void look(Scratch& s) {
    const int first = std::min(first_look, size_.samples);
    s.rays.clear();
    for (std::size_t p = 0; p < s.pixels.size(); ++p)
      for (int k = 0; k < first; ++k)
        s.rays.push_back(ray_into(s.pixels[p][0], s.pixels[p][1], s.choices[p].pattern->place[k]));
    trace_spots(0, s);
    if (!stage_.glass.empty()) look_through_glass(first, s);
    s.rays.clear();
    s.jobs.clear();
    const auto samples = static_cast<std::uint32_t>(size_.samples);
    const std::size_t seen = s.spots.size();
    for (std::uint32_t p = 0; p < s.pixels.size(); ++p) {
      const auto [x, y] = s.pixels[p];
      const std::uint32_t begin = p * first;
      const std::span<const Spot> spots = std::span(s.spots).subspan(begin, first);
      if (alike(spots)) {
        at(x, y).surface = spots[0].surface;
        at(x, y).normal = spots[0].normal;
        if (spots[0].surface == no_surface)
          at(x, y).light = background(static_cast<float>(y) + 0.5f);
        else
          for (int k = 0; k < first; ++k)
            s.jobs.push_back({p, begin + static_cast<std::uint32_t>(k), static_cast<std::uint32_t>(k)});
        continue;
      }
      for (std::uint32_t k = 0; k < samples; ++k) {
        std::uint32_t spot = begin + k;
        if (k >= static_cast<std::uint32_t>(first)) {
          spot = static_cast<std::uint32_t>(seen + s.rays.size());
          s.rays.push_back(ray_into(x, y, s.choices[p].pattern->place[k]));
        }
        s.jobs.push_back({p, spot, k});
      }
    }
    trace_spots(seen, s);
  }

  // The rest of the samples, for pixels of one surface on which a shadow falls, and their neighbours: a few
  // rays may miss the faint rim of a shadow.
  bool add_jobs(Scratch& s) {
    constexpr int rim = 3;
    const auto first = static_cast<std::uint32_t>(std::min(first_look, size_.samples));
    s.jobs.clear();
    if (s.pixels.empty()) return false;
    const auto [x0, y0] = s.pixels.front();
    std::array<bool, tile_size * tile_size> wanted{};
    for (const auto& [x, y] : s.pixels) {
      if (at(x, y).plain) continue;
      for (int j = std::max(0, y - y0 - rim); j <= std::min(tile_size - 1, y - y0 + rim); ++j)
        for (int i = std::max(0, x - x0 - rim); i <= std::min(tile_size - 1, x - x0 + rim); ++i)
          wanted[j * tile_size + i] = true;
    }
    for (std::uint32_t p = 0; p < s.pixels.size(); ++p) {
      const auto [x, y] = s.pixels[p];
      if (at(x, y).surface == no_surface || !wanted[(y - y0) * tile_size + x - x0]) continue;
      for (std::uint32_t k = first; k < static_cast<std::uint32_t>(size_.samples); ++k)
        s.jobs.push_back({p, p * first + k % first, k});
    }
    return !s.jobs.empty();
  }

  // What the rays of the scratch meet becomes the spots from this number on.
  void trace_spots(std::size_t from, Scratch& s) const {
    s.hits.resize(s.rays.size());
    s.spots.resize(from + s.rays.size());
    stage_.solid.closest(s.rays, s.hits);
    for (std::size_t k = 0; k < s.rays.size(); ++k) s.spots[from + k] = spot_of(s.rays[k], s.hits[k]);
  }

  // Panes and walls of glass in front of the first spots: layer after layer, each taking some of the light.
  void look_through_glass(int first, Scratch& s) {
    constexpr int most_layers = 12;
    std::vector<Ray> rays = s.rays;
    std::vector<std::uint32_t> of(rays.size());
    std::iota(of.begin(), of.end(), 0u);
    for (std::size_t k = 0; k < rays.size(); ++k) rays[k].reach = s.spots[k].distance;
    std::vector<float> through(rays.size(), 1.0f);
    std::vector<std::uint32_t> nearest(rays.size(), no_surface);
    std::vector<Vec3f> facing(rays.size(), Vec3f::Zero());
    for (int layer = 0; layer < most_layers && !rays.empty(); ++layer) {
      s.hits.resize(rays.size());
      stage_.glass.closest(rays, s.hits);
      std::size_t left = 0;
      for (std::size_t k = 0; k < rays.size(); ++k) {
        const Hit& hit = s.hits[k];
        if (hit.body == no_surface) continue;
        if (layer == 0) nearest[of[k]] = hit.body, facing[of[k]] = hit.normal;
        const float cosine = std::abs(hit.normal.dot(rays[k].direction)) / rays[k].direction.norm();
        const float away = 1 - std::min(1.0f, cosine);
        through[of[k]] *= 1 - (0.03f + 0.25f * away * away * away);
        const float beyond = hit.distance + 1e-4f;
        if (beyond >= rays[k].reach) continue;
        Ray next = rays[k];
        next.origin += beyond * next.direction;
        next.reach -= beyond;
        of[left] = of[k];
        rays[left++] = next;
      }
      rays.resize(left);
    }
    for (std::size_t p = 0; p < s.pixels.size(); ++p) {
      Found& found = at(s.pixels[p][0], s.pixels[p][1]);
      found.through = 0;
      bool edge = false;
      for (std::size_t k = p * first; k < (p + 1) * first; ++k) {
        found.through += through[k] / static_cast<float>(first);
        edge =
            edge || nearest[k] != nearest[p * first] || (facing[k] - facing[p * first]).squaredNorm() > 0.1f;
      }
      if (edge) found.through *= 0.78f;  // edges make glass visible
      found.glass = (1 - found.through) * glass_colour;
    }
  }

  void gather_sun(Scratch& s) {
    s.rays.clear();
    s.lit.clear();
    for (std::uint32_t j = 0; j < s.jobs.size(); ++j) {
      const Job& job = s.jobs[j];
      const Spot& spot = s.spots[job.spot];
      if (spot.surface == no_surface || spot.normal.dot(sun_) <= 0) continue;
      const auto& [pattern, turn] = s.choices[job.pixel];
      const auto [a, b] = pattern->sun[job.sample];
      const float u = turn[0] * a - turn[1] * b, v = turn[1] * a + turn[0] * b;
      s.rays.push_back({spot.place, sun_ + sun_size * (u * sun_u_ + v * sun_v_)});
      s.lit.push_back(j);
    }
    s.blocked.resize(s.rays.size());
    stage_.solid.blocked(s.rays, s.blocked);
    for (std::size_t k = 0; k < s.lit.size(); ++k) {
      const Job& job = s.jobs[s.lit[k]];
      const Spot& spot = s.spots[job.spot];
      Found& found = found_of(job, s);
      if (s.blocked[k]) {
        found.plain = false;
        continue;
      }
      const float clear = is_ground(spot.surface) ? 1 - faded(spot.distance) : 1.0f;
      found.light += clear * spot.normal.dot(sun_) * colour_of(spot.surface).cwiseProduct(sun_light);
    }
  }

  void gather_sky(Scratch& s) {
    s.rays.clear();
    s.lit.clear();
    for (std::uint32_t j = 0; j < s.jobs.size(); ++j) {
      const Job& job = s.jobs[j];
      const Spot& spot = s.spots[job.spot];
      if (spot.surface == no_surface) continue;
      const auto& [pattern, turn] = s.choices[job.pixel];
      const Vec3f& p = pattern->sky[job.sample];
      Vec3f u, v;
      frame_around(spot.normal, u, v);
      const float a = turn[0] * p.x() - turn[1] * p.y(), b = turn[1] * p.x() + turn[0] * p.y();
      s.rays.push_back({spot.place, a * u + b * v + p.z() * spot.normal});
      s.lit.push_back(j);
    }
    s.blocked.resize(s.rays.size());
    stage_.solid.blocked(s.rays, s.blocked);
    for (const Job& job : s.jobs) {
      Found& found = found_of(job, s);
      ++found.samples;
      if (s.spots[job.spot].surface == no_surface) found.light += background_of(job, s);
    }
    for (std::size_t k = 0; k < s.lit.size(); ++k) {
      const Job& job = s.jobs[s.lit[k]];
      const Spot& spot = s.spots[job.spot];
      Found& found = found_of(job, s);
      float sky = s.blocked[k] ? 0.0f : 1.0f;
      if (s.blocked[k])
        found.plain = false;
      else if (s.rays[k].direction.dot(stage_.up) < 0)
        sky = from_below;
      const float fade = is_ground(spot.surface) ? faded(spot.distance) : 0.0f;
      if (fade > 0) found.light += fade * background_of(job, s);
      if (found.surface == no_surface) {  // several surfaces: nothing to even out
        found.light += (1 - fade) * lit_by_sky(spot.surface, sky);
      } else {
        found.sky += sky;
        found.sky_weight += 1 - fade;
      }
    }
  }

  Found& found_of(const Job& job, const Scratch& s) {
    return at(s.pixels[job.pixel][0], s.pixels[job.pixel][1]);
  }
  Rgb background_of(const Job& job, const Scratch& s) const {
    return background(static_cast<float>(s.pixels[job.pixel][1]) + 0.5f);
  }

  // What other bodies keep from the sky comes back in part, with their colour, which is mostly one's own.
  Rgb lit_by_sky(std::uint32_t surface, float sky) const {
    const Rgb& colour = colour_of(surface);
    const Rgb light = Rgb::Constant(sky) + (1 - sky) * returned * colour;
    return colour.cwiseProduct(sky_light).cwiseProduct(light);
  }

  // The share of sky, averaged over the neighbours that show the same surface at about the same slope.
  float even_sky(int x, int y) const {
    constexpr int reach = 2;
    const Found& here = at(x, y);
    float sum = 0, weight = 0;
    for (int j = std::max(0, y - reach); j <= std::min(size_.height - 1, y + reach); ++j)
      for (int i = std::max(0, x - reach); i <= std::min(size_.width - 1, x + reach); ++i) {
        const Found& there = at(i, j);
        if (there.surface != here.surface) continue;
        const float slope = there.normal.dot(here.normal);
        if (slope < 0.9f) continue;
        const float w = slope / static_cast<float>(1 + (i - x) * (i - x) + (j - y) * (j - y));
        sum += w * there.sky;
        weight += w * static_cast<float>(there.samples);
      }
    return weight > 0 ? sum / weight : 1.0f;
  }

  Scenery stage_;
  const std::vector<Rgb>& colours_;
  PictureSize size_;
  Lens lens_;
  Patterns patterns_;
  std::vector<Found> found_;
  Vec3f sun_, sun_u_, sun_v_;
  Rgb floor_light_;
  float white_;
};

}  // namespace

Picture render(const Model& model, const std::vector<Rgb>& colours, const Camera& camera,
               const PictureSize& size, Workers& workers) {
  Painter painter(model, colours, camera, size);
  // Tiles that follow each other are far apart in the picture, so that every thread gets some of the empty
  // and some of the crowded ones.
  const auto tiles = static_cast<std::size_t>(painter.tiles());
  std::size_t stride = tiles / 3 + 1;
  while (std::gcd(stride, tiles) != 1) ++stride;
  workers.for_ranges(tiles, 1, [&](std::size_t begin, std::size_t end) {
    Scratch scratch;
    for (std::size_t k = begin; k < end; ++k) painter.tile(static_cast<int>(k * stride % tiles), scratch);
  });
  Picture picture(size.width, size.height);
  workers.for_ranges(static_cast<std::size_t>(size.height), 4, [&](std::size_t begin, std::size_t end) {
    for (auto y = static_cast<int>(begin); y < static_cast<int>(end); ++y)
      for (int x = 0; x < size.width; ++x) picture.at(x, y) = painter.finish(x, y);
  });
  return picture;
}

}  // namespace scree
