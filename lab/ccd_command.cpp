// apart lab ccd DIR: continuous collision queries with known answers: misses, false alarms, mean time.
#include <fmt/format.h>
#include <memory>

#include "cli/input.hpp"
#include "cli/output.hpp"
#include "lab/ccd_queries.hpp"
#include "lab/clock.hpp"
#include "lab/command.hpp"

namespace apart::lab {
namespace {

struct CcdWords {
  std::string folder;
  cli::Given tolerance;
  bool json = false;
};

struct CcdCounts {
  std::size_t queries = 0, hits = 0, misses = 0, false_alarms = 0, unfinished = 0, rounded = 0;
  double seconds = 0;  // of one run over all queries

  void add(const CcdCounts& c) {
    queries += c.queries, hits += c.hits, misses += c.misses, false_alarms += c.false_alarms;
    unfinished += c.unfinished, rounded += c.rounded, seconds += c.seconds;
  }
  double microseconds() const { return queries ? 1e6 * seconds / double(queries) : 0; }
};

CcdCounts count(const CcdSet& set, double tolerance) {
  CcdCounts out;
  for (const CcdQuery& query : set.queries) {
    const FirstContact found = answer(set, query, tolerance);
    ++out.queries;
    out.hits += query.hit;
    out.misses += query.hit && !found.hit;
    out.false_alarms += !query.hit && found.hit;
    out.unfinished += found.status == Status::unfinished;
    out.rounded += query.input_error > 0;
  }
  std::size_t hits = 0;
  if (out.queries)
    out.seconds = best_seconds(
        [&] {
          for (const CcdQuery& query : set.queries) hits += answer(set, query, tolerance).hit;
        },
        5, 1e-3);
  return out;
}

cli::Json json_of(const CcdCounts& c) {
  return {{"queries", c.queries},       {"hits", c.hits},
          {"misses", c.misses},         {"false_alarms", c.false_alarms},
          {"unfinished", c.unfinished}, {"rounded", c.rounded},
          {"mean_us", c.microseconds()}};
}

cli::Exit ccd(const CcdWords& words) {
  const double tolerance = words.tolerance ? cli::not_negative("--tolerance", *words.tolerance) : 0;
  const std::vector<CcdSet> sets = read_ccd(words.folder);
  CcdCounts all;
  cli::Table table({"set", "queries", "hits", "misses", "false alarms", "mean"});
  cli::Json rows = cli::Json::array();
  const auto cells = [](const std::string& name, const CcdCounts& c) {
    return std::vector<std::string>{name,
                                    cli::grouped(c.queries),
                                    cli::grouped(c.hits),
                                    cli::grouped(c.misses),
                                    cli::grouped(c.false_alarms),
                                    fmt::format("{:.3f} us", c.microseconds())};
  };
  {
    cli::Progress progress("ccd", sets.size(), false);
    for (const CcdSet& set : sets) {
      const CcdCounts counts = count(set, tolerance);
      all.add(counts);
      table.add(cells(set.name, counts));
      cli::Json row{{"set", set.name}, {"kind", set.edges ? "edge-edge" : "vertex-face"}};
      row.update(json_of(counts));
      rows.push_back(row);
      progress.step();
    }
  }
  if (words.json) {
    cli::Json out = json_of(all);
    out["tolerance"] = tolerance;
    out["sets"] = rows;
    cli::print_object(out);
  } else {
    table.add(cells("all", all));
    table.print();
    if (all.rounded)
      cli::print_line(
          fmt::format("{} with numbers that a double cannot represent: free only if so for all numbers nearby",
                      cli::count(all.rounded, "query", "queries")));
    if (all.unfinished)
      cli::print_line(fmt::format("{} ended at the limit of steps, and count as hits",
                                  cli::count(all.unfinished, "query", "queries")));
  }
  return all.misses ? cli::found_problems : cli::answered;
}

}  // namespace

void add_ccd(CLI::App& lab, cli::Action& action) {
  const auto words = std::make_shared<CcdWords>();
  CLI::App* command =
      lab.add_subcommand("ccd", "Continuous collision queries with known answers: misses, false alarms, mean time");
  command
      ->add_option("DIR", words->folder, "A folder with queries as fractions, in edge-edge/*.csv and vertex-face/*.csv")
      ->required();
  command
      ->add_option("--tolerance", words->tolerance,
                   "How far apart they may be where a contact is reported; 0, the default: as little as can be told")
      ->type_name("D");
  command->add_flag("--json", words->json, "One JSON object");
  command->footer("Exit status 1 if a contact was missed.");
  command->callback([words, &action] { action = [words] { return ccd(*words); }; });
}

}  // namespace apart::lab
