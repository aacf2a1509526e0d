// What `scree render` was asked for, and what its two ways of drawing share.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "record/recorded_run.h"

namespace scree::app {

struct RenderFlags {
  std::string folder;
  std::optional<std::string> frame;  // a number, last or all
  std::string output;
  std::optional<std::string> size;
  std::string colour = "speed";
  std::vector<std::string> hide;
  int threads = 0;
  bool no_legend = false;
  // in space
  std::optional<std::string> camera, target, up;
  std::optional<double> fov;
  std::optional<int> samples;
  // in the plane
  std::optional<std::string> window;
  std::optional<int> strip;
  std::optional<double> slower;
  std::uint64_t every = 1;
  bool forces = false;
  bool animate = false;
};

struct PixelSize {
  int width, height;
};

// The size that was asked for, or this one, for so many pictures side by side.
PixelSize read_size(const RenderFlags& flags, const PixelSize& otherwise, int panels = 1);

// So many numbers with commas between them; InputError with the example where it is something else.
std::vector<double> read_list(const std::string& text, std::size_t count, const char* flag,
                              const char* example);

// The frames that --frame and --every ask for; none for the last state.
std::vector<std::uint64_t> asked_frames(const RenderFlags& flags, const RecordedRun& run);

// Where a picture goes: --output where it names a file of this kind of ending, else a file of this name in
// that folder. Makes the folder.
std::filesystem::path output_file(const RenderFlags& flags, const std::string& name);

// InputError where --output looks like a file of a kind that is not among these endings.
void check_ending(const RenderFlags& flags, const std::vector<std::string>& endings);

// Pictures of a run in the plane.
int render_plane(const RenderFlags& flags, const RecordedRun& run);

}  // namespace scree::app
