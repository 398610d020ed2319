// apart penetration A B: how deep do two shapes overlap, and which is the shortest way out?
#include <apart/convex/penetration_shapes.hpp>
#include <memory>

#include "cli/command.hpp"
#include "cli/each_pose.hpp"

namespace apart::cli {
namespace {

Answer ask_penetration(const Shape& a, const Posed& at, const Shape& b) {
  const Penetration p = penetration(a, at, b);
  Json json = Json::object();
  const bool overlap = p.depth > 0, ends = std::isfinite(p.depth);
  if (ends) json["depth"] = p.depth;
  if (overlap && p.status != Status::exact && std::isfinite(p.at_least)) json["at_least"] = p.at_least;
  if (overlap && ends) {
    json["on_a"] = to_json(p.on_a), json["on_b"] = to_json(p.on_b);
    json["normal"] = to_json(p.normal);
  }
  json["status"] = to_string(p.status);
  if (!overlap) return {"not overlapping", std::move(json)};
  if (!ends) return {"overlapping without end", std::move(json)};
  return {fmt::format("overlapping by {}{}, out along {}", p.status == Status::exact ? "" : "about ", text(p.depth),
                      text(p.normal)),
          std::move(json)};
}

const Shape& shape_or_throw(const Subject& subject, const std::string& word) {
  if (const Shape* shape = std::get_if<Shape>(&subject)) return *shape;
  throw BadInput(word + ": penetration is asked of shapes; hull:" + word + " is the hull of this file");
}

}  // namespace

void add_penetration(CLI::App& program, Action& action) {
  CLI::App* command = program.add_subcommand("penetration", "How deep do two shapes overlap, and which way out?");
  auto options = std::make_shared<PairOptions>();
  options->add_to(*command);
  command->footer(
      "Moving B by the depth along the normal parts them. Points and the normal are in A's frame.\n"
      "Examples:\n"
      "  apart penetration box:1,1,1 ball:0.5 --pose \"0.8 0 0 1 0 0 0\"\n"
      "  apart penetration hull:gear.stl hull:shaft.stl --json");
  command->callback([options, &action] {
    action = [options] {
      const Subjects pair = read_subjects(*options);
      const Shape &a = shape_or_throw(pair.a, options->a), &b = shape_or_throw(pair.b, options->b);
      for_each_pose(pair, [&](const Posed& at) { return ask_penetration(a, at, b); });
      return answered;
    };
  });
}

}  // namespace apart::cli
