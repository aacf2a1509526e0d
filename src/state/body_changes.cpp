#include "state/body_changes.h"

#include <algorithm>

namespace scree {

void BodyChanges::removed(std::span<const BodyIndex> index_after) {
  if (new_index.empty()) {
    const auto before = index_after.first(index_after.size() - appended.size());
    new_index.assign(before.begin(), before.end());
  } else {
    for (BodyIndex& i : new_index)
      if (i != no_body) i = index_after[i];
  }
  for (std::vector<BodyIndex>* list : {&appended, &freed, &driven, &jumped}) {
    for (BodyIndex& i : *list) i = index_after[i];
    std::erase(*list, no_body);
  }
}

}  // namespace scree
