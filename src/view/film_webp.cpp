#include <webp/encode.h>
#include <webp/mux.h>

#include <stdexcept>

#include "base/errors.h"
#include "base/traps_off.h"
#include "view/film.h"

namespace scree {
namespace {

void check_webp(bool good, const std::string& reason) {
  if (!good) throw RunError("cannot encode a picture as WebP: " + reason);
}

// With losses: without them films of many small bodies are three times as large as GIF files.
WebPConfig film_config() {
  WebPConfig config;
  check_webp(WebPConfigInit(&config), "another version of the library");
  config.quality = 80;
  config.use_sharp_yuv = 1;  // thin red lines on blue bodies stay red
  return config;
}

class WebpFilm : public Film {
 public:
  WebpFilm(int width, int height) : width_(width), height_(height), config_(film_config()) {
    WebPAnimEncoderOptions options;
    check_webp(WebPAnimEncoderOptionsInit(&options), "another version of the library");
    encoder_.reset(WebPAnimEncoderNew(width, height, &options));
    check_webp(encoder_ != nullptr, "no memory");
  }

  void add(const Picture& frame, int hundredths) override {
    if (frame.width != width_ || frame.height != height_)
      throw std::logic_error("frames of a film differ in size");
    const TrapsOff traps_off;
    WebPPicture picture;
    check_webp(WebPPictureInit(&picture), "another version of the library");
    picture.use_argb = 1;
    picture.width = width_;
    picture.height = height_;
    const bool added = WebPPictureImportRGB(&picture, frame.pixels.data()->data(), 3 * width_) &&
                       WebPAnimEncoderAdd(encoder_.get(), &picture, milliseconds_, &config_);
    WebPPictureFree(&picture);
    check_webp(added, WebPAnimEncoderGetError(encoder_.get()));
    milliseconds_ += 10 * hundredths;
  }

  std::string finish() override {
    const TrapsOff traps_off;
    WebPData data;
    WebPDataInit(&data);
    check_webp(WebPAnimEncoderAdd(encoder_.get(), nullptr, milliseconds_, nullptr) &&
                   WebPAnimEncoderAssemble(encoder_.get(), &data),
               WebPAnimEncoderGetError(encoder_.get()));
    std::string file(reinterpret_cast<const char*>(data.bytes), data.size);
    WebPDataClear(&data);
    return file;
  }

 private:
  struct Deleter {
    void operator()(WebPAnimEncoder* encoder) const { WebPAnimEncoderDelete(encoder); }
  };
  int width_, height_, milliseconds_ = 0;  // of the picture, and of the frames so far
  WebPConfig config_;
  std::unique_ptr<WebPAnimEncoder, Deleter> encoder_;
};

}  // namespace

std::unique_ptr<Film> webp_film(int width, int height) { return std::make_unique<WebpFilm>(width, height); }

std::string webp_of(const Picture& picture) {
  const TrapsOff traps_off;
  std::uint8_t* bytes = nullptr;
  const std::size_t size = WebPEncodeLosslessRGB(picture.pixels.data()->data(), picture.width, picture.height,
                                                 3 * picture.width, &bytes);
  check_webp(size > 0, "no memory, or too large");
  std::string file(reinterpret_cast<const char*>(bytes), size);
  WebPFree(bytes);
  return file;
}

}  // namespace scree
