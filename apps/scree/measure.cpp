// `scree measure`: numbers from a recorded run.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include <charconv>
#include <cmath>
#include <optional>

#include "base/text.h"
#include "commands.h"
#include "flags.h"
#include "record/measurements.h"
#include "say.h"

namespace scree::app {
namespace {

struct MeasureFlags {
  std::string folder;
  std::optional<std::string> frame, time, since;
  std::optional<std::string> region, along;
  std::string what;
  int threads = 1;
  bool json = false;
};

std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> words(1);
  for (const char c : text)
    if (c == ',')
      words.emplace_back();
    else
      words.back() += c;
  return words;
}

// Numbers with commas; the count decides what they can be.
std::vector<double> read_numbers(const std::string& text) {
  std::vector<double> numbers;
  for (const std::string& word : split(text)) {
    double value = 0;
    const char* last = word.data() + word.size();
    const auto [end, error] = std::from_chars(word.data(), last, value);
    if (error != std::errc() || end != last || !std::isfinite(value)) return {};
    numbers.push_back(value);
  }
  return numbers;
}

std::uint64_t read_frame(const std::string& text, const char* flag) {
  std::uint64_t number = 0;
  const char* last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, number);
  if (error != std::errc() || end != last)
    throw InputError(fmt::format("{} {}: the number of a frame is expected{}", flag, text,
                                 std::string_view(flag) == "--frame" ? ", or last" : ""));
  return number;
}

Box read_region(const std::string& text, int dimension) {
  const std::vector<double> n = read_numbers(text);
  if (n.size() != static_cast<std::size_t>(2 * dimension))
    throw InputError(fmt::format(
        "--region {}: {} numbers with commas are expected, the lower corner and the upper one: {}", text,
        2 * dimension, dimension == 2 ? "x,y,x,y" : "x,y,z,x,y,z"));
  Box box{Vec3::Zero(), Vec3::Zero()};
  for (int k = 0; k < dimension; ++k) {
    box.lower[k] = n[k];
    box.upper[k] = n[dimension + k];
    if (!(box.lower[k] < box.upper[k]))
      throw InputError(fmt::format("--region {}: it is empty along {}", text, "xyz"[k]));
  }
  return box;
}

Vec3 read_direction(const std::string& text) {
  const std::vector<double> n = read_numbers(text);
  if (n.size() != 3 || Vec3(n[0], n[1], n[2]).norm() == 0)
    throw InputError(fmt::format("--along {}: a direction is expected, for example 1,0,0", text));
  return {n[0], n[1], n[2]};
}

std::vector<std::string> read_what(const std::string& text) {
  if (text.empty()) return {};
  const std::vector<std::string>& known = measure_names();
  std::vector<std::string> words = split(text);
  for (const std::string& word : words)
    if (std::ranges::find(known, word) == known.end()) {
      const std::string near = nearest(word, known);
      throw InputError(fmt::format("--what {}: there is no measure '{}'; {}", text, word,
                                   near.empty() ? fmt::format("there are {}", fmt::join(known, ", "))
                                                : fmt::format("did you mean {}?", near)));
    }
  return words;
}

// The frame nearest to a time.
std::uint64_t frame_at(const RecordedRun& run, const std::string& text) {
  const double time = read_seconds(text, "--time");
  if (run.frames().empty())
    throw InputError(fmt::format("--time {}: the run in {} recorded no frames", text, run.folder().string()));
  const auto off = [&](const Frame& f) { return std::abs(f.time - time); };
  const Frame& first = run.frames().front();
  const Frame& last = run.frames().back();
  if (time < first.time * (1 - 1e-9) || time > last.time * (1 + 1e-9))
    throw InputError(fmt::format("--time {}: the run in {} recorded frames from {:.6g} s to {:.6g} s", text,
                                 run.folder().string(), first.time, last.time));
  return std::ranges::min_element(run.frames(), {}, off)->number;
}

std::string number(double v) { return std::isfinite(v) ? fmt::format("{}", v) : "null"; }

void print_measures_json(const RecordedState& state, const Measurements& found) {
  std::vector<std::string> rows, missing;
  for (const Measurement& m : found.rows) {
    std::vector<std::string> values;
    for (const double v : m.values) values.push_back(number(v));
    const std::string list = fmt::format("[{}]", fmt::join(values, ", "));
    rows.push_back(fmt::format("{}: {{\"value\": {}, \"unit\": {}}}", quoted(m.name),
                               values.size() == 1 ? values[0] : list, quoted(m.unit)));
  }
  for (const NotMeasured& m : found.missing)
    missing.push_back(fmt::format("{{\"what\": {}, \"why\": {}}}", quoted(m.what), quoted(m.why)));
  fmt::print("{{\"frame\": {}, \"time\": {}, \"measures\": {{{}}}, \"missing\": [{}]}}\n",
             state.frame ? fmt::to_string(*state.frame) : "\"last\"", number(state.time),
             fmt::join(rows, ", "), fmt::join(missing, ", "));
}

