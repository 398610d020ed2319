// apart inside MODEL --points FILE: is each of many points inside a model or a shape?
#include <apart/queries/containment.hpp>
#include <apart/queries/point_batch.hpp>
#include <cmath>
#include <memory>

#include "cli/command.hpp"
#include "cli/each_pose.hpp"
#include "cli/points.hpp"
#include "cli/shape_help.hpp"

namespace apart::cli {
namespace {

struct InsideCommand {
  RowsOptions rows;
  bool exit_code = false;
};

const char* method_name(WindingNumber::Method method) {
  switch (method) {
    case WindingNumber::Method::crossings:
      return "crossings";
    case WindingNumber::Method::boundary:
      return "boundary";
    case WindingNumber::Method::solid_angles:
      break;
  }
  return "solid angles";
}

Answer report(const WindingNumber& w) {
  const bool in = w.inside();
  Answer out{w.on_surface ? "on the surface" : in ? "inside" : "outside", {{"inside", in}}};
  out.yes = in;
  // Whole numbers as such: they are exact.
  out.json["winding"] = w.value == std::round(w.value) ? Json(std::lround(w.value)) : Json(w.value);
  if (w.on_surface) out.json["on_surface"] = true;
  out.json["method"] = method_name(w.method);
  out.json["status"] = to_string(w.status);
  out.text += ", winding number " + readable(w.value);
  out.status = w.status;
  if (w.status == Status::nothing) out.text = "outside: the model is empty";
  return out;
}

constexpr CsvColumn kInsideColumns[] = {{"point", "/point"},           {"inside", "/inside"}, {"winding", "/winding"},
                                        {"on_surface", "/on_surface"}, {"method", "/method"}, {"status", "/status"}};

Answer report(bool in) {
  return {.text = in ? "inside" : "outside", .json = {{"inside", in}, {"status", "exact"}}, .yes = in};
}

Exit run_inside(const InsideCommand& options) {
  const std::vector<Vec3d> points = read_points(options.rows);
  const Geometry geometry = options.rows.read_geometry();
  const Model* const model = std::get_if<Model>(&geometry);
  InputList list = options.rows.list("point", points.size());
  list.exit_code = options.exit_code;
  if (!model)
    return for_each_input(list, {kInsideColumns}, [&](std::size_t i) { return report(inside(geometry, points[i])); });
  std::vector<WindingNumber> found;
  std::size_t first = 0;
  return for_each_input(
      list, {kInsideColumns}, [&](std::size_t i) { return report(found[i - first]); },
      [&](std::size_t begin, std::size_t size, const BatchOptions& batch) {
        first = begin;
        found = winding_number(*model, std::span(points).subspan(begin, size), batch).answers;
      });
}

}  // namespace

void add_inside(CLI::App& program, Action& action) {
  CLI::App* command = program.add_subcommand("inside", "Whether each of many points is inside a model or a shape");
  auto options = std::make_shared<InsideCommand>();
  add_points_to(*command, options->rows);
  command->add_flag("--exit-code", options->exit_code, "Exit with 1 if any point is inside, else with 0");
  command->footer(with_shapes(
      "On the surface is inside. Of a closed mesh the answer is exact, and parts that overlap are solid throughout. Of "
      "a\n"
      "mesh that is open or badly oriented, the generalized winding number is at least a half, up or down; the method\n"
      "tells: crossings (closed), boundary or solid angles.\n"
      "Examples:\n"
      "  apart inside gear.stl --points points.txt --json\n"
      "  apart inside box:1,2,3 --points - < points.txt"));
  command->callback([options, &action] { action = [options] { return run_inside(*options); }; });
}

}  // namespace apart::cli
