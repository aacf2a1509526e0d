// `scree render` for runs in the plane: pictures as PNG, SVG or PDF, strips of frames, animations.
#include <fmt/format.h>

#include <cmath>
#include <memory>

#include "base/errors.h"
#include "commands.h"
#include "io/atomic_file.h"
#include "io/frame.h"
#include "render.h"
#include "view/film.h"
#include "view/plane_cairo.h"
#include "view/plane_drawing.h"
#include "view/plane_svg.h"
#include "view/png_file.h"

namespace scree::app {
namespace {

namespace fs = std::filesystem;

constexpr PixelSize single{1280, 960}, panel{480, 360}, moving{640, 480};

bool plays(const std::string& ending) { return ending == ".gif" || ending == ".webp"; }
bool is_page(const std::string& ending) { return ending == ".png" || ending == ".svg" || ending == ".pdf"; }

void refuse_space_flags(const RenderFlags& flags) {
  const std::string_view flag = flags.camera    ? "--camera"
                                : flags.target  ? "--target"
                                : flags.up      ? "--up"
                                : flags.fov     ? "--fov"
                                : flags.samples ? "--samples"
                                                : "";
  if (!flag.empty())
    throw InputError(fmt::format(
        "{}: this is for runs in space; the run in {} is in the plane, where --window chooses what is shown",
        flag, flags.folder));
}

PlaneWindow read_window(const RenderFlags& flags) {
  PlaneWindow window;
  if (!flags.window) return window;
  const std::vector<double> x = read_list(*flags.window, 4, "--window", "-1,0,1,1.5");
  window = {{x[0], x[1]}, {x[2], x[3]}, true};
  if (!(x[0] < x[2] && x[1] < x[3]))
    throw InputError(
        fmt::format("--window {}: left,bottom,right,top are expected, with left < right and bottom < top",
                    *flags.window));
  return window;
}

class PlanePictures {
 public:
  PlanePictures(const RenderFlags& flags, const RecordedRun& run, const PixelSize& otherwise, int panels = 1)
      : flags_(flags), run_(run), window_(read_window(flags)) {
    const PixelSize size = read_size(flags, otherwise, panels);
    look_.width = size.width;
    look_.height = size.height;
    look_.legend = !flags.no_legend;
    look_.chains = flags.forces;
    look_.scale.colouring = *colouring_of(flags.colour);
  }

  Model frame(std::uint64_t number) { return hidden(model_of(run_.frame(number))); }
  Model last() {
    const bool with_forces = flags_.forces || look_.scale.colouring == Colouring::force;
    return hidden(model_of(run_.last(with_forces, flags_.threads)));
  }

  // One window and one scale for a row of pictures: first all are seen, then drawn.
  void see(const Model& model) {
    scree::see(look_, model);
    if (window_.any) look_.window = window_;
  }

  PlanePicture draw(std::span<const Model> models) const { return draw_plane(models, look_); }
  Palette palette() const { return Palette(colours_of(look_)); }

 private:
  Model hidden(Model model) const {
    hide_groups(model, flags_.hide);
    return model;
  }

