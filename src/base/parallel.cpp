#include "base/parallel.h"

#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <atomic>
#include <chrono>
#include <map>
#include <mutex>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "base/errors.h"

// The library oneTBB is not instrumented for the thread sanitizer, which therefore sees neither its
// locks nor the order it gives to tasks, and would take each loop after another for a race. So this file is
// compiled without the sanitizer (cmake/compiler.cmake), and tells it what the library guarantees:
// what came before run() is known to every task, and every task to what comes after.
#if defined(SCREE_THREAD_SANITIZER)
extern "C" void __tsan_acquire(void* address);
extern "C" void __tsan_release(void* address);
#endif

namespace scree {

namespace {

class alignas(8) Handover {
 public:
#if defined(SCREE_THREAD_SANITIZER)
  void give() { __tsan_release(this); }
  void take() { __tsan_acquire(this); }
#else
  void give() {}
  void take() {}
#endif
};

}  // namespace

namespace {

// oneTBB grants no more threads than there are cores unless asked; whoever wants more gets them,
// which is how a small machine can show that the result does not depend on their number. Of several requests
// the library takes the lowest, so there is one, and it stays to the end.
void allow(std::size_t threads) {
  static std::mutex one_by_one;
  static std::size_t allowed = std::thread::hardware_concurrency();
  static tbb::global_control* limit = nullptr;
  const std::scoped_lock lock(one_by_one);
  if (threads <= allowed) return;
  delete limit;
  limit = new tbb::global_control(tbb::global_control::max_allowed_parallelism, threads);
  allowed = threads;
}

}  // namespace

namespace {

// The library has no answer where the system refuses it a thread: the program would end. So the system is
// asked beforehand, for as many at once.
void try_threads(std::size_t wanted) {
  static std::mutex one_by_one;
  static std::size_t proven = 1;
  const std::scoped_lock lock(one_by_one);
  if (wanted <= proven) return;
  std::atomic<bool> all_there = false;
  std::vector<std::thread> threads;
  try {
    while (threads.size() + 1 < wanted) threads.emplace_back([&] { all_there.wait(false); });
  } catch (const std::system_error&) {  // as many as there may be
  }
  const std::size_t found = threads.size() + 1;
  all_there = true;
  all_there.notify_all();
  for (std::thread& thread : threads) thread.join();
  if (found < wanted)
    throw RunError("the system does not start " + std::to_string(wanted) +
                   " threads (ulimit -u and -v limit them); " + std::to_string(found) +
                   " would be possible: --threads " + std::to_string(found));
  proven = wanted;
}

}  // namespace

struct Workers::Arenas {
  // The one for so many threads, made when it is first wanted.
  tbb::task_arena& of(int threads) {
    std::unique_ptr<tbb::task_arena>& arena = by_threads[threads];
    if (!arena) {
      try_threads(static_cast<std::size_t>(threads));
      allow(static_cast<std::size_t>(threads));
      arena = std::make_unique<tbb::task_arena>(threads);
    }
    return *arena;
  }
  std::map<int, std::unique_ptr<tbb::task_arena>> by_threads;
  tbb::task_arena* now = nullptr;
  std::atomic<bool> running = false;  // a loop: those inside of it are not timed
  double waited = 0;
};

Workers::Workers(int threads)
    : threads_(std::max(1, threads)), active_(threads_), arenas_(std::make_unique<Arenas>()) {
  arenas_->now = &arenas_->of(threads_);
}
Workers::Workers(Workers&&) noexcept = default;
Workers& Workers::operator=(Workers&&) noexcept = default;
Workers::~Workers() = default;

void Workers::use(int threads) {
  active_ = std::clamp(threads, 1, threads_);
  arenas_->now = &arenas_->of(active_);
}

double Workers::take_waited() { return std::exchange(arenas_->waited, 0.0); }

namespace {

using Clock = std::chrono::steady_clock;

// One for each thread that may come: its part of the calls, and when it found that nothing was left. Whoever
// is done with its own part goes on with those of the others. A thread that never comes keeps nobody waiting.
struct alignas(64) Seat {
  std::atomic<std::size_t> next;
  std::size_t end;
  Clock::time_point from, until;
};

class Loop {
 public:
  explicit Loop(std::atomic<bool>& running) : running_(running), is_outer_(!running.exchange(true)) {}
  ~Loop() {
    if (is_outer_) running_ = false;
  }
  bool is_outer() const { return is_outer_; }

 private:
  std::atomic<bool>& running_;
  const bool is_outer_;
};

}  // namespace

void Workers::run(std::size_t count, Call call, const void* context) {
  const std::size_t seats = std::min(count, static_cast<std::size_t>(active_));
  const Loop loop(arenas_->running);
  const auto begin = loop.is_outer() ? Clock::now() : Clock::time_point();
  Handover start, end;
  start.give();
  std::vector<Seat> seat(seats);
  for (std::size_t s = 0; s < seats; ++s) {
    seat[s].next.store(s * count / seats, std::memory_order_relaxed);
    seat[s].end = (s + 1) * count / seats;
  }
  arenas_->now->execute([&] {
    tbb::parallel_for(
        tbb::blocked_range<std::size_t>(0, seats, 1),
        [&](const tbb::blocked_range<std::size_t>& range) {
          start.take();
          const std::size_t own = range.begin();
          if (loop.is_outer()) seat[own].from = own == 0 ? begin : Clock::now();
          for (std::size_t k = 0; k < seats; ++k) {
            Seat& part = seat[(own + k) % seats];
            while (part.next.load(std::memory_order_relaxed) < part.end) {
              const std::size_t p = part.next.fetch_add(1, std::memory_order_relaxed);
              if (p < part.end) call(context, p);
            }
          }
          if (loop.is_outer()) seat[own].until = Clock::now();
          end.give();
        },
        tbb::simple_partitioner());
  });
  end.take();
  if (!loop.is_outer()) return;
  const Clock::duration all = Clock::now() - begin;
  Clock::duration waited = active_ * all;
  for (const Seat& s : seat) waited -= s.until - s.from;
  arenas_->waited += std::chrono::duration<double>(waited).count();
}

void Workers::lend(Call call, const void* context) {
  const Loop loop(arenas_->running);
  Handover start, end;
  start.give();
  arenas_->now->execute([&] {
    start.take();
    call(context, 0);
    end.give();
  });
  end.take();
}

}  // namespace scree
