// Parallel loops on oneTBB; on plain threads under the thread sanitizer.
#include <algorithm>
#include <apart/base/assert.hpp>
#include <apart/base/workers.hpp>

#ifdef __SANITIZE_THREAD__  // GCC
#define APART_THREADS_WATCHED 1
#elif defined(__has_feature)  // Clang
#define APART_THREADS_WATCHED __has_feature(thread_sanitizer)
#else
#define APART_THREADS_WATCHED 0
#endif

#if APART_THREADS_WATCHED
#include <atomic>
#include <exception>
#include <thread>
#include <vector>
#else
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/parallel_invoke.h>
#include <tbb/task_arena.h>
#endif

namespace apart {

#if APART_THREADS_WATCHED

// The thread sanitizer does not see TBB's synchronization, so all data passed between threads looks like a race. For
// the sanitizer alone there are plain threads, started and joined by each call. Nothing else orders them: a race
// between two pieces is found even if they did not overlap in time.
struct Workers::Arena {
  const int count;
  std::atomic<int> idle;

  explicit Arena(int threads) : count(threads), idle(threads - 1) {}

  static int all() { return static_cast<int>(std::max(1u, std::thread::hardware_concurrency())); }
  int threads() const { return count; }

  void for_each(std::size_t pieces, const std::function<void(std::size_t)>& piece) {
    std::size_t sharers = 1;
    while (sharers < pieces && take_idle()) ++sharers;
    std::vector<std::exception_ptr> thrown(sharers);
    const auto work = [&](std::size_t who) {  // distributed statically: otherwise the caller might do all
      try {
        for (std::size_t i = who; i < pieces; i += sharers) piece(i);
      } catch (...) {
        thrown[who] = std::current_exception();
      }
    };
    std::vector<std::thread> others;
    for (std::size_t who = 1; who < sharers; ++who) others.emplace_back(work, who);
    work(0);
    for (std::thread& other : others) other.join();
    idle.fetch_add(static_cast<int>(sharers) - 1, std::memory_order_relaxed);
    for (const std::exception_ptr& e : thrown)
      if (e) std::rethrow_exception(e);
  }
  void both(const std::function<void()>& f, const std::function<void()>& g) {
    for_each(2, [&](std::size_t i) { i == 0 ? f() : g(); });
  }

 private:
  bool take_idle() {
    if (idle.fetch_sub(1, std::memory_order_relaxed) > 0) return true;
    idle.fetch_add(1, std::memory_order_relaxed);
    return false;
  }
};

#else

struct Workers::Arena {
  // Without this, TBB warns about more threads than cores and does not start them.
  tbb::global_control allowed;
  tbb::task_arena arena;

  explicit Arena(int threads)
      : allowed(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads)), arena(threads) {}

  static int all() { return tbb::this_task_arena::max_concurrency(); }
  int threads() const { return arena.max_concurrency(); }

  template <class Piece>
  void for_each(std::size_t pieces, const Piece& piece) {
    arena.execute([&] { tbb::parallel_for(std::size_t(0), pieces, piece); });
  }
  void both(const std::function<void()>& f, const std::function<void()>& g) {
    arena.execute([&] { tbb::parallel_invoke(f, g); });
  }
};

#endif

Workers::Workers(u32 threads) {
  const int count = threads == 0 ? Arena::all() : static_cast<int>(std::min(threads, 1024u));
  if (count > 1) arena_ = std::make_unique<Arena>(count);
}
Workers::~Workers() = default;
Workers::Workers(Workers&&) noexcept = default;
Workers& Workers::operator=(Workers&&) noexcept = default;

const Workers& Workers::alone() {
  static const Workers one;
  return one;
}

u32 Workers::threads() const { return arena_ ? static_cast<u32>(arena_->threads()) : 1; }

void Workers::for_ranges(std::size_t count, std::size_t grain,
                         const std::function<void(std::size_t, std::size_t)>& f) const {
  APART_ASSERT(grain > 0, "chunks of size zero");
  const std::size_t pieces = (count + grain - 1) / grain;
  const auto piece = [&](std::size_t i) { f(i * grain, std::min(count, (i + 1) * grain)); };
  if (!arena_ || pieces < 2) {
    for (std::size_t i = 0; i < pieces; ++i) piece(i);
    return;
  }
  arena_->for_each(pieces, piece);
}

void Workers::both(const std::function<void()>& f, const std::function<void()>& g) const {
  if (!arena_) {
    f();
    g();
    return;
  }
  arena_->both(f, g);
}

}  // namespace apart
