// Comma-separated values, quoted as RFC 4180 has it.
#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/output.hpp"

namespace apart::cli {

void print_csv_row(const std::vector<std::string>& cells);

// A column, and where its cells are found in the JSON of an answer (a JSON pointer); the cell is empty where it is not.
struct CsvColumn {
  std::string_view name, pointer;
};
using CsvColumns = std::span<const CsvColumn>;

void print_csv_header(CsvColumns columns);
void print_csv_row(CsvColumns columns, const Json& answer);

}  // namespace apart::cli
