// Parses numbers, scales, poses and pairs of models or shapes from the command line.
#include "cli/input.hpp"
#include <filesystem>

#include <apart/io/bytes/source.hpp>
#include <apart/io/poses.hpp>
#include <apart/io/read.hpp>
#include <apart/io/shape_text.hpp>
#include <charconv>

#include "cli/did_you_mean.hpp"

namespace apart::cli {
namespace {

double number(const std::string& name, const std::string& text) {
  double value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stop != end || !std::isfinite(value))
    throw BadInput(name + ": expected a number, found " + io::in_quotes(text));
  return value;
}

}  // namespace

u32 whole(const std::string& name, const std::string& text, u32 most) {
  u32 value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stop != end || value > most)
    throw BadInput(name + ": expected a whole number from 0 to " + std::to_string(most) + ", found " +
                   io::in_quotes(text));
  return value;
}

double not_negative(const std::string& name, const std::string& text) {
  const double value = number(name, text);
  if (value < 0) throw BadInput(name + ": must be 0 or more, not " + text);
  return value;
}

void ScaleOptions::add_to(CLI::App& command) {
  command.add_option("--scale", scale, "Multiply the coordinates of the files by S; not --pose, --poses or --motion")
      ->type_name("S");
  command
      .add_option("--units", units,
                  "Convert the files from one unit to another, as mm:m; to metres by default. Not --pose, --poses or "
                  "--motion: those are in the new unit")
      ->type_name("FROM[:TO]");
  command
      .add_option(
          "--chord-error", chord_error,
          "Of STEP: triangles may be E from the surface, in the file's unit; by default a thousandth of a body's size")
      ->type_name("E");
}

ReadOptions ScaleOptions::read() const {
  ReadOptions options;
  if (scale) {
    options.scale = number("--scale", *scale);
    if (!(options.scale > 0)) throw BadInput("--scale: must be more than 0, not " + *scale);
  }
  if (units) {
    const Result<double> factor = parse_units(*units);
    if (!factor) throw BadInput("--units: " + factor.error());
    options.scale *= *factor;
  }
  if (chord_error) {
    options.chord_error = number("--chord-error", *chord_error);
    if (!(options.chord_error > 0)) throw BadInput("--chord-error: must be more than 0, not " + *chord_error);
  }
  return options;
}

void add_norm_to(CLI::App& command, Given& norm) {
  command
      .add_option(
          "--norm", norm,
          "Of meshes: lengths are the sum of |x|, |y| and |z| (1), Euclidean (2, the default), or the largest of "
          "the three (inf), along the axes of A's frame")
      ->type_name("1|2|inf");
}

Norm read_norm(const Given& norm) {
  if (!norm || *norm == "2") return Norm::euclidean;
  if (*norm == "1") return Norm::one;
  if (*norm == "inf") return Norm::infinity;
  throw BadInput("--norm: expected 1, 2 or inf, found " + io::in_quotes(*norm));
}

namespace {

void add_words_to(CLI::App& command, PairOptions& options, const std::string& a, const std::string& b) {
  command.add_option("A", options.a, a)->required()->type_name("");
  command.add_option("B", options.b, b)->required()->type_name("");
  command
      .add_option("--pose", options.pose,
                  "Pose of B in A's frame: a translation and a quaternion, or the translation alone; in the unit of "
                  "the result, which --scale and --units do not change")
      ->type_name("X Y Z [QW QX QY QZ]");
}

}  // namespace

NotesToStderr::~NotesToStderr() {
  for (const std::string& note : notes_) std::fputs(("apart: note: " + note + "\n").c_str(), stderr);
}

void PairOptions::add_models_to(CLI::App& command) {
  add_words_to(command, *this, "A model file (" + readable_extensions() + ")", "Another, or the same");
}

void PairOptions::add_to(CLI::App& command) {
  add_words_to(command, *this, "A model file (" + readable_extensions() + "), - for standard input, or a shape, below",
               "Another, or the same");
  add_poses_to(command);
}

void PairOptions::add_meshes_to(CLI::App& command) {
  add_words_to(command, *this, "A model file (" + readable_extensions() + "), or - for standard input",
               "Another, or the same");
  add_poses_to(command);
}

void PairOptions::add_poses_to(CLI::App& command) {
  command
      .add_option("--poses", poses,
                  "A file of poses, one on each line, - for standard input; # starts a comment. One result for each")
      ->type_name("FILE");
  command.add_option("--threads", threads, "Distribute the poses over N threads, 0 for all (the default)")
      ->type_name("N");
  format.add_to(command, "One JSON object for each pose, each on a line",
                "Comma-separated values: a header, and a row for each pose");
  scale.add_to(command);
}

void PairOptions::add_solid_to(CLI::App& command) {
  command.add_flag("--solid", solid, "Closed meshes are solids: one inside the other collides");
}

void PairOptions::add_exit_code_to(CLI::App& command, const std::string& when) {
  command.add_flag("--exit-code", exit_code, "Exit with 1 if " + when + " at any pose, else with 0");
}

void FormatOptions::add_to(CLI::App& command, const std::string& json_text, const std::string& csv_text) {
  command.add_flag("--json", json, json_text);
  command.add_flag("--csv", csv, csv_text);
}

