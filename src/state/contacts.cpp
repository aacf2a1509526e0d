#include "state/contacts.h"

namespace scree {

void Contacts::resize(std::size_t size) {
  for_each_column(*this, [&](auto& column) { column.resize(size); });
}

void Contacts::assign(std::span<const Pair> pairs) {
  for_each_column(*this, [&](auto& column) { column.clear(); });
  resize(pairs.size());
  pair.assign(pairs.begin(), pairs.end());
}

void Contacts::remove(std::span<const std::uint8_t> marked) {
  for_each_column(*this, [&](auto& column) {
    std::size_t kept = 0;
    for (std::size_t k = 0; k < column.size(); ++k)
      if (!marked[k]) column[kept++] = column[k];
    column.resize(kept);
  });
}

void Contacts::renumber(std::span<const BodyIndex> new_index) {
  std::vector<std::uint8_t> gone(size());
  for (std::size_t k = 0; k < size(); ++k) {
    pair[k] = {new_index[pair[k].a], new_index[pair[k].b]};
    gone[k] = pair[k].a == no_body || pair[k].b == no_body;
  }
  remove(gone);
}

}  // namespace scree
