#include <algorithm>
#include <iterator>

#include "io/checkpoint/checkpoint_content.h"
#include "io/checkpoint/checkpoint_layout.h"
#include "io/hdf5_file.h"

namespace scree {
namespace {

template <class T>
void write_number(Hdf5Writer& file, const std::string& name, const T& value) {
  file.array(name, &value, 1);
}
void write_number(Hdf5Writer& file, const std::string& name, const ExactSum& sum) {
  const ExactSum::Words words = sum.words();
  file.array(name, words.data(), 1, words.size());
}

std::vector<std::uint8_t> codes_of(const std::string& text) { return {text.begin(), text.end()}; }

void write_bodies(Hdf5Writer& file, const Bodies& bodies) {
  file.group("bodies");
  Bodies::for_each_column(bodies, [&](const char* name, const auto& column) {
    using Element = typename std::decay_t<decltype(column)>::value_type;
    file.array("bodies/" + std::string(name), reinterpret_cast<const ScalarOf<Element>*>(column.data()),
               column.size(), scalars_in<Element>);
  });
  file.group("stepper");
  file.array("stepper/name", codes_of(bodies.stepper.stepper()));
  for (const ConstPlainColumn& column : bodies.stepper.plain())
    std::visit(
        [&](const auto& numbers) {
          file.array("stepper/" + column.name, numbers.data(), bodies.size(), column.width);
        },
        column.numbers);
}

template <class History>
void write_histories(Hdf5Writer& file, const char* name, const std::vector<History>& histories) {
  file.array(name, reinterpret_cast<const double*>(histories.data()), histories.size(), scalars_in<History>);
}

void write_contacts(Hdf5Writer& file, const State& state) {
  const Contacts& contacts = state.contacts;
  std::vector<std::uint64_t> a, b;
  std::vector<std::uint32_t> parts;
  for (const Pair& pair : contacts.pair) {
    a.push_back(state.bodies.id[pair.a]);
    b.push_back(state.bodies.id[pair.b]);
  }
  for (const Parts& p : contacts.parts) parts.insert(parts.end(), {p.a, p.b});
  file.group("contacts");
  file.array("contacts/id_a", a);
  file.array("contacts/id_b", b);
  file.array("contacts/parts", parts, 2);
  write_histories(file, "contacts/history", contacts.history);
  write_histories(file, "contacts/rolling", contacts.rolling);
}

void write_drives(Hdf5Writer& file, const std::vector<Drive>& drives) {
  std::vector<std::uint8_t> kind;
  std::vector<std::uint64_t> table_rows;
  std::vector<double> numbers;
  for (const Drive& drive : drives) {
    kind.push_back(static_cast<std::uint8_t>(drive.kind));
    table_rows.push_back(drive.table.size());
    Drive::for_each_number(drive, [&](double x) { numbers.push_back(x); });
  }
  file.group("drives");
  file.array("drives/kind", kind);
  file.array("drives/table_rows", table_rows);
  file.array("drives/numbers", numbers);
}

template <class Item, class Field>
void write_field(Hdf5Writer& file, const char* name, const std::vector<Item>& items, Field Item::*field) {
  std::vector<Field> values;
  for (const Item& item : items) values.push_back(item.*field);
  file.array(name, values);
}

template <class Item>
void write_field(Hdf5Writer& file, const char* name, const std::vector<Item>& items, ExactSum Item::*field) {
  std::vector<std::uint64_t> words;
  for (const Item& item : items) std::ranges::copy((item.*field).words(), std::back_inserter(words));
  file.array(name, words, ExactSum::word_count);
}

template <class T>
void write_map(Hdf5Writer& file, const std::string& name, const std::map<std::string, T>& map) {
  std::vector<std::uint8_t> keys;  // each ends with a zero
  std::vector<T> values;
  for (const auto& [key, value] : map) {
    keys.insert(keys.end(), key.c_str(), key.c_str() + key.size() + 1);
    values.push_back(value);
  }
  file.group(name);
  file.array(name + "/keys", keys);
  file.array(name + "/values", values);
}

void write_warnings(Hdf5Writer& file, const std::vector<Warning>& warnings) {
  std::vector<std::uint8_t> code, subjects;  // each subject ends with a zero
  std::vector<std::uint64_t> whole;
  std::vector<double> numbers;
  for (const Warning& w : warnings) {
    code.push_back(static_cast<std::uint8_t>(w.code));
    subjects.insert(subjects.end(), w.subject.c_str(), w.subject.c_str() + w.subject.size() + 1);
    whole.insert(whole.end(), {w.first_step, w.count, w.body.id, w.body.group, w.other.id, w.other.group});
    numbers.insert(numbers.end(), {w.first_time, w.worst});
  }
  file.group("warnings");
  file.array("warnings/code", code);
  file.array("warnings/subjects", subjects);
  file.array("warnings/whole", whole, 6);
  file.array("warnings/numbers", numbers, 2);
}

void write_progress(Hdf5Writer& file, const RunProgress& progress) {
  file.group("progress");
  file.group("progress/frames");
  write_field(file, "progress/frames/number", progress.frames, &Frame::number);
  write_field(file, "progress/frames/step", progress.frames, &Frame::step);
  write_field(file, "progress/frames/time", progress.frames, &Frame::time);
  write_map(file, "progress/log_lengths", progress.log_lengths);
  write_map(file, "progress/counters", progress.counters);
  write_map(file, "progress/numbers", progress.numbers);
}

}  // namespace

std::vector<std::byte> checkpoint_image(const State& state, const RunProgress& progress) {
  Hdf5Writer file;
  file.array("fingerprint", fingerprint(state));
  write_number(file, "step", state.clock.step);
  write_number(file, "dt", state.clock.dt);
  write_number(file, "next_id", state.next_id);
  write_number(file, "events_done", state.events_done);
  write_number(file, "taken_at_bounds", state.taken_at_bounds);
  write_warnings(file, state.warnings.list());
  file.array("gravity", state.gravity.data(), 3);
  write_bodies(file, state.bodies);
  write_contacts(file, state);
  write_drives(file, state.drives);
  file.group("ledger");
  Ledger::for_each_number(
      [&](const char* name, const auto& value) { write_number(file, "ledger/" + std::string(name), value); },
      state.ledger);
  file.group("inlets");
  for_each_inlet_field([&](const char* name, auto field) { write_field(file, name, state.inlets, field); });
  file.group("outlets");
  for_each_outlet_field([&](const char* name, auto field) { write_field(file, name, state.outlets, field); });
  write_progress(file, progress);
  return file.image();
}

}  // namespace scree
