// How answers are printed: whole lines, numbers that read back to the same bits, JSON, tables, progress.
#pragma once
#include <apart/base/vec3.hpp>
#include <chrono>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace apart::cli {

using Json = nlohmann::ordered_json;

// To stdout at once. Ends the program quietly when nobody reads any more; throws when it cannot be written.
void print_line(std::string_view line);
void print_object(const Json& json);

std::string text(double number);
std::string text(Vec3d point);  // (1, 2.5, 3)
std::string text_of_bytes(std::size_t bytes);
Json to_json(Vec3d point);  // [1, 2.5, 3]

// "1 part", "1,234 parts"
std::string count(std::size_t n, const std::string& one);
std::string count(std::size_t n, const std::string& one, const std::string& many);

// Columns under headings, each as wide as its widest cell.
class Table {
 public:
  explicit Table(std::vector<std::string> headings) : rows_{std::move(headings)} {}
  void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }
  void print() const;

 private:
  std::vector<std::vector<std::string>> rows_;
};

// A bar on stderr for work that takes longer than a second, if a person is looking, and about how long it will take
// yet.
class Progress {
 public:
  Progress(std::string what, std::size_t total, bool answers_are_printed_meanwhile);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  void step() { reach(done_ + 1); }
  void reach(std::size_t done) { reach(done, total_ == 0 ? 1 : double(done) / double(total_)); }
  void reach(std::size_t done, double share);  // where some take longer than others: the share of the work

 private:
  using Clock = std::chrono::steady_clock;
  std::string what_;
  std::size_t total_, done_ = 0;
  bool watched_, drawn_ = false;
  Clock::time_point start_, next_;
};

// " about 3 min left"; nothing while too little is done to tell.
std::string time_left(double seconds_so_far, double share);

}  // namespace apart::cli
