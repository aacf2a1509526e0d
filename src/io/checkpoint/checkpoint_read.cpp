#include <algorithm>
#include <cstring>
#include <limits>
#include <tuple>
#include <utility>

#include "base/errors.h"
#include "io/checkpoint/checkpoint_content.h"
#include "io/checkpoint/checkpoint_layout.h"
#include "io/hdf5_file.h"

namespace scree {
namespace {

void require(bool good, const char* what) {
  if (!good) throw RunError(what);
}

template <class T>
T read_number(const Hdf5Reader& file, const std::string& name) {
  return file.array_of<T>(name, 1)[0];
}

// The words of exact sums that stand one after the other.
std::vector<ExactSum> read_sums(const Hdf5Reader& file, const std::string& name, std::size_t count) {
  const auto words = file.array<std::uint64_t>(name, ExactSum::word_count);
  require(words.size() == count * ExactSum::word_count, "a sum in it has the wrong length");
  std::vector<ExactSum> sums;
  for (std::size_t i = 0; i < count; ++i) {
    ExactSum::Words own;
    std::copy_n(words.begin() + static_cast<std::ptrdiff_t>(i * own.size()), own.size(), own.begin());
    require(ExactSum::is_valid(own), "a sum in it has digits that are none");
    sums.push_back(ExactSum::from(own));
  }
  return sums;
}

void read_into(const Hdf5Reader& file, const std::string& name, double& value) {
  value = read_number<double>(file, name);
}
void read_into(const Hdf5Reader& file, const std::string& name, ExactSum& value) {
  value = read_sums(file, name, 1).front();
}

// What the stepper that goes on from here remembers of its bodies; where none is going to, nobody asks.
void read_stepper(const Hdf5Reader& file, Bodies& bodies) {
  if (bodies.stepper.stepper().empty()) return;
  const std::vector<std::uint8_t> name = file.array<std::uint8_t>("stepper/name");
  if (const std::string written(name.begin(), name.end()); written != bodies.stepper.stepper())
    throw RunError("it was written by a run with the stepping \"" + written + "\", this one has \"" +
                   bodies.stepper.stepper() + "\"");
  bodies.stepper.resize(bodies.size());
  for (const PlainColumn& column : bodies.stepper.plain())
    std::visit(
        [&]<class Number>(std::span<Number> numbers) {
          const auto values = file.array<Number>("stepper/" + column.name, column.width);
          require(values.size() == numbers.size(), "the columns of its bodies differ in length");
          std::ranges::copy(values, numbers.begin());
        },
        column.numbers);
}

Bodies read_bodies(const Hdf5Reader& file, const StepperColumns& stepper) {
  Bodies bodies;
  bodies.stepper = stepper;
  Bodies::for_each_column(bodies, [&](const char* name, auto& column) {
    using Element = typename std::decay_t<decltype(column)>::value_type;
    constexpr std::size_t width = scalars_in<Element>;
    const auto values = file.array<ScalarOf<Element>>("bodies/" + std::string(name), width);
    column.resize(values.size() / width);
    if (!values.empty())
      std::memcpy(static_cast<void*>(column.data()), values.data(), values.size() * sizeof values[0]);
  });
  read_stepper(file, bodies);
  return bodies;
}

void check_bodies(const Bodies& bodies, const State& scene, std::size_t drives, BodyId next_id) {
  require(bodies.size() < no_body, "it has more bodies than indices");
  Bodies::for_each_column(bodies, [&](const char*, const auto& column) {
    require(column.size() == bodies.size(), "the columns of its bodies differ in length");
  });
  for (BodyIndex i = 0; i < bodies.size(); ++i) {
    require(i == 0 || bodies.id[i - 1] < bodies.id[i], "its bodies are not in the order of their ids");
    require(bodies.id[i] < next_id, "it has a body with an id that is not given out yet");
    require(bodies.shape[i] < scene.shapes.size(), "it has a body with a shape that the scene has not");
    require(bodies.material[i] < scene.materials.size(),
            "it has a body of a material that the scene has not");
    require(bodies.group[i] < scene.groups.size(), "it has a body of a group that the scene has not");
    require(bodies.drive[i] == is_free || (bodies.drive[i] >= 0 && std::cmp_less(bodies.drive[i], drives)),
            "it has a body with a drive that is not there");
  }
}

BodyIndex index_of(const Bodies& bodies, BodyId id) {
  const auto place = std::lower_bound(bodies.id.begin(), bodies.id.end(), id);
  require(place != bodies.id.end() && *place == id, "it has a contact of a body that is not there");
  return static_cast<BodyIndex>(place - bodies.id.begin());
}

template <class History>
void read_histories(const Hdf5Reader& file, const char* name, std::vector<History>& histories) {
  constexpr std::size_t width = scalars_in<History>;
  const std::vector<double> numbers = file.array<double>(name, width);
  require(numbers.size() == histories.size() * width, "its contacts and their histories differ in number");
  for (std::size_t k = 0; k < histories.size(); ++k)
    std::memcpy(static_cast<void*>(&histories[k]), &numbers[k * width], sizeof(History));
}

Contacts read_contacts(const Hdf5Reader& file, const Bodies& bodies, const State& scene) {
  const std::vector<std::uint64_t> a = file.array<std::uint64_t>("contacts/id_a");
  const std::vector<std::uint64_t> b = file.array_of<std::uint64_t>("contacts/id_b", a.size());
  std::vector<Pair> pairs;
  for (std::size_t k = 0; k < a.size(); ++k)
    pairs.push_back({index_of(bodies, a[k]), index_of(bodies, b[k])});
  const std::vector<std::uint32_t> parts_of = file.array_of<std::uint32_t>("contacts/parts", a.size(), 2);
  Contacts contacts;
  contacts.assign(pairs);
  const auto has_part = [&](BodyIndex i, std::uint32_t part) {
    return part < part_count(scene.shapes[bodies.shape[i]]);
  };
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    const Parts parts{parts_of[2 * k], parts_of[2 * k + 1]};
    contacts.parts[k] = parts;
    require(has_part(pairs[k].a, parts.a) && has_part(pairs[k].b, parts.b),
            "it has a contact of a part that the shape has not");
    require(pairs[k].a < pairs[k].b && (k == 0 || std::tie(pairs[k - 1], contacts.parts[k - 1]) <
                                                      std::tie(pairs[k], contacts.parts[k])),
            "its contacts are not in order");
  }
  read_histories(file, "contacts/history", contacts.history);
  read_histories(file, "contacts/rolling", contacts.rolling);
  return contacts;
}

std::vector<Drive> read_drives(const Hdf5Reader& file) {
  const std::vector<std::uint8_t> kind = file.array<std::uint8_t>("drives/kind");
  const std::vector<std::uint64_t> rows = file.array_of<std::uint64_t>("drives/table_rows", kind.size());
  const std::vector<double> numbers = file.array<double>("drives/numbers");
  std::vector<Drive> drives(kind.size());
  std::size_t next = 0;
  for (std::size_t i = 0; i < drives.size(); ++i) {
    require(kind[i] <= static_cast<std::uint8_t>(DriveKind::servo), "it has a drive of an unknown kind");
    require(rows[i] <= numbers.size(), "it has a drive with too long a table");  // before it is allocated
    drives[i].kind = static_cast<DriveKind>(kind[i]);
    drives[i].table.resize(rows[i]);
    Drive::for_each_number(drives[i], [&](double& x) {
      require(next < numbers.size(), "numbers of its drives are missing");
      x = numbers[next++];
    });
  }
  require(next == numbers.size(), "it has too many numbers of drives");
  return drives;
}

template <class Item, class Field>
void read_field(const Hdf5Reader& file, const char* name, std::vector<Item>& items, Field Item::*field) {
  const std::vector<Field> values = file.array_of<Field>(name, items.size());
  for (std::size_t i = 0; i < items.size(); ++i) items[i].*field = values[i];
}

template <class Item>
void read_field(const Hdf5Reader& file, const char* name, std::vector<Item>& items, ExactSum Item::*field) {
  const std::vector<ExactSum> sums = read_sums(file, name, items.size());
  for (std::size_t i = 0; i < items.size(); ++i) items[i].*field = sums[i];
}

template <class T>
std::map<std::string, T> read_map(const Hdf5Reader& file, const std::string& name) {
  const std::vector<std::uint8_t> keys = file.array<std::uint8_t>(name + "/keys");
  const std::vector<T> values = file.array<T>(name + "/values");
  std::map<std::string, T> map;
  auto first = keys.begin();
  for (const T& value : values) {
    const auto last = std::find(first, keys.end(), 0);
    require(last != keys.end(), "names in its progress are missing");
    map.emplace(std::string(first, last), value);
    first = last + 1;
  }
  require(first == keys.end() && map.size() == values.size(),
          "its progress has too many names, or one twice");
  return map;
}

std::vector<Warning> read_warnings(const Hdf5Reader& file, std::size_t groups) {
  const std::vector<std::uint8_t> code = file.array<std::uint8_t>("warnings/code");
  const std::vector<std::uint8_t> subjects = file.array<std::uint8_t>("warnings/subjects");
  const std::vector<std::uint64_t> whole = file.array<std::uint64_t>("warnings/whole", 6);
  const std::vector<double> numbers = file.array<double>("warnings/numbers", 2);
  require(whole.size() == 6 * code.size() && numbers.size() == 2 * code.size(),
          "the columns of its warnings differ in length");
  std::vector<Warning> warnings;
  auto first = subjects.begin();
  for (std::size_t n = 0; n < code.size(); ++n) {
    require(code[n] < warning_codes, "it has a warning of an unknown kind");
    const auto last = std::find(first, subjects.end(), 0);
    require(last != subjects.end(), "names in its warnings are missing");
    const std::uint64_t* const w = &whole[6 * n];
    const auto body = [&](const std::uint64_t* of) {
      require(of[0] == no_id || of[1] < groups, "it has a warning about a group that the scene has not");
      return BodyNamed{of[0], static_cast<std::uint32_t>(of[1])};
    };
    warnings.push_back({static_cast<WarningCode>(code[n]), std::string(first, last), w[0], numbers[2 * n],
                        w[1], numbers[2 * n + 1], body(w + 2), body(w + 4)});
    first = last + 1;
  }
  return warnings;
}

RunProgress read_progress(const Hdf5Reader& file) {
  RunProgress progress;
  progress.frames.resize(file.array<std::uint64_t>("progress/frames/number").size());
  read_field(file, "progress/frames/number", progress.frames, &Frame::number);
  read_field(file, "progress/frames/step", progress.frames, &Frame::step);
  read_field(file, "progress/frames/time", progress.frames, &Frame::time);
  progress.log_lengths = read_map<std::uint64_t>(file, "progress/log_lengths");
  progress.counters = read_map<std::uint64_t>(file, "progress/counters");
  progress.numbers = read_map<double>(file, "progress/numbers");
  return progress;
}

}  // namespace

