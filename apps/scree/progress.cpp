#include "progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include "say.h"

namespace scree::app {
namespace {

std::string duration(double seconds) {
  if (seconds < 100) return fmt::format("{:.0f} s", seconds);
  if (seconds < 6000) return fmt::format("{:.0f} min", seconds / 60);
  return fmt::format("{:.1f} h", seconds / 3600);
}

}  // namespace

ProgressBar::ProgressBar(bool quiet) : on_(!quiet && isatty(STDERR_FILENO)) {}

ProgressBar::~ProgressBar() {
  if (drawn_) say("\n");
}

void ProgressBar::show(const RunProgressReport& r) {
  if (!on_) return;
  const Clock::time_point now = Clock::now();
  if (!started_) {
    started_ = true;
    start_ = last_ = now;
    first_step_ = r.step;
    return;
  }
  if (now - last_ < std::chrono::milliseconds(200) && r.step < r.last_step) return;
  last_ = now;
  const double done = static_cast<double>(r.step) / static_cast<double>(r.last_step);
  const double speed =
      static_cast<double>(r.step - first_step_) / std::chrono::duration<double>(now - start_).count();
  const double left = speed > 0 ? static_cast<double>(r.last_step - r.step) / speed : 0;
  constexpr int width = 30;
  const int filled = static_cast<int>(done * width);
  say("\r[{:=<{}}{:<{}}] {:3.0f}%  t = {:.4g} of {:.4g} s  {:.0f} steps/s  {} left   ", "", filled, "",
      width - filled, 100 * done, r.time, r.until, speed, duration(left));
  std::fflush(stderr);
  drawn_ = true;
}

}  // namespace scree::app
