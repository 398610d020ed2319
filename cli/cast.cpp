// apart cast MODEL --rays FILE: where rays meet a model or a shape.
#include <apart/queries/ray.hpp>
#include <memory>

#include "cli/command.hpp"
#include "cli/each_pose.hpp"
#include "cli/shape_help.hpp"

namespace apart::cli {
namespace {

struct CastCommand {
  RowsOptions rows;
  bool all = false, any = false;
};

constexpr const char* kForm = "ox oy oz dx dy dz [tmax]";

std::vector<Ray> read_rays(const RowsOptions& rows) {
  const io::RowForm form{6, 7, std::string("a ray is 6 or 7 numbers (") + kForm + ")",
                         std::string("no rays; one is expected on each line: ") + kForm};
  std::vector<Ray> rays;
  rows.read_rows(form, [&](std::span<const double> n) -> std::string {
    const Ray ray{{n[0], n[1], n[2]}, {n[3], n[4], n[5]}, 0, n.size() > 6 ? n[6] : kRayInfinity};
    if (!is_finite(ray.origin)) return "the origin of the ray is not finite";
    if (largest(abs(ray.origin)) > Pose::kFarthest) return "the origin of the ray is out of range: more than 1e150";
    if (!is_finite(ray.direction)) return "the direction of the ray is not finite";
    if (ray.direction == Vec3d{}) return "the direction of the ray is zero";
    if (!(ray.t_max >= 0)) return "the end of the ray, tmax, must be 0 or more";
    rays.push_back(ray);
    return {};
  });
  return rays;
}

Json as_json(const RayHit& hit, bool is_model) {
  Json out{{"t", hit.t}, {"point", to_json(hit.point)}, {"normal", to_json(hit.normal)}};
  if (is_model) out["triangle"] = hit.element.triangle, out["front"] = hit.front;
  return out;
}

std::string in_words(const RayHit& hit, bool is_model) {
  return fmt::format("t {}, point {}, normal {}", readable(hit.t), readable(hit.point), readable(hit.normal)) +
         (is_model ? fmt::format(", {} of triangle {}", hit.front ? "front" : "back", hit.element.triangle) : "");
}

template <class T>
Answer report_hit(const T& geometry, const Ray& ray, bool where) {
  const RayHit hit = cast(geometry, ray);
  if (is_invalid(hit.status)) return {.text = "invalid", .json = {{"status", "invalid"}}, .invalid = true};
  if (!hit || !where) return {.text = hit ? "hit" : "no hit", .json = {{"hit", hit.hit}}};
  Answer answer{.text = "hit: " + in_words(hit, kIsModel<T>), .json = {{"hit", true}}};
  answer.json.update(as_json(hit, kIsModel<T>));
  return answer;
}

Answer report_any(const Model& model, const Ray& ray) {
  const bool hit = cast_any(model, ray).hit;
  return {.text = hit ? "hit" : "no hit", .json = {{"hit", hit}}};
}

Answer report_all(const Model& model, const Ray& ray) {
  const RayHits all = cast_all(model, ray);
  Answer answer{.text = all.hits.empty() ? "no hit" : count(all.hits.size(), "hit") + ":",
                .json = {{"hit", !all.hits.empty()}}};
  Json hits = Json::array();
  for (const RayHit& hit : all.hits) {
    hits.push_back(as_json(hit, true));
    answer.details.push_back(in_words(hit, true));
  }
  answer.json["hits"] = std::move(hits);
  return answer;
}

constexpr CsvColumn kCastColumns[] = {{"ray", "/ray"},           {"hit", "/hit"},           {"t", "/t"},
                                      {"x", "/point/0"},         {"y", "/point/1"},         {"z", "/point/2"},
                                      {"normal_x", "/normal/0"}, {"normal_y", "/normal/1"}, {"normal_z", "/normal/2"},
                                      {"triangle", "/triangle"}, {"front", "/front"}};

Exit run_cast(const CastCommand& options) {
  if (options.all && options.any) throw BadInput("--all and --any: give one of them");
  const std::vector<Ray> rays = read_rays(options.rows);
  const Geometry geometry = options.rows.read_geometry();
  const Model* const model = std::get_if<Model>(&geometry);
  if (options.all && !model) throw BadInput("--all: a shape has no triangles");
  const InputList list = options.rows.list("ray", rays.size());
  const CsvLayout layout{kCastColumns, options.all ? "hits" : ""};
  return for_each_input(list, layout, [&](std::size_t i) {
    if (!model) return report_hit(std::get<Shape>(geometry), rays[i], !options.any);
    return options.all   ? report_all(*model, rays[i])
           : options.any ? report_any(*model, rays[i])
                         : report_hit(*model, rays[i], true);
  });
}

}  // namespace

void add_cast(CLI::App& program, Action& action) {
  CLI::App* command = program.add_subcommand("cast", "Ray casts: where do rays or segments hit a model?");
  auto options = std::make_shared<CastCommand>();
  options->rows.add_to(*command, "--rays", "ray", kForm);
  command->add_flag("--all", options->all, "List all crossings of the surface, by t; with --csv a row for each");
  command->add_flag("--any", options->any, "Compute only whether there is a hit");
  command->footer(with_shapes(
      "A ray starts at o and has the direction d, of any length: t counts in lengths of d, so that tmax 1 makes it a\n"
      "segment. Rays are in the unit of the result, which --scale and --units do not change. No ray slips through an\n"
      "edge or a vertex, and a touch is a hit; --all lists crossings, each once, and none that merely touches. The\n"
      "normal is that of the triangle, and its front is the side to which it points. Shapes are solid.\n"
      "Examples:\n"
      "  apart cast gear.stl --rays rays.txt\n"
      "  apart cast gear.stl --rays rays.txt --all --json\n"
      "  echo \"0 0 50 0 0 -1\" | apart cast gear.stl --rays -\n"
      "  apart cast capsule:0.2,1.5 --rays rays.txt --csv"));
  command->callback([options, &action] { action = [options] { return run_cast(*options); }; });
}

}  // namespace apart::cli
