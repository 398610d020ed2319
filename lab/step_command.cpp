// apart lab step A B: a page that shows a traversal, test by test.
#include <fmt/format.h>
#include <apart/io/bytes/source.hpp>
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

cli::Exit step(const StepWords& words) {
  StepOptions options{.query = question(words.query), .most_steps = words.steps};
  const bool within = options.query == StepOptions::Query::within;
  if (within != words.tolerance.has_value())
    throw BadInput(within ? "--ask within: --tolerance is missing" : "--tolerance: only --ask within has one");
  if (within) options.tolerance = cli::not_negative("--tolerance", *words.tolerance);
  refuse_to_lose(words.file);
  const cli::ModelPair pair = read_models(words.pair);
  const auto name = [](const std::string& path) { return std::filesystem::path(path).filename().string(); };
  const std::string page = step_page(pair.a, name(words.pair.a), pair.poses[0], pair.b, name(words.pair.b), options);
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
  command->footer(
      "The page is self-contained and needs no network.\n"
      "Examples:\n"
      "  apart lab step gear.stl shaft.stl --pose \"0 0 12.5 1 0 0 0\"\n"
      "  apart lab step gear.stl shaft.stl --ask distance -o gap.html");
  command->callback([words, &action] { action = [words] { return step(*words); }; });
}

}  // namespace apart::lab
