// Input common to commands: numbers, scales, a pair of models or shapes, and poses.
#pragma once
#include <CLI/CLI.hpp>
#include <apart/base/norm.hpp>
#include <apart/io/read.hpp>
#include <apart/io/rows.hpp>
#include <apart/queries/geometry.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace apart::cli {

// The one-line message with which bad usage or bad input ends the program.
struct BadInput : std::runtime_error {
  using std::runtime_error::runtime_error;
};

template <class T>
T value_or_throw(Result<T> result) {
  if (!result) throw BadInput(result.error());
  return std::move(*result);
}

// An option's value. It stays text until a command parses it, so that all error messages are our own.
using Given = std::optional<std::string>;

// Parses a finite number of 0 or more; `name` is used in error messages.
double not_negative(const std::string& name, const std::string& text);
u32 whole(const std::string& name, const std::string& text, u32 most);

// --norm: 1, 2 or inf; 2 unless it is given.
void add_norm_to(CLI::App& command, Given& norm);
Norm read_norm(const Given& norm);

// --scale, --units and --chord-error.
struct ScaleOptions {
  Given scale, units, chord_error;

  void add_to(CLI::App& command);
  ReadOptions read() const;
};

// Prints the notes of reading to stderr on destruction: for commands whose output has no place for notes.
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
  void check() const;  // throws if both were given
};

// The pair A B, and the pose of B.
struct PairOptions {
  std::string a, b;
  Given pose, poses, threads;
  bool solid = false, exit_code = false;
  FormatOptions format;
  ScaleOptions scale;

  void add_to(CLI::App& command);         // A and B may be shapes
  void add_meshes_to(CLI::App& command);  // they may not
  void add_models_to(CLI::App& command);  // A, B and one pose, for commands that take two files only
  void add_solid_to(CLI::App& command);   // for commands where it makes a difference
  void add_exit_code_to(CLI::App& command, const std::string& when);  // for commands with a yes-or-no result

 private:
  void add_poses_to(CLI::App& command);
};

// What is computed one by one, and how results are printed.
struct InputList {
  std::string name;  // of one: the key of its index in JSON
  std::size_t count;
  bool numbered;  // they came from a file: print the index with each result
  bool json, csv, exit_code;
  u32 threads;  // 0: all
};

// The poses of B to compute.
struct PoseList : InputList {
  std::vector<Pose> poses;  // of B in A's frame
};

// One model or shape, and a file with a row of numbers for each result: rays or points.
struct RowsOptions {
  std::string model, file;
  Given threads;
  FormatOptions format;
  ScaleOptions scale;

  // `option` is "--rays", `row` is "ray", `form` what its numbers are.
  void add_to(CLI::App& command, const std::string& option, const std::string& row, const std::string& form);
  InputList list(const std::string& row, std::size_t count) const;
  // Calls take for each row; the file is read before the model, and errors name the line.
  void read_rows(const io::RowForm& form, const io::TakeRow& take) const;
  Geometry read_geometry() const;
};

// "-" is standard input.
std::string file_of(const std::string& word);

// A file, or a shape in the notation of shape_text.hpp.
Geometry read_geometry(const std::string& word, const ReadOptions& how);

// Throws for a word like "bx:1,1,1", which is neither a shape nor an existing file.
void refuse_misspelt_shape(const std::string& word);

struct GeometryPair : PoseList {
  Geometry a, b;
};
GeometryPair read_geometries(const PairOptions& options);
// Throws if a norm other than the Euclidean one is given for a shape.
void require_meshes_for(Norm norm, const GeometryPair& pair, const PairOptions& options);

// For commands that need two files.
struct ModelPair : PoseList {
  Model a, b;
};
ModelPair read_models(const PairOptions& options);

}  // namespace apart::cli
