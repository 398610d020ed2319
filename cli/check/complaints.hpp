// Error policy for bodies that cannot be read: stop, or continue and report them (--keep-going).
#pragma once
#include <cstdio>
#include <string>
#include <vector>

#include "cli/input.hpp"

namespace apart::cli {

struct Complaints {
  bool keep_going = false;
  std::vector<std::string> lines = {};  // bodies left out
  std::vector<std::string> notes = {};  // warnings: read but changed, doubtful, or not checked

  template <class Read>
  void attempt(Read&& read) {
    try {
      read();
    } catch (const BadInput& wrong) {
      if (!keep_going) throw;
      leave_out(wrong.what());
    }
  }
  void leave_out(const std::string& what) {
    lines.push_back("left out: " + what);
    std::fputs(("apart: " + lines.back() + "\n").c_str(), stderr);
  }
};

}  // namespace apart::cli
