// apart within A B TOL: whether the minimum distance of two models or shapes is at most a tolerance.
#include <apart/queries/within.hpp>
#include <memory>

#include "cli/command.hpp"
#include "cli/on_gpu.hpp"
#include "cli/shape_help.hpp"

namespace apart::cli {
namespace {

struct WithinCommand {
  PairOptions pair;
  std::string tolerance;
  bool gpu = false;
};

Answer report_within(bool within, double tolerance) {
  return {
      .text = (within ? "within " : "not within ") + readable(tolerance), .json = {{"within", within}}, .yes = within};
}

template <class A, class B>
Answer report_within(const A& a, const Pose& at, const B& b, double tolerance, bool solid) {
  const Within found = within(a, at, b, tolerance, {.solid = solid});
  if (is_invalid(found.status)) return invalid_answer();
  Answer answer = report_within(found.within, tolerance);
  if (found.contained) add_inside(answer, inner_of(a, at, b));
  answer.inside = !found.within && !solid && lies_inside(a, at, b);
  return answer;
}

constexpr CsvColumn kWithinColumns[] = {{"pose", "/pose"},
                                        {"within", "/within"},
                                        {"contained", "/contained"},
                                        {"inside", "/inside"},
                                        {"status", "/status"}};

Exit run_within(const WithinCommand& options) {
  const double tolerance = not_negative("TOL", options.tolerance);
  const GeometryPair pair = read_geometries(options.pair);
  if (options.gpu) {
    if (options.pair.solid) throw BadInput("--gpu goes without --solid");
    return for_each_pose_on_gpu<gpu::YesNo>(
        pair, {kWithinColumns},
        [&](const gpu::Models& models, std::span<const Pose> poses, std::vector<gpu::YesNo>& answers) {
          return models.within(poses, tolerance, answers);
        },
        [&](const Pose&, gpu::YesNo answer) {
          return is_invalid(answer.status()) ? invalid_answer() : report_within(answer.yes(), tolerance);
        });
  }
  return std::visit(
      [&](const auto& a, const auto& b) {
        return for_each_pose(pair, {kWithinColumns},
                             [&](const Pose& at) { return report_within(a, at, b, tolerance, options.pair.solid); });
      },
      pair.a, pair.b);
}

}  // namespace

void add_within(CLI::App& program, Action& action) {
  CLI::App* command =
      program.add_subcommand("within", "Clearance test: is the minimum distance of A and B at most TOL?");
  auto options = std::make_shared<WithinCommand>();
  options->pair.add_to(*command);
  options->pair.add_solid_to(*command);
  options->pair.add_exit_code_to(*command, "they are within TOL");
  add_gpu_to(*command, options->gpu);
  command->add_option("TOL", options->tolerance, "The tolerance; a distance of just TOL is within it")
      ->required()
      ->type_name("");
  command->footer(
      with_shapes("Examples:\n"
                  "  apart within gear.stl shaft.stl 0.5\n"
                  "  apart within gear.stl plane:0,0,1,-2 0.5       all below z = -2\n"
                  "  apart within gear.stl shaft.stl 0.5 --pose 0 0 12.5\n"
                  "  apart within gear.stl shaft.stl 0.01 --poses motion.txt --csv"));
  command->callback([options, &action] { action = [options] { return run_within(*options); }; });
}

}  // namespace apart::cli
