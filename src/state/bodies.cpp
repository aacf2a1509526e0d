#include "state/bodies.h"

#include <cassert>

namespace scree {

BodyIndex Bodies::append(BodyId new_id) {
  assert(id.empty() || id.back() < new_id);
  for_each_column(*this, [](const char*, auto& column) { column.emplace_back(); });
  id.back() = new_id;
  scale.back() = 1;
  drive.back() = is_free;
  position.back().setZero();
  orientation.back().setIdentity();
  velocity.back().setZero();
  spin.back().setZero();
  inertia.back().setZero();
  force.back().setZero();
  torque.back().setZero();
  stepper.resize(size());
  return static_cast<BodyIndex>(id.size() - 1);
}

std::vector<BodyIndex> Bodies::remove(std::span<const std::uint8_t> marked) {
  assert(marked.size() == size());
  std::vector<BodyIndex> new_index(size(), no_body);
  BodyIndex kept = 0;
  for (BodyIndex i = 0; i < size(); ++i)
    if (!marked[i]) new_index[i] = kept++;
  for_each_column(*this, [&](const char*, auto& column) { keep_rows(column, new_index, kept); });
  stepper.remove(new_index, kept);
  return new_index;
}

}  // namespace scree
