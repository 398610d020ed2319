// apart lab EXPERIMENT: runs it, prints the results, writes tables and pictures, and the page of all experiments.
#include <fmt/format.h>
#include <atomic>
#include <chrono>
#include <csignal>
#include <memory>

#include "cli/input.hpp"
#include "cli/output.hpp"
#include "lab/command.hpp"
#include "lab/experiment.hpp"
#include "lab/results.hpp"

namespace apart::lab {
namespace {

std::atomic<bool> interrupted = false;

struct Options {
  std::string out = "lab", models;
  bool quick = false, full = false, json = false;

  void add_to(CLI::App& command) {
    auto* small = command.add_flag("--quick", quick, "Small models, seconds; the default");
    command.add_flag("--full", full, "Sizes as published")->excludes(small);
    command.add_option("--models", models, "A folder of real models, to be used beside generated ones")
        ->type_name("DIR");
    command.add_flag("--json", json, "One JSON object with all tables");
    add_out_to(command);
  }
  void add_out_to(CLI::App& command) {
    command.add_option("--out", out, "The folder to write to")->type_name("DIR")->capture_default_str();
  }
};

cli::Exit run_one(const Experiment& experiment, const Options& options) {
  cli::Progress progress(std::string(experiment.name), 1000, false);
  const auto start = std::chrono::steady_clock::now();
  Run run({.full = options.full,
           .models = options.models.empty() ? std::nullopt : std::optional<std::filesystem::path>(options.models),
           .watch = [&](std::size_t done, std::size_t total) {
             progress.reach(total ? 1000 * done / total : 0);
             return !interrupted;
           }});
  experiment.run(run);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  const Outcome outcome{.experiment = std::string(experiment.name),
                        .question = std::string(experiment.question),
                        .full = options.full,
                        .finished = !run.stopped(),
                        .seconds = seconds,
                        .findings = run.findings()};
  write_outcome(outcome, options.out);
  if (options.json) {
    cli::print_object(to_json(outcome));
  } else {
    cli::print_line(fmt::format("{}: {}", experiment.name, experiment.question));
    print_findings(outcome.findings);
    cli::print_line(fmt::format("\n{} in {:.3g} s; tables and pictures in {}", outcome.finished ? "done" : "STOPPED",
                                seconds, folder_of(outcome, options.out).string()));
  }
  if (run.stopped()) return cli::interrupted;
  for (const Comparison& c : outcome.findings.comparisons)
    if (c.holds && !*c.holds) return cli::found_problems;
  return cli::answered;
}

cli::Exit run_all(std::span<const Experiment> list, const Options& options) {
  if (!options.models.empty() && !std::filesystem::is_directory(options.models))
    throw cli::BadInput(options.models + ": is not a folder");
  std::signal(SIGINT, [](int) { interrupted = true; });
  cli::Exit worst = cli::answered;
  for (const Experiment& experiment : list) {
    worst = std::max(worst, run_one(experiment, options));
    if (interrupted) break;
  }
  write_report(options.out);
  if (!options.json) cli::print_line(fmt::format("all results: {}/report.html", options.out));
  return worst;
}

}  // namespace

void add_experiments(CLI::App& lab, cli::Action& action) {
  auto options = std::make_shared<Options>();
  const auto add = [&](std::string name, std::string question, std::span<const Experiment> list) {
    CLI::App* command = lab.add_subcommand(name, question);
    options->add_to(*command);
    command->callback([options, list, &action] { action = [options, list] { return run_all(list, *options); }; });
  };
  const auto list = experiments();
  for (std::size_t k = 0; k < list.size(); ++k)
    add(std::string(list[k].name), std::string(list[k].question), list.subspan(k, 1));
  add("all", "All of them", list);

  CLI::App* names = lab.add_subcommand("list", "Their names, one per line");
  names->callback([list, &action] {
    action = [list] {
      for (const Experiment& experiment : list) cli::print_line(experiment.name);
      return cli::answered;
    };
  });

  CLI::App* report = lab.add_subcommand("report", "Write the page again from earlier results");
  options->add_out_to(*report);
  report->callback([options, &action] {
    action = [options] {
      write_report(options->out);
      cli::print_line(options->out + "/report.html");
      return cli::answered;
    };
  });
}

}  // namespace apart::lab
