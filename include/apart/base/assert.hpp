// Precondition checks: a violation throws UsageError. A program may install a handler that is called first (to log, to
// break into a debugger, to end the process, to throw something else). If it returns, UsageError is thrown.
#pragma once
#include <stdexcept>

namespace apart {

// A precondition was violated, and nothing was changed: a negative tolerance, mesh parts out of order, the tree of
// another mesh. what() says which.
class UsageError : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

using AssertHandler = void (*)(const char* what, const char* file, int line);

// Replaceable by assignment, before other threads use the library. The default does nothing.
AssertHandler& assert_handler();

[[noreturn]] void fail(const char* what, const char* file, int line);

}  // namespace apart

#define APART_ASSERT(condition, what) ((condition) ? void(0) : ::apart::fail(what, __FILE__, __LINE__))
