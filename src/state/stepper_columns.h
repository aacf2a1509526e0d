// Columns that a stepper adds to those of the bodies: what it remembers of each body from one step to the
// next. They are state. Insertion, removal, checkpoints and the hash walk them like those of Bodies, without
// knowing what they mean.
//
// A stepper declares them as a struct of vectors, with one list of its members:
//
//   struct Columns {
//     std::vector<double> distance;
//     template <class Self, class Visit>
//     static void for_each_column(Self& self, Visit&& visit) {
//       visit("distance", self.distance);
//     }
//   };
#pragma once

#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/ids.h"
#include "state/plain_numbers.h"

namespace scree {

// A column as plain numbers, `width` of them for each body.
template <class... Numbers>
struct PlainColumnOf {
  std::string name;
  std::size_t width;
  std::variant<std::span<Numbers>...> numbers;
};
using PlainColumn = PlainColumnOf<double, std::uint64_t, std::int32_t, std::uint8_t>;
using ConstPlainColumn =
    PlainColumnOf<const double, const std::uint64_t, const std::int32_t, const std::uint8_t>;

// Rows of a column move to their new index; those of no_body go.
template <class Column>
void keep_rows(Column& column, std::span<const BodyIndex> new_index, std::size_t kept) {
  for (std::size_t i = 0; i < new_index.size(); ++i)
    if (new_index[i] != no_body) column[new_index[i]] = column[i];
  column.resize(kept);
}

class StepperColumns {
 public:
  StepperColumns() = default;
  StepperColumns(const StepperColumns& other)
      : stepper_(other.stepper_), box_(other.box_ ? other.box_->clone() : nullptr) {}
  StepperColumns(StepperColumns&&) noexcept = default;
  StepperColumns& operator=(StepperColumns other) noexcept {
    std::swap(stepper_, other.stepper_);
    std::swap(box_, other.box_);
    return *this;
  }
  ~StepperColumns() = default;

  // By the stepper called so, for as many bodies as there are. Where the state has these columns already, as
  // one that was copied, they keep what is in them.
  template <class Columns>
  void declare(const std::string& stepper, std::size_t bodies) {
    if (stepper != stepper_ || dynamic_cast<Box<Columns>*>(box_.get()) == nullptr) {
      stepper_ = stepper;
      box_ = std::make_unique<Box<Columns>>();
    }
    resize(bodies);
  }
  // Who declared them; empty: nobody has.
  const std::string& stepper() const { return stepper_; }

  // Those declared, which must be of this type.
  template <class Columns>
  Columns& as() {
    return dynamic_cast<Box<Columns>&>(*box_).columns;
  }
  template <class Columns>
  const Columns& as() const {
    return dynamic_cast<const Box<Columns>&>(*box_).columns;
  }

  std::vector<PlainColumn> plain() { return box_ ? box_->plain() : std::vector<PlainColumn>(); }
  std::vector<ConstPlainColumn> plain() const {
    return box_ ? std::as_const(*box_).plain() : std::vector<ConstPlainColumn>();
  }

  void resize(std::size_t bodies) {  // new ones have zeros
    if (box_) box_->resize(bodies);
  }
  // As Bodies::remove returned it, with the number of those that stay.
  void remove(std::span<const BodyIndex> new_index, std::size_t kept) {
    if (box_) box_->remove(new_index, kept);
  }

 private:
  struct AnyBox {
    virtual ~AnyBox() = default;
    virtual std::unique_ptr<AnyBox> clone() const = 0;
    virtual std::vector<PlainColumn> plain() = 0;
    virtual std::vector<ConstPlainColumn> plain() const = 0;
    virtual void resize(std::size_t bodies) = 0;
    virtual void remove(std::span<const BodyIndex> new_index, std::size_t kept) = 0;
  };

  template <class Columns>
  struct Box : AnyBox {
    Columns columns;

    std::unique_ptr<AnyBox> clone() const override { return std::make_unique<Box>(*this); }
    std::vector<PlainColumn> plain() override { return list<PlainColumn>(columns); }
    std::vector<ConstPlainColumn> plain() const override { return list<ConstPlainColumn>(columns); }
    void resize(std::size_t bodies) override {
      Columns::for_each_column(columns, [&](const char*, auto& column) {
        typename std::remove_reference_t<decltype(column)>::value_type zeros;
        std::memset(static_cast<void*>(&zeros), 0, sizeof zeros);  // Eigen's types begin undefined
        column.resize(bodies, zeros);
      });
    }
    void remove(std::span<const BodyIndex> new_index, std::size_t kept) override {
      Columns::for_each_column(columns,
                               [&](const char*, auto& column) { keep_rows(column, new_index, kept); });
    }
  };

  template <class Plain, class Columns>
  static std::vector<Plain> list(Columns& columns) {
    std::vector<Plain> all;
    std::remove_const_t<Columns>::for_each_column(columns, [&](const char* name, auto& column) {
      using Element = std::remove_reference_t<decltype(column[0])>;
      using Plainly = std::remove_const_t<Element>;
      static_assert(are_plain<Plainly>);
      using Number = std::conditional_t<std::is_const_v<Element>, const ScalarOf<Plainly>, ScalarOf<Plainly>>;
      const std::span<Number> numbers(reinterpret_cast<Number*>(column.data()),
                                      column.size() * scalars_in<Plainly>);
      all.push_back({name, scalars_in<Plainly>, numbers});
    });
    return all;
  }

  std::string stepper_;
  std::unique_ptr<AnyBox> box_;
};

// For steppers that remember nothing.
struct NoColumns {
  template <class Self, class Visit>
  static void for_each_column(Self&, Visit&&) {}
};

}  // namespace scree
