// Prints lines, JSON, tables and progress bars.
#include "cli/output.hpp"

#include <fmt/format.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "cli/input.hpp"

namespace apart::cli {

void print_text(std::string_view text) {
  errno = 0;
  if (std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0) return;
  if (errno == EPIPE) std::_Exit(0);  // the reader, such as head, has exited
  throw BadInput(std::string("cannot write the output: ") + std::strerror(errno));
}

void print_line(std::string_view line) { print_text(std::string(line) + '\n'); }

void print_object(const Json& json) {
  Json line = json.contains("version") ? Json::object() : Json{{"version", kJsonVersion}};
  line.update(json);
  print_line(json_text(line));
}

std::string count(std::size_t n, const std::string& one) { return count(n, one, one + "s"); }

std::string count(std::size_t n, const std::string& one, const std::string& many) {
  return grouped(n) + " " + (n == 1 ? one : many);
}

namespace {

// The display width of UTF-8 text: one column per code point, near enough.
std::size_t width(const std::string& s) {
  return static_cast<std::size_t>(std::count_if(s.begin(), s.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

}  // namespace

void Table::print() const {
  std::vector<std::size_t> widths(rows_.front().size(), 0);
  const auto is_heading = [&](const auto& row) { return row.size() == 1 && widths.size() > 1; };
  for (const auto& row : rows_)
    for (std::size_t k = 0; k < row.size() && !is_heading(row); ++k) widths[k] = std::max(widths[k], width(row[k]));
  for (const auto& row : rows_) {
    std::string line;
    for (std::size_t k = 0; k < row.size(); ++k) {
      line += row[k];
      if (k + 1 < row.size()) line.append(widths[k] - width(row[k]) + 2, ' ');
    }
    line.erase(line.find_last_not_of(' ') + 1);
    print_line(line);
  }
}

Progress::Progress(std::string what, std::size_t total, bool answers_are_printed_meanwhile)
    : what_(std::move(what)),
      total_(total),
      watched_(isatty(STDERR_FILENO) && !(answers_are_printed_meanwhile && isatty(STDOUT_FILENO))),
      start_(Clock::now()),
      next_(start_ + std::chrono::seconds(1)) {}

Progress::~Progress() {
  if (drawn_) std::fputs("\r\033[K", stderr);
}

void Progress::reach(std::size_t done, double share) {
  done_ = done;
  if (!watched_ || Clock::now() < next_) return;
  next_ = Clock::now() + std::chrono::milliseconds(100);
  drawn_ = true;
  constexpr std::size_t bar = 30;
  const std::size_t full = static_cast<std::size_t>(double(bar) * std::clamp(share, 0.0, 1.0));
  const std::string left = time_left(std::chrono::duration<double>(Clock::now() - start_).count(), share);
  std::fputs(
      fmt::format("\r\033[K{} [{:=<{}}{:{}}] {}/{}{}", what_, "", full, "", bar - full, done_, total_, left).c_str(),
      stderr);
}

std::string time_left(double seconds_so_far, double share) {
  if (!(seconds_so_far > 2 && share > 0.005 && share < 1)) return "";
  const double left = seconds_so_far * (1 - share) / share;
  if (left < 10) return " some seconds left";
  if (left < 90) return fmt::format(" about {:.0f} s left", 10 * std::round(left / 10));
  if (left < 90 * 60) return fmt::format(" about {:.0f} min left", left / 60);
  return fmt::format(" about {:.0f} h left", left / 3600);
}

}  // namespace apart::cli
