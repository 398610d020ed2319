// Ctrl-C ends long work early; the results so far are still printed.
#pragma once

namespace apart::cli {

// Installs the handler: the first Ctrl-C sets a flag, the second one ends the program.
void listen_for_interrupt();
bool interrupt_requested();

}  // namespace apart::cli
