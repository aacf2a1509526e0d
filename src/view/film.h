// Pictures that follow each other, in one file that plays for ever: GIF and WebP.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "view/palette.h"
#include "view/picture.h"

namespace scree {

class Film {
 public:
  virtual ~Film() = default;
  // All frames have the same size; each stands for so many hundredths of a second.
  virtual void add(const Picture& frame, int hundredths) = 0;
  virtual std::string finish() = 0;  // the file
};

std::unique_ptr<Film> gif_film(int width, int height, Palette palette);
std::unique_ptr<Film> webp_film(int width, int height);  // all colours, with small losses

// A single picture, without losses.
std::string webp_of(const Picture& picture);

// How long frames of these times stand, in hundredths of a second: a film `slower` times as slow as what it
// shows, at least 2 each (players refuse less), roundings not summed up. The last one stands for a second.
std::vector<int> delays_of(std::span<const double> times, double slower);

// So slow that frames stand for a twentieth of a second on the mean.
double pleasant_slowness(std::span<const double> times);

}  // namespace scree
