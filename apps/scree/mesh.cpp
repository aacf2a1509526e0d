// `scree mesh`: what a mesh file holds, whether it is a sound solid, and what is wrong if not.
#include "geometry/mesh/mesh.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include <filesystem>
#include <memory>

#include "commands.h"
#include "flags.h"
#include "geometry/mesh/mesh_faults.h"
#include "io/mesh/mesh_file.h"

namespace scree::app {
namespace {

struct MeshFlags {
  std::string file;
  std::string repaired;
  bool json = false;
  bool force = false;
};

std::string text(const Vec3& v) { return fmt::format("({:.9g}, {:.9g}, {:.9g})", v[0], v[1], v[2]); }

std::string surface_of(const MeshReport& r) {
  std::string out = r.closed ? "closed" : "open";
  out += r.manifold ? ", manifold" : ", not manifold";
  out += r.oriented ? ", evenly wound" : ", not evenly wound";
  if (r.convex) out += *r.convex ? ", convex" : ", not convex";
  return out;
}

std::string welded_text(const MeshReport& r) {
  std::string out = fmt::format("{}", r.vertices);
  if (r.exact_duplicates > 0) out += fmt::format(", {} duplicates welded", r.exact_duplicates);
  if (r.near_duplicates > 0)
    out += fmt::format(", {} near duplicates welded (within {:g} of the size)", r.near_duplicates,
                       weld_tolerance);
  if (r.unused_vertices > 0) out += fmt::format(", {} unused left out", r.unused_vertices);
  return out;
}

void print_shells(const MeshReport& r) {
  constexpr std::size_t most = 10;
  if (r.shells.size() < 2) return;
  for (std::size_t i = 0; i < std::min(most, r.shells.size()); ++i) {
    const MeshShell& s = r.shells[i];
    const char* kind = !s.closed ? "open" : s.inside_of % 2 == 1 ? "a cavity" : "closed";
    fmt::print("    {:<8} {}, {}, area {:.9g}{}\n", i + 1, counted(s.triangles, "triangle", "triangles"),
               kind, s.area, s.closed ? fmt::format(", volume {:.9g}", s.volume) : "");
  }
  if (r.shells.size() > most) fmt::print("    and {} more\n", r.shells.size() - most);
}

void print_report(const std::string& name, const MeshReport& r) {
  fmt::print("{}: {}\n", name, r.sound() ? "a sound solid" : "not a sound solid");
  for (const MeshFault& fault : r.faults) fmt::print("  wrong      {}\n", fault.text);
}

void print_notes(const MeshNotes& notes) {
  fmt::print("  file       {}, {}\n", name_of(notes.format), notes.encoding);
  if (!notes.names.empty()) fmt::print("  names      {}\n", fmt::join(notes.names, ", "));
  if (notes.polygons > 0)
    fmt::print(
        "  polygons   {} cut into triangles\n",
        counted(notes.polygons, "face with more than three corners", "faces with more than three corners"));
  for (const std::string& warning : notes.warnings) fmt::print("  note       {}\n", warning);
}

void print_measures(const MeshReport& r) {
  const Vec3 size = r.high - r.low;
  fmt::print("  triangles  {}\n", r.triangles);
  fmt::print("  vertices   {}\n", welded_text(r));
  fmt::print("  surface    {}\n", surface_of(r));
  fmt::print("  shells     {}, Euler number {}{}\n", r.shells.size(), r.euler,
             r.genus ? fmt::format(", genus {}", *r.genus) : "");
  print_shells(r);
  fmt::print("  box        {:.9g} x {:.9g} x {:.9g}, from {} to {}\n", size[0], size[1], size[2], text(r.low),
             text(r.high));
  fmt::print("  area       {:.9g}\n", r.area);
  if (r.volume) fmt::print("  volume     {:.9g}\n", *r.volume);
  if (r.hull_volume)
    fmt::print("  hull       volume {:.9g}\n", *r.hull_volume);
  else
    fmt::print("  hull       none: {}\n", r.no_hull);
  if (r.centroid) fmt::print("  centroid   {}\n", text(*r.centroid));
  if (r.moments)
    fmt::print("  moments    {:.9g}, {:.9g}, {:.9g} (principal, about the centroid, at density 1)\n",
               (*r.moments)[0], (*r.moments)[1], (*r.moments)[2]);
}

std::string joined(const std::vector<std::string>& texts) {
  std::vector<std::string> out;
  for (const std::string& each : texts) out.push_back(quoted(each));
  return fmt::format("[{}]", fmt::join(out, ", "));
}

std::string json(const Vec3& v) { return fmt::format("[{}, {}, {}]", v[0], v[1], v[2]); }
std::string json(double x) { return fmt::format("{}", x); }
std::string json(std::int64_t x) { return fmt::format("{}", x); }
std::string json(bool x) { return x ? "true" : "false"; }
template <class T>
std::string json(const std::optional<T>& x) {
  return x ? json(*x) : "null";
}

std::string json(const MeshReport& r) {
  std::vector<std::string> faults, shells;
  for (const MeshFault& f : r.faults)
    faults.push_back(
        fmt::format("{{\"kind\": \"{}\", \"count\": {}, \"text\": {}}}", f.kind, f.count, quoted(f.text)));
  for (const MeshShell& s : r.shells)
    shells.push_back(
        fmt::format("{{\"triangles\": {}, \"closed\": {}, \"volume\": {}, \"area\": {}, \"inside_of\": {}}}",
                    s.triangles, s.closed, s.volume, s.area, s.inside_of));
  return fmt::format(
      "{{\"sound\": {}, \"faults\": [{}], \"triangles\": {}, \"raw_vertices\": {}, \"vertices\": {}, "
      "\"exact_duplicates\": {}, \"near_duplicates\": {}, \"unused_vertices\": {}, \"degenerate\": {}, "
      "\"duplicates\": {}, \"edges\": {}, \"open_edges\": {}, \"holes\": {}, \"non_manifold_edges\": {}, "
      "\"non_manifold_vertices\": {}, \"winding_conflicts\": {}, \"crossings\": {}, \"crossings_complete\": "
      "{}, "
      "\"shells\": [{}], \"euler\": {}, \"genus\": {}, \"closed\": {}, \"manifold\": {}, \"oriented\": {}, "
      "\"convex\": {}, \"low\": {}, \"high\": {}, \"area\": {}, \"volume\": {}, \"centroid\": {}, "
      "\"moments\": {}, "
      "\"hull_volume\": {}}}",
      r.sound(), fmt::join(faults, ", "), r.triangles, r.raw_vertices, r.vertices, r.exact_duplicates,
      r.near_duplicates, r.unused_vertices, r.degenerate, r.duplicates, r.edges, r.open_edges, r.holes,
      r.non_manifold_edges, r.non_manifold_vertices, r.winding_conflicts, r.crossings, r.crossings_complete,
      fmt::join(shells, ", "), r.euler, json(r.genus), r.closed, r.manifold, r.oriented, json(r.convex),
      json(r.low), json(r.high), r.area, json(r.volume), json(r.centroid), json(r.moments),
      json(r.hull_volume));
}

int mesh(const MeshFlags& flags) {
  const bool repairing = !flags.repaired.empty();
  if (repairing) {
    check_mesh_suffix(flags.repaired);
    if (!flags.force && std::filesystem::exists(flags.repaired))
      throw InputError(fmt::format("{} is there already; --force replaces it", flags.repaired));
  }
  MeshNotes notes;
  const Expected<Mesh> read = read_mesh(flags.file, notes);
  const Mesh& own = *read;  // or the InputError that says why there is none
  const MeshReport report = inspect(own);
  std::optional<Repaired> repaired;
  std::optional<MeshReport> after;
  if (repairing) {
    repaired = repair(own);
    after = inspect(repaired->mesh);
    if (!repaired->mesh.triangles.empty()) write_mesh(flags.repaired, repaired->mesh);
  }
  if (flags.json) {
    fmt::print(
        "{{\"file\": {}, \"format\": \"{}\", \"encoding\": \"{}\", \"names\": {}, \"notes\": {}, "
        "\"polygons\": {}, "
        "\"report\": {}",
        quoted(flags.file), name_of(notes.format), notes.encoding, joined(notes.names),
        joined(notes.warnings), notes.polygons, json(report));
    if (repairing)
      fmt::print(", \"repair\": {{\"file\": {}, \"done\": {}, \"report\": {}}}", quoted(flags.repaired),
                 joined(repaired->done), json(*after));
    fmt::print("}}\n");
  } else {
    print_report(flags.file, report);
    print_notes(notes);
    print_measures(report);
    if (repairing) {
      print_report(flags.repaired, *after);
      for (const std::string& line : repaired->done) fmt::print("  done       {}\n", line);
      if (repaired->done.empty()) fmt::print("  done       nothing that this command can do\n");
      if (repaired->mesh.triangles.empty())
        fmt::print("  note       no triangle is left; nothing is written\n");
      else
        print_measures(*after);
    }
  }
  return (after ? *after : report).sound() ? exit_done : exit_failed;
}

}  // namespace

void add_mesh(CLI::App& app, Action& action) {
  auto flags = std::make_shared<MeshFlags>();
  CLI::App* sub =
      app.add_subcommand("mesh", "look into a mesh file: is it a sound solid, and what is wrong if not");
  sub->add_option("FILE", flags->file, "STL, OBJ, PLY or OFF")->required();
  sub->add_flag("--json", flags->json, "the report as one line of JSON");
  sub->add_option(
      "--repair", flags->repaired,
      "weld, drop what is double or empty, turn outwards, and write the result: .stl, .obj, .ply or .off");
  sub->add_flag("--force", flags->force, "let --repair replace a file that is there");
  sub->footer(
      "Exit code 0: a sound solid (with --repair: the repaired one is). 1: read, but not sound.\n"
      "2: not read.\n"
      "Example:\n  scree mesh stone.stl --repair stone.ply\n");
  sub->callback([flags, &action] { action = [flags] { return mesh(*flags); }; });
}

}  // namespace scree::app
