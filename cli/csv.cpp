#include "cli/csv.hpp"

namespace apart::cli {
namespace {

std::string quoted(const std::string& cell) {
  if (cell.find_first_of(",\"\r\n") == std::string::npos) return cell;
  std::string out = "\"";
  for (char c : cell) {
    if (c == '"') out += c;
    out += c;
  }
  return out + '"';
}

std::string joined(const std::vector<std::string>& cells) {
  std::string line;
  for (std::size_t k = 0; k < cells.size(); ++k) line += (k > 0 ? "," : "") + quoted(cells[k]);
  return line;
}

std::string cell_of(const Json& value) {
  if (value.is_null()) return "";
  if (value.is_string()) return value.get<std::string>();
  if (value.is_number_float()) return text(value.get<double>());
  return value.dump();
}

}  // namespace

void print_csv_row(const std::vector<std::string>& cells) { print_line(joined(cells)); }

void print_csv_header(CsvColumns columns) {
  std::vector<std::string> names;
  for (const CsvColumn& column : columns) names.emplace_back(column.name);
  print_csv_row(names);
}

std::string csv_row(CsvColumns columns, const Json& answer) {
  std::vector<std::string> cells;
  for (const CsvColumn& column : columns) {
    const Json::json_pointer at{std::string(column.pointer)};
    cells.push_back(answer.contains(at) ? cell_of(answer.at(at)) : "");
  }
  return joined(cells);
}

void print_csv_row(CsvColumns columns, const Json& answer) { print_line(csv_row(columns, answer)); }

}  // namespace apart::cli