void FormatOptions::check() const {
  if (json && csv) throw BadInput("--json and --csv: give one of them");
}

namespace {

u32 threads_of(const Given& threads) { return threads ? whole("--threads", *threads, 1024) : 0; }

PoseList read_pose_list(const PairOptions& options) {
  options.format.check();
  PoseList out{{.name = "pose",
                .count = 1,
                .numbered = options.poses.has_value(),
                .json = options.format.json,
                .csv = options.format.csv,
                .exit_code = options.exit_code,
                .threads = threads_of(options.threads)},
               {Pose{}}};
  if (options.pose && options.poses) throw BadInput("--pose and --poses: give one of them");
  if (options.poses == "-" && (options.a == "-" || options.b == "-"))
    throw BadInput("-: standard input can be read once; it is either a model or the poses");
  if (options.pose == " ") throw BadInput("--pose: no numbers follow; expected x y z qw qx qy qz, or x y z");
  if (options.pose) out.poses = {value_or_throw(io::parse_pose(*options.pose))};
  if (options.poses) out.poses = value_or_throw(io::read_poses(file_of(*options.poses)));
  out.count = out.poses.size();
  return out;
}

}  // namespace

std::string file_of(const std::string& word) { return word == "-" ? io::kStandardInput : word; }

void refuse_misspelt_shape(const std::string& word) {
  std::error_code none;
  const std::size_t colon = word.find(':');
  if (colon == std::string::npos || is_shape_text(word) || std::filesystem::exists(word, none)) return;
  const std::string name = word.substr(0, colon), meant = did_you_mean(name, shape_names());
  throw BadInput(io::printable_name(word) + ": no such file, and no shape is called " + io::in_quotes(name) +
                 (meant.empty() ? "; shapes are " + shape_words() : meant));
}

Geometry read_geometry(const std::string& word, const ReadOptions& how) {
  if (is_shape_text(word)) return value_or_throw(parse_shape(word, how));
  refuse_misspelt_shape(word);
  return value_or_throw(load(file_of(word), how));
}

void RowsOptions::add_to(CLI::App& command, const std::string& option, const std::string& row,
                         const std::string& form) {
  command
      .add_option("MODEL", model,
                  "A model file (" + readable_extensions() + "), - for standard input, or a shape, below")
      ->required()
      ->type_name("");
  command
      .add_option(option, file,
                  "A file of " + row + "s, one on each line: " + form +
                      "; - for standard input; # starts a comment. One result for each")
      ->required()
      ->type_name("FILE");
  command.add_option("--threads", threads, "Distribute the " + row + "s over N threads, 0 for all (the default)")
      ->type_name("N");
  format.add_to(command, "One JSON object for each " + row + ", each on a line",
                "Comma-separated values: a header, and a row for each " + row);
  scale.add_to(command);
}

InputList RowsOptions::list(const std::string& row, std::size_t count) const {
  return {.name = row,
          .count = count,
          .numbered = true,
          .json = format.json,
          .csv = format.csv,
          .exit_code = false,
          .threads = threads_of(threads)};
}

void RowsOptions::read_rows(const io::RowForm& form, const io::TakeRow& take) const {
  format.check();
  if (file == "-" && model == "-") throw BadInput("-: standard input can be read once; it is either of the two files");
  value_or_throw(io::read_rows(file_of(file), form, take));
}

Geometry RowsOptions::read_geometry() const {
  ReadOptions how = scale.read();
  const NotesToStderr notes(how);
  return cli::read_geometry(model, how);
}

ModelPair read_models(const PairOptions& options) {
  ReadOptions how = options.scale.read();
  const NotesToStderr notes(how);
  PoseList poses = read_pose_list(options);
  const Model a = value_or_throw(load(file_of(options.a), how));
  const Model b = options.b == options.a ? a : value_or_throw(load(file_of(options.b), how));
  return {std::move(poses), a, b};
}

namespace {

// A mesh with a hole has no inside: what lies in it is not found.
void note_open(const Geometry& geometry, const std::string& word) {
  const Model* model = std::get_if<Model>(&geometry);
  if (model && !model->closed())
    std::fputs(("apart: note: " + io::printable_name(word) +
                " bounds no solid (see apart info); --solid does not apply to it\n")
                   .c_str(),
               stderr);
}

}  // namespace

GeometryPair read_geometries(const PairOptions& options) {
  ReadOptions how = options.scale.read();
  const NotesToStderr notes(how);
  PoseList poses = read_pose_list(options);
  const Geometry a = read_geometry(options.a, how);
  const Geometry b = options.b == options.a ? a : read_geometry(options.b, how);
  if (options.solid) {
    note_open(a, options.a);
    if (options.b != options.a) note_open(b, options.b);
  }
  return {std::move(poses), a, b};
}

void require_meshes_for(Norm norm, const GeometryPair& pair, const PairOptions& options) {
  if (norm == Norm::euclidean) return;
  for (const auto& [geometry, word] : {std::pair{&pair.a, &options.a}, std::pair{&pair.b, &options.b}})
    if (std::holds_alternative<Shape>(*geometry))
      throw BadInput("--norm: other norms are computed between meshes, and " + *word + " is a shape");
}

}  // namespace apart::cli
