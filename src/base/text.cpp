#include "base/text.h"

#include <algorithm>
#include <vector>

namespace scree {
namespace {

std::string plain(std::string_view word) {
  std::string p(word);
  for (char& c : p) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    if (c == '-') c = '_';
  }
  return p;
}

}  // namespace

int edit_distance(std::string_view a, std::string_view b) {
  // Three rows of the table: swaps look two rows back.
  const std::size_t n = b.size() + 1;
  std::vector<int> before(n), last(n), row(n);
  for (std::size_t j = 0; j < n; ++j) last[j] = static_cast<int>(j);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = static_cast<int>(i);
    for (std::size_t j = 1; j < n; ++j) {
      const int replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({replaced, last[j] + 1, row[j - 1] + 1});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before[j - 2] + 1);
    }
    std::swap(before, last);
    std::swap(last, row);
  }
  return last[n - 1];
}

std::string nearest(std::string_view wrong, std::span<const std::string> known) {
  constexpr std::size_t longest = 100;  // a name longer than this is no typing error
  if (wrong.empty() || wrong.size() > longest) return "";
  const std::string word = plain(wrong);
  const std::string* best = nullptr;
  int best_distance = 0;
  for (const std::string& name : known) {
    if (name.size() > longest) continue;
    const int distance = edit_distance(word, plain(name));
    // About a third of the letters may be wrong, but never the whole word.
    const int length = static_cast<int>(std::max(word.size(), name.size()));
    if (distance > std::max(1, length / 3) || distance >= length) continue;
    if (!best || distance < best_distance) {
      best = &name;
      best_distance = distance;
    }
  }
  return best ? *best : "";
}

}  // namespace scree
