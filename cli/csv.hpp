// Comma-separated values, quoted according to RFC 4180.
#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/output.hpp"

namespace apart::cli {

void print_csv_row(const std::vector<std::string>& cells);

// A column and the JSON pointer to its cells; the cell is empty where the JSON has no such value.
struct CsvColumn {
  std::string_view name, pointer;
};
using CsvColumns = std::span<const CsvColumn>;

void print_csv_header(CsvColumns columns);
std::string csv_row(CsvColumns columns, const Json& answer);
void print_csv_row(CsvColumns columns, const Json& answer);

}  // namespace apart::cli
