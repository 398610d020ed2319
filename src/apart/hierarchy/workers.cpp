#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/parallel_invoke.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <apart/base/assert.hpp>
#include <apart/hierarchy/workers.hpp>

namespace apart {

struct Workers::Arena {
  // Without this, more threads than cores are a warning on stderr and not there.
  tbb::global_control allowed;
  mutable tbb::task_arena threads;

  explicit Arena(int count)
      : allowed(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(count)), threads(count) {}
};

Workers::Workers(u32 threads) {
  const int count = threads == 0 ? tbb::this_task_arena::max_concurrency() : static_cast<int>(std::min(threads, 1024u));
  if (count > 1) arena_ = std::make_unique<Arena>(count);
}
Workers::~Workers() = default;
Workers::Workers(Workers&&) noexcept = default;
Workers& Workers::operator=(Workers&&) noexcept = default;

u32 Workers::threads() const { return arena_ ? static_cast<u32>(arena_->threads.max_concurrency()) : 1; }

void Workers::for_ranges(std::size_t count, std::size_t grain,
                         const std::function<void(std::size_t, std::size_t)>& f) const {
  APART_ASSERT(grain > 0, "pieces of nothing");
  const std::size_t pieces = (count + grain - 1) / grain;
  const auto piece = [&](std::size_t i) { f(i * grain, std::min(count, (i + 1) * grain)); };
  if (!arena_ || pieces < 2) {
    for (std::size_t i = 0; i < pieces; ++i) piece(i);
    return;
  }
  arena_->threads.execute([&] { tbb::parallel_for(std::size_t(0), pieces, piece); });
}

void Workers::both(const std::function<void()>& f, const std::function<void()>& g) const {
  if (!arena_) {
    f();
    g();
    return;
  }
  arena_->threads.execute([&] { tbb::parallel_invoke(f, g); });
}

}  // namespace apart
