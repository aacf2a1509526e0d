#include "base/parallel.h"

namespace scree {

Workers::Workers(int threads)
    : threads_(std::max(1, threads)), arena_(std::make_unique<tbb::task_arena>(threads_)) {}

}  // namespace scree
