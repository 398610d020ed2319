// apart collide A B: do two models touch, and in which triangles?
#include <apart/queries/collisions.hpp>
#include <memory>

#include "cli/command.hpp"
#include "cli/each_pose.hpp"

namespace apart::cli {
namespace {

struct AskedCollide {
  PairOptions pair;
  bool all = false, list = false;
};

const char* name(Meeting::Kind kind) {
  switch (kind) {
    case Meeting::Kind::none:
      break;
    case Meeting::Kind::point:
      return "point";
    case Meeting::Kind::segment:
      return "segment";
    case Meeting::Kind::area:
      return "area";
  }
  return "none";
}

Answer ask(const Pair& pair, const Posed& at, const AskedCollide& options) {
  const Collision hit = collide(pair.a, at, pair.b, {.solid = options.pair.solid});
  Answer answer{hit.contained ? "colliding: one lies inside the other"
                : hit         ? "colliding"
                              : "not colliding",
                {{"colliding", hit.colliding}}};
  if (hit.contained) answer.json["contained"] = true;
  if (!options.all && !options.list) return answer;
  if (!options.list) {
    std::size_t pairs = 0;
    if (hit && !hit.contained) collisions(pair.a, at, pair.b, [&](const TouchingPair&) { return ++pairs, true; });
    answer.json["pairs"] = pairs;
    if (pairs > 0) answer.text += ", " + count(pairs, "pair") + " of triangles touch";
    return answer;
  }
  const Collisions all = collisions(pair.a, at, pair.b);
  answer.json["pairs"] = all.pairs.size();
  Json list = Json::array();
  for (const TouchingPair& t : all.pairs) {
    const Meeting m = meeting(pair.a, at, pair.b, t);
    list.push_back({{"triangle_a", t.triangle_a},
                    {"triangle_b", t.triangle_b},
                    {"kind", name(m.kind)},
                    {"from", to_json(m.p)},
                    {"to", to_json(m.q)}});
    answer.details.push_back(m.kind == Meeting::Kind::point
                                 ? fmt::format("{} and {}: at {}", t.triangle_a, t.triangle_b, text(m.p))
                                 : fmt::format("{} and {}: {} from {} to {}", t.triangle_a, t.triangle_b, name(m.kind),
                                               text(m.p), text(m.q)));
  }
  answer.json["touching"] = std::move(list);
  if (!all.pairs.empty()) answer.text += ", " + count(all.pairs.size(), "pair") + " of triangles touch:";
  return answer;
}

}  // namespace

void add_collide(CLI::App& program, Action& action) {
  CLI::App* command = program.add_subcommand("collide", "Do two models touch?");
  auto options = std::make_shared<AskedCollide>();
  options->pair.add_to(*command);
  options->pair.add_solid_to(*command);
  command->add_flag("--all", options->all, "Count all pairs of triangles that touch");
  command->add_flag("--list", options->list,
                    "List them: their numbers in the files, counted from 0, and where they meet");
  command->footer(
      "Touching counts. Triangles are decided exactly.\n"
      "Examples:\n"
      "  apart collide gear.stl shaft.stl --all\n"
      "  apart collide gear.stl shaft.stl --pose \"0 0 12.5 1 0 0 0\"\n"
      "  apart collide hand.obj cabin.obj --poses flight.txt --json");
  command->callback([options, &action] {
    action = [options] {
      const Pair pair = read_pair(options->pair);
      for_each_pose(pair, [&](const Posed& at) { return ask(pair, at, *options); });
      return answered;
    };
  });
}

}  // namespace apart::cli
