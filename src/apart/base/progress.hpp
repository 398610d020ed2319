// Progress reports and cancellation of long builds.
#pragma once
#include <apart/base/result.hpp>
#include <atomic>
#include <cstddef>
#include <functional>
#include <mutex>

namespace apart {

// Called at intervals with the completed share, rising to 1; returning false cancels the build. Called from the build's
// threads, one at a time.
struct BuildWatch {
  std::function<bool(double share)> progress;
};

inline Error stopped_by_watch() { return {"the build was stopped by its watch"}; }

// Accumulates the work done and reports it to the watch, serialized, monotonic, at most about a thousand times. Nearly
// free without a watch.
class Progress {
 public:
  Progress(const BuildWatch& watch, std::size_t total) : watch_(watch), total_(total) {}

  bool stopped() const { return stopped_.load(std::memory_order_relaxed); }
  void add(std::size_t count) {
    if (watch_.progress && !stopped()) tell(count);
  }
  // The result, unless the watch cancelled it.
  template <class T>
  Result<T> outcome(T made) const {
    if (stopped()) return stopped_by_watch();
    return made;
  }

 private:
  void tell(std::size_t count) {
    const std::lock_guard one_at_a_time(lock_);
    done_ += count;
    if (stopped() || (done_ < total_ && done_ < next_)) return;
    next_ = done_ + total_ / 1000;
    if (!watch_.progress(double(done_) / double(total_))) stopped_.store(true, std::memory_order_relaxed);
  }

  const BuildWatch& watch_;
  const std::size_t total_;
  std::size_t done_ = 0, next_ = 0;
  std::mutex lock_;
  std::atomic<bool> stopped_ = false;
};

}  // namespace apart
