#include "oracle/exact_overlap.h"

#include <stdexcept>

#include "oracle/exact_clip.h"

namespace scree::oracle {
namespace {

constexpr mp_bitcnt_t bits = 600;

Number number(const Exact& x) {
  Number result(0, bits);
  mpf_set_z(result.get_mpf_t(), x.man());
  if (x.exp() >= 0)
    mpf_mul_2exp(result.get_mpf_t(), result.get_mpf_t(), static_cast<mp_bitcnt_t>(x.exp()));
  else
    mpf_div_2exp(result.get_mpf_t(), result.get_mpf_t(), static_cast<mp_bitcnt_t>(-x.exp()));
  return result;
}

Numbers3 zero() { return numbers(Vec3::Zero()); }

Numbers3 position(const ExactPoint& p) {
  const Number w = number(p.w);
  return {Number(number(p.x) / w), Number(number(p.y) / w), Number(number(p.z) / w)};
}

Numbers3 cross(const Numbers3& a, const Numbers3& b) {
  return {Number(a[1] * b[2] - a[2] * b[1]), Number(a[2] * b[0] - a[0] * b[2]),
          Number(a[0] * b[1] - a[1] * b[0])};
}

Number dot(const Numbers3& a, const Numbers3& b) { return Number(a[0] * b[0] + a[1] * b[1] + a[2] * b[2]); }

void add(Numbers3& sum, const Numbers3& v, const Number& factor) {
  for (int k = 0; k < 3; ++k) sum[k] += v[k] * factor;
}

}  // namespace

Number number(double x) { return Number(x, bits); }
Numbers3 numbers(const Vec3& v) { return {number(v.x()), number(v.y()), number(v.z())}; }
Numbers3 difference(const Numbers3& a, const Numbers3& b) {
  return {Number(a[0] - b[0]), Number(a[1] - b[1]), Number(a[2] - b[2])};
}
double rounded(const Number& x) {
  const double cut = x.get_d();  // GMP rounds towards zero
  return cut + Number(x - cut).get_d();
}
double length(const Numbers3& v) { return rounded(sqrt(dot(v, v))); }

ExactOverlap exact_overlap(std::span<const Plane> planes, std::size_t of_a, double reach) {
  ExactOverlap result{number(0.0), zero(), zero(), zero(), {number(0.0), number(0.0)}, {}};
  ExactClip clip(reach);
  for (std::size_t f = 0; f < planes.size(); ++f)
    if (!clip.keep_below(planes[f], static_cast<std::uint32_t>(f))) return result;

  const Number half = number(0.5), sixth = number(1.0) / 6, twenty_fourth = number(1.0) / 24;
  for (const ExactClip::Face& face : clip.faces()) {
    if (face.plane == ExactClip::cube) throw std::logic_error("the planes do not close within reach");
    std::vector<Vec3> corners;
    for (const std::uint32_t v : face.loop) corners.push_back(clip.vertex(v).rounded);
    const bool is_of_a = face.plane < of_a;
    Numbers3 area = zero();
    const Numbers3 p = position(clip.vertex(face.loop[0]));
    Numbers3 q = position(clip.vertex(face.loop[1]));
    for (std::size_t k = 2; k < face.loop.size(); ++k) {
      const Numbers3 r = position(clip.vertex(face.loop[k]));
      const Numbers3 doubled = cross(difference(q, p), difference(r, p));
      const Number six_volumes = dot(p, doubled);
      const Numbers3 sum{Number(p[0] + q[0] + r[0]), Number(p[1] + q[1] + r[1]), Number(p[2] + q[2] + r[2])};
      result.volume += six_volumes * sixth;
      add(result.volume_centroid, sum, six_volumes * twenty_fourth);
      add(area, doubled, half);
      if (is_of_a) add(result.moment, cross(sum, doubled), sixth);
      q = r;
    }
    if (is_of_a) add(result.area, area, number(1.0));
    const Number size = sqrt(dot(area, area));
    result.patch[is_of_a ? 0 : 1] += size;
    result.faces.push_back({face.plane, rounded(size), std::move(corners)});
  }
  return result;
}

}  // namespace scree::oracle
