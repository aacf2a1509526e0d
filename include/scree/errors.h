// What the library throws. It never prints and never exits: the program decides what to do.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace scree {

// One mistake in an input and where it stands. Line and column count from 1; 0 means unknown.
struct Problem {
  std::string file;
  int line = 0;
  int column = 0;
  std::string message;

  // file:line:column: message, without the parts that are unknown.
  std::string text() const;
};

// The scene or the command is wrong (the program's exit code 2). Carries every problem found, so
// that a user mends them all at once; what() is one line per problem.
class InputError : public std::runtime_error {
 public:
  explicit InputError(const std::string& message);
  explicit InputError(std::vector<Problem> problems);
  const std::vector<Problem>& problems() const { return problems_; }

 private:
  std::vector<Problem> problems_;
};

// A run that began well has failed (the program's exit code 1).
class RunError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace scree
