// overlap_fuzz PAIRS [SEED [THREADS [FIRST]]]: overlaps of awkward pairs, millions of them, must have the
// properties that every overlap has (properties.h). Pair n of a seed is the same whatever the other numbers
// are; a pair that fails is named and can be looked at again alone: overlap_fuzz 1 SEED 1 N.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cfenv>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <mutex>
#include <thread>
#include <vector>

#include "oracle/overlap_fuzz/properties.h"

namespace scree::oracle {
namespace {

struct Tally {
  std::uint64_t pairs = 0, touch = 0, failed = 0;
  double volume = 0, area = 0, outside = 0, exchange = 0;

  void add(const Properties& p) {
    ++pairs;
    touch += p.touches;
    failed += !p.hold();
    take_worse(p.volume, p.area, p.outside, p.exchange);
  }
  void add(const Tally& t) {
    pairs += t.pairs;
    touch += t.touch;
    failed += t.failed;
    take_worse(t.volume, t.area, t.outside, t.exchange);
  }
  void take_worse(double v, double a, double o, double e) {
    volume = std::max(volume, v);
    area = std::max(area, a);
    outside = std::max(outside, o);
    exchange = std::max(exchange, e);
  }
};

thread_local std::uint64_t current = 0;  // the pair that a crash is to be blamed on

// Only what is allowed inside a signal.
void name_the_pair(int signal) {
  char digits[24];
  int n = 0;
  for (std::uint64_t rest = current; n == 0 || rest > 0; rest /= 10)
    digits[23 - n++] = static_cast<char>('0' + rest % 10);
  const char text[] = "overlap_fuzz: crashed at pair ";
  if (write(2, text, sizeof text - 1) < 0 || write(2, digits + 24 - n, static_cast<std::size_t>(n)) < 0 ||
      write(2, "\n", 1) < 0)
    std::_Exit(3);
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

struct Run {
  std::uint64_t pairs, seed, threads, first;
};

std::uint64_t run(const Run& options) {
  const PairMaker maker(options.seed);
  std::vector<Tally> total(PairMaker::kinds);
  std::mutex mutex;
  std::atomic<std::uint64_t> next = 0;
  int shown = 0;
  const auto work_off = [&] {
#if defined(__GLIBC__)
    feenableexcept(FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW);
#endif
    OverlapWork work;
    FuzzPair pair;
    std::vector<Tally> mine(PairMaker::kinds);
    constexpr std::uint64_t share = 1000;
    for (std::uint64_t from = next.fetch_add(share); from < options.pairs; from = next.fetch_add(share))
      for (std::uint64_t n = from; n < std::min(from + share, options.pairs); ++n) {
        current = options.first + n;
        const std::size_t kind = maker.make(current, pair);
        const Properties properties = look_at(pair, work);
        mine[kind].add(properties);
        if (properties.hold()) continue;
        const std::lock_guard lock(mutex);
        if (++shown <= 20)
          fmt::print("seed {}, pair {} ({}): {}\n", options.seed, current, PairMaker::names[kind],
                     properties.describe());
      }
    const std::lock_guard lock(mutex);
    for (std::size_t k = 0; k < total.size(); ++k) total[k].add(mine[k]);
  };
  std::vector<std::thread> threads;
  for (std::uint64_t t = 0; t < options.threads; ++t) threads.emplace_back(work_off);
  for (std::thread& thread : threads) thread.join();

  fmt::print(
      "\n| pairs of | number | touch | failed | volume | area vector | centroid outside | exchange |\n");
  fmt::print("|---|---|---|---|---|---|---|---|\n");
  Tally sum;
  for (std::size_t k = 0; k < total.size(); ++k) {
    const Tally& t = total[k];
    fmt::print("| {} | {} | {} | {} | {:.2g} | {:.2g} | {:.2g} | {:.2g} |\n", PairMaker::names[k], t.pairs,
               t.touch, t.failed, t.volume, t.area, t.outside, t.exchange);
    sum.add(t);
  }
  if (sum.pairs >= 1000 && sum.touch < sum.pairs / 3) {
    fmt::print("only {} of {} pairs touch: that says little\n", sum.touch, sum.pairs);
    ++sum.failed;
  }
  return sum.failed;
}

}  // namespace
}  // namespace scree::oracle

int main(int argc, char** argv) {
  using namespace scree::oracle;
  const auto argument = [&](int n, std::uint64_t otherwise) {
    return n < argc ? std::strtoull(argv[n], nullptr, 10) : otherwise;
  };
  Run options{argument(1, 0), argument(2, 1), argument(3, 2), argument(4, 0)};
  if (options.pairs == 0 || options.threads == 0 || argc > 5) {
    fmt::print(stderr, "usage: overlap_fuzz PAIRS [SEED [THREADS [FIRST]]]\n");
    return 2;
  }
  for (const int signal : {SIGFPE, SIGSEGV, SIGABRT, SIGBUS, SIGILL}) std::signal(signal, name_the_pair);
  const auto begin = std::chrono::steady_clock::now();
  const std::uint64_t failed = run(options);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  fmt::print("{} pairs in {:.0f} s, {} failed\n", options.pairs, seconds, failed);
  return failed == 0 ? 0 : 1;
}
