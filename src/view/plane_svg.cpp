#include "view/plane_svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace scree {
namespace {

// Hundredths of pixels are enough for the eye, and keep files small.
void add_number(std::string& text, double value) {
  const std::size_t begin = text.size();
  fmt::format_to(std::back_inserter(text), "{:.2f}", value);
  while (text.back() == '0') text.pop_back();
  if (text.back() == '.') text.pop_back();
  if (text.compare(begin, std::string::npos, "-0") == 0) text.erase(begin, 1);
}

void add_point(std::string& text, char letter, const Vec2& point) {
  text += letter;
  add_number(text, point.x());
  text += ' ';
  add_number(text, point.y());
}

std::string rounded(double value) {
  std::string text;
  add_number(text, value);
  return text;
}

std::string colour(const Pixel& p) { return fmt::format("#{:02x}{:02x}{:02x}", p[0], p[1], p[2]); }

std::string escaped(const std::string& text) {
  std::string safe;
  for (const char c : text) {
    if (c == '<')
      safe += "&lt;";
    else if (c == '>')
      safe += "&gt;";
    else if (c == '&')
      safe += "&amp;";
    else if (c == '"')
      safe += "&quot;";
    else if (static_cast<unsigned char>(c) >= 0x20)
      safe += c;  // the others have no place in XML
  }
  return safe;
}

bool has_numbers(const PlaneFigure& figure) {
  return std::ranges::all_of(figure.loops, [](const Loop& loop) { return is_finite(loop); }) &&
         std::ranges::all_of(figure.circles, [](const PlaneCircle& circle) { return is_finite(circle); });
}

void add_figure(std::string& out, const PlaneFigure& figure) {
  if (!has_numbers(figure)) return;
  out += "<path d=\"";
  for (const Loop& loop : figure.loops) {
    for (std::size_t k = 0; k < loop.size(); ++k) add_point(out, k == 0 ? 'M' : 'L', loop[k]);
    out += 'Z';
  }
  for (const PlaneCircle& circle : figure.circles) {
    const std::string r = rounded(circle.radius), d = rounded(2 * circle.radius);
    add_point(out, 'M', circle.centre - Vec2(circle.radius, 0));
    out += fmt::format("a{0} {0} 0 1 0 {1} 0a{0} {0} 0 1 0 -{1} 0Z", r, d);
  }
  out += fmt::format("\" fill=\"{}\"/>\n", colour(figure.fill));
}

void add_line(std::string& out, const PlaneLine& line) {
  if (!is_finite(line.from) || !is_finite(line.to)) return;
  out += "<path d=\"";
  add_point(out, 'M', line.from);
  add_point(out, 'L', line.to);
  out += fmt::format("\" stroke-width=\"{}\"/>\n", rounded(line.width));
}

void add_text(std::string& out, const PlaneText& text, const Pixel& ink) {
  const char* anchor = text.side == Side::left ? "start" : text.side == Side::right ? "end" : "middle";
  out += fmt::format(
      "<text x=\"{}\" y=\"{}\" font-size=\"{}\" text-anchor=\"{}\" fill=\"{}\" stroke=\"none\">{}</text>\n",
      rounded(text.x), rounded(text.y), rounded(text.size), anchor, colour(ink), escaped(text.text));
}

bool whole_picture(const PixelBox& box, const PlanePicture& drawing) {
  return box.x == 0 && box.y == 0 && box.width == drawing.width && box.height == drawing.height;
}

}  // namespace

std::string svg_of(const PlanePicture& drawing) {
  std::string out = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" "
      "font-family=\"DejaVu Sans, Verdana, sans-serif\">\n<title>{2}</title>\n<rect width=\"{0}\" "
      "height=\"{1}\" fill=\"{3}\"/>\n",
      drawing.width, drawing.height, escaped(drawing.title), colour(drawing.paper));
  // Groups of one panel share its clip.
  std::vector<PixelBox> clips;
  for (const PlaneGroup& group : drawing.groups) {
    std::string clip;
    if (!whole_picture(group.clip, drawing)) {
      const auto number = static_cast<std::size_t>(std::ranges::find(clips, group.clip) - clips.begin());
      if (number == clips.size()) {
        clips.push_back(group.clip);
        out += fmt::format(
            "<clipPath id=\"clip{}\"><rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/></clipPath>\n",
            number, group.clip.x, group.clip.y, group.clip.width, group.clip.height);
      }
      clip = fmt::format(" clip-path=\"url(#clip{})\"", number);
    }
    // The stroke lies half inside, under the fill.
    const std::string outline =
        group.outline > 0 || !group.lines.empty()
            ? fmt::format(
                  " stroke=\"{}\" stroke-width=\"{}\" stroke-linejoin=\"bevel\" stroke-linecap=\"round\" "
                  "paint-order=\"stroke\"",
                  colour(group.ink), rounded(2 * group.outline))
            : std::string();
    out += fmt::format("<g class=\"{}\"{}{}>\n", escaped(group.name), clip, outline);
    for (const PlaneFigure& figure : group.figures) add_figure(out, figure);
    for (const PlaneLine& line : group.lines) add_line(out, line);
    for (const PlaneText& text : group.texts) add_text(out, text, group.ink);
    out += "</g>\n";
  }
  return out + "</svg>\n";
}

}  // namespace scree
