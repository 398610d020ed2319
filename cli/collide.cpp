// apart collide A B: whether two models or shapes intersect or touch, and in which triangles.
#include <apart/queries/collide.hpp>
#include <apart/queries/collisions.hpp>
#include <memory>

#include "cli/command.hpp"
#include "cli/on_gpu.hpp"
#include "cli/shape_help.hpp"

namespace apart::cli {
namespace {

struct CollideCommand {
  PairOptions pair;
  bool all = false, list = false, gpu = false;
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

// The pairs of triangles that touch: how many, or which.
void add_pairs(Answer& answer, const Model& a, const Pose& at, const Model& b, bool touching, bool list) {
  if (!list) {
    std::size_t pairs = 0;
    if (touching) collisions(a, at, b, [&](const TouchingPair&) { return ++pairs, true; });
    answer.json["pairs"] = pairs;
    if (pairs > 0) answer.text += ", " + count(pairs, "pair") + " of triangles touch";
    return;
  }
  const Collisions all = collisions(a, at, b);
  answer.json["pairs"] = all.pairs.size();
  Json rows = Json::array();
  for (const TouchingPair& t : all.pairs) {
    const Meeting m = meeting(a, at, b, t);
    rows.push_back({{"triangle_a", t.triangle_a},
                    {"triangle_b", t.triangle_b},
                    {"kind", name(m.kind)},
                    {"from", to_json(m.p)},
                    {"to", to_json(m.q)}});
    answer.details.push_back(m.kind == Meeting::Kind::point
                                 ? fmt::format("{} and {}: at {}", t.triangle_a, t.triangle_b, readable(m.p))
                                 : fmt::format("{} and {}: {} from {} to {}", t.triangle_a, t.triangle_b, name(m.kind),
                                               readable(m.p), readable(m.q)));
  }
  answer.json["touching"] = std::move(rows);
  if (!all.pairs.empty()) answer.text += ", " + count(all.pairs.size(), "pair") + " of triangles touch:";
}

Answer report_collision(bool colliding) {
  return {.text = colliding ? "colliding" : "not colliding", .json = {{"colliding", colliding}}, .yes = colliding};
}

template <class A, class B>
Answer report_collision(const A& a, const Pose& at, const B& b, const CollideCommand& options) {
  const Collision hit = collide(a, at, b, {.solid = options.pair.solid});
  if (is_invalid(hit.status)) return invalid_answer();
  Answer answer = report_collision(hit.colliding);
  if (hit.contained) add_inside(answer, inner_of(a, at, b));
  answer.inside = !hit.colliding && !options.pair.solid && lies_inside(a, at, b);
  if constexpr (kIsModel<A> && kIsModel<B>)
    if (options.all || options.list) add_pairs(answer, a, at, b, hit && !hit.contained, options.list);
  return answer;
}

constexpr CsvColumn kCollideColumns[] = {{"pose", "/pose"},           {"colliding", "/colliding"},
                                         {"contained", "/contained"}, {"inside", "/inside"},
                                         {"pairs", "/pairs"},         {"status", "/status"}};

// One row for each pair of triangles.
constexpr CsvColumn kTouchingColumns[] = {{"pose", "/pose"},
                                          {"colliding", "/colliding"},
                                          {"contained", "/contained"},
                                          {"inside", "/inside"},
                                          {"pairs", "/pairs"},
                                          {"status", "/status"},
                                          {"triangle_a", "/triangle_a"},
                                          {"triangle_b", "/triangle_b"},
                                          {"kind", "/kind"},
                                          {"from_x", "/from/0"},
                                          {"from_y", "/from/1"},
                                          {"from_z", "/from/2"},
                                          {"to_x", "/to/0"},
                                          {"to_y", "/to/1"},
                                          {"to_z", "/to/2"}};

Exit run_collide(const CollideCommand& options) {
  const GeometryPair pair = read_geometries(options.pair);
  const bool shapes = std::holds_alternative<Shape>(pair.a) || std::holds_alternative<Shape>(pair.b);
  if (shapes && (options.all || options.list)) throw BadInput("--all and --list: a shape has no triangles");
  if (options.gpu) {
    if (options.pair.solid || options.all || options.list)
      throw BadInput("--gpu goes without --solid, --all and --list");
    return for_each_pose_on_gpu<gpu::YesNo>(
        pair, {kCollideColumns},
        [](const gpu::Models& models, std::span<const Pose> poses, std::vector<gpu::YesNo>& answers) {
          return models.collide(poses, answers);
        },
        [](const Pose&, gpu::YesNo answer) {
          return is_invalid(answer.status()) ? invalid_answer() : report_collision(answer.yes());
        });
  }
  const CsvLayout layout = options.list ? CsvLayout{kTouchingColumns, "touching"} : CsvLayout{kCollideColumns};
  return std::visit(
      [&](const auto& a, const auto& b) {
        return for_each_pose(pair, layout, [&](const Pose& at) { return report_collision(a, at, b, options); });
      },
      pair.a, pair.b);
}

}  // namespace

void add_collide(CLI::App& program, Action& action) {
  CLI::App* command = program.add_subcommand("collide", "Collision test: do A and B intersect or touch?");
  auto options = std::make_shared<CollideCommand>();
  options->pair.add_to(*command);
  options->pair.add_solid_to(*command);
  options->pair.add_exit_code_to(*command, "they collide");
  add_gpu_to(*command, options->gpu);
  command->add_flag("--all", options->all, "Count all pairs of triangles that intersect or touch");
  command->add_flag("--list", options->list,
                    "List them: their indices in the files, from 0, and where they meet; with --csv a row for each");
  command->footer(with_shapes(
      "Touching counts. Triangles are decided exactly; of shapes, \"not colliding\" is proven. Meshes are surfaces\n"
      "unless --solid is given; shapes are solid.\n"
      "Examples:\n"
      "  apart collide gear.stl shaft.stl --all\n"
      "  apart collide gear.stl capsule:0.2,1.5\n"
      "  apart collide gear.stl shaft.stl --pose 0 0 12.5 1 0 0 0\n"
      "  apart collide gear.stl shaft.stl --poses motion.txt --json\n"
      "  apart collide gear.stl housing.obj --exit-code || echo \"they collide\""));
  command->callback([options, &action] { action = [options] { return run_collide(*options); }; });
}

}  // namespace apart::cli
