// Logs that grow: CSV files with a header and one row of numbers per line.
//
// They are appended to, not rewritten: rewriting costs more with every row. A kill can only cost rows
// after the last flush, or leave half a row at the end; a checkpoint remembers the length that flush()
// returned, and a resumed run cuts the file back to it. Rows are lost when a log goes without flush().
// Numbers have the fewest digits that read back as the same bits.
#pragma once

#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <span>
#include <string>

#include "io/descriptor.h"

namespace scree {

std::string shortest_decimal(double value);

class AppendLog {
 public:
  // Starts a new file. Columns carry their units: "time [s]".
  static AppendLog create(const std::filesystem::path& path, std::span<const std::string> columns);

  // Goes on with a file as it was when it had this length. Nothing is changed until cut(), which takes off
  // the rows that were written later, and has to be called before the first row.
  static AppendLog resume(const std::filesystem::path& path, std::uint64_t length);
  void cut();

  void row(std::span<const double> values);
  void row(std::initializer_list<double> values) { row(std::span(values.begin(), values.size())); }

  // Writes the rows so far, in one write, and waits for the disk. Returns the length of the file.
  // When that fails, the file is cut back to whole rows.
  std::uint64_t flush();

 private:
  AppendLog(const std::filesystem::path& path, std::uint64_t length);
  void write_buffer();

  Descriptor file_;
  std::uint64_t length_;
  std::string buffer_;
};

}  // namespace scree
