// apart lab walk A B: the same query by every combination of choices, counted, measured and compared.
#include <fmt/format.h>
#include <apart/kit/kit.hpp>
#include <chrono>
#include <filesystem>
#include <memory>

#include "cli/input.hpp"
#include "cli/output.hpp"
#include "lab/command.hpp"
#include "lab/results.hpp"
#include "lab/walk_grid.hpp"

namespace apart::lab {
namespace {

using cli::BadInput;

struct WalkWords {
  cli::PairOptions pair;
  std::vector<std::string> words = std::vector<std::string>(kit::choices().size());  // in the order of the choices
  std::string leaf, branching;
  cli::Given tolerance;
  std::string out = "lab";
  bool json = false;
};

std::string option(const kit::Choice& choice) {
  return choice.name == "query" ? "--ask" : "--" + std::string(choice.name);
}

std::vector<std::string> split(const std::string& list) {
  std::vector<std::string> out(1);
  for (const char c : list) {
    if (c == ',')
      out.emplace_back();
    else
      out.back() += c;
  }
  return out;
}

// The words of a list; "every" is all of them.
std::vector<std::string> words_of(const kit::Choice& choice, const std::string& list) {
  if (list.empty()) return {std::string(choice.words[0].word)};
  std::vector<std::string> out;
  if (list == "every") {
    for (const kit::Word& word : choice.words)
      if (!word.meaning.starts_with("another word for")) out.emplace_back(word.word);
    return out;
  }
  for (const std::string& word : split(list)) {
    std::string known;
    bool found = false;
    for (const kit::Word& w : choice.words) {
      known += (known.empty() ? "" : ", ") + std::string(w.word);
      found |= w.word == word;
    }
    if (!found)
      throw BadInput(fmt::format("{}: expected some of {}, or every; found \"{}\"", option(choice), known, word));
    out.push_back(word);
  }
  return out;
}

std::vector<u32> numbers_of(const std::string& name, const std::string& list, u32 usual, u32 least, u32 most) {
  if (list.empty()) return {usual};
  std::vector<u32> out;
  for (const std::string& word : split(list)) {
    out.push_back(cli::whole(name, word, most));
    if (out.back() < least) throw BadInput(fmt::format("{}: expected {} or more, found {}", name, least, word));
  }
  return out;
}

cli::Exit walk(const WalkWords& given) {
  WalkGrid grid;
  const auto choices = kit::choices();
  for (std::size_t k = 0; k < choices.size(); ++k) grid.words.push_back(words_of(choices[k], given.words[k]));
  grid.leaves = numbers_of("--leaf", given.leaf, kit::TreeChoice{}.leaf, 1, 128);
  grid.branchings = numbers_of("--branching", given.branching, kit::TreeChoice{}.branching, 2, 8);
  const auto has = [&](std::string_view name, const char* word) {
    for (std::size_t k = 0; k < choices.size(); ++k)
      if (choices[k].name == name)
        return std::find(grid.words[k].begin(), grid.words[k].end(), word) != grid.words[k].end();
    return false;
  };
  const bool within = has("query", "within");
  if (within != given.tolerance.has_value())
    throw BadInput(within ? "--ask within: --tolerance is missing" : "--tolerance: only --ask within has one");
  if (within) grid.tolerance = cli::not_negative("--tolerance", *given.tolerance);
  if (has("front", "yes") && !given.pair.poses)
    throw BadInput("--front yes: a front is what one pose leaves for the next; give --poses");
  // Turned, so that volumes of both are placed.
  grid.a_in_world = Pose::from_quaternion(1, 0.5, 0.3, -0.2, {}).value();
  const cli::ModelPair pair = read_models(given.pair);
  if (pair.poses.empty()) throw BadInput(*given.pair.poses + ": has no poses");

  cli::Progress progress("walk", 1000, false);
  const auto start = std::chrono::steady_clock::now();
  Run run({.full = false, .models = {}, .watch = [&](std::size_t done, std::size_t total) {
             progress.reach(total ? 1000 * done / total : 0);
             return true;
           }});
  run_grid(run, grid, pair.a, pair.poses, pair.b);
  const Outcome outcome{
      .experiment = "walk",
      .question = fmt::format("{} and {}, {}", given.pair.a, given.pair.b, cli::count(pair.poses.size(), "pose")),
      .seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(),
      .findings = run.findings()};
  write_outcome(outcome, given.out);
  if (given.json) {
    cli::print_object(to_json(outcome));
  } else {
    print_findings(outcome.findings);
    cli::print_line(fmt::format("\ntable and pictures in {}", folder_of(outcome, given.out).string()));
  }
  return *outcome.findings.comparisons[0].holds ? cli::answered : cli::found_problems;
}

}  // namespace

void add_walk(CLI::App& lab, cli::Action& action) {
  CLI::App* command = lab.add_subcommand("walk", "One query by every combination of choices, counted and measured");
  auto given = std::make_shared<WalkWords>();
  given->pair.add_models_to(*command);
  given->pair.scale.add_to(*command);
  command->add_option("--poses", given->pair.poses, "A file of poses, one on each line: figures are their means")
      ->type_name("FILE");
  const auto choices = kit::choices();
  for (std::size_t k = 0; k < choices.size(); ++k) {
    std::string words;
    for (const kit::Word& word : choices[k].words) words += (words.empty() ? "" : ", ") + std::string(word.word);
    auto* added =
        command->add_option(option(choices[k]), given->words[k], fmt::format("{}: {}", choices[k].meaning, words));
    added->type_name("WORDS");
  }
  command->add_option("--leaf", given->leaf, "Triangles in a leaf, 1 to 128; 4 by default")->type_name("NUMBERS");
  command->add_option("--branching", given->branching, "Children of a node, 2 to 8; 8 by default")
      ->type_name("NUMBERS");
  command->add_option("--tolerance", given->tolerance, "The tolerance of --ask within")->type_name("T");
  command->add_option("--out", given->out, "The folder to write to")->type_name("DIR")->capture_default_str();
  command->add_flag("--json", given->json, "One JSON object with the table");
  command->footer(
      "Every option takes a list, separated by commas, or every; all combinations are run. The first word of each is "
      "the\n"
      "default. D and I are tests of volumes that are disjoint and that meet, S and K of triangles that do not touch "
      "and\n"
      "that do; T_v, T_p and T_u what a test of volumes, of triangles and the placing of a volume cost.\n"
      "Exit status: 0 all combinations answer as the library does; 1 one does not.\n"
      "Examples:\n"
      "  apart lab walk gear.stl shaft.stl --ask all --volume every\n"
      "  apart lab walk gear.stl shaft.stl --ask distance --volume obb,rss,18-dop --order every --leaf 1,4,8\n"
      "  apart lab walk gear.stl shaft.stl --ask distance --layout every --branching 2");
  command->callback([given, &action] { action = [given] { return walk(*given); }; });
}

}  // namespace apart::lab
