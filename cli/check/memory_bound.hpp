// --memory, and messages about mapped files that change.
#pragma once
#include "cli/input.hpp"

namespace apart::cli {

// Bytes, of a text such as 500M or 4G (of 1024); by default three quarters of the machine's memory.
u64 memory_bound(const Given& memory);

// If a file is cut short while it is mapped, reading it ends the program: from here on with a line that names the file.
void explain_changed_files();

}  // namespace apart::cli
