#include "scene/write_reference.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "scene/schema_list.h"

namespace scree {
namespace {

constexpr const char* intro = R"(# Scene reference

Every key of a scene file. This page is written by the program from the declarations that the reader itself
uses (`src/scene/schema*.cpp`); a test keeps it up to date.

A scene is a [TOML](https://toml.io) file. `scree check FILE` tells every mistake in it with its place;
`scree scenes NAME` prints a built-in scene to start from.

- **Units.** A plain number is in SI units, angles in radians. A text carries its unit: `"8 mm"`, `"30 rpm"`,
  `"2500 kg/m^3"`, `"45 deg"`. Lists may mix both: `[0, "8 mm", 0.1]`.
- **Names.** Materials, shapes, bodies, fills, inlets, outlets and probes have names of letters, digits, `-`,
  `_` and `.`; a name may be used once per kind, and once among bodies, fills, inlets and outlets together.
- **The plane.** With `simulation.dimension = 2` vectors and points have two numbers instead of three, a `spin` and an
  `orientation` are one number or text, and `periodic` is for two axes ([polygons.md](polygons.md)).
- **Seeds.** All random draws come from `simulation.seed` through a counter-based generator: a scene is the same
  on every machine and for any number of threads.
- **`--set`.** `scree run SCENE --set path.to.key=value` changes a key for one run: `--set simulation.dt=1e-5`,
  `--set material.grain.friction=0.4` (tables with names), `--set "body[3].velocity=[0,0,1]"` (by index, from 0).
  A key that stands for another, such as `solid_fraction` for `count`, takes its place.
- **Defaults.** A key without a default must be given (where it applies).
)";

std::string title_of(const KeyEntry& e) {
  std::string path = e.path();
  std::size_t at;
  while ((at = path.find("[]")) != std::string::npos) path.erase(at, 2);
  const bool header = e.table.empty() || e.path() == "law.pair";
  if (!header) return fmt::format("`{}`, inside `{}`", e.key.name, path.substr(0, path.rfind('.')));
  return e.form == KeyEntry::Form::list ? fmt::format("`[[{}]]`", path) : fmt::format("`[{}]`", path);
}

std::string type_of(const KeyEntry& e) {
  if (!e.key.choices.empty())
    return fmt::format("{}`\"{}\"`", e.type == "text" ? "" : e.type + ": ",
                       fmt::join(e.key.choices, "\"`, `\""));
  std::string type = e.type;
  if (e.key.unit != dimension::none) type += ", " + describe(e.key.unit);
  if (!e.key.word.empty()) type += fmt::format(", or `\"{}\"`", e.key.word);
  if (!e.key.shorthand.empty()) type += fmt::format(", or its `{}` alone", e.key.shorthand);
  return type;
}

std::string range_of(const KeyEntry& e) { return e.key.nonzero ? "not zero" : e.key.range.text(); }

std::string meaning_of(const KeyEntry& e) {
  std::string text;
  if (e.key.only_in != 0) text += e.key.only_in == 2 ? "*In the plane.* " : "*In space.* ";
  if (!e.key.only_for.empty()) text += fmt::format("*{}:* ", fmt::join(e.key.only_for, ", "));
  text += e.key.says;
  if (!e.key.instead_of.empty()) text += fmt::format(" Instead of `{}`.", e.key.instead_of);
  return text;
}

void write_rows(const KeyEntry& parent, std::string& out) {
  out += "\n| key | type, unit | default | range | meaning |\n|---|---|---|---|---|\n";
  for (const KeyEntry& e : scene_keys())
    if (e.table == parent.inside())
      out += fmt::format("| `{}` | {} | {} | {} | {} |\n", e.key.name, type_of(e), e.fallback, range_of(e),
                         meaning_of(e));
}

}  // namespace

std::string scene_reference() {
  std::string out = intro;
  for (const KeyEntry& e : scene_keys()) {
    if (e.form == KeyEntry::Form::value) continue;
    // Regions, sizes, mixes and motions look the same wherever they stand.
    const auto first = [&] {
      for (const KeyEntry& other : scene_keys())
        if (other.form == e.form && other.key.name == e.key.name) return &other;
      return &e;
    }();
    if (first != &e) continue;
    out += fmt::format("\n## {}\n\n{}\n", title_of(e), e.key.says);
    write_rows(e, out);
  }
  return out;
}

}  // namespace scree
