#include <apart/base/progress.hpp>
#include <apart/base/workers.hpp>
#include <apart/queries/batch.hpp>
#include <atomic>

namespace apart {

Status run_batch(std::span<const Pose> poses, const BatchOptions& how, const std::function<void(std::size_t)>& query) {
  const BuildWatch watch{how.progress};
  Progress progress(watch, poses.size());
  std::atomic<std::size_t> done = 0;
  Workers(how.threads).for_ranges(poses.size(), 8, [&](std::size_t begin, std::size_t end) {
    if (progress.stopped()) return;
    for (std::size_t i = begin; i < end; ++i) query(i);
    done += end - begin;
    progress.add(end - begin);
  });
  return done == poses.size() ? Status::exact : Status::cancelled;
}

}  // namespace apart
