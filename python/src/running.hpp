// How work is run: without the GIL; where it may take long, so that Ctrl-C ends it; objects that change, by one thread
// at a time.
#pragma once
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <shared_mutex>
#include <thread>

#include "arguments.hpp"

namespace apart::python {

// The GIL is released for its lifetime.
class WithoutGil {
 public:
  WithoutGil() : state_(PyEval_SaveThread()) {}
  ~WithoutGil() { PyEval_RestoreThread(state_); }
  WithoutGil(const WithoutGil&) = delete;
  WithoutGil& operator=(const WithoutGil&) = delete;

 private:
  PyThreadState* state_;
};
template <class Work>
auto without_gil(Work work) {
  const WithoutGil released;
  return work();
}

// Python ends: a thread that asks for the GIL would not come back.
inline bool is_ending() {
#if PY_VERSION_HEX >= 0x030D0000
  return Py_IsFinalizing() != 0;
#else
  return _Py_IsFinalizing() != 0;
#endif
}

// What the thread that works is told, and what it tells.
struct Watch {
  std::atomic<bool> stop = false;
  std::atomic<double> share = 0;
  std::function<bool(double)> progress() {
    return [this](double done) { return share = done, !stop; };
  }
};
class LongWork {
 public:
  virtual ~LongWork() = default;
  Watch watch;

  // On the thread of a worker.
  void run();
  // By the worker, when it has run and can take other work.
  void end();
  // Waits until it has ended. On Ctrl-C, or when `report` returns False, stops the watch and throws: after the work has
  // ended if it can be stopped, at once if it cannot.
  void wait(PyObject* report, bool can_stop);

 private:
  virtual void work() = 0;

  std::mutex mutex_;
  std::condition_variable changed_;
  std::atomic<bool> ended_ = false;
  std::exception_ptr failed_;
};
// Gives it to a thread that has nothing to do, or to a new one.
void start(const std::shared_ptr<LongWork>& work);
// Tells `report`, which may be null, that all is done.
void report_end(PyObject* report);

// work(watch) on another thread, while the caller's waits, looks for Ctrl-C and reports the progress. work must own
// what it uses unless it can be stopped: when it cannot, Ctrl-C leaves it to end by itself.
template <class Work>
auto run_long(Work work, PyObject* report, bool can_stop) {
  using Out = decltype(work(std::declval<Watch&>()));
  class OfThis : public LongWork {
   public:
    explicit OfThis(Work w) : work_(std::move(w)) {}
    std::optional<Out> out;

   private:
    void work() override { out.emplace(work_(watch)); }
    Work work_;
  };
  const auto here = std::make_shared<OfThis>(std::move(work));
  start(here);
  here->wait(report, can_stop);
  return std::move(*here->out);
}

// The same, on the caller's thread unless it may take long.
template <class Work>
auto run_work(bool may_take_long, Work work, PyObject* report = nullptr, bool can_stop = false) {
  if (may_take_long) return run_long(std::move(work), report, can_stop);
  Watch watch;
  auto out = without_gil([&] { return work(watch); });
  report_end(report);
  return out;
}

// No query of so many pairs of triangles takes long enough for Ctrl-C to be missed, even if all of them meet: a
// second or so then, mostly milliseconds.
constexpr double kFewPairs = 4e6;
constexpr double kHeavy = 1, kVeryHeavy = 100;  // how long queries take, of a pair
inline bool may_take_long(double weight, std::size_t triangles_a, std::size_t triangles_b) {
  return weight * static_cast<double>(triangles_a) * static_cast<double>(triangles_b) > kFewPairs;
}
inline bool may_take_long(std::size_t triangles_a, std::size_t triangles_b) {
  return may_take_long(1, triangles_a, triangles_b);
}

// An object that calls change, or that remembers something: one of them at a time.
template <class T>
struct Guarded {
  T value;
  std::shared_mutex one_at_a_time{};

  explicit Guarded(T made) : value(std::move(made)) {}
};
template <class T>
std::unique_ptr<Guarded<T>> make_guarded(T value) {
  return std::make_unique<Guarded<T>>(std::move(value));
}
// f(value) without the GIL, alone.
template <class T, class F>
auto alone(Guarded<T>& object, const char* name, F f) {
  const std::unique_lock held(object.one_at_a_time, std::try_to_lock);
  if (!held) raise(exceptions().usage, std::string("a ") + name + " is used by two threads at once");
  return without_gil([&] { return f(object.value); });
}
// Kept from being changed, as long as it lives.
template <class T>
std::shared_lock<std::shared_mutex> unchanged(Guarded<T>& object, const char* name) {
  std::shared_lock held(object.one_at_a_time, std::try_to_lock);
  if (!held) raise(exceptions().usage, std::string("a ") + name + " is changed by another thread meanwhile");
  return held;
}

}  // namespace apart::python
