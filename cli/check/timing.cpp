#include "cli/check/timing.hpp"

#include <fmt/format.h>
#include <sys/resource.h>

namespace apart::cli {

void Timing::print() const {
  const double all = seconds();
  std::string text = fmt::format("{:<12} {:>10} {:>7}\n", "phase", "seconds", "share");
  const auto row = [&](const std::string& name, double time) {
    text += fmt::format("{:<12} {:>10.3f} {:>5.1f} %\n", name, time, all > 0 ? 100 * time / all : 0);
  };
  for (const auto& [phase, time] : phases_) row(phase, time);
  row("all", all);
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  text += fmt::format("resident, at most {:.0f} MiB\n", double(used.ru_maxrss) / 1024);
  std::fputs(text.c_str(), stderr);
}

}  // namespace apart::cli
