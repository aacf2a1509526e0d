// A thin face of oneTBB. Loops hand out ranges; no result may depend on how they are cut, so
// bodies and contacts are only ever written by the iteration that owns them.
//
// oneTBB itself is known to parallel.cpp alone: the tasks cross over as a plain function and a
// context. That keeps its headers out of every other file, and lets the thread sanitizer look at our
// code without looking at oneTBB's (see parallel.cpp).
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>

namespace scree {

// The threads of one simulation.
class Workers {
 public:
  explicit Workers(int threads);
  Workers(Workers&&) noexcept;
  Workers& operator=(Workers&&) noexcept;
  ~Workers();
  int threads() const { return threads_; }  // as many as were granted
  int active() const { return active_; }    // as many as work at present
  void use(int threads);                    // between loops: how many of those granted work from now on

  // Seconds for which threads waited for others at the end of loops since the last call, or had not come yet,
  // summed over the threads.
  double take_waited();

  // Calls body(begin, end) over [0, n). Below `grain` items the caller's thread does it alone:
  // starting tasks costs some microseconds, more than a small loop.
  template <class Body>
  void for_ranges(std::size_t n, std::size_t grain, const Body& body) {
    if (n == 0) return;
    if (active_ == 1 || n <= grain) {
      body(std::size_t{0}, n);
      return;
    }
    // Cut into pieces of at least half a grain, a few per thread so that they balance.
    cut(n, std::min<std::size_t>(4 * active_, (n + grain / 2) / (grain / 2 + 1)), body);
  }

  // The same for items that cost much, and not all the same: many small pieces, so that no thread waits long
  // for the last one.
  template <class Body>
  void for_costly_ranges(std::size_t n, const Body& body) {
    if (active_ == 1 || n <= 1)
      body(std::size_t{0}, n);
    else
      cut(n, std::min<std::size_t>(32 * active_, n), body);
  }

  // Calls each of the tasks once.
  template <class... Tasks>
  void invoke(const Tasks&... tasks) {
    if (active_ == 1) {
      (tasks(), ...);
      return;
    }
    share(sizeof...(tasks), [&](std::size_t p) {
      std::size_t k = 0;
      ((k++ == p ? static_cast<void>(tasks()) : void()), ...);
    });
  }

  // Calls the task where a library that starts tasks of its own in oneTBB finds these threads, and no others.
  template <class Task>
  void lend_to(const Task& task) {
    lend([](const void* context, std::size_t) { (*static_cast<const Task*>(context))(); }, &task);
  }

 private:
  template <class Body>
  void cut(std::size_t n, std::size_t pieces, const Body& body) {
    const std::size_t piece = (n + pieces - 1) / pieces;
    share(pieces, [&](std::size_t p) {
      if (p * piece < n) body(p * piece, std::min(n, (p + 1) * piece));
    });
  }

  // Calls task(p) for every p in [0, count), on any of the threads.
  template <class Task>
  void share(std::size_t count, const Task& task) {
    run(
        count, [](const void* context, std::size_t p) { (*static_cast<const Task*>(context))(p); }, &task);
  }
  using Call = void (*)(const void* context, std::size_t);
  void run(std::size_t count, Call call, const void* context);
  void lend(Call call, const void* context);

  struct Arenas;
  int threads_, active_;
  std::unique_ptr<Arenas> arenas_;
};

}  // namespace scree
