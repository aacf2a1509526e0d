#include "base/hash.h"

#include <gtest/gtest.h>

#include <bit>
#include <set>
#include <string>
#include <vector>

#include "base/rng.h"

namespace scree {
namespace {

std::uint64_t hash_of(std::uint64_t key, const std::vector<std::uint64_t>& words) {
  Hasher h(key);
  for (const std::uint64_t w : words) h.number(w);
  return h.value();
}

// Whichever input bit flips, each output bit flips in about half of the cases.
TEST(Hash, EveryInputBitReachesEveryOutputBit) {
  const int trials = 400;
  const int words = 5;
  std::vector<std::vector<int>> flips(64 * (words + 1), std::vector<int>(64, 0));
  Rng rng(1);
  for (int t = 0; t < trials; ++t) {
    std::uint64_t key = rng.bits();
    std::vector<std::uint64_t> input(words);
    for (std::uint64_t& w : input) w = rng.bits() >> (t % 2 ? 40 : 0);  // also numbers with many zero bits
    const std::uint64_t base = hash_of(key, input);
    for (int bit = 0; bit < 64 * (words + 1); ++bit) {
      std::uint64_t& word = bit < 64 ? key : input[static_cast<std::size_t>(bit / 64 - 1)];
      word ^= std::uint64_t{1} << (bit % 64);
      const std::uint64_t change = base ^ hash_of(key, input);
      word ^= std::uint64_t{1} << (bit % 64);
      for (int out = 0; out < 64; ++out) flips[bit][out] += static_cast<int>((change >> out) & 1);
    }
  }
  for (std::size_t bit = 0; bit < flips.size(); ++bit)
    for (int out = 0; out < 64; ++out)
      ASSERT_NEAR(flips[bit][out], trials / 2, 60) << "input " << bit << " output " << out;  // six deviations
}

TEST(Hash, TheBitsCountNotTheValue) {
  const auto of = [](double x) {
    Hasher h(0);
    h.number(x);
    return h.value();
  };
  EXPECT_NE(of(0.0), of(-0.0));
  EXPECT_NE(of(1.0), of(std::nextafter(1.0, 2.0)));
  EXPECT_NE(of(0x1p-1074), of(0.0));
}

TEST(Hash, OrderLengthAndKeyCount) {
  std::set<std::uint64_t> seen;
  seen.insert(hash_of(0, {}));
  seen.insert(hash_of(0, {0}));
  seen.insert(hash_of(0, {0, 0}));
  seen.insert(hash_of(0, {1, 2}));
  seen.insert(hash_of(0, {2, 1}));
  seen.insert(hash_of(1, {1, 2}));
  EXPECT_EQ(seen.size(), 6u);
}

TEST(Hash, ChecksumSeesEveryByteAndTheLength) {
  std::string text = "a checkpoint, written and read back";
  const std::uint64_t whole = checksum(text.data(), text.size());
  std::set<std::uint64_t> seen{whole};
  for (std::size_t i = 0; i < text.size(); ++i) {
    text[i] ^= 1;
    seen.insert(checksum(text.data(), text.size()));
    text[i] ^= 1;
    seen.insert(checksum(text.data(), i));
  }
  EXPECT_EQ(seen.size(), 1 + 2 * text.size());
  EXPECT_EQ(checksum(text.data(), text.size()), whole);
  EXPECT_NE(checksum("\0", 1), checksum("\0\0", 2));
}

TEST(Hash, ValuesAreTheSameOnEveryMachine) {
  Hasher h(17);
  h.number(1.5);
  h.number(std::uint64_t{3});
  h.bytes("scree", 5);
  EXPECT_EQ(hex(h.value()), "8ddac4cc82675b50");
  EXPECT_EQ(hex(0), "0000000000000000");
  EXPECT_EQ(hex(0x0123456789abcdefu), "0123456789abcdef");
}

}  // namespace
}  // namespace scree
