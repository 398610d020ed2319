#include "running.hpp"

#include <pthread.h>

#include <vector>

namespace apart::python {
namespace {

// How long a thread looks for what it waits for before it sleeps: calls in a loop then hand over in a fraction of a
// microsecond, where waking a thread takes ten.
constexpr auto kLooks = std::chrono::microseconds(20);

template <class Done>
bool looks_until(Done done) {
  const auto until = std::chrono::steady_clock::now() + kLooks;
  do {
    for (int k = 0; k < 64; ++k) {
      if (done()) return true;
#if defined(__x86_64__)
      __builtin_ia32_pause();
#endif
    }
  } while (std::chrono::steady_clock::now() < until);
  return false;
}

// Threads that are kept, each with its memory, from one work to the next.
class Workers {
 public:
  void start(const std::shared_ptr<LongWork>& work) {
    Worker* worker = nullptr;
    {
      const std::lock_guard lock(mutex_);
      if (!idle_.empty()) worker = idle_.back(), idle_.pop_back();
    }
    const bool is_new = !worker;
    if (is_new) worker = new Worker;
    {
      const std::lock_guard lock(worker->mutex);
      worker->work = work;
      worker->has_work = true;
    }
    if (is_new)
      std::thread([this, worker] { serve(worker); }).detach();
    else
      worker->changed.notify_one();
  }

 private:
  static constexpr std::size_t kMostIdle = 8;
  struct Worker {
    std::mutex mutex;
    std::condition_variable changed;
    std::atomic<bool> has_work = false;
    std::shared_ptr<LongWork> work;
  };

  void serve(Worker* worker) {
    for (bool stays = true; stays;) {
      std::shared_ptr<LongWork> work;
      looks_until([&] { return worker->has_work.load(); });
      {
        std::unique_lock lock(worker->mutex);
        worker->changed.wait(lock, [&] { return worker->has_work.load(); });
        work = std::move(worker->work);
        worker->has_work = false;
      }
      work->run();
      {
        const std::lock_guard lock(mutex_);
        stays = idle_.size() < kMostIdle;
        if (stays) idle_.push_back(worker);
      }
      work->end();
    }
    delete worker;
  }

  std::mutex mutex_;
  std::vector<Worker*> idle_;
};

// Never destroyed: threads may wait in it when the process ends. A child process has none of its parent's threads.
Workers*& workers() {
  static Workers* of_process = [] {
    pthread_atfork(nullptr, nullptr, [] { workers() = new Workers; });
    return new Workers;
  }();
  return of_process;
}

}  // namespace

void start(const std::shared_ptr<LongWork>& work) { workers()->start(work); }

void report_end(PyObject* report) {
  if (!report) return;
  PyObject* last = PyObject_CallFunction(report, "d", 1.0);
  if (!last) throw py::error_already_set();
  Py_DECREF(last);
}

void LongWork::run() {
  try {
    work();
  } catch (...) {
    failed_ = std::current_exception();
  }
}

void LongWork::end() {
  const std::lock_guard lock(mutex_);
  ended_ = true;
  changed_.notify_all();
}

void LongWork::wait(PyObject* report, bool can_stop) {
  PyThreadState* released = PyEval_SaveThread();
  looks_until([&] { return ended_.load(); });
  std::unique_lock lock(mutex_);
  while (!changed_.wait_for(lock, std::chrono::milliseconds(50), [&] { return ended_.load(); })) {
    lock.unlock();
    PyEval_RestoreThread(released);
    bool stopped = PyErr_CheckSignals() != 0;
    if (!stopped && report) {
      PyObject* go_on = PyObject_CallFunction(report, "d", watch.share.load());
      stopped = !go_on || go_on == Py_False;
      if (go_on == Py_False) PyErr_SetString(PyExc_KeyboardInterrupt, "stopped by progress");
      Py_XDECREF(go_on);
    }
    std::optional<py::error_already_set> error;
    if (stopped) watch.stop = true, error.emplace();
    released = PyEval_SaveThread();
    lock.lock();
    if (!stopped) continue;
    if (can_stop) changed_.wait(lock, [&] { return ended_.load(); });
    lock.unlock();
    PyEval_RestoreThread(released);
    throw std::move(*error);
  }
  lock.unlock();
  PyEval_RestoreThread(released);
  if (failed_) std::rethrow_exception(failed_);
  report_end(report);
}

}  // namespace apart::python
