// apart distance A B: the minimum distance of two models or shapes, and the nearest points.
#include <apart/convex/distance_shapes.hpp>
#include <apart/queries/clash.hpp>
#include <apart/queries/shape_model.hpp>
#include <memory>

#include "cli/command.hpp"
#include "cli/each_pose.hpp"
#include "cli/shape_help.hpp"

namespace apart::cli {
namespace {

struct AskedDistance {
  PairOptions pair;
  Given max, abs_error, rel_error;

  DistanceOptions read() const {
    DistanceOptions out;
    if (max) out.max = not_negative("--max", *max);
    if (abs_error) out.abs_error = not_negative("--abs-error", *abs_error);
    if (rel_error) out.rel_error = not_negative("--rel-error", *rel_error);
    out.solid = pair.solid;
    return out;
  }
};

std::string in_words(const Distance& d, bool overlapping) {
  if (d.status == Status::nothing) return "nothing to measure: a model is empty";
  if (d.contained) return "distance 0";
  if (d.status == Status::at_least) return "more than " + readable(d.distance) + " apart";
  if (d.distance == 0) return (overlapping ? "overlapping, at " : "touching, at ") + readable(d.on_a);
  const char* how = d.status == Status::within_error ? "apart by at most " : "apart by ";
  return how + readable(d.distance) + ", nearest points " + readable(d.on_a, d.on_b);
}

const char* name(TriangleFeature feature) {
  switch (feature) {
    case TriangleFeature::a:
    case TriangleFeature::b:
    case TriangleFeature::c:
      return "vertex";
    case TriangleFeature::ab:
    case TriangleFeature::bc:
    case TriangleFeature::ca:
      return "edge";
    case TriangleFeature::face:
      break;
  }
  return "face";
}

// JSON has no infinity: an infinite distance is left out. Parts are named if there are several.
Json as_json(const Distance& d, bool parts) {
  Json out = Json::object();
  if (std::isfinite(d.distance)) out["distance"] = d.distance;
  if (d.status == Status::within_error) out["at_least"] = d.at_least;
  if (d.has_points()) {
    out["on_a"] = to_json(d.on_a), out["on_b"] = to_json(d.on_b);
    out["triangles"] = {d.triangle_a, d.triangle_b};
    out["features"] = {name(d.feature_a), name(d.feature_b)};
    if (parts) out["parts"] = {d.part_a, d.part_b};
  }
  out["status"] = to_string(d.status);
  return out;
}

Answer ask_distance(const Model& a, const Pose& at, const Model& b, const DistanceOptions& how) {
  const Distance d = distance(a, at, b, how);
  if (is_invalid(d.status)) return invalid_answer();
  const bool meet = d.distance == 0 && d.has_points();
  const bool overlapping = meet && clash(a, at, b).state == Clash::State::clash;
  Json json = as_json(d, a.mesh().parts() > 1 || b.mesh().parts() > 1);
  if (meet) json["overlapping"] = overlapping;
  Answer answer{in_words(d, overlapping), std::move(json)};
  if (d.contained) add_inside(answer, inner_of(a, at, b));
  return answer;
}

// One or both are shapes. Penetration of a shape and a model is not computed.
template <class Found>
std::string in_words_of(const Found& d) {
  if (d.status == Status::nothing) return "nothing to measure: a model is empty";
  if (!std::isfinite(d.distance)) return "overlapping without end";
  if (d.status == Status::at_least) return "more than " + readable(d.distance) + " apart";
  constexpr bool solids = std::is_same_v<Found, ShapeDistance>;
  if (d.distance == 0) return (solids ? "touching, at " : "touching or overlapping, at ") + readable(d.on_a);
  const bool rough = d.status != Status::exact;
  if (d.distance < 0)
    return fmt::format("overlapping by {}{}, out along {}", rough ? "about " : "", readable(-d.distance),
                       readable(d.normal));
  return fmt::format("apart by {}{}, nearest points {}", rough ? "at most " : "", readable(d.distance),
                     readable(d.on_a, d.on_b));
}

template <class Found>
Json as_json_of(const Found& d) {
  Json out = Json::object();
  if (std::isfinite(d.distance)) out["distance"] = d.distance;
  if (d.status != Status::exact && d.status != Status::at_least && std::isfinite(d.at_least))
    out["at_least"] = d.at_least;
  if (d.has_points()) {
    out["on_a"] = to_json(d.on_a), out["on_b"] = to_json(d.on_b);
    out["normal"] = to_json(d.normal);
  }
  out["status"] = to_string(d.status);
  return out;
}

Answer ask_distance(const Shape& a, const Pose& at, const Shape& b, const DistanceOptions& how) {
  ShapeDistance d = distance(a, at, b, {.max = how.max, .rel_error = how.rel_error});
  if (is_invalid(d.status)) return invalid_answer();
  if (d.status == Status::at_least) d.distance = how.max;  // no bound beyond --max is reported
  Json json = as_json_of(d);
  if (d.distance <= 0) json["overlapping"] = d.distance < 0;
  return {in_words_of(d), std::move(json)};
}

template <class A, class B>
Answer ask_distance(const A& a, const Pose& at, const B& b, const DistanceOptions& how) {
  const ShapeModelDistance d = distance(a, at, b, how);
  if (is_invalid(d.status)) return invalid_answer();
  if (d.contained) {
    Answer answer{"distance 0", {{"distance", 0.0}, {"status", "exact"}}};
    add_inside(answer, inner_of(a, at, b));
    return answer;
  }
  Json json = as_json_of(d);
  if (d.has_points()) {
    json["triangles"] = triangles_json(d.triangle, std::is_same_v<A, Model>);
    json["triangle"] = d.triangle;
  }
  return {in_words_of(d), std::move(json)};
}

constexpr CsvColumn kDistanceColumns[] = {{"pose", "/pose"},
                                          {"distance", "/distance"},
                                          {"at_least", "/at_least"},
                                          {"ax", "/on_a/0"},
                                          {"ay", "/on_a/1"},
                                          {"az", "/on_a/2"},
                                          {"bx", "/on_b/0"},
                                          {"by", "/on_b/1"},
                                          {"bz", "/on_b/2"},
                                          {"normal_x", "/normal/0"},
                                          {"normal_y", "/normal/1"},
                                          {"normal_z", "/normal/2"},
                                          {"triangle_a", "/triangles/0"},
                                          {"triangle_b", "/triangles/1"},
                                          {"feature_a", "/features/0"},
                                          {"feature_b", "/features/1"},
                                          {"part_a", "/parts/0"},
                                          {"part_b", "/parts/1"},
                                          {"overlapping", "/overlapping"},
                                          {"contained", "/contained"},
                                          {"inside", "/inside"},
                                          {"status", "/status"}};

Exit run_distance(const AskedDistance& options) {
  const DistanceOptions how = options.read();
  const Subjects pair = read_subjects(options.pair);
  return std::visit(
      [&](const auto& a, const auto& b) {
        return for_each_pose(pair, {kDistanceColumns}, [&](const Pose& at) { return ask_distance(a, at, b, how); });
      },
      pair.a, pair.b);
}

}  // namespace

void add_distance(CLI::App& program, Action& action) {
  CLI::App* command = program.add_subcommand("distance", "Minimum distance between A and B, and the nearest points");
  auto options = std::make_shared<AskedDistance>();
  options->pair.add_to(*command);
  options->pair.add_solid_to(*command);
  command->add_option("--max", options->max, "Search no farther than D")->type_name("D");
  command
      ->add_option("--abs-error", options->abs_error,
                   "Permitted absolute error: the distance may be this much too large")
      ->type_name("E");
  command
      ->add_option("--rel-error", options->rel_error,
                   "Permitted relative error: the distance may be too large by this fraction")
      ->type_name("R");
  command->footer(with_shapes(
      "Points are in A's frame. Distances are in the unit of the files, or that of --units. Triangles and parts are\n"
      "counted from 0, as they stand in the files. Shapes are solid: of two that overlap the distance is negative, "
      "and\n"
      "moving B by as much along the normal separates them. Of meshes that meet it is 0, and they are overlapping or\n"
      "merely touching.\n"
      "Examples:\n"
      "  apart distance gear.stl shaft.stl\n"
      "  apart distance box:1,2,3 sphere:0.5 --pose 3 0 0\n"
      "  apart distance gear.stl hull:shaft.stl+0.1\n"
      "  apart distance gear.stl shaft.stl --pose 0 0 12.5 1 0 0 0 --json\n"
      "  apart distance gear.stl housing.obj --poses motion.txt --max 0.1\n"
      "  apart distance gear.stl shaft.stl --poses - --csv < motion.txt"));
  command->callback([options, &action] { action = [options] { return run_distance(*options); }; });
}

}  // namespace apart::cli
