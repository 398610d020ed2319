// How is a long build watched, and stopped?
#pragma once
#include <apart/base/result.hpp>
#include <atomic>
#include <cstddef>
#include <functional>
#include <mutex>

namespace apart {

// Told now and then which share is done, rising to 1; stops the build by saying false. Called from the threads of the
// build, one at a time.
struct BuildWatch {
  std::function<bool(double share)> progress;
};

inline Error stopped_by_watch() { return {"the build was stopped by its watch"}; }

// How much is done, told to the watch one call at a time, never falling, about a thousand times at most. Costs a glance
// where nobody watches.
class Progress {
 public:
  Progress(const BuildWatch& watch, std::size_t total) : watch_(watch), total_(total) {}

  bool stopped() const { return stopped_.load(std::memory_order_relaxed); }
  void add(std::size_t count) {
    if (watch_.progress && !stopped()) tell(count);
  }
  // What was made, unless the watch stopped it.
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
