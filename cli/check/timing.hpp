// The time of each phase of a check (--timing).
#pragma once
#include <chrono>
#include <string>
#include <vector>

namespace apart::cli {

class Timing {
 public:
  // The phase that began where the last one ended.
  void end(const std::string& phase) {
    const double now = seconds();
    add(phase, now - counted_);
  }
  void add(const std::string& phase, double seconds) {
    phases_.emplace_back(phase, seconds);
    counted_ += seconds;
  }
  // A table on standard error: the output has its own place.
  void print() const;

 private:
  double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }

  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  double counted_ = 0;  // of the time since then
  std::vector<std::pair<std::string, double>> phases_;
};

}  // namespace apart::cli
