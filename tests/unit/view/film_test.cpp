// Films, read back by readers that share nothing with their writers: ours for GIF, the library's decoder for
// WebP.
#include "view/film.h"

#include <gtest/gtest.h>
#include <webp/decode.h>
#include <webp/demux.h>

#include <cmath>
#include <cstring>

#include "base/rng.h"
#include "view/colour.h"

namespace scree {
namespace {

struct Bytes {
  const std::string& data;
  std::size_t at = 0;
  int byte() { return static_cast<unsigned char>(data.at(at++)); }
  int two() {
    const int low = byte();
    return low + 256 * byte();
  }
};

// Welch's decoder, with whole strings in its table: slow and plain.
std::vector<std::uint8_t> unpack(const std::string& packed) {
  std::vector<std::string> table;
  const auto reset = [&] {
    table.clear();
    for (int k = 0; k < 256; ++k) table.emplace_back(1, static_cast<char>(k));
    table.resize(258);
  };
  std::vector<std::uint8_t> out;
  std::size_t bit = 0;
  int bits = 9;
  std::string before;
  for (;;) {
    int code = 0;
    for (int k = 0; k < bits; ++k, ++bit)
      code |= (static_cast<unsigned char>(packed.at(bit / 8)) >> (bit % 8) & 1) << k;
    if (code == 257) break;
    if (code == 256) {
      reset();
      bits = 9;
      before.clear();
      continue;
    }
    std::string now;
    if (static_cast<std::size_t>(code) < table.size()) {
      now = table[code];
    } else {
      EXPECT_EQ(static_cast<std::size_t>(code), table.size()) << "a code that nobody has explained";
      now = before + before[0];
    }
    if (!before.empty() && table.size() < 4096) table.push_back(before + now[0]);
    if (table.size() == 1u << bits && bits < 12) ++bits;
    out.insert(out.end(), now.begin(), now.end());
    before = now;
  }
  EXPECT_EQ((bit + 7) / 8, packed.size()) << "something follows the end";
  return out;
}

struct Gif {
  int width = 0, height = 0;
  bool for_ever = false;
  std::vector<int> delays;
  std::vector<Picture> frames;
};

Gif read(const std::string& data) {
  Gif gif;
  EXPECT_EQ(data.substr(0, 6), "GIF89a");
  Bytes in{data, 6};
  gif.width = in.two();
  gif.height = in.two();
  EXPECT_EQ(in.byte(), 0xf7);
  in.at += 2;
  std::vector<Pixel> table(256);
  for (Pixel& p : table)
    for (std::uint8_t& c : p) c = static_cast<std::uint8_t>(in.byte());
  Picture canvas(gif.width, gif.height);
  int see_through = -1;
  for (int kind = in.byte(); kind != ';'; kind = in.byte()) {
    std::string content;
    if (kind == '!') {
      const int label = in.byte();
      for (int n = in.byte(); n != 0; n = in.byte()) {
        content += data.substr(in.at, n);
        in.at += n;
      }
      if (label == 0xff) gif.for_ever = content == std::string("NETSCAPE2.0\x01\0\0", 14);
      if (label == 0xf9) {
        EXPECT_EQ(content.size(), 4u);
        see_through = content[0] & 1 ? static_cast<unsigned char>(content[3]) : -1;
        EXPECT_EQ(content[0] >> 2, 1) << "what was painted stays";
        gif.delays.push_back(static_cast<unsigned char>(content[1]) +
                             256 * static_cast<unsigned char>(content[2]));
      }
      continue;
    }
    EXPECT_EQ(kind, ',');
    const int left = in.two(), top = in.two(), width = in.two(), height = in.two();
    EXPECT_TRUE(left + width <= gif.width && top + height <= gif.height);
    EXPECT_EQ(in.byte(), 0);
    EXPECT_EQ(in.byte(), 8);
    for (int n = in.byte(); n != 0; n = in.byte()) {
      content += data.substr(in.at, n);
      in.at += n;
    }
    const auto numbers = unpack(content);
    EXPECT_EQ(numbers.size(), static_cast<std::size_t>(width) * height);
    for (std::size_t p = 0; p < numbers.size(); ++p)
      if (numbers[p] != see_through)
        canvas.at(left + static_cast<int>(p) % width, top + static_cast<int>(p) / width) = table[numbers[p]];
    gif.frames.push_back(canvas);
  }
  EXPECT_EQ(in.at, data.size());
  return gif;
}

TEST(Gif, FramesTheirTimesAndTheirSizeComeBack) {
  const std::vector<Pixel> ink{{200, 20, 30}, {10, 90, 200}};
  Palette palette(ink);
  const auto gif = gif_film(37, 21, palette);
  std::vector<Picture> frames;
  Rng rng(9);
  for (int k = 0; k < 5; ++k) {
    Picture picture(37, 21);
    for (Pixel& p : picture.pixels)
      if (rng.below(3) == 0) p = ink[rng.below(2)];
    gif->add(picture, 3 + 70 * k);
    frames.push_back(picture);
  }
  const Gif back = read(gif->finish());
  EXPECT_EQ(back.width, 37);
  EXPECT_EQ(back.height, 21);
  EXPECT_TRUE(back.for_ever);
  EXPECT_EQ(back.delays, (std::vector{3, 73, 143, 213, 283}));
  ASSERT_EQ(back.frames.size(), frames.size());
  for (std::size_t k = 0; k < frames.size(); ++k) EXPECT_EQ(back.frames[k].pixels, frames[k].pixels) << k;
}

TEST(Gif, AnUnchangedFrameCostsNextToNothing) {
  Rng rng(2);
  Picture picture(300, 200);
  std::vector<Pixel> inks;
  for (int k = 0; k < 30; ++k) inks.push_back(to_srgb(scale_colour(k / 29.0)));
  for (Pixel& p : picture.pixels) p = inks[rng.below(inks.size())];
  const auto one = gif_film(300, 200, Palette(inks)), two = gif_film(300, 200, Palette(inks));
  one->add(picture, 5);
  two->add(picture, 5);
  two->add(picture, 5);
  EXPECT_LT(two->finish().size(), one->finish().size() + 100);
}

// A frame that is the same but for a corner: only this is written.
TEST(Gif, FramesAreAsLargeAsWhatChanges) {
  const Pixel ink{200, 20, 30};
  const auto gif = gif_film(60, 40, Palette({&ink, 1}));
  std::vector<Picture> frames;
  for (const auto& [x, y] : {std::pair{59, 39}, {0, 0}, {30, 39}, {30, 39}}) {
    Picture picture(60, 40);
    picture.at(x, y) = ink;
    gif->add(picture, 5);
    frames.push_back(picture);
  }
  const Gif back = read(gif->finish());
  ASSERT_EQ(back.frames.size(), frames.size());
  for (std::size_t k = 0; k < frames.size(); ++k) EXPECT_EQ(back.frames[k].pixels, frames[k].pixels) << k;
}

// Discs that move over paper.
Picture moving_disc(int k) {
  Picture picture(64, 48);
  for (int y = 0; y < 48; ++y)
    for (int x = 0; x < 64; ++x)
      if (std::hypot(x - 10 - 4 * k, y - 24) < 9) picture.at(x, y) = to_srgb(scale_colour(k / 10.0));
  return picture;
}

TEST(Webp, FramesTheirTimesAndTheirSizeComeBack) {
  const auto film = webp_film(64, 48);
  for (int k = 0; k < 10; ++k) film->add(moving_disc(k), 5 + k);
  const std::string file = film->finish();
  const WebPData data{reinterpret_cast<const std::uint8_t*>(file.data()), file.size()};
  WebPAnimDecoder* decoder = WebPAnimDecoderNew(&data, nullptr);
  ASSERT_NE(decoder, nullptr);
  WebPAnimInfo info;
  WebPAnimDecoderGetInfo(decoder, &info);
  EXPECT_EQ(info.canvas_width, 64u);
  EXPECT_EQ(info.canvas_height, 48u);
  EXPECT_EQ(info.loop_count, 0u);  // for ever
  EXPECT_EQ(info.frame_count, 10u);
  int end = 0;
  for (int k = 0; k < 10; ++k) {
    std::uint8_t* rgba = nullptr;
    int time = 0;
    ASSERT_TRUE(WebPAnimDecoderGetNext(decoder, &rgba, &time));
    EXPECT_EQ(time, end += 10 * (5 + k));
    const Picture right = moving_disc(k);
    double error = 0;
    for (std::size_t p = 0; p < right.pixels.size(); ++p)
      for (int c = 0; c < 3; ++c) error += std::abs(rgba[4 * p + c] - right.pixels[p][c]);
    EXPECT_LT(error / static_cast<double>(3 * right.pixels.size()), 6) << k;
  }
  WebPAnimDecoderDelete(decoder);
}

TEST(Webp, EveryPixelOfASinglePictureComesBack) {
  Picture picture(37, 21);
  Rng rng(7);
  for (Pixel& p : picture.pixels)
    for (std::uint8_t& byte : p) byte = static_cast<std::uint8_t>(rng.below(256));
  const std::string file = webp_of(picture);
  int width = 0, height = 0;
  std::uint8_t* rgb =
      WebPDecodeRGB(reinterpret_cast<const std::uint8_t*>(file.data()), file.size(), &width, &height);
  ASSERT_NE(rgb, nullptr);
  EXPECT_EQ(width, 37);
  EXPECT_EQ(height, 21);
  EXPECT_EQ(std::memcmp(rgb, picture.pixels.data(), 3 * picture.pixels.size()), 0);
  WebPFree(rgb);
}

TEST(Film, FramesOfAnotherSizeAreRefused) {
  const Pixel ink{200, 20, 30};
  EXPECT_THROW(gif_film(20, 10, Palette({&ink, 1}))->add(Picture(10, 20), 5), std::logic_error);
  EXPECT_THROW(webp_film(20, 10)->add(Picture(10, 20), 5), std::logic_error);
}

TEST(Palette, HasItsColoursExactlyAndMixturesNearby) {
  std::vector<Pixel> inks;
  for (int k = 0; k < 36; ++k) inks.push_back(to_srgb(scale_colour(k / 35.0)));
  Palette palette(inks);
  EXPECT_LE(palette.colours().size(), 255u);
  for (const Pixel& ink : inks) EXPECT_EQ(palette.colours()[palette.nearest(ink)], ink);
  EXPECT_EQ(palette.colours()[palette.nearest({255, 255, 255})], (Pixel{255, 255, 255}));
  for (const Pixel& ink : inks)
    for (const Pixel& other : {Pixel{255, 255, 255}, Pixel{38, 40, 46}})
      for (int part = 0; part <= 8; ++part) {
        Pixel wanted;
        for (int k = 0; k < 3; ++k)
          wanted[k] = static_cast<std::uint8_t>((ink[k] * part + other[k] * (8 - part)) / 8);
        const Pixel got = palette.colours()[palette.nearest(wanted)];
        for (int k = 0; k < 3; ++k) EXPECT_LE(std::abs(got[k] - wanted[k]), 40);
      }
}

TEST(Film, DelaysFollowTheTimesAndDoNotDrift) {
  std::vector<double> times;
  for (int k = 0; k <= 30; ++k) times.push_back(1 + k / 30.0);
  const std::vector<int> delays = delays_of(times, 1);
  ASSERT_EQ(delays.size(), times.size());
  int total = 0;
  for (std::size_t k = 0; k + 1 < delays.size(); ++k) {
    EXPECT_TRUE(delays[k] == 3 || delays[k] == 4);
    total += delays[k];
  }
  EXPECT_EQ(total, 100);
  EXPECT_EQ(delays.back(), 100);
  EXPECT_EQ(delays_of(times, 1e-9)[0], 2);
  EXPECT_EQ(delays_of(times, 1e9)[0], 65535);
  EXPECT_TRUE(delays_of({}, 1).empty());
  EXPECT_DOUBLE_EQ(pleasant_slowness(times), 1.5);
  EXPECT_EQ(pleasant_slowness(std::vector{1.0}), 1);
  EXPECT_EQ(pleasant_slowness(std::vector{1.0, 1.0}), 1);
}

}  // namespace
}  // namespace scree
