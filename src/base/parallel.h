// A thin face of oneTBB. Loops hand out ranges; no result may depend on how they are cut, so
// bodies and contacts are only ever written by the iteration that owns them.
#pragma once

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/parallel_invoke.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <vector>

namespace scree {

// The threads of one simulation.
class Workers {
 public:
  explicit Workers(int threads);
  int threads() const { return threads_; }

  // Calls body(begin, end) over [0, n). Below `grain` items the caller's thread does it alone:
  // starting tasks costs some microseconds, more than a small loop.
  template <class Body>
  void for_ranges(std::size_t n, std::size_t grain, const Body& body) {
    if (n == 0) return;
    if (threads_ == 1 || n <= grain) {
      body(std::size_t{0}, n);
      return;
    }
    // Cut into pieces of at least half a grain, a few per thread so that they balance.
    const std::size_t pieces = std::min<std::size_t>(4 * threads_, (n + grain / 2) / (grain / 2 + 1));
    const std::size_t piece = (n + pieces - 1) / pieces;
    arena_->execute([&] {
      tbb::parallel_for(
          tbb::blocked_range<std::size_t>(0, pieces, 1),
          [&](const tbb::blocked_range<std::size_t>& r) {
            for (std::size_t p = r.begin(); p != r.end(); ++p)
              if (p * piece < n) body(p * piece, std::min(n, (p + 1) * piece));
          },
          tbb::simple_partitioner());
    });
  }

  template <class... Tasks>
  void invoke(const Tasks&... tasks) {
    if (threads_ == 1)
      (tasks(), ...);
    else
      arena_->execute([&] { tbb::parallel_invoke(tasks...); });
  }

  // Sums value(i) over [0, n): blocks of fixed length are summed in order, then the blocks in
  // order, so the result is the same for any number of threads.
  template <class T, class Value>
  T sum(std::size_t n, T zero, const Value& value) {
    constexpr std::size_t block = 1024;
    const std::size_t blocks = (n + block - 1) / block;
    std::vector<T> partial(blocks, zero);
    for_ranges(blocks, 4, [&](std::size_t begin, std::size_t end) {
      for (std::size_t k = begin; k < end; ++k) {
        T s = zero;
        for (std::size_t i = k * block; i < std::min(n, (k + 1) * block); ++i) s += value(i);
        partial[k] = s;
      }
    });
    T total = zero;
    for (const T& s : partial) total += s;
    return total;
  }

 private:
  int threads_;
  std::unique_ptr<tbb::task_arena> arena_;
};

}  // namespace scree
