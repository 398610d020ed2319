// Scans numbers and words independent of the locale, and composes error messages.
#include <algorithm>
#include <apart/io/bytes/scan.hpp>
#include <charconv>
#include <cstring>

namespace apart::io {
namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

// from_chars accepts no leading plus.
const char* past_plus(const char* p, const char* end) {
  return end - p > 1 && *p == '+' && (is_digit(p[1]) || p[1] == '.') ? p + 1 : p;
}

// Does a decimal number that does not fit a double underflow rather than overflow? Decided by the position of its first
// non-zero digit relative to the point, and its exponent.
bool vanishes(std::string_view number) {
  long place = 0;
  bool point = false, found = false;
  std::size_t i = 0;
  for (; i < number.size() && lower(number[i]) != 'e'; ++i) {
    const char c = number[i];
    if (c == '.') point = true;
    if (!is_digit(c)) continue;
    found = found || c != '0';
    if (found && !point) ++place;
    if (!found && point) --place;
  }
  if (i >= number.size()) return place <= 0;
  const char* end = number.data() + number.size();
  const char* exponent = past_plus(number.data() + i + 1, end);
  long power = 0;
  if (std::from_chars(exponent, end, power).ec == std::errc::result_out_of_range) return *exponent == '-';
  return power < -place;
}

}  // namespace

bool same_letters(std::string_view a, std::string_view b) { return a.size() == b.size() && starts_with_letters(a, b); }

bool starts_with_letters(std::string_view text, std::string_view start) {
  return text.size() >= start.size() &&
         std::equal(start.begin(), start.end(), text.begin(), [](char x, char y) { return lower(x) == lower(y); });
}

Scanner::Scanner(const Source& source, Layout layout, std::size_t start, std::size_t first_line)
    : begin_(source.bytes.data()),
      at_(begin_ + start),
      end_(begin_ + source.bytes.size()),
      line_(first_line),
      free_(layout == Layout::free),
      name_(source.name) {
  if (start == 0 && source.bytes.starts_with("\xef\xbb\xbf")) at_ += 3;  // a byte order mark
}

bool Scanner::check_is_text() {
  const auto odd = std::find(at_, end_, '\0');
  if (odd == end_) return true;
  const auto line = line_ + static_cast<std::size_t>(std::count(at_, odd, '\n'));
  return wrong_at(line, "not a text: it holds a zero byte");
}

void Scanner::skip_blanks() {
  for (;;) {
    while (at_ != end_ && is_blank(*at_)) ++at_;
    if (!joins_ || at_ == end_ || *at_ != '\\') return;
    const char* next = at_ + 1;
    while (next != end_ && is_blank(*next)) ++next;
    if (next == end_ || *next != '\n') return;
    at_ = next + 1;
    ++line_;
  }
}

bool Scanner::step_to_content() {
  for (;;) {
    skip_blanks();
    if (at_ == end_) return false;
    if (*at_ != '\n' && *at_ != '#') return true;
    skip_line();
  }
}

void Scanner::skip_line() {
  const auto* newline =
      at_ == end_ ? nullptr : static_cast<const char*>(std::memchr(at_, '\n', static_cast<std::size_t>(end_ - at_)));
  if (!newline) {
    at_ = end_;
    return;
  }
  at_ = newline + 1;
  ++line_;
}

bool Scanner::at_line_end() {
  skip_blanks();
  return at_ == end_ || *at_ == '\n' || *at_ == '#';
}

bool Scanner::at_end() { return !step_to_content(); }

const char* Scanner::word_end() const {
  const char* p = at_;
  while (p != end_ && !ends_word(*p)) ++p;
  return p;
}

std::string_view Scanner::peek() {
  if (free_)
    step_to_content();
  else
    skip_blanks();
  return {at_, static_cast<std::size_t>(word_end() - at_)};
}

std::string_view Scanner::word() {
  const std::string_view found = peek();
  at_ += found.size();
  return found;
}

std::string_view Scanner::attached_word() {
  const std::string_view found(at_, static_cast<std::size_t>(word_end() - at_));
  at_ += found.size();
  return found;
}

std::string_view Scanner::rest_of_line() {
  const char* start = at_;
  skip_line();
  std::string_view rest(start, static_cast<std::size_t>(at_ - start));
  while (!rest.empty() && (rest.back() == '\n' || rest.back() == '\r')) rest.remove_suffix(1);
  return rest;
}

std::string Scanner::name_ahead() const {
  const char* start = std::find_if_not(at_, end_, is_blank);
  const char* stop = std::find(start, end_, '\n');
  while (stop != start && is_blank(stop[-1])) --stop;
  return {start, stop};
}

bool Scanner::number(double& x) {
  if (free_)
    step_to_content();
  else
    skip_blanks();
  const char* start = past_plus(at_, end_);
  const auto [stop, why] = std::from_chars(start, end_, x);
  if (stop != end_ && stop != start && !ends_word(*stop)) return bad_number(std::errc::invalid_argument, "a number");
  if (why == std::errc::result_out_of_range && vanishes({start, static_cast<std::size_t>(stop - start)})) {
    x = *start == '-' ? -0.0 : 0.0;
  } else if (why != std::errc{}) {
    return bad_number(why, "a number");
  }
  at_ = stop;
  return true;
}

bool Scanner::integer(std::int64_t& i, char also_ends) {
  if (free_)
    step_to_content();
  else
    skip_blanks();
  const char* start = past_plus(at_, end_);
  const auto [stop, why] = std::from_chars(start, end_, i);
  if (stop != end_ && stop != start && !ends_word(*stop) && *stop != also_ends)
    return bad_number(std::errc::invalid_argument, "an integer");
  if (why != std::errc{}) return bad_number(why, "an integer");
  at_ = stop;
  return true;
}

bool Scanner::count(std::size_t& n, const char* of_what) {
  std::int64_t i = 0;
  if (!integer(i)) return false;
  if (i < 0) return wrong(std::to_string(i) + " " + of_what);
  n = static_cast<std::size_t>(i);
  return true;
}

bool Scanner::point(Vec3d& p) {
  for (int i = 0; i < 3; ++i) {
    if (!number(p[i])) return false;
    if (!std::isfinite(p[i])) return wrong("a coordinate is not finite");
  }
  return true;
}

bool Scanner::keyword(std::string_view name) {
  if (!same_letters(peek(), name)) return expected(in_quotes(name));
  word();
  return true;
}

bool Scanner::wrong_at(std::size_t line, std::string what) {
  error_ = name_ + ":" + std::to_string(line) + ": " + std::move(what);
  return false;
}

bool Scanner::wrong(std::string what) { return wrong_at(line_, std::move(what)); }

bool Scanner::expected(std::string_view what) {
  const std::string_view found = peek();
  const bool line_goes_on = !found.empty();
  const bool text_goes_on = at_ != end_;
  return wrong("expected " + std::string(what) + ", found " +
               (line_goes_on   ? in_quotes(found)
                : text_goes_on ? "the end of the line"
                               : "the end of the file"));
}

bool Scanner::bad_number(std::errc why, const char* what) {
  if (why != std::errc::result_out_of_range) return expected(what);
  return wrong("number too large: " + in_quotes(peek()));
}

}  // namespace apart::io
