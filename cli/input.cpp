#include "cli/input.hpp"

#include <apart/io/load.hpp>
#include <apart/io/poses.hpp>
#include <apart/io/shape_text.hpp>
#include <apart/io/source.hpp>
#include <charconv>

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
  command.add_option("--scale", scale, "Multiply the coordinates of the files by S")->type_name("S");
  command.add_option("--units", units, "Convert the files from one unit to another, as mm:m; to metres by default")
      ->type_name("FROM[:TO]");
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
  return options;
}

namespace {

void add_words_to(CLI::App& command, PairOptions& options, const std::string& a, const std::string& b) {
  command.add_option("A", options.a, a)->required()->type_name("");
  command.add_option("B", options.b, b)->required()->type_name("");
  command.add_option("--pose", options.pose, "Where B stands in A's frame: \"x y z qw qx qy qz\"")->type_name("POSE");
}

}  // namespace

void PairOptions::add_models_to(CLI::App& command) {
  add_words_to(command, *this, "A model file (" + readable_extensions() + ")", "Another, or the same");
}

void PairOptions::add_to(CLI::App& command) {
  add_words_to(
      command, *this,
      "A model file (" + readable_extensions() + "), or a shape: " + shape_words() + "; +R at its end rounds it",
      "Another, or the same");
  command.add_option("--poses", poses, "Ask once for each line of a file of such poses; # starts a comment")
      ->type_name("FILE");
  command.add_option("--threads", threads, "Share the poses among N threads, 0 for all there are (the default)")
      ->type_name("N");
  command.add_flag("--json", json, "One JSON object a pose, each on a line");
  scale.add_to(command);
}

void PairOptions::add_solid_to(CLI::App& command) {
  command.add_flag("--solid", solid, "Closed meshes are solids: one inside the other collides");
}

namespace {

Asked read_asked(const PairOptions& options) {
  Asked out{{Posed{}}, options.poses.has_value(), options.json, 0};
  if (options.threads) out.threads = whole("--threads", *options.threads, 1024);
  if (options.pose && options.poses) throw BadInput("--pose and --poses: give one of them");
  if (options.pose) out.poses = {value_or_throw(parse_pose(*options.pose))};
  if (options.poses) out.poses = value_or_throw(read_poses(*options.poses));
  return out;
}

}  // namespace

Pair read_pair(const PairOptions& options) {
  const ReadOptions how = options.scale.read();
  Asked asked = read_asked(options);
  const Model a = value_or_throw(load(options.a, how));
  const Model b = options.b == options.a ? a : value_or_throw(load(options.b, how));
  return {std::move(asked), a, b};
}

Subjects read_subjects(const PairOptions& options) {
  const ReadOptions how = options.scale.read();
  Asked asked = read_asked(options);
  const auto read = [&](const std::string& word) -> Subject {
    if (is_shape_text(word)) return value_or_throw(parse_shape(word, how));
    return value_or_throw(load(word, how));
  };
  const Subject a = read(options.a);
  const Subject b = options.b == options.a ? a : read(options.b);
  return {std::move(asked), a, b};
}

}  // namespace apart::cli
