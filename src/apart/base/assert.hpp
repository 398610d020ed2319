// A caller's mistake ends here. The default prints one line and aborts; a program may install its own handler
// (to throw, to log, to break into a debugger). If the handler returns, the program is aborted all the same.
#pragma once
#include <cstdio>
#include <cstdlib>

namespace apart {

using AssertHandler = void (*)(const char* what, const char* file, int line);

inline AssertHandler& assert_handler() {
  static AssertHandler handler = [](const char* what, const char* file, int line) {
    std::fprintf(stderr, "apart: %s (%s:%d)\n", what, file, line);
  };
  return handler;
}

[[noreturn]] inline void fail(const char* what, const char* file, int line) {
  assert_handler()(what, file, line);
  std::abort();
}

}  // namespace apart

#define APART_ASSERT(condition, what) ((condition) ? void(0) : ::apart::fail(what, __FILE__, __LINE__))
