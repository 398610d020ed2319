// apart closest MODEL --points FILE: the nearest point of a surface to each of many points.
#include <apart/queries/closest_triangles.hpp>
#include <apart/queries/point_batch.hpp>
#include <apart/shapes/mesh/topology.hpp>
#include <memory>

#include "cli/command.hpp"
#include "cli/each_pose.hpp"
#include "cli/points.hpp"
#include "cli/shape_help.hpp"

namespace apart::cli {
namespace {

struct ClosestCommand {
  RowsOptions rows;
  bool is_signed = false;
  Given count, radius;
};

const char* feature_name(TriangleFeature feature) {
  return feature == TriangleFeature::face ? "face" : feature >= TriangleFeature::ab ? "edge" : "vertex";
}

Json as_json(const ClosestPoint& x, const Model* model) {
  Json out = Json::object();
  if (std::isfinite(x.distance)) out["distance"] = x.distance + 0.0;
  if (!x.has_point()) return out;
  out["nearest"] = to_json(x.point);
  out["normal"] = to_json(x.normal);
  if (!model) return out;
  out["triangle"] = x.element.triangle;
  out["feature"] = feature_name(x.element.feature);
  out["weights"] = to_json(x.weights);
  if (model->mesh().parts() > 1) out["part"] = x.element.part;
  return out;
}

std::string in_words(const ClosestPoint& x, const Model* model) {
  if (x.status == Status::nothing) return "nothing to measure: the model is empty";
  if (!std::isfinite(x.distance)) return "without a nearest point";
  const std::string side = x.distance < 0 ? " inside" : "";
  std::string words = fmt::format("distance {}{}, nearest {}", readable(std::abs(x.distance)), side, readable(x.point));
  if (model) words += fmt::format(", triangle {} ({})", x.element.triangle, feature_name(x.element.feature));
  return words;
}

Answer report(const ClosestPoint& x, const Model* model) {
  Answer out{in_words(x, model), as_json(x, model)};
  out.json["status"] = to_string(x.status);
  out.status = x.status;
  return out;
}

// Several triangles: the nearest as ever, and the list of them all.
Answer report(const std::vector<ClosestPoint>& all, const Model& model) {
  Answer out{count(all.size(), "triangle"), all.empty() ? Json::object() : as_json(all[0], &model)};
  Json list = Json::array();
  for (const ClosestPoint& x : all) {
    list.push_back(as_json(x, &model));
    out.details.push_back(in_words(x, &model));
  }
  out.json["all"] = std::move(list);
  out.json["status"] = to_string(model.mesh().empty() ? Status::nothing : Status::exact);
  return out;
}

constexpr CsvColumn kClosestColumns[] = {
    {"point", "/point"},        {"distance", "/distance"}, {"x", "/nearest/0"},        {"y", "/nearest/1"},
    {"z", "/nearest/2"},        {"normal_x", "/normal/0"}, {"normal_y", "/normal/1"},  {"normal_z", "/normal/2"},
    {"triangle", "/triangle"},  {"feature", "/feature"},   {"weight_a", "/weights/0"}, {"weight_b", "/weights/1"},
    {"weight_c", "/weights/2"}, {"part", "/part"},         {"status", "/status"}};

void require_solid(const Model& model, const std::string& name) {
  if (model.closed()) return;
  const std::size_t open = model.topology().open_edges.size();
  throw BadInput(
      name + ": --signed needs a closed mesh; this one has " +
      (open > 0 ? count(open, "edge that is", "edges that are") + " open or badly oriented" : "no triangles"));
}

Exit run_closest(const ClosestCommand& options) {
  if (options.count && options.radius) throw BadInput("--k and --within: give one of them");
  const u32 k = options.count ? whole("--k", *options.count, ~u32(0)) : 0;
  const double radius = options.radius ? not_negative("--within", *options.radius) : 0;
  if (options.count && k == 0) throw BadInput("--k: must be 1 or more");
  const std::vector<Vec3d> points = read_points(options.rows);
  const Geometry geometry = options.rows.read_geometry();
  const Model* const model = std::get_if<Model>(&geometry);
  const bool several = options.count || options.radius;
  if (!model && several)
    throw BadInput(options.rows.model + ": a shape has no triangles; --k and --within are for models");
  if (model && options.is_signed) require_solid(*model, options.rows.model);
  const ClosestOptions how{.solid = options.is_signed};
  const InputList list = options.rows.list("point", points.size());
  const CsvLayout layout{kClosestColumns, several ? "all" : ""};
  if (!model || several)
    return for_each_input(list, layout, [&](std::size_t i) {
      const Vec3d p = points[i];
      if (options.count) return report(closest_triangles(*model, p, k, how), *model);
      if (options.radius) return report(triangles_within(*model, p, radius, how.solid), *model);
      return report(closest(geometry, p, how), nullptr);
    });
  std::vector<ClosestPoint> found;
  std::size_t first = 0;
  return for_each_input(
      list, layout, [&](std::size_t i) { return report(found[i - first], model); },
      [&](std::size_t begin, std::size_t size, const BatchOptions& batch) {
        first = begin;
        found = closest(*model, std::span(points).subspan(begin, size), how, batch).answers;
      });
}

}  // namespace

void add_closest(CLI::App& program, Action& action) {
  CLI::App* command = program.add_subcommand("closest", "Nearest point of a surface to each of many points");
  auto options = std::make_shared<ClosestCommand>();
  add_points_to(*command, options->rows);
  command->add_flag("--signed", options->is_signed,
                    "The distance is negative inside; the mesh must be closed. Of shapes it always is");
  command->add_option("--k", options->count, "The K nearest triangles, nearest first")->type_name("K");
  command->add_option("--within", options->radius, "All triangles within a distance of R")->type_name("R");
  command->footer(with_shapes(
      "Triangles and parts are counted from 0, as they stand in the file; of equally near ones the first is reported.\n"
      "The weights are barycentric coordinates in the triangle. The normal points from the surface to the point, with\n"
      "--signed out of the solid.\n"
      "Examples:\n"
      "  apart closest gear.stl --points points.txt --json\n"
      "  apart closest gear.stl --points - --signed < points.txt\n"
      "  apart closest gear.stl --points points.txt --k 3 --csv\n"
      "  apart closest capsule:2,15 --points points.txt"));
  command->callback([options, &action] { action = [options] { return run_closest(*options); }; });
}

}  // namespace apart::cli
