// Animated GIF files.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "view/picture.h"

namespace scree {

// At most 255 colours; one number of the 256 stands for what stays as it was.
class Palette {
 public:
  // These colours, each with its way to white paper and to dark ink (edges are mixtures), and greys.
  explicit Palette(std::span<const Pixel> colours);

  std::uint8_t nearest(const Pixel& colour);
  const std::vector<Pixel>& colours() const { return colours_; }

 private:
  std::vector<Pixel> colours_;
  std::unordered_map<std::uint32_t, std::uint8_t> known_;  // answers given
};

// Frames are added one by one; all have the same size. It plays for ever.
class GifWriter {
 public:
  GifWriter(int width, int height, Palette palette);

  void add(const Picture& frame, int hundredths);  // how long it stands, in hundredths of a second
  std::string finish();                            // the file

 private:
  int width_, height_;
  Palette palette_;
  std::string bytes_;
  std::vector<std::uint8_t> before_;  // the last frame, by numbers of colours
};

// Lempel and Ziv's dictionary in Welch's form, with codes that grow from 9 to 12 bits, as GIF has it.
std::string lzw(std::span<const std::uint8_t> numbers);

// How long frames of these times stand, in hundredths of a second: a film `slower` times as slow as what it
// shows, at least 2 each (players refuse less), roundings not summed up. The last one stands for a second.
std::vector<int> delays_of(std::span<const double> times, double slower);

// So slow that frames stand for a twentieth of a second on the mean.
double pleasant_slowness(std::span<const double> times);

}  // namespace scree
