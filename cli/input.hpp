// What commands are given: numbers, scales, a pair of models or shapes, and the poses to ask about.
#pragma once
#include <CLI/CLI.hpp>
#include <apart/hierarchy/model.hpp>
#include <apart/io/read.hpp>
#include <apart/shapes/shape.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

namespace apart::cli {

// The one line that is printed when bad usage or bad input ends the program.
struct BadInput : std::runtime_error {
  using std::runtime_error::runtime_error;
};

template <class T>
T value_or_throw(Result<T> result) {
  if (!result) throw BadInput(result.error());
  return std::move(*result);
}

// What the user wrote after an option. It stays text until a command asks, so that all complaints are our own.
using Given = std::optional<std::string>;

// A number of 0 or more, and finite; `name` is what the user calls it.
double not_negative(const std::string& name, const std::string& text);
u32 whole(const std::string& name, const std::string& text, u32 most);

// --scale, --units and --chord-error.
struct ScaleOptions {
  Given scale, units, chord_error;

  void add_to(CLI::App& command);
  ReadOptions read() const;
};

// What reading noted, each on a line of stderr when it ends: for commands whose answers have no place for notes.
class NotesToStderr {
 public:
  explicit NotesToStderr(ReadOptions& how) { how.notes = &notes_; }
  ~NotesToStderr();
  NotesToStderr(const NotesToStderr&) = delete;
  NotesToStderr& operator=(const NotesToStderr&) = delete;

 private:
  std::vector<std::string> notes_;
};

// --json and --csv.
struct FormatOptions {
  bool json = false, csv = false;

  void add_to(CLI::App& command, const std::string& json_text, const std::string& csv_text);
  void check() const;  // that not both were given
};

// A B, and where B stands.
struct PairOptions {
  std::string a, b;
  Given pose, poses, threads;
  bool solid = false, exit_code = false;
  FormatOptions format;
  ScaleOptions scale;

  void add_to(CLI::App& command);         // A and B may be shapes
  void add_models_to(CLI::App& command);  // A, B and one pose, where both are files and there is nothing else to say
  void add_solid_to(CLI::App& command);   // where it makes a difference
  void add_exit_code_to(CLI::App& command, const std::string& when);  // where the answer is yes or no
};

// Where B is asked about, and how answers are printed.
struct Asked {
  std::vector<Pose> poses;  // of B in A's frame
  bool numbered;            // the poses came from a file: say which one an answer is for
  bool json, csv, exit_code;
  u32 threads;  // 0: all
};

// "-" is standard input.
std::string file_of(const std::string& word);

// A file, or a shape that is written like one.
using Subject = std::variant<Model, Shape>;
Subject read_subject(const std::string& word, const ReadOptions& how);

// Complains of "bx:1,1,1", which is neither a shape nor a file that is there.
void refuse_misspelt_shape(const std::string& word);

struct Subjects : Asked {
  Subject a, b;
};
Subjects read_subjects(const PairOptions& options);

// Where both must be files.
struct Pair : Asked {
  Model a, b;
};
Pair read_pair(const PairOptions& options);

}  // namespace apart::cli