  const RenderFlags& flags_;
  const RecordedRun& run_;
  PlaneWindow window_;
  PlaneLook look_;
};

std::string ending_of(const RenderFlags& flags) { return fs::path(flags.output).extension(); }

std::unique_ptr<Film> new_film(const std::string& ending, const PlanePictures& pictures,
                               const Picture& first) {
  if (ending == ".webp") return webp_film(first.width, first.height);
  return gif_film(first.width, first.height, pictures.palette());
}

std::string file_content_of(const PlanePicture& drawing, const std::string& ending,
                            const PlanePictures& pictures) {
  if (ending == ".svg") return svg_of(drawing);
  if (ending == ".pdf") return pdf_of(drawing);
  const Picture picture = raster(drawing);
  if (ending == ".png") return png_of(picture);
  if (ending == ".webp") return webp_of(picture);
  const std::unique_ptr<Film> film = new_film(ending, pictures, picture);
  film->add(picture, 0);
  return film->finish();
}

void write(const RenderFlags& flags, const PlanePictures& pictures, std::span<const Model> models,
           const std::string& stem) {
  const std::string asked = ending_of(flags);
  const std::string ending = is_page(asked) || plays(asked) ? asked : ".png";
  const fs::path file = output_file(flags, stem + ending);
  write_atomically(file, file_content_of(pictures.draw(models), ending, pictures));
  fmt::print("{}\n", file.string());
}

int render_strip(const RenderFlags& flags, const RecordedRun& run) {
  const int count = *flags.strip;
  if (flags.frame || flags.animate)
    throw InputError(
        fmt::format("--strip {}: the frames of a strip are chosen evenly; --frame and --animate do not "
                    "go with it",
                    count));
  const std::vector<Frame>& frames = run.frames();
  if (frames.size() < static_cast<std::size_t>(count))
    throw InputError(
        fmt::format("--strip {}: the run in {} recorded {} frames", count, flags.folder, frames.size()));
  PlanePictures pictures(flags, run, panel, count);
  std::vector<Model> models;
  for (int k = 0; k < count; ++k) {
    // From the first to the last, rounded to the nearest; a single one is the last.
    const std::size_t steps = static_cast<std::size_t>(std::max(1, count - 1)), last = frames.size() - 1;
    const std::size_t place =
        count == 1 ? last : (2 * static_cast<std::size_t>(k) * last + steps) / (2 * steps);
    models.push_back(pictures.frame(frames[place].number));
    pictures.see(models.back());
  }
  write(flags, pictures, models, "strip");
  return exit_done;
}

int render_film(const RenderFlags& given, const RecordedRun& run) {
  RenderFlags flags = given;
  if (flags.frame && *flags.frame != "all")
    throw InputError(
        fmt::format("--frame {}: an animation shows all frames; --every leaves some out", *flags.frame));
  const std::string asked = ending_of(flags), ending = plays(asked) ? asked : ".gif";
  if (is_page(asked))
    throw InputError(fmt::format("--output {}: an animation is a .gif or .webp file", flags.output));
  if (flags.slower && !(*flags.slower >= 1e-6 && *flags.slower <= 1e9))
    throw InputError(
        fmt::format("--slower {}: a number from 1e-6 to 1e9 is expected; 1 is real time", *flags.slower));
  flags.frame = "all";
  PlanePictures pictures(flags, run, moving);
  const std::vector<std::uint64_t> frames = asked_frames(flags, run);
  std::vector<double> times;
  for (const std::uint64_t number : frames) {
    const Model model = pictures.frame(number);
    pictures.see(model);
    times.push_back(model.time);
  }
  const std::vector<int> delays = delays_of(times, flags.slower.value_or(pleasant_slowness(times)));
  std::unique_ptr<Film> film;
  for (std::size_t k = 0; k < frames.size(); ++k) {
    const Model model = pictures.frame(frames[k]);
    const Picture picture = raster(pictures.draw({&model, 1}), Smoothness::film);
    if (!film) film = new_film(ending, pictures, picture);
    film->add(picture, delays[k]);
  }
  const fs::path file = output_file(flags, "film" + ending);
  write_atomically(file, film->finish());
  fmt::print("{}\n", file.string());
  return exit_done;
}

}  // namespace

int render_plane(const RenderFlags& flags, const RecordedRun& run) {
  refuse_space_flags(flags);
  check_ending(flags, {".png", ".svg", ".pdf", ".gif", ".webp"});
  const bool several = flags.frame == "all";
  const std::string ending = ending_of(flags);
  if (flags.strip) return render_strip(flags, run);
  if (flags.animate || (plays(ending) && (several || !flags.frame))) return render_film(flags, run);
  if (flags.slower) throw InputError("--slower: this goes with --animate");
  if (several && is_page(ending))
    throw InputError(
        fmt::format("--output {}: several pictures need a folder, or a .gif or .webp file", flags.output));
  PlanePictures pictures(flags, run, single);
  const std::vector<std::uint64_t> frames = asked_frames(flags, run);
  for (const std::uint64_t number : frames) pictures.see(pictures.frame(number));
  for (const std::uint64_t number : frames) {
    const Model model = pictures.frame(number);
    write(flags, pictures, {&model, 1}, numbered_name("frame", number, ""));
  }
  if (!frames.empty()) return exit_done;
  const Model model = pictures.last();
  pictures.see(model);
  write(flags, pictures, {&model, 1}, "last");
  return exit_done;
}

}  // namespace scree::app
