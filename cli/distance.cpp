// apart distance A B: how far apart are two models, and where?
#include <apart/queries/distance.hpp>
#include <memory>

#include "cli/command.hpp"
#include "cli/each_pose.hpp"

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

std::string in_words(const Distance& d) {
  if (d.status == Status::nothing) return "nothing to measure: a model is empty";
  if (d.contained) return "distance 0: one lies inside the other";
  if (d.status == Status::at_least) return "more than " + text(d.distance) + " apart";
  if (d.distance == 0) return "touching, at " + text(d.on_a);
  const char* how = d.status == Status::within_error ? "apart by at most " : "apart by ";
  return fmt::format("{}{}, nearest points {} and {}", how, text(d.distance), text(d.on_a), text(d.on_b));
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

// JSON knows no infinity: where there is no distance there is no "distance". Parts are named when there are several.
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
  if (d.contained) out["contained"] = true;
  out["status"] = to_string(d.status);
  return out;
}

}  // namespace

void add_distance(CLI::App& program, Action& action) {
  CLI::App* command = program.add_subcommand("distance", "How far apart are two models, and where?");
  auto options = std::make_shared<AskedDistance>();
  options->pair.add_to(*command);
  options->pair.add_solid_to(*command);
  command->add_option("--max", options->max, "Do not look farther than D")->type_name("D");
  command->add_option("--abs-error", options->abs_error, "The answer may be this much too large")->type_name("E");
  command->add_option("--rel-error", options->rel_error, "The answer may be too large by this share")->type_name("R");
  command->footer(
      "Points are in A's frame. Distances are in the unit of the files, or that of --units. Triangles and parts are\n"
      "counted from 0, as they stand in the files.\n"
      "Examples:\n"
      "  apart distance gear.stl shaft.stl\n"
      "  apart distance gear.stl shaft.stl --pose \"0 0 12.5 1 0 0 0\" --json\n"
      "  apart distance hand.obj cabin.obj --poses flight.txt --max 0.1");
  command->callback([options, &action] {
    action = [options] {
      const DistanceOptions how = options->read();
      const Pair pair = read_pair(options->pair);
      const bool parts = pair.a.mesh().parts() > 1 || pair.b.mesh().parts() > 1;
      for_each_pose(pair, [&](const Posed& at) {
        const Distance d = distance(pair.a, at, pair.b, how);
        return Answer{in_words(d), as_json(d, parts)};
      });
      return answered;
    };
  });
}

}  // namespace apart::cli
