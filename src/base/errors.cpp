#include "base/errors.h"

namespace scree {
namespace {

std::string lines(const std::vector<Problem>& problems) {
  std::string all;
  for (const Problem& p : problems) {
    if (!all.empty()) all += '\n';
    all += p.text();
  }
  return all;
}

}  // namespace

std::string Problem::text() const {
  std::string where = file;
  if (line > 0) {
    where += (where.empty() ? "line " : ":") + std::to_string(line);
    if (column > 0) where += ':' + std::to_string(column);
  }
  return where.empty() ? message : where + ": " + message;
}

InputError::InputError(const std::string& message) : InputError(std::vector<Problem>{{"", 0, 0, message}}) {}

InputError::InputError(std::vector<Problem> problems)
    : std::runtime_error(lines(problems)), problems_(std::move(problems)) {}

}  // namespace scree
