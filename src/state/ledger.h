// Energies that no body carries: each is integrated on its own.
//
// What is added up is added exactly and rounded only when it is read. So the books come out the same, to the
// last bit, in whatever order bodies and contacts are stored and however they are shared out: books kept for
// parts of a system (by threads, by machines) are added up with merge().
#pragma once

#include <algorithm>
#include <type_traits>

#include "base/exact_sum.h"

namespace scree {

struct Ledger {
  // By the trapezoidal rule: each contact of a driven body adds half a step's work when its load is found,
  // and the same again at the next step.
  ExactSum work_of_drives;
  ExactSum drive_half_work;  // of the last evaluation, which the next step will add again
  ExactSum initial_kinetic;
  ExactSum initial_potential;
  ExactSum initial_elastic;
  ExactSum reference_potential;  // initial, plus that of bodies entered, minus that of bodies left
  ExactSum entered;              // kinetic and potential energy brought in by inlets and events
  ExactSum entered_kinetic;      // the kinetic part, for the scale of the balance error
  ExactSum entered_elastic;      // the part in springs, likewise
  ExactSum left;                 // energy taken along by bodies that were removed
  ExactSum work_of_changes;      // energy added by a change of gravity, or of motion to what springs hold
  ExactSum departed_elastic;     // contact work booked on bodies that have left
  ExactSum departed_damping;
  ExactSum departed_friction;
  double potential_released = 0;  // the most by which the potential energy of all was below the reference
  double max_overlap_ever = 0;
  double max_depth_ever = 0;  // over depth_scale; measured every few steps

  // Calls visit(name, number, the same number of each of the others): exact sums, then plain numbers.
  template <class Visit, class Self, class... Others>
  static void for_each_number(Visit&& visit, Self& l, Others&... o) {
    visit("work_of_drives", l.work_of_drives, o.work_of_drives...);
    visit("drive_half_work", l.drive_half_work, o.drive_half_work...);
    visit("initial_kinetic", l.initial_kinetic, o.initial_kinetic...);
    visit("initial_potential", l.initial_potential, o.initial_potential...);
    visit("initial_elastic", l.initial_elastic, o.initial_elastic...);
    visit("reference_potential", l.reference_potential, o.reference_potential...);
    visit("entered", l.entered, o.entered...);
    visit("entered_kinetic", l.entered_kinetic, o.entered_kinetic...);
    visit("entered_elastic", l.entered_elastic, o.entered_elastic...);
    visit("left", l.left, o.left...);
    visit("work_of_changes", l.work_of_changes, o.work_of_changes...);
    visit("departed_elastic", l.departed_elastic, o.departed_elastic...);
    visit("departed_damping", l.departed_damping, o.departed_damping...);
    visit("departed_friction", l.departed_friction, o.departed_friction...);
    visit("potential_released", l.potential_released, o.potential_released...);
    visit("max_overlap_ever", l.max_overlap_ever, o.max_overlap_ever...);
    visit("max_depth_ever", l.max_depth_ever, o.max_depth_ever...);
  }

  // The books of another part of the same system, at the same time. What is the most in a part is the most of
  // all.
  void merge(const Ledger& part) {
    for_each_number(
        []<class Number>(const char*, Number& mine, const Number& theirs) {
          if constexpr (std::is_same_v<Number, ExactSum>)
            mine.add(theirs);
          else
            mine = std::max(mine, theirs);
        },
        *this, part);
  }

  // Half a step's work of the drives against the contacts as they are now; closes the step that began with
  // the one before.
  void book_drives(const ExactSum& half_work) {
    work_of_drives.add(drive_half_work);
    work_of_drives.add(half_work);
    drive_half_work = half_work;
  }
};

}  // namespace scree
