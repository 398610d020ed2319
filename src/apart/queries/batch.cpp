#include <apart/base/workers.hpp>
#include <apart/queries/batch.hpp>
#include <atomic>
#include <mutex>

namespace apart {

Status run_batch(std::span<const Pose> poses, const BatchOptions& how, const std::function<void(std::size_t)>& query) {
  std::atomic<bool> go_on = true;
  std::atomic<std::size_t> done = 0;
  std::mutex reporting;
  std::size_t reported = 0;
  Workers(how.threads).for_ranges(poses.size(), 8, [&](std::size_t begin, std::size_t end) {
    if (!go_on) return;
    for (std::size_t i = begin; i < end; ++i) query(i);
    done += end - begin;
    if (!how.progress) return;
    const std::lock_guard lock(reporting);
    reported += end - begin;
    if (go_on && !how.progress(double(reported) / double(poses.size()))) go_on = false;
  });
  return done == poses.size() ? Status::exact : Status::cancelled;
}

}  // namespace apart
