// Everything is done once, whatever the number of threads, and exceptions are rethrown.
#include <apart/base/workers.hpp>
#include <atomic>
#include <cstdlib>
#include <stdexcept>
#include <string>

#include "tests/support.hpp"

namespace apart {
namespace workers_test {

TEST(Workers, DoEveryPieceOnce) {
  for (u32 threads : {0u, 1u, 2u, 8u}) {
    const Workers workers(threads);
    for (std::size_t count : {0u, 1u, 7u, 1000u}) {
      std::vector<std::atomic<int>> done(count);
      std::atomic<std::size_t> pieces = 0;
      workers.for_ranges(count, 16, [&](std::size_t begin, std::size_t end) {
        EXPECT_EQ(begin % 16, 0u);
        EXPECT_LE(end - begin, 16u);
        ++pieces;
        for (std::size_t i = begin; i < end; ++i) ++done[i];
      });
      EXPECT_EQ(pieces, (count + 15) / 16);
      for (const auto& d : done) EXPECT_EQ(d, 1);
    }
  }
}

// The operation is not commutative, so that the order is visible.
struct Word {
  std::string letters;
  void add(const Word& w) { letters += w.letters; }
};

TEST(Workers, AddUpInOrder) {
  const std::string alphabet = "abcdefghijklmnopqrstuvwxyz";
  for (u32 threads : {1u, 2u, 8u}) {
    const Workers workers(threads);
    for (std::size_t count : {0u, 1u, 5u, 6u, 25u, 26u})
      for (std::size_t grain : {1u, 5u, 100u})
        EXPECT_EQ(workers
                      .sum<Word>(
                          count, grain,
                          [&](std::size_t begin, std::size_t end) { return Word{alphabet.substr(begin, end - begin)}; })
                      .letters,
                  alphabet.substr(0, count));
  }
}

TEST(Workers, MayBeUsedInside) {
  for (u32 threads : {1u, 4u}) {
    const Workers workers(threads);
    std::atomic<int> leaves = 0;
    const std::function<void(int)> halve = [&](int n) {
      if (n == 1) return void(++leaves);
      workers.both([&] { halve(n / 2); }, [&] { halve(n - n / 2); });
    };
    halve(1000);
    EXPECT_EQ(leaves, 1000);
  }
}

TEST(Workers, PassOnWhatIsThrown) {
  for (u32 threads : {1u, 4u}) {
    const Workers workers(threads);
    EXPECT_THROW(workers.for_ranges(100, 1,
                                    [](std::size_t i, std::size_t) {
                                      if (i == 57) throw std::runtime_error("57");
                                    }),
                 std::runtime_error);
  }
}

// What tasks write is visible to their caller, and vice versa, even past an exception: plain variables, so that the
// thread sanitizer would report a race.
TEST(Workers, HandOverWhatWasWritten) {
  const Workers workers(4);
  std::vector<int> values(1000, 1);
  int left = 0, right = 0, beside = 0;
  for (int round = 0; round < 20; ++round) {
    workers.for_ranges(values.size(), 10, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) ++values[i];
    });
    workers.both([&] { left += values[0]; }, [&] { right += values[999]; });
    try {
      workers.both([&] { ++beside; }, [&] { throw round; });
    } catch (int thrown) {
      EXPECT_EQ(thrown, round);
      EXPECT_LE(beside, round + 1);  // the other may have been left out
    }
  }
  EXPECT_EQ(right, left);
  EXPECT_EQ(values, std::vector<int>(1000, 21));
}

#ifdef __SANITIZE_THREAD__
// And it reports racing tasks, though one may be done before the other begins.
TEST(WorkersDeathTest, RacesAreSeen) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto race = [](bool ranges) {
    const Workers workers(4);
    int sum = 0;
    if (ranges)
      workers.for_ranges(100, 1, [&](std::size_t i, std::size_t) { sum += static_cast<int>(i); });
    else
      workers.both([&] { ++sum; }, [&] { ++sum; });
    std::exit(sum < 0);
  };
  EXPECT_EXIT(race(true), ::testing::ExitedWithCode(66), "data race");
  EXPECT_EXIT(race(false), ::testing::ExitedWithCode(66), "data race");
}
#endif

}  // namespace workers_test
}  // namespace apart
