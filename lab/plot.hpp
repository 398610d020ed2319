// A small plot as SVG: axes with ticks, linear or logarithmic, lines, points, named marks and bars, a legend. Colours
// are distinguishable on white and on black; text and axes follow the reader's light or dark mode.
#pragma once
#include <string>
#include <utility>
#include <vector>

namespace apart::lab {

// Escapes text for SVG and HTML.
std::string escaped(const std::string& text);

struct Axis {
  std::string label;
  bool logarithmic = false;
  double low = 0, high = 0;  // equal: taken from the data
};

class Plot {
 public:
  Plot(std::string title, Axis x, Axis y) : title_(std::move(title)), x_(std::move(x)), y_(std::move(y)) {}

  using Points = std::vector<std::pair<double, double>>;
  Plot& line(std::string name, Points points) { return add(Kind::line, std::move(name), std::move(points)); }
  Plot& dots(std::string name, Points points) { return add(Kind::dots, std::move(name), std::move(points)); }
  // One point with its name beside it.
  Plot& mark(std::string name, double x, double y) { return add(Kind::mark, std::move(name), {{x, y}}); }
  // Of equal width, each in the middle of its x.
  Plot& bars(std::string name, Points points, double width) {
    bar_width_ = width;
    return add(Kind::bars, std::move(name), std::move(points));
  }

  std::string svg() const;

 private:
  enum class Kind { line, dots, mark, bars };
  struct Series {
    Kind kind;
    std::string name;
    Points points;
  };
  Plot& add(Kind kind, std::string name, Points points) {
    series_.push_back({kind, std::move(name), std::move(points)});
    return *this;
  }

  std::string title_;
  Axis x_, y_;
  std::vector<Series> series_;
  double bar_width_ = 0;
};

}  // namespace apart::lab
