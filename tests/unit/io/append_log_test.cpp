// Logs hold every bit of their numbers and can be cut back to where a checkpoint knew them.
#include "io/append_log.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>

#include <bit>
#include <charconv>
#include <limits>

#include "base/errors.h"
#include "base/hash.h"
#include "unit/io/sample.h"

namespace scree {
namespace {

const std::vector<std::string> columns{"time [s]", "a, \"b\" [J]"};

TEST(AppendLog, NumbersReadBackBitForBit) {
  const TemporaryFolder folder;
  std::vector<double> values{0.0,  -0.0, 0.1, 1.0 / 3, 1e300, -5e-324, std::numeric_limits<double>::max(),
                             12345};
  Hasher hasher;
  while (values.size() < 20000) {
    hasher.number(std::uint64_t{values.size()});
    const std::uint64_t bits = hasher.value();
    if ((bits >> 52 & 0x7ff) != 0x7ff) values.push_back(std::bit_cast<double>(bits));
  }
  AppendLog log = AppendLog::create(folder / "p.csv", columns);
  for (std::size_t i = 0; i < values.size(); i += 2) log.row({values[i], values[i + 1]});
  const std::uint64_t length = log.flush();

  const std::string text = contents(folder / "p.csv");
  EXPECT_EQ(text.size(), length);
  std::string_view rest = text;
  const std::string header = "time [s],\"a, \"\"b\"\" [J]\"\n";
  ASSERT_EQ(rest.substr(0, header.size()), header);
  rest.remove_prefix(header.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    double value = 0;
    const auto read = std::from_chars(rest.data(), rest.data() + rest.size(), value);
    ASSERT_EQ(std::bit_cast<std::uint64_t>(value), std::bit_cast<std::uint64_t>(values[i]));
    ASSERT_EQ(*read.ptr, i % 2 ? '\n' : ',');
    rest.remove_prefix(static_cast<std::size_t>(read.ptr + 1 - rest.data()));
  }
  EXPECT_TRUE(rest.empty());
}

TEST(AppendLog, ResumingCutsBackToTheCheckpointAndGoesOn) {
  const TemporaryFolder folder;
  std::uint64_t known = 0;
  {
    AppendLog log = AppendLog::create(folder / "p.csv", columns);
    log.row({1, 10});
    known = log.flush();
    log.row({2, 20});
    log.flush();
  }
  overwrite(folder / "p.csv", contents(folder / "p.csv") + "3,3");  // what a kill may leave
  AppendLog log = AppendLog::resume(folder / "p.csv", known);
  log.cut();
  log.row({2, 21});
  log.flush();
  EXPECT_EQ(contents(folder / "p.csv"), "time [s],\"a, \"\"b\"\" [J]\"\n1,10\n2,21\n");
  EXPECT_THROW(AppendLog::resume(folder / "p.csv", 100000), RunError);
  EXPECT_THROW(AppendLog::resume(folder / "gone.csv", 0), RunError);
  EXPECT_THROW(AppendLog::resume("/dev/full", 0), RunError);
}

TEST(AppendLog, AFullDiskLeavesWholeRows) {
  const TemporaryFolder folder;
  AppendLog log = AppendLog::create(folder / "p.csv", columns);
  log.row({1, 10});
  log.flush();
  const std::string before = contents(folder / "p.csv");
  void (*handler)(int) = signal(SIGXFSZ, SIG_IGN);
  rlimit previous{};
  getrlimit(RLIMIT_FSIZE, &previous);
  rlimit limit = previous;
  limit.rlim_cur = before.size() + 7;
  setrlimit(RLIMIT_FSIZE, &limit);
  for (int i = 0; i < 10; ++i) log.row({2, 20});
  EXPECT_THROW(log.flush(), RunError);
  setrlimit(RLIMIT_FSIZE, &previous);
  signal(SIGXFSZ, handler);
  EXPECT_EQ(contents(folder / "p.csv"), before);
  log.flush();
  EXPECT_EQ(contents(folder / "p.csv").size(), before.size() + 10 * std::string("2,20\n").size());
}

}  // namespace
}  // namespace scree
