#include "base/parallel.h"

#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <mutex>
#include <thread>

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

struct Workers::Arena {
  explicit Arena(int threads) : arena(threads) { allow(static_cast<std::size_t>(threads)); }
  tbb::task_arena arena;
};

Workers::Workers(int threads) : threads_(std::max(1, threads)), arena_(std::make_unique<Arena>(threads_)) {}
Workers::Workers(Workers&&) noexcept = default;
Workers& Workers::operator=(Workers&&) noexcept = default;
Workers::~Workers() = default;

void Workers::run(std::size_t count, void (*call)(const void*, std::size_t), const void* context) {
  Handover start, end;
  start.give();
  arena_->arena.execute([&] {
    tbb::parallel_for(
        tbb::blocked_range<std::size_t>(0, count, 1),
        [&](const tbb::blocked_range<std::size_t>& range) {
          start.take();
          for (std::size_t p = range.begin(); p != range.end(); ++p) call(context, p);
          end.give();
        },
        tbb::simple_partitioner());
  });
  end.take();
}

}  // namespace scree
