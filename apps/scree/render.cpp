// `scree render`: pictures of a recorded run.
#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <optional>
#include <thread>

#include "base/math.h"
#include "commands.h"
#include "io/descriptor.h"
#include "io/frame.h"
#include "view/legend.h"
#include "view/paint.h"
#include "view/png_file.h"
#include "view/recorded_run.h"
#include "view/render.h"

namespace scree::app {
namespace {

namespace fs = std::filesystem;

constexpr int least_side = 16, largest_side = 8192;
constexpr double most_pixels = 8192.0 * 4096.0;

struct Flags {
  std::string folder;
  std::string frame = "last";
  std::string output;
  std::string size = "1280x960";
  std::string colour = "speed";
  std::optional<std::string> camera, target, up;
  std::optional<double> fov;
  std::vector<std::string> hide;
  int samples = 32;
  int threads = 0;
  bool no_legend = false;
};

template <class Number>
bool read_number(std::string_view text, Number& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size();
}

std::optional<Vec3> read_point(const std::optional<std::string>& text, const char* flag) {
  if (!text) return std::nullopt;
  Vec3 point = Vec3::Zero();
  std::string_view rest = *text;
  bool good = true;
  for (int k = 0; k < 3; ++k) {
    const std::size_t comma = rest.find(',');
    good = good && (comma == std::string_view::npos) == (k == 2) &&
           read_number(rest.substr(0, comma), point[k]) && std::abs(point[k]) < 1e100;
    rest = comma == std::string_view::npos ? std::string_view() : rest.substr(comma + 1);
  }
  if (!good)
    throw InputError(
        fmt::format("{} {}: three numbers with commas are expected, for example 1,-2.5,0.8", flag, *text));
  return point;
}

PictureSize read_size(const Flags& flags) {
  PictureSize size;
  size.samples = flags.samples;
  const std::size_t x = flags.size.find('x');
  const std::string_view text = flags.size;
  if (x == std::string::npos || !read_number(text.substr(0, x), size.width) ||
      !read_number(text.substr(x + 1), size.height))
    throw InputError(
        fmt::format("--size {}: width and height in pixels are expected, for example 1280x960", flags.size));
  if (std::min(size.width, size.height) < least_side || std::max(size.width, size.height) > largest_side ||
      static_cast<double>(size.width) * size.height > most_pixels)
    throw InputError(
        fmt::format("--size {}: sides from {} to {} pixels are possible, and {:.0f} million pixels in all",
                    flags.size, least_side, largest_side, most_pixels / 1e6));
  return size;
}

CameraWish read_camera(const Flags& flags) {
  CameraWish wish{read_point(flags.camera, "--camera"), read_point(flags.target, "--target"),
                  read_point(flags.up, "--up"), std::nullopt};
  if (wish.up && wish.up->squaredNorm() == 0)
    throw InputError("--up 0,0,0: a direction is expected, for example 0,0,1");
  if (flags.fov) {
    if (!(*flags.fov >= 1 && *flags.fov <= 150))
      throw InputError(fmt::format("--fov {}: an angle from 1 to 150 degrees is expected", *flags.fov));
    wish.fov = *flags.fov * math::pi / 180;
  }
  return wish;
}

// Where the pictures go: a folder, and for a single one perhaps the whole name.
fs::path output_file(const Flags& flags, const std::string& name) {
  if (flags.output.empty()) return fs::path(flags.folder) / "pictures" / name;
  const fs::path given = flags.output;
  return given.extension() == ".png" && !fs::is_directory(given) ? given : given / name;
}

class Pictures {
 public:
  Pictures(const Flags& flags, Colouring colouring)
      : flags_(flags),
        size_(read_size(flags)),
        wish_(read_camera(flags)),
        scale_{colouring},
        workers_(flags.threads > 0 ? flags.threads
                                   : static_cast<int>(std::max(1u, std::thread::hardware_concurrency()))) {}

  // One camera and one scale for a row of pictures: first all are seen, then drawn.
  void see(Model model) {
    hide_groups(model, flags_.hide);
    scale_ = join(scale_, scale_for(model, scale_.colouring));
    const std::vector<Ball> balls = subjects(model);
    up_ = model.up();
    subjects_.insert(subjects_.end(), balls.begin(), balls.end());
    // Of many, the corners of the box around them will do.
    if (subjects_.size() > 1'000'000) subjects_ = box_corners(subjects_);
  }

