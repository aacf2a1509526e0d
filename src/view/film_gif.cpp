#include <gif_lib.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "base/errors.h"
#include "view/film.h"

namespace scree {
namespace {

int append_to_file(GifFileType* gif, const GifByteType* bytes, int count) {
  static_cast<std::string*>(gif->UserData)->append(reinterpret_cast<const char*>(bytes), count);
  return count;
}

void check_gif(int result, int error) {
  if (result == GIF_OK) return;
  const char* reason = GifErrorString(error);
  throw RunError("cannot encode a film as GIF: " + std::string(reason ? reason : "unknown error"));
}

// One table of colours for all frames. A frame is the least rectangle that holds all changes, and in it what
// has not changed is see-through.
class GifFilm : public Film {
 public:
  GifFilm(int width, int height, Palette palette)
      : width_(width), height_(height), palette_(std::move(palette)) {
    int error = 0;
    gif_ = EGifOpen(&file_, append_to_file, &error);
    if (!gif_) check_gif(GIF_ERROR, error);
    EGifSetGifVersion(gif_, true);  // GIF89a, which has films
    ColorMapObject* colours = GifMakeMapObject(256, nullptr);
    if (!colours) check_gif(GIF_ERROR, E_GIF_ERR_NOT_ENOUGH_MEM);
    for (std::size_t k = 0; k < palette_.colours().size(); ++k) {
      const Pixel& p = palette_.colours()[k];
      colours->Colors[k] = {p[0], p[1], p[2]};
    }
    const int result = EGifPutScreenDesc(gif_, width, height, 8, 0, colours);
    GifFreeMapObject(colours);
    check(result);
    constexpr GifByteType for_ever[] = {1, 0, 0};
    check(EGifPutExtensionLeader(gif_, APPLICATION_EXT_FUNC_CODE));
    check(EGifPutExtensionBlock(gif_, 11, "NETSCAPE2.0"));
    check(EGifPutExtensionBlock(gif_, 3, for_ever));
    check(EGifPutExtensionTrailer(gif_));
  }
  GifFilm(const GifFilm&) = delete;
  GifFilm& operator=(const GifFilm&) = delete;
  ~GifFilm() override {
    int ignored = 0;
    if (gif_) EGifCloseFile(gif_, &ignored);
  }

  void add(const Picture& frame, int hundredths) override;

  std::string finish() override {
    int error = 0;
    check_gif(EGifCloseFile(std::exchange(gif_, nullptr), &error), error);
    return std::move(file_);
  }

 private:
  void check(int result) const { check_gif(result, gif_->Error); }

  int width_, height_;
  Palette palette_;
  std::string file_;
  GifFileType* gif_ = nullptr;
  std::vector<std::uint8_t> before_;  // the last frame, by numbers of colours
};

struct Rectangle {
  int left = 0, top = 0, right = 0, bottom = 0;
};

// Holds whatever differs; one pixel where nothing does, because a frame has to be something.
Rectangle changes(const std::vector<std::uint8_t>& before, const std::vector<std::uint8_t>& now, int width,
                  int height) {
  if (before.empty()) return {0, 0, width, height};
  Rectangle box{width, height, 0, 0};
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      if (const std::size_t p = static_cast<std::size_t>(y) * width + x; before[p] != now[p])
        box = {std::min(box.left, x), std::min(box.top, y), std::max(box.right, x + 1), y + 1};
  return box.right > 0 ? box : Rectangle{0, 0, 1, 1};
}

void GifFilm::add(const Picture& frame, int hundredths) {
  if (frame.width != width_ || frame.height != height_)
    throw std::logic_error("frames of a GIF differ in size");
  std::vector<std::uint8_t> now(frame.pixels.size());
  for (std::size_t p = 0; p < now.size(); ++p)
    now[p] = p > 0 && frame.pixels[p] == frame.pixels[p - 1] ? now[p - 1] : palette_.nearest(frame.pixels[p]);
  const Rectangle box = changes(before_, now, width_, height_);
  const GraphicsControlBlock control{DISPOSE_DO_NOT, false, std::clamp(hundredths, 0, 65535),
                                     Palette::unchanged};
  GifByteType block[4];
  check(EGifPutExtension(gif_, GRAPHICS_EXT_FUNC_CODE, static_cast<int>(EGifGCBToExtension(&control, block)),
                         block));
  check(
      EGifPutImageDesc(gif_, box.left, box.top, box.right - box.left, box.bottom - box.top, false, nullptr));
  std::vector<GifByteType> row;
  for (int y = box.top; y < box.bottom; ++y) {
    row.clear();
    for (int x = box.left; x < box.right; ++x) {
      const std::size_t p = static_cast<std::size_t>(y) * width_ + x;
      row.push_back(!before_.empty() && now[p] == before_[p] ? Palette::unchanged : now[p]);
    }
    check(EGifPutLine(gif_, row.data(), static_cast<int>(row.size())));
  }
  before_ = std::move(now);
}

}  // namespace

std::unique_ptr<Film> gif_film(int width, int height, Palette palette) {
  return std::make_unique<GifFilm>(width, height, std::move(palette));
}

}  // namespace scree
