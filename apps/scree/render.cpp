// `scree render`: pictures of a recorded run.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <optional>
#include <thread>

#include "base/math.h"
#include "commands.h"
#include "io/frame.h"
#include "render.h"
#include "say.h"
#include "view/legend.h"
#include "view/paint.h"
#include "view/png_file.h"
#include "view/render.h"

namespace scree::app {
namespace {

std::optional<Vec3> read_point(const std::optional<std::string>& text, const char* flag) {
  if (!text) return std::nullopt;
  const std::vector<double> numbers = read_list(*text, 3, flag, "1,-2.5,0.8");
  return Vec3(numbers[0], numbers[1], numbers[2]);
}

PictureSize picture_size(const RenderFlags& flags) {
  PictureSize size;
  const PixelSize asked = read_size(flags, {size.width, size.height});
  size.width = asked.width;
  size.height = asked.height;
  if (flags.samples) size.samples = *flags.samples;
  return size;
}

CameraWish read_camera(const RenderFlags& flags) {
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

class Pictures {
 public:
  Pictures(const RenderFlags& flags, Colouring colouring)
      : flags_(flags),
        size_(picture_size(flags)),
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
    const std::filesystem::path file = output_file(flags_, name);
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

  const RenderFlags& flags_;
  PictureSize size_;
  CameraWish wish_;
  Scale scale_;
  Workers workers_;
  std::vector<Ball> subjects_;
  Vec3 up_ = Vec3::UnitZ();
};

void refuse_plane_flags(const RenderFlags& flags) {
  const std::string_view flag = flags.window    ? "--window"
                                : flags.forces  ? "--forces"
                                : flags.strip   ? "--strip"
                                : flags.animate ? "--animate"
                                : flags.slower  ? "--slower"
                                                : "";
  if (!flag.empty())
    throw InputError(fmt::format("{}: this is for runs in the plane, and the run in {} is in space{}", flag,
                                 flags.folder,
                                 flag == "--animate" ? "; --frame all makes the pictures of a film" : ""));
  check_ending(flags, {".png"});
}

int render_space(const RenderFlags& flags, Colouring colouring, const RecordedRun& run) {
  refuse_plane_flags(flags);
  Pictures pictures(flags, colouring);
  const std::vector<std::uint64_t> frames = asked_frames(flags, run);
  if (flags.frame == "all" && std::filesystem::path(flags.output).extension() == ".png")
    throw InputError(fmt::format("--output {}: several pictures need a folder", flags.output));
  for (const std::uint64_t number : frames) pictures.see(model_of(run.frame(number)));
  for (const std::uint64_t number : frames)
    pictures.draw(model_of(run.frame(number)), numbered_name("frame", number, ".png"));
  if (!frames.empty()) return exit_done;
  const Model model = model_of(run.last(colouring == Colouring::force, flags.threads));
  pictures.see(model);
  pictures.draw(model, "last.png");
  return exit_done;
}

int render_run(const RenderFlags& flags) {
  const std::optional<Colouring> colouring = colouring_of(flags.colour);
  if (!colouring)
    throw InputError(
        fmt::format("--color {}: speed, force, rotation, id or group is expected", flags.colour));
  const RecordedRun run(flags.folder, [](const std::string& text) { say("scree: {}\n", text); });
  return run.dimension() == 2 ? render_plane(flags, run) : render_space(flags, *colouring, run);
}

}  // namespace

void add_render(CLI::App& app, Action& action) {
  auto flags = std::make_shared<RenderFlags>();
  CLI::App* sub = app.add_subcommand("render", "make pictures of a run");
  sub->add_option("DIR", flags->folder, "output folder of a run")->required();
  sub->add_option("--frame", flags->frame, "number of a recorded frame, last (default) or all");
  sub->add_option("--every", flags->every, "of all frames every so many-th (default: 1)")
      ->check(CLI::Range(1, 1'000'000'000));
  sub->add_option(
      "--output", flags->output,
      "a .png file (in the plane also .svg, .pdf, .gif or .webp) or a folder (default: DIR/pictures)");
  sub->add_option("--size", flags->size, "width x height in pixels (default: 1280x960)");
  sub->add_option("--color,--colour", flags->colour,
                  "what colours mean: speed (default), force, rotation, id or group");
  sub->add_option("--hide", flags->hide, "leave out a body, fill or inlet of the scene (repeatable)")
      ->allow_extra_args(false);
  sub->add_flag("--no-legend", flags->no_legend, "no time and no scale of colours in the picture");
  sub->add_option("--threads", flags->threads, "threads (default: all cores)")->check(CLI::Range(1, 1024));
  const auto space = [&](CLI::Option* option) { return option->group("Runs in space"); };
  space(sub->add_option("--camera", flags->camera, "place of the camera, x,y,z in metres (default: fitted)"));
  space(sub->add_option("--target", flags->target,
                        "what it looks at, x,y,z in metres (default: the free bodies)"));
  space(sub->add_option("--up", flags->up, "what is up in the picture, x,y,z (default: against gravity)"));
  space(sub->add_option("--fov", flags->fov, "angle of view from bottom to top, in degrees (default: 30)"));
  space(
      sub->add_option("--samples", flags->samples, "rays of light per pixel: more is smoother (default: 32)")
          ->check(CLI::Range(1, 4096)));
  const auto plane = [&](CLI::Option* option) { return option->group("Runs in the plane"); };
  plane(sub->add_option("--window", flags->window,
                        "what is shown, left,bottom,right,top in metres (default: the free bodies)"));
  plane(sub->add_flag("--forces", flags->forces,
                      "contacts as lines from centre to centre, as wide as their force is large"));
  plane(sub->add_option("--strip", flags->strip,
                        "so many frames side by side, from the first to the last; --size is that of each")
            ->check(CLI::Range(1, 64)));
  plane(sub->add_flag("--animate", flags->animate,
                      "all frames as one animated GIF, or WebP where --output says so"));
  plane(
      sub->add_option("--slower", flags->slower,
                      "the animation goes so many times slower than the run (default: 20 frames a second)"));
  sub->footer(
      "Examples:\n"
      "  scree render out/silo\n"
      "  scree render out/silo --frame 12 --color force --output silo.png --size 1920x1080\n"
      "  scree render out/silo --frame all --hide front --output film\n"
      "In the plane:\n"
      "  scree render out/hopper2d --forces --output hopper.svg\n"
      "  scree render out/hopper2d --strip 4 --colour rotation --output hopper.png\n"
      "  scree render out/hopper2d --animate --every 2 --output hopper.gif\n");
  sub->callback([flags, &action] { action = [flags] { return render_run(*flags); }; });
}

}  // namespace scree::app
