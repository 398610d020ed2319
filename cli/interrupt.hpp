// Ctrl-C ends long work early, and what is known by then is still printed.
#pragma once

namespace apart::cli {

// From here on Ctrl-C is remembered; the second time it ends the program as ever.
void listen_for_interrupt();
bool interrupt_requested();

}  // namespace apart::cli
