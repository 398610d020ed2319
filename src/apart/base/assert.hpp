// A caller's mistake ends here, as an exception: UsageError. A program may install a handler that is called first (to
// log, to break into a debugger, to end the process, to throw something else). Where it returns, UsageError is thrown.
#pragma once
#include <stdexcept>

namespace apart {

// The call makes no sense, and was refused before anything was changed: a negative tolerance, parts of a mesh that do
// not rise, the tree of another mesh. what() says which.
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
