#include <algorithm>
#include <apart/io/bytes/scan.hpp>
#include <apart/io/rows.hpp>

namespace apart::io {

std::string without_commas(std::string_view text) {
  std::string out(text);
  const auto is_blank = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
  for (std::size_t begin = 0; begin < out.size();) {
    const std::size_t next = std::min(out.find('\n', begin), out.size());
    const std::size_t end = begin + std::min(std::string_view(out).substr(begin, next - begin).find('#'), next - begin);
    bool field_ended = false, separated = true;  // each field is one non-empty word
    bool filled = false;
    for (std::size_t k = begin; k <= end; ++k) {
      const char c = k < end ? out[k] : ',';
      if (c == ',') {
        separated = separated && filled;
        filled = field_ended = false;
      } else if (is_blank(c)) {
        field_ended = filled;
      } else {
        separated = separated && !field_ended;
        filled = true;
      }
    }
    if (separated) std::replace(out.begin() + std::ptrdiff_t(begin), out.begin() + std::ptrdiff_t(end), ',', ' ');
    begin = next + 1;
  }
  return out;
}

bool scan_row(Scanner& scan, const RowForm& form, std::vector<double>& row) {
  row.clear();
  while (row.size() < form.most && !scan.at_line_end()) {
    double number = 0;
    if (!scan.number(number)) return false;
    row.push_back(number);
  }
  if (!scan.at_line_end()) return scan.wrong(form.form + ", found more");
  if (row.size() < form.least) return scan.wrong(form.form + ", found " + std::to_string(row.size()));
  return true;
}

Result<std::size_t> read_rows(const Source& source, const RowForm& form, const TakeRow& take) {
  const std::string text = without_commas(source.bytes);
  Scanner scan({source.name, text}, Scanner::Layout::lines);
  if (!scan.check_is_text()) return scan.error();
  std::vector<double> row;
  std::size_t count = 0;
  for (; scan.next_filled_line(); scan.skip_line(), ++count) {
    if (!scan_row(scan, form, row)) return scan.error();
    if (std::string refused = take(row); !refused.empty()) return scan.wrong(std::move(refused)), scan.error();
  }
  if (count == 0) return Error{source.name + ": " + form.if_none};
  return count;
}

Result<std::size_t> read_rows(const std::string& path, const RowForm& form, const TakeRow& take) {
  const Result<std::string> bytes = file_bytes(path);
  if (!bytes) return Error{bytes.error()};
  return read_rows(Source{printable_name(path), *bytes, path}, form, take);
}

}  // namespace apart::io
