#include "running.hpp"

namespace apart::python {

void report_end(PyObject* report) {
  if (!report) return;
  PyObject* last = PyObject_CallFunction(report, "d", 1.0);
  if (!last) throw py::error_already_set();
  Py_DECREF(last);
}

void LongWork::wait(PyObject* report, bool can_stop) {
  PyThreadState* released = PyEval_SaveThread();
  std::unique_lock lock(mutex);
  while (!changed.wait_for(lock, std::chrono::milliseconds(50), [&] { return done; })) {
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
    if (can_stop) changed.wait(lock, [&] { return done; });
    lock.unlock();
    PyEval_RestoreThread(released);
    throw std::move(*error);
  }
  lock.unlock();
  PyEval_RestoreThread(released);
  if (failed) std::rethrow_exception(failed);
  report_end(report);
}

}  // namespace apart::python