void read_checkpoint(const std::filesystem::path& path, State& state, RunProgress& progress) {
  const Hdf5Reader file(path);
  require(file.array<std::uint64_t>("fingerprint") == fingerprint(state), "it belongs to another scene");
  State loaded;
  loaded.clock.step = read_number<std::uint64_t>(file, "step");
  loaded.clock.dt = read_number<double>(file, "dt");
  loaded.next_id = read_number<std::uint64_t>(file, "next_id");
  loaded.events_done = read_number<std::uint64_t>(file, "events_done");
  const std::vector<double> gravity = file.array_of<double>("gravity", 3);
  loaded.bodies = read_bodies(file, state.bodies.stepper);
  loaded.drives = read_drives(file);
  check_bodies(loaded.bodies, state, loaded.drives.size(), loaded.next_id);
  loaded.contacts = read_contacts(file, loaded.bodies, state);
  Ledger::for_each_number(
      [&](const char* name, auto& value) { read_into(file, "ledger/" + std::string(name), value); },
      loaded.ledger);
  loaded.inlets.resize(state.inlets.size());
  loaded.outlets.resize(state.outlets.size());
  for_each_inlet_field([&](const char* name, auto field) { read_field(file, name, loaded.inlets, field); });
  for_each_outlet_field([&](const char* name, auto field) { read_field(file, name, loaded.outlets, field); });
  loaded.taken_at_bounds = read_number<std::uint64_t>(file, "taken_at_bounds");
  std::vector<Warning> warnings = read_warnings(file, state.groups.size());
  RunProgress loaded_progress = read_progress(file);

  // All is read and fits: from here on nothing can fail.
  state.clock = loaded.clock;
  state.next_id = loaded.next_id;
  state.events_done = loaded.events_done;
  state.gravity = Vec3(gravity[0], gravity[1], gravity[2]);
  state.bodies = std::move(loaded.bodies);
  state.drives = std::move(loaded.drives);
  state.contacts = std::move(loaded.contacts);
  state.ledger = loaded.ledger;
  state.taken_at_bounds = loaded.taken_at_bounds;
  state.warnings.restore(std::move(warnings));
  state.inlets = std::move(loaded.inlets);
  state.outlets = std::move(loaded.outlets);
  progress = std::move(loaded_progress);
}

}  // namespace scree
