#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/errors.h"
#include "io/descriptor.h"
#include "render.h"

namespace scree::app {
namespace {

namespace fs = std::filesystem;

constexpr int least_side = 16, largest_side = 8192;
constexpr double most_pixels = 8192.0 * 4096.0;

template <class Number>
bool read_number(std::string_view text, Number& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size();
}

const char* in_words(std::size_t count) { return count == 3 ? "three" : "four"; }

}  // namespace

std::vector<double> read_list(const std::string& text, std::size_t count, const char* flag,
                              const char* example) {
  std::vector<double> numbers(count);
  std::string_view rest = text;
  bool good = true;
  for (std::size_t k = 0; k < count; ++k) {
    const std::size_t comma = rest.find(',');
    good = good && (comma == std::string_view::npos) == (k + 1 == count) &&
           read_number(rest.substr(0, comma), numbers[k]) && std::isfinite(numbers[k]) &&
           std::abs(numbers[k]) < 1e100;
    rest = comma == std::string_view::npos ? std::string_view() : rest.substr(comma + 1);
  }
  if (!good)
    throw InputError(fmt::format("{} {}: {} numbers with commas are expected, for example {}", flag, text,
                                 in_words(count), example));
  return numbers;
}

PixelSize read_size(const RenderFlags& flags, const PixelSize& otherwise, int panels) {
  PixelSize size = otherwise;
  const std::string asked = flags.size.value_or(fmt::format("{}x{}", size.width, size.height));
  const std::size_t x = asked.find('x');
  const std::string_view text = asked;
  if (x == std::string::npos || !read_number(text.substr(0, x), size.width) ||
      !read_number(text.substr(x + 1), size.height))
    throw InputError(
        fmt::format("--size {}: width and height in pixels are expected, for example 1280x960", asked));
  const double width = static_cast<double>(size.width) * panels;
  if (std::min(size.width, size.height) < least_side || std::max<double>(width, size.height) > largest_side ||
      width * size.height > most_pixels)
    throw InputError(fmt::format(
        "--size {}{}: sides from {} to {} pixels are possible, and {:.0f} million pixels in all", asked,
        panels > 1 ? fmt::format(" --strip {}", panels) : "", least_side, largest_side, most_pixels / 1e6));
  return size;
}

std::vector<std::uint64_t> asked_frames(const RenderFlags& flags, const RecordedRun& run) {
  const std::string frame = flags.frame.value_or("last");
  if (frame == "last") return {};
  std::uint64_t number = 0;
  if (frame != "all") {
    if (!read_number(frame, number))
      throw InputError(fmt::format("--frame {}: the number of a frame, last or all is expected", frame));
    return {number};
  }
  if (run.frames().empty())
    throw InputError(fmt::format(
        "--frame all: the run in {} recorded no frames; --frame last shows its last state", flags.folder));
  std::vector<std::uint64_t> frames;
  for (std::size_t k = 0; k < run.frames().size(); k += flags.every) frames.push_back(run.frames()[k].number);
  return frames;
}

fs::path output_file(const RenderFlags& flags, const std::string& name) {
  const fs::path given = flags.output;
  const fs::path file = flags.output.empty() ? fs::path(flags.folder) / "pictures" / name
                        : given.extension() == fs::path(name).extension() && !fs::is_directory(given)
                            ? given
                            : given / name;
  if (file.has_parent_path()) make_folder(file.parent_path());
  return file;
}

void check_ending(const RenderFlags& flags, const std::vector<std::string>& endings) {
  const fs::path given = flags.output;
  const std::string ending = given.extension();
  if (std::ranges::find(endings, ending) != endings.end() || fs::is_directory(given)) return;
  // Other names are folders, unless they look like files.
  const std::string_view files[] = {".png",  ".svg", ".gif",  ".jpg", ".jpeg", ".webp", ".pdf",
                                    ".bmp",  ".tif", ".tiff", ".eps", ".ps",   ".mp4",  ".avi",
                                    ".webm", ".ppm", ".PNG",  ".SVG", ".GIF",  ".PDF",  ".WEBP"};
  if (std::ranges::find(files, ending) == std::end(files)) return;
  std::string possible;
  for (const std::string& one : endings) possible += (possible.empty() ? "" : " or ") + one;
  throw InputError(fmt::format("--output {}: a picture of a run {} is a {} file", flags.output,
                               endings.size() > 1 ? "in the plane" : "in space", possible));
}

}  // namespace scree::app
