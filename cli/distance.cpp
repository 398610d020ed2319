// apart distance A B: the minimum distance of two models or shapes, and the nearest points.
#include <apart/queries/clash.hpp>
#include <apart/queries/distance.hpp>
#include <apart/queries/norms.hpp>
#include <apart/queries/placed_pair.hpp>
#include <apart/triangles/feature.hpp>
#include <memory>
#include <optional>

#include "cli/command.hpp"
#include "cli/on_gpu.hpp"
#include "cli/shape_help.hpp"

namespace apart::cli {
namespace {

struct DistanceCommand {
  PairOptions pair;
  Given max, abs_error, rel_error, norm;
  bool gpu = false;

  DistanceOptions read() const {
    DistanceOptions out;
    if (max) out.max = not_negative("--max", *max);
    if (abs_error) out.abs_error = not_negative("--abs-error", *abs_error);
    if (rel_error) out.rel_error = not_negative("--rel-error", *rel_error);
    out.solid = pair.solid;
    return out;
  }
};

// `overlapping`, where they meet and it is known: do they share space, or merely touch?
std::string in_words(const Distance& d, std::optional<bool> overlapping) {
  if (d.status == Status::nothing) return "nothing to measure: a model is empty";
  if (d.contained) return "distance 0";
  if (!std::isfinite(d.distance)) return "overlapping without end";
  if (d.status == Status::at_least) return "more than " + readable(d.distance) + " apart";
  if (d.distance == 0)
    return (!overlapping   ? "touching or overlapping, at "
            : *overlapping ? "overlapping, at "
                           : "touching, at ") +
           readable(d.on_a);
  const bool exact = d.status == Status::exact;
  if (d.distance < 0)
    return fmt::format("overlapping by {}{}, out along {}", exact ? "" : "about ", readable(-d.distance),
                       readable(d.normal));
  return fmt::format("apart by {}{}, nearest points {}", exact ? "" : "at most ", readable(d.distance),
                     readable(d.on_a, d.on_b));
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

// JSON has no infinity: an infinite distance is left out.
Json as_json(const Distance& d) {
  Json out = Json::object();
  if (std::isfinite(d.distance)) out["distance"] = d.distance;
  if (d.status == Status::within_error && std::isfinite(d.at_least)) out["at_least"] = d.at_least;
  if (d.has_points()) out["on_a"] = to_json(d.on_a), out["on_b"] = to_json(d.on_b);
  out["status"] = to_string(d.status);
  return out;
}

template <class A, class B>
Distance compute_distance(const A& a, const Pose& at, const B& b, Norm norm, const DistanceOptions& how) {
  if constexpr (!kIsModel<A> && !kIsModel<B>)
    return signed_distance(a, at, b, how);
  else if constexpr (kIsModel<A> && kIsModel<B>)
    return distance(a, at, b, norm, how);
  else
    return distance(a, at, b, how);
}

// What the GPU has found, with the features of the triangles.
Distance with_features(const Model& a, const Pose& at, const Model& b, const gpu::Nearest& found) {
  Distance d{.distance = found.distance, .on_a = found.on_a, .on_b = found.on_b, .status = found.status()};
  if (!d.has_points()) return d;
  const queries::PlacedPair pair{a.mesh(), at, b.mesh()};
  d.a = pair.element_a(found.triangle_a), d.b = pair.element_b(found.triangle_b);
  d.a.feature = triangles::feature_at(pair.of_a(found.triangle_a), d.on_a);
  d.b.feature = triangles::feature_at(pair.of_b(found.triangle_b), d.on_b);
  return d;
}

template <class A, class B>
Answer report_distance(const A& a, const Pose& at, const B& b, const DistanceOptions& how, Distance d) {
  constexpr bool models = kIsModel<A> && kIsModel<B>, shapes = !kIsModel<A> && !kIsModel<B>;
  if (is_invalid(d.status)) return invalid_answer();
  if (d.status == Status::at_least) d.distance = how.max;  // what is proven beyond it was not wanted
  std::optional<bool> overlapping;                         // of a shape and a model it is not computed
  if constexpr (shapes) {
    if (d.distance <= 0) overlapping = d.distance < 0;
  } else if constexpr (models) {
    if (d.distance == 0 && d.has_points()) overlapping = clash(a, at, b).state == Clash::State::clash;
  }
  Answer answer{in_words(d, overlapping), as_json(d)};
  Json& json = answer.json;
  if (overlapping) json["overlapping"] = *overlapping;
  if (d.has_points()) {
    if constexpr (!models) json["normal"] = to_json(d.normal);
    if constexpr (!shapes) add_triangles<A, B>(json, d);
    if constexpr (models) {
      json["features"] = {name(d.a.feature), name(d.b.feature)};
      if (a.mesh().parts() > 1 || b.mesh().parts() > 1) json["parts"] = {d.a.part, d.b.part};
    }
  }
  if (d.contained) add_inside(answer, inner_of(a, at, b));
  answer.inside = d.distance > 0 && !how.solid && lies_inside(a, at, b);
  return answer;
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

Exit run_distance(const DistanceCommand& options) {
  const DistanceOptions how = options.read();
  const Norm norm = read_norm(options.norm);
  const GeometryPair pair = read_geometries(options.pair);
  require_meshes_for(norm, pair, options.pair);
  if (options.gpu) {
    if (options.pair.solid || options.max || options.abs_error || options.rel_error || norm != Norm::euclidean)
      throw BadInput("--gpu goes without --solid, --max, --abs-error, --rel-error and --norm");
    return for_each_pose_on_gpu<gpu::Nearest>(
        pair, {kDistanceColumns},
        [](const gpu::Models& models, std::span<const Pose> poses, std::vector<gpu::Nearest>& answers) {
          return models.distance(poses, answers);
        },
        [&](const Pose& at, const gpu::Nearest& found) {
          const Model &a = std::get<Model>(pair.a), &b = std::get<Model>(pair.b);
          return report_distance(a, at, b, how, with_features(a, at, b, found));
        });
  }
  return std::visit(
      [&](const auto& a, const auto& b) {
        return for_each_pose(pair, {kDistanceColumns}, [&](const Pose& at) {
          return report_distance(a, at, b, how, compute_distance(a, at, b, norm, how));
        });
      },
      pair.a, pair.b);
}

}  // namespace

void add_distance(CLI::App& program, Action& action) {
  CLI::App* command = program.add_subcommand("distance", "Minimum distance between A and B, and the nearest points");
  auto options = std::make_shared<DistanceCommand>();
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
  add_norm_to(*command, options->norm);
  add_gpu_to(*command, options->gpu);
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
