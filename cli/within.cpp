// apart within A B TOL: are two models closer than a tolerance?
#include <apart/queries/within.hpp>
#include <memory>

#include "cli/command.hpp"
#include "cli/each_pose.hpp"

namespace apart::cli {
namespace {

struct AskedWithin {
  PairOptions pair;
  std::string tolerance;
};

}  // namespace

void add_within(CLI::App& program, Action& action) {
  CLI::App* command = program.add_subcommand("within", "Are two models closer than a tolerance?");
  auto options = std::make_shared<AskedWithin>();
  options->pair.add_to(*command);
  options->pair.add_solid_to(*command);
  command->add_option("TOL", options->tolerance, "The tolerance; a distance of just TOL is within it")
      ->required()
      ->type_name("");
  command->footer(
      "Examples:\n"
      "  apart within gear.stl shaft.stl 0.5\n"
      "  apart within hand.obj cabin.obj 0.01 --poses flight.txt --json");
  command->callback([options, &action] {
    action = [options] {
      const double tolerance = not_negative("TOL", options->tolerance);
      const Pair pair = read_pair(options->pair);
      for_each_pose(pair, [&](const Posed& at) {
        const Within answer = within(pair.a, at, pair.b, tolerance, {.solid = options->pair.solid});
        Json json{{"within", answer.within}};
        if (answer.contained) json["contained"] = true;
        return Answer{answer.contained ? "within " + text(tolerance) + ": one lies inside the other"
                                       : (answer ? "within " : "not within ") + text(tolerance),
                      std::move(json)};
      });
      return answered;
    };
  });
}

}  // namespace apart::cli
