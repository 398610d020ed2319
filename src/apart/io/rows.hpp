// Reads rows of numbers from text: one row per line, its numbers separated by blanks, or all by commas. "#" starts a
// comment, and empty lines are skipped. Poses, points and rays are read so.
#pragma once
#include <apart/base/result.hpp>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace apart::io {

class Scanner;
struct Source;

struct RowForm {
  std::size_t least, most;  // numbers in a row
  std::string form;         // what a row is, "a point is 3 numbers (x y z)": begins the message for any other count
  std::string if_none;      // the message if there are no rows
};

// Stores a row, or returns why it is refused: the error then names the file and the line.
using TakeRow = std::function<std::string(std::span<const double>)>;

// The number of rows, at least one, or an error. "-" is no name here: kStandardInput of bytes/source.hpp is.
Result<std::size_t> read_rows(const std::string& path, const RowForm& form, const TakeRow& take);
Result<std::size_t> read_rows(const Source& source, const RowForm& form, const TakeRow& take);

// The numbers of the scanner's line, over a text without_commas; false, with the scanner's error.
bool scan_row(Scanner& scan, const RowForm& form, std::vector<double>& row);

// Commas between all numbers of a line become blanks. A line that mixes both ("0,5 0 0": a decimal comma?) is not
// changed, and is refused when it is scanned.
std::string without_commas(std::string_view text);

}  // namespace apart::io