void print_measures_table(const std::string& folder, const RecordedState& state, const Measurements& found) {
  fmt::print("{}: {}, t = {:.6g} s\n", folder,
             state.frame ? fmt::format("frame {}", *state.frame) : std::string("last state"), state.time);
  std::size_t widest = 0, longest = 0;
  std::vector<std::string> values;
  for (const Measurement& m : found.rows) {
    std::vector<std::string> numbers;
    for (const double v : m.values) numbers.push_back(fmt::format("{:.5g}", v));
    values.push_back(fmt::format("{}{}{}", fmt::join(numbers, ", "), m.unit == "1" ? "" : " ",
                                 m.unit == "1" ? "" : m.unit));
    widest = std::max(widest, m.name.size());
    longest = std::max(longest, values.back().size());
  }
  for (std::size_t k = 0; k < found.rows.size(); ++k)
    fmt::print("  {:<{}}  {:<{}}  {}\n", found.rows[k].name, widest, values[k],
               std::min<std::size_t>(longest, 40), found.rows[k].means);
  for (const NotMeasured& m : found.missing) fmt::print("  not measured: {}: {}\n", m.what, m.why);
}

int measure_run(const MeasureFlags& flags) {
  MeasureWish wish;
  wish.what = read_what(flags.what);
  if (flags.along) wish.along = read_direction(*flags.along);
  if (flags.frame && flags.time) throw InputError("--frame and --time exclude each other");
  const bool last = !flags.time && (!flags.frame || *flags.frame == "last");
  std::optional<std::uint64_t> wanted, since;
  if (!last && flags.frame) wanted = read_frame(*flags.frame, "--frame");
  if (flags.since) since = read_frame(*flags.since, "--since");
  const RecordedRun run(flags.folder, [](const std::string& text) { say("scree: {}\n", text); });
  if (flags.along && run.dimension() == 2)
    throw InputError("--along is for runs in space: in the plane slopes are looked at along x");
  if (flags.region) wish.region = read_region(*flags.region, run.dimension());
  if (flags.time) wanted = frame_at(run, *flags.time);
  const RecordedState now = last ? run.last(true, flags.threads) : run.frame(*wanted);
  const bool wants_strain = wish.what.empty() || std::ranges::find(wish.what, "strain") != wish.what.end();
  std::optional<RecordedState> before;
  if (wants_strain && !since && !run.frames().empty() && run.frames().front().time < now.time)
    since = run.frames().front().number;
  if (wants_strain && since) before = run.frame(*since, "--since");
  const Measurements found = measure(run, now, before, wish);
  if (flags.json)
    print_measures_json(now, found);
  else
    print_measures_table(flags.folder, now, found);
  return exit_done;
}

}  // namespace

void add_measure(CLI::App& app, Action& action) {
  auto flags = std::make_shared<MeasureFlags>();
  CLI::App* sub =
      app.add_subcommand("measure", "measure a run: packing, stress, strain, angle of repose, flow");
  sub->add_option("DIR", flags->folder, "output folder of a run")->required();
  sub->add_option("--frame", flags->frame, "number of a recorded frame, or last (default)");
  sub->add_option("--time", flags->time, "the frame nearest to this time instead, in seconds or with a unit");
  sub->add_option("--what", flags->what,
                  fmt::format("measures with commas between them, of {} (default: all)",
                              fmt::join(measure_names(), ", ")));
  sub->add_option(
      "--region", flags->region,
      "a box to measure in, lower and upper corner: x,y,z,x,y,z, in the plane x,y,x,y (default: everything)");
  sub->add_option("--along", flags->along, "direction in which to look at slopes, x,y,z (in space)");
  sub->add_option("--since", flags->since,
                  "number of the frame that strains count from (default: the first)");
  sub->add_option("--threads", flags->threads, "threads for the step that gives the last state its forces")
      ->check(CLI::Range(1, 1024));
  sub->add_flag("--json", flags->json, "one line of JSON");
  sub->footer(
      "Examples:\n"
      "  scree measure out/heap\n"
      "  scree measure out/heap --frame 12 --what repose,stress --json\n"
      "  scree measure out/drum --what slope --along 1,0,0\n");
  sub->callback([flags, &action] { action = [flags] { return measure_run(*flags); }; });
}

}  // namespace scree::app
