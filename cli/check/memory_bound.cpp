#include "cli/check/memory_bound.hpp"

#include <signal.h>
#include <unistd.h>
#include <apart/io/bytes/source.hpp>
#include <apart/io/mapped_pages.hpp>
#include <charconv>
#include <cmath>
#include <cstring>

#include "cli/command.hpp"

namespace apart::cli {

u64 memory_bound(const Given& memory) {
  if (!memory) {
    const double bytes = double(::sysconf(_SC_PHYS_PAGES)) * double(::sysconf(_SC_PAGESIZE));
    return bytes > 0 ? static_cast<u64>(0.75 * bytes) : 0;
  }
  double number = 0;
  const char* end = memory->data() + memory->size();
  const auto [stop, error] = std::from_chars(memory->data(), end, number);
  const std::string_view unit(stop, static_cast<std::size_t>(end - stop));
  const std::size_t power = std::string_view("KMGT").find(unit.empty() ? '?' : unit[0]);
  const bool known = unit.empty() || (unit.size() == 1 && power != std::string_view::npos);
  const double bytes = unit.empty() ? number : std::ldexp(number, 10 * (static_cast<int>(power) + 1));
  if (error != std::errc() || !known || !(bytes >= 1 && bytes < 1e18))
    throw BadInput("--memory: expected bytes, such as 500M or 4G, found " + io::in_quotes(*memory));
  return static_cast<u64>(bytes);
}

namespace {

void say(const char* text) {
  if (::write(STDERR_FILENO, text, std::strlen(text)) < 0) return;
}

void cut_short(int, siginfo_t* where, void*) {
  const char* file = io::mapped_file_at(where->si_addr);
  say("apart: ");
  say(file ? file : "a mapped file");
  say(": was cut short while it was read, or cannot be read any more\n");
  ::_exit(bad_input);
}

}  // namespace

void explain_changed_files() {
  struct sigaction action {};
  action.sa_sigaction = cut_short;
  action.sa_flags = SA_SIGINFO;
  ::sigaction(SIGBUS, &action, nullptr);
}

}  // namespace apart::cli
