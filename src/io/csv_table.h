// Reads back tables of numbers that AppendLog wrote (io/append_log.h).
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace scree {

struct CsvTable {
  std::vector<std::string> names;            // as in the heading, with units
  std::vector<std::vector<double>> columns;  // one for each name

  // The column whose name begins so; null when there is none.
  const std::vector<double>* find(std::string_view begin) const;
};

// RunError when it cannot be opened, or a row is not made of as many numbers as the heading has names. A last
// row without an end is left out: a run may be writing it.
CsvTable read_csv(const std::filesystem::path& path);

}  // namespace scree
