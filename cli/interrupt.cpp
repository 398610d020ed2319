#include "cli/interrupt.hpp"

#include <atomic>
#include <csignal>

namespace apart::cli {
namespace {

std::atomic<bool> requested = false;
static_assert(std::atomic<bool>::is_always_lock_free, "set in a signal handler");

}  // namespace

void listen_for_interrupt() {
  std::signal(SIGINT, [](int) {
    requested = true;
    std::signal(SIGINT, SIG_DFL);
  });
}

bool interrupt_requested() { return requested; }

}  // namespace apart::cli
