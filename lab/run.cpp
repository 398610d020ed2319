#include "lab/run.hpp"

#include <fmt/format.h>
#include <apart/base/assert.hpp>

namespace apart::lab {

Cell::Cell(double number, int digits) : text(fmt::format("{:.{}g}", number, digits)), is_number(true) {}

void Table::add(std::vector<Cell> row) {
  APART_ASSERT(row.size() == columns.size(), "a row does not have the columns of its table");
  rows.push_back(std::move(row));
}

Table& Run::table(std::string name, std::string title, std::vector<std::string> columns) {
  return tables_.emplace_back(Table{std::move(name), std::move(title), std::move(columns), {}});
}

void Run::compare(std::string what, double ours, double published) {
  comparisons_.push_back({std::move(what), ours, published, {}, {}});
}
void Run::compare_difference(std::string what, double ours, double published, double at_most) {
  comparisons_.push_back(
      {std::move(what), ours, published, fmt::format("within {:g}", at_most), std::abs(ours - published) <= at_most});
}
void Run::compare_factor(std::string what, double ours, double published, double at_most) {
  comparisons_.push_back({std::move(what), ours, published, fmt::format("within a factor of {:g}", at_most),
                          ours <= published * at_most && published <= ours * at_most});
}

Findings Run::findings() const { return {{tables_.begin(), tables_.end()}, pictures_, comparisons_, notes_}; }

double fitted_power(const Plot::Points& points) {
  double n = 0, x = 0, y = 0, xx = 0, xy = 0;
  for (const auto& [px, py] : points) {
    if (!(px > 0 && py > 0)) continue;
    const double u = std::log(px), v = std::log(py);
    n += 1, x += u, y += v, xx += u * u, xy += u * v;
  }
  return (n * xy - x * y) / (n * xx - x * x);
}

}  // namespace apart::lab
