// Printing of results: whole lines, numbers for programs and for people, JSON, tables, progress.
#pragma once
#include <apart/base/vec3.hpp>
#include <chrono>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace apart::cli {

using Json = nlohmann::ordered_json;

// Writes to stdout unbuffered. Ends the program silently if the reader has exited; throws if it cannot be written.
void print_line(std::string_view line);
void print_text(std::string_view text);  // whole lines, as they are
void print_object(const Json& json);     // with the version, unless it has one

// Of the keys of JSON output: it changes when one changes its meaning or is removed. The first object of an output has
// it, under "version".
inline constexpr int kJsonVersion = 1;

// For programs: the shortest text that reads back to the same bits.
std::string text(double number);
std::string json_text(const Json& json);  // on one line; floating-point numbers keep a decimal point (2.0)
Json to_json(Vec3d point);                // [1, 2.5, 3]

// For people: up to six significant digits, and all digits before the decimal point.
std::string readable(double number);
std::string readable(Vec3d point);  // (1, 2.5, 3), its digits counted from the largest coordinate
// "(1, 2.5, 3) and (1, 2.5, 4)", with enough digits to distinguish the two.
std::string readable(Vec3d p, Vec3d q);
std::string readable_time(double seconds);  // 12 ms, 2.0 s
std::string text_of_bytes(std::size_t bytes);
std::string grouped(std::size_t n);  // 1,234

// "1 part", "1,234 parts"
std::string count(std::size_t n, const std::string& one);
std::string count(std::size_t n, const std::string& one, const std::string& many);

// Columns under headings, each as wide as its widest cell. A row with a single cell spans all columns.
class Table {
 public:
  explicit Table(std::vector<std::string> headings) : rows_{std::move(headings)} {}
  void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }
  void print() const;

 private:
  std::vector<std::vector<std::string>> rows_;
};

// A progress bar on stderr, if that is a terminal and the work takes longer than a second, with the estimated time
// left.
class Progress {
 public:
  Progress(std::string what, std::size_t total, bool answers_are_printed_meanwhile);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  void step() { reach(done_ + 1); }
  void reach(std::size_t done) { reach(done, total_ == 0 ? 1 : double(done) / double(total_)); }
  void reach(std::size_t done, double share);  // for work items of different cost: the share of the work done

 private:
  using Clock = std::chrono::steady_clock;
  std::string what_;
  std::size_t total_, done_ = 0;
  bool watched_, drawn_ = false;
  Clock::time_point start_, next_;
};

// " about 3 min left"; empty while it is too early to estimate.
std::string time_left(double seconds_so_far, double share);

}  // namespace apart::cli
