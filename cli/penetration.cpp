// apart penetration A B: the penetration depth of two convex shapes, and the shortest translation that separates them.
#include <apart/queries/penetration.hpp>
#include <memory>

#include "cli/command.hpp"
#include "cli/each_pose.hpp"
#include "cli/shape_help.hpp"

namespace apart::cli {
namespace {

Answer report_penetration(const Shape& a, const Pose& at, const Shape& b) {
  const Penetration p = penetration(a, at, b);
  if (is_invalid(p.status)) return invalid_answer();
  Json json = Json::object();
  const bool overlap = p.depth > 0, ends = std::isfinite(p.depth);
  if (ends) json["depth"] = p.depth;
  if (overlap && p.status != Status::exact && std::isfinite(p.at_least)) json["at_least"] = p.at_least;
  if (overlap && ends) {
    json["on_a"] = to_json(p.on_a), json["on_b"] = to_json(p.on_b);
    json["normal"] = to_json(p.normal);
  }
  json["status"] = to_string(p.status);
  const std::string about = p.status == Status::exact ? "" : "about ";
  std::string words =
      !overlap ? "not overlapping"
      : !ends  ? "overlapping without end"
               : fmt::format("overlapping by {}{}, out along {}", about, readable(p.depth), readable(p.normal));
  return {.text = std::move(words), .json = std::move(json), .yes = overlap};
}

const Shape& shape_or_throw(const Geometry& geometry, const std::string& word) {
  if (const Shape* shape = std::get_if<Shape>(&geometry)) return *shape;
  throw BadInput(word + ": is a mesh; penetration depth is computed between convex shapes; give hull:" + word +
                 " for the convex hull of the file");
}

constexpr CsvColumn kPenetrationColumns[] = {
    {"pose", "/pose"},    {"depth", "/depth"},       {"at_least", "/at_least"}, {"ax", "/on_a/0"},
    {"ay", "/on_a/1"},    {"az", "/on_a/2"},         {"bx", "/on_b/0"},         {"by", "/on_b/1"},
    {"bz", "/on_b/2"},    {"normal_x", "/normal/0"}, {"normal_y", "/normal/1"}, {"normal_z", "/normal/2"},
    {"status", "/status"}};

Exit run_penetration(const PairOptions& options) {
  const GeometryPair pair = read_geometries(options);
  const Shape &a = shape_or_throw(pair.a, options.a), &b = shape_or_throw(pair.b, options.b);
  return for_each_pose(pair, {kPenetrationColumns}, [&](const Pose& at) { return report_penetration(a, at, b); });
}

}  // namespace

void add_penetration(CLI::App& program, Action& action) {
  CLI::App* command =
      program.add_subcommand("penetration", "Penetration depth of two convex shapes, and the direction out");
  auto options = std::make_shared<PairOptions>();
  options->add_to(*command);
  options->add_exit_code_to(*command, "they overlap");
  command->footer(with_shapes(
      "Moving B by the depth along the normal separates them. Points and the normal are in A's frame. A mesh file is\n"
      "not convex in general: hull:FILE is its convex hull.\n"
      "Examples:\n"
      "  apart penetration box:1,1,1 sphere:0.5 --pose 0.8 0 0\n"
      "  apart penetration hull:gear.stl hull:shaft.stl --json"));
  command->callback([options, &action] { action = [options] { return run_penetration(*options); }; });
}

}  // namespace apart::cli
