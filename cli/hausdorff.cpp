// apart hausdorff A B: how far the farthest point of one surface is from the other.
#include <apart/queries/hausdorff.hpp>
#include <memory>

#include "cli/command.hpp"
#include "cli/each_pose.hpp"

namespace apart::cli {
namespace {

struct HausdorffCommand {
  PairOptions pair;
  Given abs_error, rel_error, norm;
  bool directed = false;

  HausdorffOptions read() const {
    HausdorffOptions out{.directed = directed, .norm = read_norm(norm)};
    if (abs_error) out.abs_error = not_negative("--abs-error", *abs_error);
    if (rel_error) out.rel_error = not_negative("--rel-error", *rel_error);
    return out;
  }
};

std::string in_words(const Hausdorff& h) {
  if (h.status == Status::nothing) return "nothing to measure: a model is empty";
  if (h.at_most == 0) return "the same surface";
  std::string words = "Hausdorff distance " + readable(h.distance);
  if (h.status == Status::within_error) words += ", at most " + readable(h.at_most);
  const Vec3d farthest = h.from_b ? h.on_b : h.on_a, nearest = h.from_b ? h.on_a : h.on_b;
  return words + fmt::format(": from {} to {}, points ", h.from_b ? "B" : "A", h.from_b ? "A" : "B") +
         readable(farthest, nearest);
}

Answer report_hausdorff(const Model& a, const Pose& at, const Model& b, const HausdorffOptions& how) {
  const Hausdorff h = hausdorff(a, at, b, how);
  if (is_invalid(h.status)) return invalid_answer();
  Json json = Json::object();
  if (h.has_points()) {
    json["hausdorff"] = h.distance;
    json["at_least"] = h.at_least, json["at_most"] = h.at_most;
    json["on_a"] = to_json(h.on_a), json["on_b"] = to_json(h.on_b);
    add_triangles<Model, Model>(json, h);
    json["from"] = h.from_b ? "b" : "a";
  }
  json["status"] = to_string(h.status);
  return {in_words(h), std::move(json)};
}

const Model& model_or_throw(const Geometry& geometry, const std::string& word) {
  if (const Model* model = std::get_if<Model>(&geometry)) return *model;
  throw BadInput(word + ": is a shape; the Hausdorff distance is computed between meshes");
}

constexpr CsvColumn kHausdorffColumns[] = {{"pose", "/pose"},
                                           {"hausdorff", "/hausdorff"},
                                           {"at_least", "/at_least"},
                                           {"at_most", "/at_most"},
                                           {"ax", "/on_a/0"},
                                           {"ay", "/on_a/1"},
                                           {"az", "/on_a/2"},
                                           {"bx", "/on_b/0"},
                                           {"by", "/on_b/1"},
                                           {"bz", "/on_b/2"},
                                           {"triangle_a", "/triangles/0"},
                                           {"triangle_b", "/triangles/1"},
                                           {"from", "/from"},
                                           {"status", "/status"}};

Exit run_hausdorff(const HausdorffCommand& options) {
  HausdorffOptions how = options.read();
  const GeometryPair pair = read_geometries(options.pair);
  const Model &a = model_or_throw(pair.a, options.pair.a), &b = model_or_throw(pair.b, options.pair.b);
  if (pair.poses.size() == 1) how.threads = pair.threads;  // else the poses are distributed
  return for_each_pose(pair, {kHausdorffColumns}, [&](const Pose& at) { return report_hausdorff(a, at, b, how); });
}

}  // namespace

void add_hausdorff(CLI::App& program, Action& action) {
  CLI::App* command =
      program.add_subcommand("hausdorff", "Hausdorff distance of two meshes: the farthest that one is from the other");
  auto options = std::make_shared<HausdorffCommand>();
  options->pair.add_meshes_to(*command);
  command->add_flag("--directed", options->directed, "From A to B alone: the farthest that a point of A is from B");
  command
      ->add_option("--abs-error", options->abs_error, "Permitted absolute error: the result may be this much too small")
      ->type_name("E");
  command
      ->add_option("--rel-error", options->rel_error,
                   "Permitted relative error: the result may be too small by this fraction")
      ->type_name("R");
  add_norm_to(*command, options->norm);
  command->footer(
      "Of all points of the surfaces, not only of the vertices; exact to rounding unless an error is permitted. The\n"
      "true value lies between at_least and at_most. Points are in A's frame: one that is farthest from the other\n"
      "surface, and its nearest point there.\n"
      "Examples:\n"
      "  apart hausdorff gear.stl shaft.stl\n"
      "  apart hausdorff gear.stl shaft.stl --directed --json\n"
      "  apart hausdorff gear.stl gear.stl --pose 0 0 0.1 --rel-error 0.01");
  command->callback([options, &action] { action = [options] { return run_hausdorff(*options); }; });
}

}  // namespace apart::cli
