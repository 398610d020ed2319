#include <apart/base/assert.hpp>

namespace apart {

AssertHandler& assert_handler() {
  static AssertHandler handler = [](const char*, const char*, int) {};
  return handler;
}

void fail(const char* what, const char* file, int line) {
  if (const AssertHandler handler = assert_handler()) handler(what, file, line);
  throw UsageError(what);
}

}  // namespace apart
