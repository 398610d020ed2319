// A scanner for words and numbers in untrusted text that tracks the line. Independent of the locale; "#" starts a
// comment. A reader that gets false returns error(), which names file, line, what was expected and what was found.
#pragma once
#include <apart/base/vec3.hpp>
#include <apart/io/bytes/source.hpp>
#include <cstdint>

namespace apart::io {

class Scanner {
 public:
  // In line-based text, numbers and words are searched within the line; in free text, across lines.
  enum class Layout { lines, free };

  Scanner(const Source& source, Layout layout, std::size_t start = 0, std::size_t first_line = 1);

  // A backslash at the end of a line continues it.
  void join_lines_at_backslash() { joins_ = true; }

  // False, with an error, if the text contains a zero byte.
  bool check_is_text();

  bool at_line_end();                                    // only blanks and a comment up to the end of the line
  bool at_end();                                         // the same up to the end of the text
  void skip_line();                                      // to the beginning of the next line
  bool next_filled_line() { return step_to_content(); }  // to the next line with content, from here on
  std::string_view word();                               // empty at the end of the line or text
  std::string_view peek();                               // the same without advancing
  std::string_view attached_word();                      // what follows without a blank; may be empty
  std::string_view rest_of_line();                       // up to the line's end, including comments, without "\r"

  std::string name_ahead() const;  // the same, trimmed, without advancing

  bool number(double& x);
  bool integer(std::int64_t& i, char also_ends = ' ');
  bool count(std::size_t& n, const char* of_what);  // a non-negative integer
  bool point(Vec3d& p);                             // three finite numbers
  bool keyword(std::string_view name);              // this word, ignoring case

  bool wrong(std::string what);  // stores "file:line: what" as the error; always false
  bool wrong_at(std::size_t line, std::string what);
  bool expected(std::string_view what);  // the same for "expected what, found …"
  Error error() const { return Error{error_}; }
  std::size_t line() const { return line_; }
  std::size_t bytes_left() const { return static_cast<std::size_t>(end_ - at_); }
  std::size_t offset() const { return static_cast<std::size_t>(at_ - begin_); }

 private:
  static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f'; }
  static bool ends_word(char c) { return is_blank(c) || c == '\n' || c == '#'; }

  void skip_blanks();
  bool step_to_content();
  const char* word_end() const;
  bool bad_number(std::errc why, const char* what);

  const char* begin_;
  const char* at_;
  const char* end_;
  std::size_t line_;
  bool free_;
  bool joins_ = false;
  std::string name_;
  std::string error_;
};

bool same_letters(std::string_view a, std::string_view b);  // ASCII, ignoring case
bool starts_with_letters(std::string_view text, std::string_view start);

}  // namespace apart::io
