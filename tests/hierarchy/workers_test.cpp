// Everything is done once, whatever the number of threads, and errors come out.
#include <apart/hierarchy/workers.hpp>
#include <atomic>
#include <stdexcept>

#include "tests/support.hpp"

namespace apart {
namespace {

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

}  // namespace
}  // namespace apart
