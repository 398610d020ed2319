// apart penetration A B: the penetration depth of closed meshes and shapes, and the translation that separates them.
#include <apart/queries/penetration.hpp>
#include <memory>

#include "cli/command.hpp"
#include "cli/each_pose.hpp"
#include "cli/shape_help.hpp"

namespace apart::cli {
namespace {

struct PenetrationCommand {
  PairOptions pair;
  Given rel_error, budget;

  // The time starts anew at each pose.
  PenetrationOptions read() const {
    PenetrationOptions out;
    if (rel_error) out.rel_error = not_negative("--rel-error", *rel_error);
    if (budget) {
      const std::chrono::duration<double> time(lesser(not_negative("--budget", *budget), 1e6));
      out.budget = Budget::of_time(std::chrono::duration_cast<std::chrono::nanoseconds>(time));
    }
    return out;
  }
};

// One number where both bounds agree to the digits shown.
std::string depth_in_words(const Penetration& p) {
  std::string most = readable(p.depth);
  const std::string least = readable(p.at_least);
  if (p.status == Status::exact || least == most) return most;
  if (!(p.at_least > 0)) return fmt::format("at most {}", most);
  return fmt::format("between {} and {}", least, most);
}

std::string in_words(const Penetration& p) {
  if (p.status == Status::nothing) return "nothing to measure: a model is empty";
  if (!(p.depth > 0)) return "not overlapping";
  if (!std::isfinite(p.depth))
    return p.at_least > 0 ? fmt::format("overlapping by at least {}, no translation out is known", readable(p.at_least))
                          : "overlapping without end";
  const char* const how = p.status == Status::unfinished ? " (bounds so far)" : "";
  return fmt::format("penetration depth {}{}; B out by {}", depth_in_words(p), how, readable(p.translation()));
}

Answer report(const Penetration& p) {
  if (is_invalid(p.status)) return invalid_answer();
  Json json = Json::object();
  const bool overlap = p.depth > 0, ends = std::isfinite(p.depth);
  if (ends) {
    json["depth"] = p.depth;
    json["at_least"] = p.at_least, json["at_most"] = p.depth;
    json["translation"] = to_json(p.translation());
  }
  if (overlap && ends) {
    json["on_a"] = to_json(p.on_a), json["on_b"] = to_json(p.on_b);
    json["normal"] = to_json(p.normal);
  }
  json["status"] = to_string(p.status);
  return {.text = in_words(p), .json = std::move(json), .yes = overlap};
}

constexpr CsvColumn kPenetrationColumns[] = {{"pose", "/pose"},
                                             {"depth", "/depth"},
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
                                             {"at_most", "/at_most"},
                                             {"translation_x", "/translation/0"},
                                             {"translation_y", "/translation/1"},
                                             {"translation_z", "/translation/2"},
                                             {"status", "/status"}};

void check_closed(const Model& model, const std::string& word) {
  if (!model.mesh().empty() && !model.closed())
    throw BadInput(word + ": is not closed; penetration depth is that of solids (apart info " + word +
                   " counts its open edges)");
}

Exit run_penetration(const PenetrationCommand& options) {
  options.read();
  const GeometryPair pair = read_geometries(options.pair);
  return std::visit(
      [&]<class A, class B>(const A& a, const B& b) -> Exit {
        if constexpr (kIsModel<A>) check_closed(a, options.pair.a);
        if constexpr (kIsModel<B>) check_closed(b, options.pair.b);
        return for_each_pose(pair, {kPenetrationColumns},
                             [&](const Pose& at) { return report(penetration(a, at, b, options.read())); });
      },
      pair.a, pair.b);
}

}  // namespace

void add_penetration(CLI::App& program, Action& action) {
  CLI::App* command =
      program.add_subcommand("penetration", "Penetration depth of closed meshes and shapes, and the translation out");
  auto options = std::make_shared<PenetrationCommand>();
  options->pair.add_to(*command);
  options->pair.add_exit_code_to(*command, "they overlap");
  command
      ->add_option("--rel-error", options->rel_error,
                   "With a mesh: refine until the bounds differ by this fraction; 0.01 unless given")
      ->type_name("R");
  command->add_option("--budget", options->budget, "With a mesh: stop after S seconds a pose, with the bounds so far")
      ->type_name("S");
  command->footer(with_shapes(
      "Moving B by the translation separates them, and no translation shorter than at_least does. Points, normal and\n"
      "translation are in A's frame, lengths in the unit of the files. Meshes are solids, and must be closed.\n"
      "Examples:\n"
      "  apart penetration gear.stl shaft.stl --json\n"
      "  apart penetration gear.stl shaft.stl --poses motion.txt --rel-error 0.05 --csv\n"
      "  apart penetration box:1,1,1 sphere:0.5 --pose 0.8 0 0\n"
      "  apart penetration gear.stl capsule:2,15 --pose 30 0 0\n"
      "  apart penetration hull:gear.stl hull:shaft.stl --json"));
  command->callback([options, &action] { action = [options] { return run_penetration(*options); }; });
}

}  // namespace apart::cli
