// apart lab step A B: a page that shows a traversal, test by test.
#include <fmt/format.h>
#include <algorithm>
#include <apart/io/bytes/source.hpp>
#include <apart/kit/fields.hpp>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>

#include "cli/input.hpp"
#include "cli/output.hpp"
#include "lab/command.hpp"
#include "lab/step.hpp"

namespace apart::lab {
namespace {

using cli::BadInput;

struct StepWords {
  cli::PairOptions pair;
  cli::Given tolerance;
  std::string query = "collisions", file = "step.html";
  std::size_t steps = StepOptions{}.most_steps;
  kit::TreeChoice tree;
  kit::WalkChoice walk;
  std::vector<CLI::Option*> choices{};  // one was given: the traversal is one of the kit
};

StepOptions::Query question(const std::string& word) {
  using enum StepOptions::Query;
  static const std::map<std::string, StepOptions::Query> words{
      {"collide", collide}, {"collisions", collisions}, {"distance", distance}, {"within", within}};
  const auto found = words.find(word);
  if (found == words.end())
    throw BadInput("--ask: expected collide, collisions, distance or within, found " + io::in_quotes(word));
  return found->second;
}

// A typing mistake must not overwrite a mesh: only such a page is replaced.
void refuse_to_lose(const std::string& file) {
  std::error_code why;
  if (!std::filesystem::is_regular_file(file, why) || std::filesystem::file_size(file, why) == 0) return;
  std::string begin(kStepPageMark.size(), ' ');
  std::ifstream(file, std::ios::binary).read(begin.data(), static_cast<std::streamsize>(begin.size()));
  if (begin != kStepPageMark)
    throw BadInput(file + ": exists, and is not such a page; choose another name or remove it");
}

void write_page(const std::string& file, const std::string& page) {
  std::ofstream out(file, std::ios::binary);
  out.write(page.data(), static_cast<std::streamsize>(page.size()));
  out.close();
  if (!out) throw BadInput(file + ": cannot be written");
}

// By the choices that were given.
std::string page_of_kit(const StepWords& words, const cli::ModelPair& pair, const std::string& name_a,
                        const std::string& name_b, const StepOptions& options) {
  kit::WalkChoice choice = words.walk;
  choice.query = words.query == "collisions" ? "all" : words.query;
  choice.tolerance = options.tolerance;
  if (words.tree.layout == "lazy") throw BadInput("--layout lazy: the page shows whole trees, and a lazy one never is");
  const auto or_refuse = [](auto made) {
    if (!made) throw BadInput("--" + made.error());
    return *std::move(made);
  };
  const kit::AnyTree a = or_refuse(kit::AnyTree::make(pair.a.mesh(), words.tree)),
                     b = or_refuse(kit::AnyTree::make(pair.b.mesh(), words.tree));
  kit::AnyWalk walk = or_refuse(kit::AnyWalk::make(a, b, choice));
  StepOptions fewer = options;
  fewer.most_nodes = 1500;  // what is round takes a hundred lines
  return step_page(a, name_a, pair.poses[0], b, name_b, walk, fewer);
}

cli::Exit step(const StepWords& words) {
  StepOptions options{.query = question(words.query), .most_steps = words.steps};
  const bool within = options.query == StepOptions::Query::within;
  if (within != words.tolerance.has_value())
    throw BadInput(within ? "--ask within: --tolerance is missing" : "--tolerance: only --ask within has one");
  if (within) options.tolerance = cli::not_negative("--tolerance", *words.tolerance);
  refuse_to_lose(words.file);
  const cli::ModelPair pair = read_models(words.pair);
  const auto name = [](const std::string& path) { return std::filesystem::path(path).filename().string(); };
  const std::string name_a = name(words.pair.a), name_b = name(words.pair.b);
  const bool of_kit =
      std::any_of(words.choices.begin(), words.choices.end(), [](const CLI::Option* o) { return o->count() > 0; });
  const std::string page = of_kit ? page_of_kit(words, pair, name_a, name_b, options)
                                  : step_page(pair.a, name_a, pair.poses[0], pair.b, name_b, options);
  write_page(words.file, page);
  cli::print_line(fmt::format("{}: {}, to be opened in a browser", words.file, cli::text_of_bytes(page.size())));
  return cli::answered;
}

}  // namespace

void add_step(CLI::App& lab, cli::Action& action) {
  CLI::App* command = lab.add_subcommand("step", "Write a page that steps through a traversal, test by test");
  auto words = std::make_shared<StepWords>();
  words->pair.add_models_to(*command);
  words->pair.scale.add_to(*command);
  command->add_option("--ask", words->query, "collide, collisions (all that touch; the default), distance or within")
      ->type_name("QUESTION");
  command->add_option("--tolerance", words->tolerance, "The tolerance of --ask within")->type_name("T");
  command->add_option("-o,--output", words->file, "The page to write; step.html by default")->type_name("FILE");
  command
      ->add_option("--steps", words->steps,
                   "Record the first N steps, 20000 by default; the page shows if there were more")
      ->check(CLI::Range(1, 10000000))
      ->type_name("N");
  const auto add_choices = [&](auto& to, const auto& fields, std::size_t first) {
    for (const auto& field : fields) {
      const kit::Choice& choice = kit::choices()[first++];
      if (choice.name == "query" || choice.name == "front") continue;  // --ask; a front is what another query left
      std::string known;
      for (const kit::Word& word : choice.words) known += (known.empty() ? "" : ", ") + std::string(word.word);
      words->choices.push_back(command->add_option("--" + std::string(choice.name), to.*field.word,
                                                   fmt::format("{}: {}", choice.meaning, known)));
      words->choices.back()->type_name("WORD");
    }
  };
  add_choices(words->tree, kit::tree_fields(), 0);
  add_choices(words->walk, kit::walk_fields(), kit::tree_fields().size());
  words->choices.push_back(command->add_option("--leaf", words->tree.leaf, "Triangles in a leaf, 1 to 128"));
  words->choices.push_back(command->add_option("--branching", words->tree.branching, "Children of a node, 2 to 8"));
  command->footer(
      "Without choices, the traversal is the one that answers the query, with the convex hulls of nodes where it uses\n"
      "them. With some, it is that of apart lab walk. The page shows the volumes of any level, or of the whole tree, "
      "too.\n"
      "It is self-contained and needs no network.\n"
      "Examples:\n"
      "  apart lab step gear.stl shaft.stl --pose \"0 0 12.5 1 0 0 0\"\n"
      "  apart lab step gear.stl shaft.stl --ask distance -o gap.html\n"
      "  apart lab step gear.stl shaft.stl --volume 18-dop --builder covariance --leaf 1 --branching 2");
  command->callback([words, &action] { action = [words] { return step(*words); }; });
}

}  // namespace apart::lab