  void draw(Model model, const std::string& name) {
    hide_groups(model, flags_.hide);
    const std::vector<Rgb> colours = paint(model, scale_);
    const Camera camera = fit_camera(subjects_, up_, wish_, size_.width, size_.height);
    Picture picture = render(model, colours, camera, size_, workers_);
    if (!flags_.no_legend) draw_legend(picture, model, scale_);
    const fs::path file = output_file(flags_, name);
    if (file.has_parent_path()) make_folder(file.parent_path());
    write_png(file, picture);
    fmt::print("{}\n", file.string());
  }

 private:
  static std::vector<Ball> box_corners(const std::vector<Ball>& balls) {
    Vec3 low = balls[0].centre, high = low;
    for (const Ball& ball : balls) {
      low = low.cwiseMin(ball.centre - Vec3::Constant(ball.radius));
      high = high.cwiseMax(ball.centre + Vec3::Constant(ball.radius));
    }
    std::vector<Ball> corners;
    for (int k = 0; k < 8; ++k)
      corners.push_back(
          {Vec3(k & 1 ? high.x() : low.x(), k & 2 ? high.y() : low.y(), k & 4 ? high.z() : low.z()), 0});
    return corners;
  }

  const Flags& flags_;
  PictureSize size_;
  CameraWish wish_;
  Scale scale_;
  Workers workers_;
  std::vector<Ball> subjects_;
  Vec3 up_ = Vec3::UnitZ();
};

int render_run(const Flags& flags) {
  const std::optional<Colouring> colouring = colouring_of(flags.colour);
  if (!colouring)
    throw InputError(fmt::format("--color {}: speed, force, id or group is expected", flags.colour));
  Pictures pictures(flags, *colouring);
  RecordedRun run(flags.folder, [](const std::string& text) { fmt::print(stderr, "scree: {}\n", text); });
  const auto name_of = [](std::uint64_t number) { return numbered_name("frame", number, ".png"); };
  if (flags.frame == "all") {
    if (run.frames().empty())
      throw InputError(fmt::format(
          "--frame all: the run in {} recorded no frames; --frame last shows its last state", flags.folder));
    if (fs::path(flags.output).extension() == ".png")
      throw InputError(fmt::format("--output {}: several pictures need a folder", flags.output));
    for (const std::uint64_t number : run.frames()) pictures.see(run.frame(number));
    for (const std::uint64_t number : run.frames()) pictures.draw(run.frame(number), name_of(number));
    return exit_done;
  }
  std::uint64_t number = 0;
  const bool last = flags.frame == "last";
  if (!last && !read_number(flags.frame, number))
    throw InputError(fmt::format("--frame {}: the number of a frame, last or all is expected", flags.frame));
  Model model = last ? run.last(*colouring == Colouring::force, flags.threads) : run.frame(number);
  pictures.see(model);
  pictures.draw(std::move(model), last ? "last.png" : name_of(number));
  return exit_done;
}

}  // namespace

void add_render(CLI::App& app, Action& action) {
  auto flags = std::make_shared<Flags>();
  CLI::App* sub = app.add_subcommand("render", "make ray-traced pictures of a run");
  sub->add_option("DIR", flags->folder, "output folder of a run")->required();
  sub->add_option("--frame", flags->frame, "number of a recorded frame, last (default) or all");
  sub->add_option("--output", flags->output, "a .png file or a folder (default: DIR/pictures)");
  sub->add_option("--size", flags->size, "width x height in pixels (default: 1280x960)");
  sub->add_option("--color,--colour", flags->colour,
                  "what colours mean: speed (default), force, id or group");
  sub->add_option("--camera", flags->camera, "place of the camera, x,y,z in metres (default: fitted)");
  sub->add_option("--target", flags->target, "what it looks at, x,y,z in metres (default: the free bodies)");
  sub->add_option("--up", flags->up, "what is up in the picture, x,y,z (default: against gravity)");
  sub->add_option("--fov", flags->fov, "angle of view from bottom to top, in degrees (default: 30)");
  sub->add_option("--samples", flags->samples, "rays of light per pixel: more is smoother (default: 32)")
      ->check(CLI::Range(1, 4096));
  sub->add_option("--hide", flags->hide, "leave out a body, fill or inlet of the scene (repeatable)")
      ->allow_extra_args(false);
  sub->add_flag("--no-legend", flags->no_legend, "no time and no scale of colours in the picture");
  sub->add_option("--threads", flags->threads, "threads (default: all cores)")->check(CLI::Range(1, 1024));
  sub->footer(
      "Examples:\n"
      "  scree render out/silo\n"
      "  scree render out/silo --frame 12 --color force --output silo.png --size 1920x1080\n"
      "  scree render out/silo --frame all --hide front --output film\n");
  sub->callback([flags, &action] { action = [flags] { return render_run(*flags); }; });
}

}  // namespace scree::app
