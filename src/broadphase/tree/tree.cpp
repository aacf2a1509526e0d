#include "broadphase/tree/tree.h"

#include <algorithm>
#include <cstring>

#include "base/parallel_lists.h"

namespace scree {
namespace {

// Bodies that are looked at by one task.
constexpr std::size_t tree_bodies_together = 2048;
// Beyond this share of changed items the whole tree is cheaper than one question for each.
constexpr std::size_t many = 8;
// So many bodies may be outside of the cube before another one is chosen, or this share of them.
constexpr std::size_t strays_always_allowed = 64;
constexpr std::size_t share_of_strays = 64;
constexpr std::size_t movers_ahead = 8;  // movers: what they need is fetched from memory meanwhile

}  // namespace

template <int dimension>
void TreeSearch<dimension>::update(std::span<const Box> boxes, std::span<const std::uint8_t> mobile,
                                   const Cell& cell, Workers& workers) {
  ++counters_.updates;
  const bool fresh = must_start(boxes.size(), cell);
  cell_ = cell;
  any_periodic_ = cell.any();
  boxes_ = boxes;
  mobile_ = mobile;
  asked_count_ = 0;
  const TreeTally before = nodes_.tally();
  if (fresh || !follow(workers)) start(workers);
  const TreeTally& now = nodes_.tally();
  counters_.moved += now.moved - before.moved;
  counters_.nodes += (now.split - before.split + now.merged - before.merged) * nodes_.children;
}

// Another cell moves everything at once; after many bodies came, others may be typical.
template <int dimension>
bool TreeSearch<dimension>::must_start(std::size_t bodies, const Cell& cell) const {
  return !started_ || !(cell == cell_) || bodies < before_.size() ||
         bodies > 2 * bodies_at_start_ + strays_always_allowed;
}

template <int dimension>
void TreeSearch<dimension>::append(std::size_t bodies) {
  // No box is like this one: the bodies count as changed.
  Bounds none;
  std::memset(&none, 0xff, sizeof none);
  before_.resize(bodies, none);
  large_.resize(bodies, nothing);
  has_changed_.resize(bodies, 0);
  nodes_.bodies.resize(bodies);
}

template <int dimension>
void TreeSearch<dimension>::start(Workers& workers) {
  ++counters_.rebuilds;
  started_ = true;
  const std::size_t n = boxes_.size();
  bodies_at_start_ = n;
  domain_.choose(boxes_, cell_);
  cuts_.choose_size(boxes_, domain_);
  nodes_.clear();
  nodes_.bodies.spot.clear();
  nodes_.pieces.spot.clear();
  before_.clear();
  large_.clear();
  has_changed_.clear();
  append(n);
  outside_ = 0;
  ids_.clear();
  for (BodyIndex i = 0; i < n; ++i) {
    for (int k = 0; k < dimension; ++k) {
      before_[i].lower[k] = boxes_[i].lower[k];
      before_[i].upper[k] = boxes_[i].upper[k];
    }
    nodes_.bodies.spot[i].mobile = mobile_[i];
    if (!is_empty(boxes_[i], dimension) && put_body(i, false)) ids_.push_back(i);
  }
  for (std::uint32_t p = 0; p < cuts_.pieces().size(); ++p) ids_.push_back(piece_bit | p);
  nodes_.build(ids_, workers);
  counters_.nodes += nodes_.groups_in_use() * nodes_.children;
  nodes_.refit_all(workers);
  search_all(workers);
}

// Returns false if it is better to start afresh.
template <int dimension>
bool TreeSearch<dimension>::follow(Workers& workers) {
  if (boxes_.size() > before_.size()) append(boxes_.size());
  look_at_bodies(workers);
  const std::size_t looks = Pieces(boxes_.size(), tree_bodies_together).count();
  std::size_t changed = 0;
  bool special = false;
  for (std::size_t k = 0; k < looks; ++k) {
    changed += looks_[k].changed.size() + looks_[k].special.size();
    special |= !looks_[k].special.empty();
    outside_ = static_cast<std::size_t>(static_cast<std::int64_t>(outside_) + looks_[k].outside);
  }
  changed_.clear();
  if (changed == 0) {
    nodes_.refit({});  // around bodies that were removed
    met_.clear();
    parted_.clear();
    change_pairs(met_, parted_, workers);
    return true;
  }
  if (too_many_strays()) return false;
  move_all(looks);
  if (special) {
    for (std::size_t k = 0; k < looks; ++k)
      for (const BodyIndex i : looks_[k].special) settle(i);
    look_at_pieces(workers);
    if (too_many_strays() || cuts_.pieces_in_use() > 4 * cuts_.allowed(boxes_.size())) return false;
  }
  const std::size_t items = boxes_.size() + cuts_.pieces_in_use();
  if (changed_.size() * many > items) {
    nodes_.refit_all(workers);
    search_all(workers);
  } else {
    nodes_.refit(changed_);
    search_changed(workers);
  }
  return true;
}

template <int dimension>
bool TreeSearch<dimension>::too_many_strays() const {
  return outside_ > std::max(strays_always_allowed, boxes_.size() / share_of_strays);
}

template <int dimension>
void TreeSearch<dimension>::look_at_bodies(Workers& workers) {
  const Pieces stretches(boxes_.size(), tree_bodies_together);
  if (looks_.size() < stretches.count()) looks_.resize(stretches.count());
  for_pieces(workers, stretches, [&](std::size_t p) {
    Look& look = looks_[p];
    look.changed.clear();
    look.movers.clear();
    look.special.clear();
    look.outside = 0;
    for (std::size_t i = stretches.begin(p); i < stretches.end(p); ++i)
      look_at_body(static_cast<BodyIndex>(i), look);
  });
}

template <int dimension>
void TreeSearch<dimension>::look_at_body(BodyIndex i, Look& look) {
  const Box& box = boxes_[i];
  Bounds now;
  for (int k = 0; k < dimension; ++k) {
    now.lower[k] = box.lower[k];
    now.upper[k] = box.upper[k];
  }
  auto& spot = nodes_.bodies.spot[i];
  if (std::memcmp(&now, &before_[i], sizeof now) == 0 && spot.mobile == mobile_[i]) return;
  before_[i] = now;
  has_changed_[i] = 1;
  if (spot.slot == nothing || spot.mobile != mobile_[i] || is_empty(box, dimension) || cuts_.is_large(box)) {
    look.special.push_back(i);
    return;
  }
  Placed<dimension> placed;
  const std::uint8_t outside = domain_.place(box, placed) ? 1 : 0;
  look.outside += outside - spot.outside;
  spot.outside = outside;
  look.changed.push_back(i);
  Placed<dimension>& old = nodes_.bodies.placed[i];
  if (common_level(old.cell, placed.cell) < spot.level) {
    look.movers.push_back({i, placed.cell, nodes_.way_to(i, placed.cell)});
    placed.cell = old.cell;
  }
  old = placed;
}

// Structure changes in one order, whoever found what is to change.
template <int dimension>
void TreeSearch<dimension>::move_all(std::size_t looks) {
  for (std::size_t k = 0; k < looks; ++k) {
    changed_.insert(changed_.end(), looks_[k].changed.begin(), looks_[k].changed.end());
    const std::vector<Mover>& movers = looks_[k].movers;
    for (std::size_t n = 0; n < movers.size(); ++n) {
      if (n + 2 * movers_ahead < movers.size()) nodes_.prefetch_spot(movers[n + 2 * movers_ahead].id);
      if (n + movers_ahead < movers.size())
        nodes_.prefetch_way(movers[n + movers_ahead].id, movers[n + movers_ahead].way);
      nodes_.move(movers[n].id, movers[n].cell, movers[n].way);
    }
  }
}

// Bodies that come, go, begin or cease to be large, are released or seized; large ones that move.
template <int dimension>
void TreeSearch<dimension>::settle(BodyIndex i) {
  const Box& box = boxes_[i];
  const bool empty = is_empty(box, dimension);
  const bool stays_cut = large_[i] != nothing && !empty && cuts_.still_fits(large_[i], box, domain_) &&
                         nodes_.bodies.spot[i].mobile == mobile_[i];
  if (stays_cut) return;
  take_body(i);
  nodes_.bodies.spot[i].mobile = mobile_[i];
  if (!empty && put_body(i, true)) changed_.push_back(i);
}

// Cuts it if it is large, and then returns false. The tree does not change unless told so.
template <int dimension>
bool TreeSearch<dimension>::put_body(BodyIndex i, bool into_tree) {
  auto& spot = nodes_.bodies.spot[i];
  if (!cuts_.is_large(boxes_[i])) {
    spot.outside = domain_.place(boxes_[i], nodes_.bodies.placed[i]) ? 1 : 0;
    outside_ += spot.outside;
    if (into_tree) nodes_.insert(i);
    return true;
  }
  piece_list_.clear();
  large_[i] = cuts_.cut(i, boxes_[i], domain_, piece_list_);
  if (cuts_.pieces().size() > nodes_.pieces.spot.size()) nodes_.pieces.resize(cuts_.pieces().size());
  for (const std::uint32_t p : piece_list_) {
    nodes_.pieces.spot[p].mobile = mobile_[i];
    domain_.place(cuts_.box_of(cuts_.pieces()[p], boxes_[i], domain_), nodes_.pieces.placed[p]);
    if (into_tree) nodes_.insert(piece_bit | p);
  }
  return false;
}

template <int dimension>
void TreeSearch<dimension>::take_body(BodyIndex i) {
  auto& spot = nodes_.bodies.spot[i];
  if (spot.slot != nothing) {
    nodes_.remove(i);
    outside_ -= spot.outside;
    spot.outside = 0;
  }
  if (large_[i] == nothing) return;
  piece_list_.clear();
  cuts_.forget(large_[i], piece_list_);
  large_[i] = nothing;
  for (const std::uint32_t p : piece_list_) nodes_.remove(piece_bit | p);
}

template <int dimension>
void TreeSearch<dimension>::look_at_pieces(Workers& workers) {
  const std::span<const typename TreeCuts<dimension>::Piece> pieces = cuts_.pieces();
  const Pieces stretches(pieces.size(), tree_bodies_together);
  if (looks_.size() < stretches.count()) looks_.resize(stretches.count());
  for_pieces(workers, stretches, [&](std::size_t s) {
    Look& look = looks_[s];
    look.changed.clear();
    look.movers.clear();
    for (std::size_t p = stretches.begin(s); p < stretches.end(s); ++p) {
      if (pieces[p].large == nothing) continue;
      const BodyIndex body = cuts_.large()[pieces[p].large].body;
      if (has_changed_[body] == 0) continue;
      const ItemId id = piece_bit | static_cast<ItemId>(p);
      Placed<dimension> placed;
      domain_.place(cuts_.box_of(pieces[p], boxes_[body], domain_), placed);
      look.changed.push_back(id);
      Placed<dimension>& old = nodes_.pieces.placed[p];
      if (common_level(old.cell, placed.cell) < nodes_.pieces.spot[p].level) {
        look.movers.push_back({id, placed.cell, nodes_.way_to(id, placed.cell)});
        placed.cell = old.cell;
      }
      old = placed;
    }
  });
  move_all(stretches.count());
}

template <int dimension>
void TreeSearch<dimension>::renumber(std::span<const BodyIndex> new_index) {
  if (!started_) return;
  // Bodies may have been appended since the last update: they are not in the tree yet.
  if (new_index.size() > before_.size()) append(new_index.size());
  for (BodyIndex i = 0; i < new_index.size(); ++i)
    if (new_index[i] == no_body) take_body(i);
  std::size_t kept = 0;
  for (BodyIndex i = 0; i < new_index.size(); ++i) {
    if (new_index[i] == no_body) continue;
    before_[kept] = before_[i];
    large_[kept] = large_[i];
    nodes_.bodies.placed[kept] = nodes_.bodies.placed[i];
    nodes_.bodies.spot[kept] = nodes_.bodies.spot[i];
    const auto id = static_cast<BodyIndex>(kept++);
    if (nodes_.bodies.spot[id].slot != nothing) nodes_.rename(nodes_.bodies.spot[id], id);
    if (large_[id] != nothing) cuts_.large()[large_[id]].body = id;
  }
  before_.resize(kept);
  large_.resize(kept);
  has_changed_.resize(kept);
  nodes_.bodies.resize(kept);
  renumber_pairs_of(new_index);
  known_.forget();
}

template <int dimension>
void TreeSearch<dimension>::reset() {
  started_ = false;
  nodes_.clear();
  before_.clear();
  pairs_.clear();
  known_.forget();
}

template <int dimension>
std::size_t TreeSearch<dimension>::memory() const {
  std::size_t bytes = nodes_.memory() + cuts_.memory() + known_.memory() + bytes_of(before_) +
                      bytes_of(large_) + bytes_of(has_changed_) + bytes_of(changed_) + bytes_of(piece_list_) +
                      bytes_of(ids_) + bytes_of(looks_) + bytes_of(parts_) + bytes_of(met_) +
                      bytes_of(parted_);
  for (const Look& look : looks_)
    bytes += bytes_of(look.changed) + bytes_of(look.movers) + bytes_of(look.special);
  for (const Part& part : parts_) bytes += bytes_of(part.pairs) + bytes_of(part.groups) + bytes_of(part.met);
  return bytes;
}

template class TreeSearch<2>;
template class TreeSearch<3>;

}  // namespace scree
