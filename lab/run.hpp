// The environment of an experiment: its size, the user's models, and where its results go.
#pragma once
#include <apart/base/vec3.hpp>
#include <concepts>
#include <deque>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lab/plot.hpp"

namespace apart::lab {

// A table cell, as it will be written.
struct Cell {
  std::string text;
  bool is_number = false;

  Cell(const char* words) : text(words) {}
  Cell(std::string words) : text(std::move(words)) {}
  Cell(double number, int digits = 6);  // significant ones
  template <std::integral I>
  Cell(I number) : text(std::to_string(number)), is_number(true) {}
};

struct Table {
  std::string name, title;  // name: of its file
  std::vector<std::string> columns;
  std::vector<std::vector<Cell>> rows;

  void add(std::vector<Cell> row);
};

// One of our figures beside a published one.
struct Comparison {
  std::string what;
  double ours, published;
  std::string wanted;         // "within 0.2", "within a factor of 1.5"; empty if only ratios are comparable
  std::optional<bool> holds;  // nothing: not judged
};

struct Picture {
  std::string name, svg;
};

struct Findings {
  std::vector<Table> tables;
  std::vector<Picture> pictures;
  std::vector<Comparison> comparisons;
  std::vector<std::string> notes;
};

class Run {
 public:
  struct Options {
    bool full = false;
    std::optional<std::filesystem::path> models;
    std::function<bool(std::size_t done, std::size_t total)> watch;  // false: stop
  };
  explicit Run(Options options) : options_(std::move(options)) {}

  // One of two sizes: one that takes seconds, one as published.
  bool full() const { return options_.full; }
  template <class T>
  T pick(T quick, T full) const {
    return options_.full ? full : quick;
  }
  // The folder of the user's models, if any.
  const std::optional<std::filesystem::path>& models() const { return options_.models; }

  // Called at intervals. False: the user interrupted; results so far are kept.
  bool go_on(std::size_t done, std::size_t total) {
    if (!stopped_ && options_.watch && !options_.watch(done, total)) stopped_ = true;
    return !stopped_;
  }
  bool stopped() const { return stopped_; }

  // References stay valid while further tables are added.
  Table& table(std::string name, std::string title, std::vector<std::string> columns);
  void plot(std::string name, const Plot& plot) { pictures_.push_back({std::move(name), plot.svg()}); }
  void note(std::string_view words) { notes_.emplace_back(words); }

  void compare(std::string what, double ours, double published);  // on another machine: for information
  void compare_difference(std::string what, double ours, double published, double at_most);
  void compare_factor(std::string what, double ours, double published, double at_most);

  Findings findings() const;

 private:
  Options options_;
  bool stopped_ = false;
  std::deque<Table> tables_;
  std::vector<Picture> pictures_;
  std::vector<Comparison> comparisons_;
  std::vector<std::string> notes_;
};

// The slope of a least-squares line through the logarithms of points: y ≈ c·x^slope.
double fitted_power(const Plot::Points& points);

}  // namespace apart::lab
