#include "view/gif_file.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/errors.h"

namespace scree {
namespace {

constexpr std::uint8_t unchanged = 255;

void add_short(std::string& bytes, int value) {
  bytes += static_cast<char>(value & 255);
  bytes += static_cast<char>(value >> 8 & 255);
}

Pixel mixed(const Pixel& a, const Pixel& b, int parts, int all) {
  Pixel p;
  for (int k = 0; k < 3; ++k) p[k] = static_cast<std::uint8_t>((a[k] * (all - parts) + b[k] * parts) / all);
  return p;
}

// Codes are packed from the lowest bit on.
class Bits {
 public:
  void add(std::uint32_t code, int bits) {
    held_ |= code << count_;
    for (count_ += bits; count_ >= 8; count_ -= 8, held_ >>= 8) bytes += static_cast<char>(held_ & 255);
  }
  void flush() {
    if (count_ > 0) bytes += static_cast<char>(held_ & 255);
    held_ = 0;
    count_ = 0;
  }
  std::string bytes;

 private:
  std::uint32_t held_ = 0;
  int count_ = 0;
};

}  // namespace

Palette::Palette(std::span<const Pixel> colours) {
  constexpr Pixel paper{255, 255, 255}, ink{38, 40, 46};
  constexpr std::size_t most = unchanged;
  constexpr int greys = 39;
  const auto add = [&](const Pixel& colour) {
    if (colours_.size() < most && std::ranges::find(colours_, colour) == colours_.end())
      colours_.push_back(colour);
  };
  for (int k = 0; k < greys; ++k) add(mixed(paper, {0, 0, 0}, k, greys - 1));
  add(ink);
  for (const Pixel& colour : colours) add(colour);
  // The middles first: where there are too many colours, the finer steps are left out.
  for (const auto& [towards, parts] :
       {std::pair{ink, 2}, {paper, 2}, {ink, 1}, {ink, 3}, {paper, 1}, {paper, 3}})
    for (const Pixel& colour : colours) add(mixed(colour, towards, parts, 4));
}

std::uint8_t Palette::nearest(const Pixel& colour) {
  const std::uint32_t key = static_cast<std::uint32_t>(colour[0] << 16 | colour[1] << 8 | colour[2]);
  const auto [place, is_new] = known_.try_emplace(key, std::uint8_t{0});
  if (!is_new) return place->second;
  int least = std::numeric_limits<int>::max();
  for (std::size_t k = 0; k < colours_.size(); ++k) {
    // The eye sees green best and blue least.
    const int r = colours_[k][0] - colour[0], g = colours_[k][1] - colour[1], b = colours_[k][2] - colour[2];
    const int distance = 3 * r * r + 6 * g * g + 2 * b * b;
    if (distance < least) {
      least = distance;
      place->second = static_cast<std::uint8_t>(k);
    }
  }
  return place->second;
}

GifWriter::GifWriter(int width, int height, Palette palette)
    : width_(width), height_(height), palette_(std::move(palette)) {
  bytes_ = "GIF89a";
  add_short(bytes_, width);
  add_short(bytes_, height);
  bytes_ +=
      std::string("\xf7\0\0", 3);  // a table of 256 colours for all frames; no background, square pixels
  for (std::size_t k = 0; k < 256; ++k)
    for (int channel = 0; channel < 3; ++channel)
      bytes_ += static_cast<char>(k < palette_.colours().size() ? palette_.colours()[k][channel] : 0);
  bytes_ += std::string("!\xff\x0bNETSCAPE2.0\x03\x01\0\0\0", 19);  // for ever
}

void GifWriter::add(const Picture& frame, int hundredths) {
  if (frame.width != width_ || frame.height != height_)
    throw std::logic_error("frames of a GIF differ in size");
  std::vector<std::uint8_t> now(frame.pixels.size());
  for (std::size_t p = 0; p < now.size(); ++p) now[p] = palette_.nearest(frame.pixels[p]);
  std::vector<std::uint8_t> shown = now;
  for (std::size_t p = 0; p < before_.size(); ++p)
    if (now[p] == before_[p]) shown[p] = unchanged;
  // Pixels stay until they are painted over (1 << 2), and one number is see-through (1).
  bytes_ += std::string("!\xf9\x04\x05", 4);
  add_short(bytes_, std::clamp(hundredths, 0, 65535));
  bytes_ += static_cast<char>(unchanged);
  bytes_ += std::string("\0,\0\0\0\0", 6);
  add_short(bytes_, width_);
  add_short(bytes_, height_);
  bytes_ += std::string("\0\x08", 2);
  const std::string packed = lzw(shown);
  for (std::size_t at = 0; at < packed.size(); at += 255) {
    const std::size_t length = std::min<std::size_t>(255, packed.size() - at);
    bytes_ += static_cast<char>(length);
    bytes_.append(packed, at, length);
  }
  bytes_ += '\0';
  before_ = std::move(now);
}

std::string GifWriter::finish() {
  bytes_ += ';';
  return std::move(bytes_);
}

std::string lzw(std::span<const std::uint8_t> numbers) {
  constexpr std::uint32_t clear = 256, end = 257, first = 258, most = 4096;
  std::vector<std::uint16_t> longer(most * 256);  // code of a string with one more number; 0: not yet
  std::uint32_t next = first;
  int bits = 9;
  Bits out;
  out.add(clear, bits);
  if (numbers.empty()) {
    out.add(end, bits);
    out.flush();
    return out.bytes;
  }
  std::uint32_t known = numbers[0];
  for (const std::uint8_t number : numbers.subspan(1)) {
    std::uint16_t& place = longer[known * 256 + number];
    if (place != 0) {
      known = place;
      continue;
    }
    out.add(known, bits);
    if (next < most) {
      // The reader learns a code one step later than we do.
      if (next == 1u << bits) ++bits;
      place = static_cast<std::uint16_t>(next++);
    } else {
      out.add(clear, bits);
      std::ranges::fill(longer, std::uint16_t{0});
      next = first;
      bits = 9;
    }
    known = number;
  }
  out.add(known, bits);
  if (next < most && next == 1u << bits) ++bits;
  out.add(end, bits);
  out.flush();
  return out.bytes;
}

std::vector<int> delays_of(std::span<const double> times, double slower) {
  constexpr int least = 2, last = 100;
  std::vector<int> delays;
  const auto mark = [&](double time) {
    return std::floor(std::min(1e9, 100 * slower * (time - times.front())) + 0.5);
  };
  for (std::size_t k = 0; k + 1 < times.size(); ++k)
    delays.push_back(std::clamp(static_cast<int>(mark(times[k + 1]) - mark(times[k])), least, 65535));
  if (!times.empty()) delays.push_back(last);
  return delays;
}

double pleasant_slowness(std::span<const double> times) {
  if (times.size() < 2 || !(times.back() > times.front())) return 1;
  return 0.05 * static_cast<double>(times.size() - 1) / (times.back() - times.front());
}

}  // namespace scree
