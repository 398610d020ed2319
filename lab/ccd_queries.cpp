#include "lab/ccd_queries.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "cli/input.hpp"

namespace apart::lab {
namespace {

namespace fs = std::filesystem;

struct Whole {
  double value = 0;
  bool exact = true;
};

// A whole number of any length.
bool read_whole(const std::string& text, Whole& out) {
  const bool negative = !text.empty() && text[0] == '-';
  const std::string digits = text.substr(negative ? 1 : 0);
  if (digits.empty() || digits.find_first_not_of("0123456789") != std::string::npos) return false;
  out.value = std::strtod(text.c_str(), nullptr);
  const std::size_t first = std::min(digits.find_first_not_of('0'), digits.size() - 1);
  out.exact = std::isfinite(out.value) && fmt::format("{:.0f}", std::abs(out.value)) == digits.substr(first);
  return true;
}

struct Number {
  double value = 0, error = 0;
};

Number quotient(const Whole& n, const Whole& d) {
  const double q = n.value / d.value;
  const bool exact = n.exact && d.exact && std::fma(q, d.value, -n.value) == 0 && (q == 0 || std::abs(q) >= 0x1p-900) &&
                     std::abs(n.value) <= 0x1p900;
  return {q, exact ? 0.0 : 4 * 0x1p-53 * std::abs(q) + 0x1p-1070};
}

std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> out(1);
  for (const char c : line)
    if (c == ',')
      out.emplace_back();
    else if (c != ' ' && c != '\t' && c != '\r')
      out.back() += c;
  return out;
}

CcdSet read_set(const fs::path& file, const fs::path& folder) {
  CcdSet set{file.lexically_relative(folder).string(), file.parent_path().filename() == "edge-edge", {}};
  std::ifstream in(file);
  if (!in) throw cli::BadInput(file.string() + ": cannot be read");
  std::string line;
  int row = 0;
  std::size_t number = 0;
  while (std::getline(in, line)) {
    ++number;
    const auto complain = [&](const std::string& what) {
      throw cli::BadInput(fmt::format("{}:{}: {}", file.string(), number, what));
    };
    const std::vector<std::string> cells = cells_of(line);
    if (cells.size() == 1 && cells[0].empty()) continue;
    if (cells.size() != 7) complain(fmt::format("expected 7 numbers, found {}", cells.size()));
    if (row == 0) set.queries.emplace_back();
    CcdQuery& query = set.queries.back();
    Vec3d& place = row < 4 ? query.p[row].from : query.p[row - 4].to;
    for (std::size_t i = 0; i < 3; ++i) {
      Whole n, d;
      if (!read_whole(cells[2 * i], n) || !read_whole(cells[2 * i + 1], d) || d.value == 0)
        complain(fmt::format("'{}', '{}' is not a fraction of whole numbers", cells[2 * i], cells[2 * i + 1]));
      const Number x = quotient(n, d);
      if (!std::isfinite(x.value)) complain("a number beyond the range of a double");
      place[int(i)] = x.value;
      query.input_error = std::max(query.input_error, x.error);
    }
    if (cells[6] != "0" && cells[6] != "1") complain(fmt::format("expected the answer 0 or 1, found '{}'", cells[6]));
    if (row > 0 && query.hit != (cells[6] == "1")) complain("the answer differs from that of the query's first row");
    query.hit = cells[6] == "1";
    row = (row + 1) % 8;
  }
  if (row != 0)
    throw cli::BadInput(fmt::format("{}: ends within a query, of which {} of 8 rows are there", file.string(), row));
  return set;
}

}  // namespace

std::vector<CcdSet> read_ccd(const std::string& folder) {
  std::error_code why;
  if (!fs::is_directory(folder, why)) throw cli::BadInput(folder + ": is not a folder");
  const fs::path root = fs::absolute(folder).lexically_normal();
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root, why)) {
    const std::string kind = entry.path().parent_path().filename().string();
    if (entry.path().extension() == ".csv" && (kind == "edge-edge" || kind == "vertex-face"))
      files.push_back(entry.path());
  }
  if (files.empty()) throw cli::BadInput(folder + ": no *.csv file in a folder edge-edge or vertex-face");
  std::sort(files.begin(), files.end());
  std::vector<CcdSet> out;
  for (const fs::path& file : files) out.push_back(read_set(file, root));
  return out;
}

FirstContact answer(const CcdSet& set, const CcdQuery& query, double tolerance) {
  const FirstContactOptions options{.tolerance = tolerance, .input_error = query.input_error};
  const MovingPoint* p = query.p;
  return set.edges ? first_contact(MovingEdge{p[0], p[1]}, MovingEdge{p[2], p[3]}, options)
                   : first_contact(p[0], MovingTriangle{p[1], p[2], p[3]}, options);
}

}  // namespace apart::lab
