#include "view/preview.h"

#include "view/legend.h"
#include "view/paint.h"
#include "view/plane_cairo.h"
#include "view/plane_drawing.h"
#include "view/png_file.h"
#include "view/render.h"

namespace scree {

Picture preview_of(const State& state, Workers& workers) {
  // As quick as it can be without looking poor: runs wait for it.
  constexpr PictureSize size{800, 600, 8};
  const Model model = model_of(state);
  if (state.dimension == 2) {
    PlaneLook look;
    look.width = size.width;
    look.height = size.height;
    see(look, model);
    return raster(draw_plane({&model, 1}, look));
  }
  const Camera camera = fit_camera(subjects(model), model.up(), {}, size.width, size.height);
  const Scale scale = scale_for(model, Colouring::speed);
  Picture picture = render(model, paint(model, scale), camera, size, workers);
  draw_legend(picture, model, scale);
  return picture;
}

void write_preview(const std::filesystem::path& folder, const State& state, Workers& workers) {
  write_png(folder / "preview.png", preview_of(state, workers));
}

}  // namespace scree
