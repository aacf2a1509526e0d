// Errors: thrown ones (public) and Expected, for functions whose failure is an ordinary answer.
#pragma once

#include <string>
#include <utility>

#include "scree/errors.h"

namespace scree {

// A value, or the sentence that says why there is none.
template <class T>
class Expected {
 public:
  Expected(T value) : value_(std::move(value)), ok_(true) {}
  static Expected failure(std::string sentence) {
    Expected e;
    e.error_ = std::move(sentence);
    return e;
  }
  explicit operator bool() const { return ok_; }
  const T& value() const {
    if (!ok_) throw InputError(error_);
    return value_;
  }
  const T& operator*() const { return value(); }
  const std::string& error() const { return error_; }

 private:
  Expected() = default;
  T value_{};
  std::string error_;
  bool ok_ = false;
};

}  // namespace scree
