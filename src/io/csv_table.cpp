#include "io/csv_table.h"

#include <charconv>
#include <fstream>
#include <sstream>

#include "base/errors.h"

namespace scree {
namespace {

// The fields of a line; names may be quoted.
std::vector<std::string> fields_of(std::string_view line) {
  std::vector<std::string> fields(1);
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (c == '"' && quoted && i + 1 < line.size() && line[i + 1] == '"')
      fields.back() += line[++i];
    else if (c == '"')
      quoted = !quoted;
    else if (c == ',' && !quoted)
      fields.emplace_back();
    else
      fields.back() += c;
  }
  return fields;
}

}  // namespace

const std::vector<double>* CsvTable::find(std::string_view begin) const {
  for (std::size_t k = 0; k < names.size(); ++k)
    if (names[k].starts_with(begin)) return &columns[k];
  return nullptr;
}

CsvTable read_csv(const std::filesystem::path& path) {
  const auto refuse = [&](const std::string& why) {
    throw RunError("cannot read " + path.string() + ": " + why);
  };
  std::ifstream file(path, std::ios::binary);
  std::ostringstream content;
  if (!file || !(content << file.rdbuf())) refuse("it cannot be opened");
  const std::string text = std::move(content).str();
  CsvTable table;
  std::size_t line = 1;
  for (std::size_t begin = 0, end = 0; (end = text.find('\n', begin)) != std::string::npos;
       begin = end + 1, ++line) {
    const std::vector<std::string> fields = fields_of(std::string_view(text).substr(begin, end - begin));
    if (line == 1) {
      table.names = fields;
      table.columns.resize(fields.size());
      continue;
    }
    if (fields.size() != table.names.size())
      refuse("line " + std::to_string(line) + " has " + std::to_string(fields.size()) + " fields, not " +
             std::to_string(table.names.size()));
    for (std::size_t k = 0; k < fields.size(); ++k) {
      double value = 0;
      const char* last = fields[k].data() + fields[k].size();
      const auto [at, error] = std::from_chars(fields[k].data(), last, value);
      if (error != std::errc() || at != last)
        refuse("line " + std::to_string(line) + ": '" + fields[k] + "' is not a number");
      table.columns[k].push_back(value);
    }
  }
  if (line == 1) refuse("it has no heading");
  return table;
}

}  // namespace scree
