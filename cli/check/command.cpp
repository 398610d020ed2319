// apart check: what in an assembly clashes, touches, or comes closer than it may?
#include "cli/command.hpp"

#include <fmt/format.h>
#include <apart/io/bytes/source.hpp>
#include <ctime>
#include <fstream>
#include <memory>

#include "cli/check/bcf.hpp"
#include "cli/check/bodies.hpp"
#include "cli/check/fail_on.hpp"
#include "cli/check/motion_file.hpp"
#include "cli/check/output_file.hpp"
#include "cli/check/pair_id.hpp"
#include "cli/check/report.hpp"
#include "cli/interrupt.hpp"
#include "web/pages.hpp"

namespace apart::cli {
namespace {

struct AskedCheck {
  AskedBodies bodies;
  Given clearance, touch, threads, rules, motion, baseline, html, bcf, bcf_version;
  std::vector<std::string> between, clearance_between, ignore;  // words, two or three at a time
  std::vector<std::string> ignore_same;
  std::string fail_on, group_by = "none";
  bool solid = false, self = false, same_group = false, touching_ok = false;
  bool keep_going = false, all = false, curves = false, json = false, csv = false;
};

SaidRules rules_said(const AskedCheck& asked, SaidRules of_scene) {
  using Kind = SaidRule::Kind;
  SaidRules said = std::move(of_scene);
  if (asked.rules) read_rules_file(*asked.rules, said);
  if (asked.clearance) said.clearance = not_negative("--clearance", *asked.clearance);
  if (asked.touch) said.touch = not_negative("--touch", *asked.touch);
  said.solid = said.solid || asked.solid;
  said.self = said.self || asked.self;
  for (std::size_t k = 0; k + 1 < asked.between.size(); k += 2)
    said.rules.push_back(said_of_pair(Kind::between, "--between", asked.between[k], asked.between[k + 1]));
  for (std::size_t k = 0; k + 2 < asked.clearance_between.size(); k += 3) {
    const auto& words = asked.clearance_between;
    said.rules.push_back(said_of_pair(Kind::clearance, "--clearance-between", words[k], words[k + 1]));
    said.rules.back().clearance = not_negative("--clearance-between", words[k + 2]);
  }
  for (const std::string& text : asked.ignore) {
    const auto [a, b] = pair_of("--ignore", text);
    said.rules.push_back(said_of_pair(Kind::ignore, "--ignore", a, b));
  }
  std::vector<std::string> same = asked.ignore_same;
  if (asked.same_group) same.emplace_back("group");
  for (const std::string& word : same) {
    const auto rule = said_of_same(Kind::ignore, "--ignore-same", word);
    if (!rule)
      throw BadInput("--ignore-same: expected file, layer, group or composite, found " + io::in_quotes(word, 60));
    said.rules.push_back(*rule);
  }
  return said;
}

CheckReport ask(const Report& report, u32 threads) {
  Progress* bar = nullptr;
  std::optional<Progress> progress;
  const CheckWatch watch{.threads = threads, .progress = [&](const CheckProgress& so_far) {
                           if (!bar) bar = &progress.emplace("pairs", so_far.pairs, false);
                           bar->reach(so_far.pairs_done, so_far.share);
                           return !interrupt_requested();
                         }};
  if (report.frames.empty()) return check(report.parts, report.rules, watch);
  return check(report.parts, report.motion, report.rules, watch);
}

std::string utc_now() {
  const std::time_t time = std::time(nullptr);
  std::tm utc{};
  gmtime_r(&time, &utc);
  char out[32] = "";
  std::strftime(out, sizeof out, "%Y-%m-%dT%H:%M:%SZ", &utc);
  return out;
}

// As the user wrote it; words that the shell would take apart in quotes.
std::string command_line() {
  std::ifstream in("/proc/self/cmdline", std::ios::binary);
  std::string out = "apart", word;
  std::getline(in, word, '\0');
  while (std::getline(in, word, '\0'))
    out += word.find_first_of(" *?\"$&|;<>()") == std::string::npos && !word.empty() ? " " + word : " '" + word + "'";
  return io::printable_name(out);
}

void accept_touches(CheckReport& found) {
  for (PairReport& pair : found.pairs)
    if (pair.state == PairState::touch && pair.ignored_because.empty()) pair.ignored_because = "touching is allowed";
}

// A row a pair: of ten thousand bodies these would be fifty million.
void refuse_too_many(const Report& report) {
  constexpr u64 kMost = 2'000'000;
  u64 pairs = 0;
  for (std::size_t i = 0; i < report.parts.size(); ++i)
    for (std::size_t j = i + 1; j < report.parts.size(); ++j)
      if (report.rules.asks(report.parts[i], report.parts[j]) && ++pairs > kMost)
        throw BadInput(
            fmt::format("--all: more than {} to measure and list; choose some by --between, or leave --all out",
                        count(kMost, "pair")));
}

GroupBy read_group_by(const std::string& word) {
  if (word == "none") return GroupBy::none;
  if (word == "body") return GroupBy::body;
  if (word == "place") return GroupBy::place;
  throw BadInput("--group-by: expected body, place or none, found " + io::in_quotes(word, 60));
}

Report make_report(const AskedCheck& asked, Complaints& complaints) {
  AskedBodies which = asked.bodies;
  which.threads = asked.threads ? whole("--threads", *asked.threads, 1024) : 0;
  const GroupBy group_by = read_group_by(asked.group_by);
  const FailOn fail_on = read_fail_on(asked.fail_on);
  if (fail_on.fresh && !asked.baseline) throw BadInput("--fail-on new: give --baseline, a report to compare with");
  std::optional<Baseline> baseline;
  if (asked.baseline) baseline = read_baseline(*asked.baseline);
  rules_said(asked, {});  // complains before long files are read
  Bodies bodies = read_bodies(which, complaints, interrupt_requested);

  Report report;
  report.title = std::move(bodies.title), report.unit = std::move(bodies.unit);
  report.made = utc_now(), report.command = command_line();
  report.notes = complaints.lines;
  report.notes.insert(report.notes.end(), complaints.notes.begin(), complaints.notes.end());
  report.parts = std::move(bodies.parts);
  SaidRules said = rules_said(asked, std::move(bodies.rules));
  if (which.inputs.empty() && !said.clearance) said.clearance = 1;  // shows all that there is in the sample
  report.rules = rules_for(said, report.parts, report.notes);
  if (report.parts.size() == 1 && !report.rules.self)
    report.notes.push_back("only one body: there was nothing to compare it with (see --split components and --self)");
  report.rules.measure_clear = report.rules.all_pairs = asked.all;
  if (asked.all) refuse_too_many(report);
  if (asked.motion) {
    MotionFile motion = read_motion(*asked.motion, report.parts);
    report.frames = std::move(motion.numbers), report.motion = std::move(motion.motion);
  }
  report.curves = asked.curves;
  report.check = ask(report, which.threads);
  if (asked.touching_ok) accept_touches(report.check);
  for (const PairReport& pair : report.check.pairs) report.ids.push_back(pair_id(report.id(pair.a), report.id(pair.b)));
  if (baseline) {
    std::vector<std::string> unfinished;
    for (const auto& [a, b] : report.check.unfinished) unfinished.push_back(pair_id(report.id(a), report.id(b)));
    compare(*baseline, report.check.pairs, report.ids, unfinished);
    report.baseline = std::move(baseline);
  }
  report.group_by = group_by;
  report.by_body = findings_by_body(report.check), report.by_place = findings_by_place(report.check);
  report.failed = fails(report, fail_on);
  return report;
}

// A table of values has no place for them. What was left out stands there already.
void notes_to_stderr(const Report& report, const Complaints& complaints) {
  for (std::size_t k = complaints.lines.size(); k < report.notes.size(); ++k)
    std::fputs(("apart: note: " + report.notes[k] + "\n").c_str(), stderr);
}

Exit run_check(const AskedCheck& asked) {
  if (asked.json && asked.csv) throw BadInput("--json and --csv: give one of them");
  BcfOptions bcf_options;
  if (asked.bcf_version) {
    if (!asked.bcf) throw BadInput("--bcf-version: there is no --bcf that it could be of");
    bcf_options.version = bcf_version(*asked.bcf_version);
  }
  if (asked.threads) bcf_options.threads = whole("--threads", *asked.threads, 1024);
  std::optional<OutputFile> html, bcf;
  if (asked.html) html.emplace("--html", *asked.html, std::initializer_list<const char*>{"html", "htm"});
  if (asked.bcf) bcf.emplace("--bcf", *asked.bcf, std::initializer_list<const char*>{"bcf", "bcfzip"});
  listen_for_interrupt();
  Complaints complaints{asked.keep_going};
  std::optional<Report> report;
  try {
    report = make_report(asked, complaints);
  } catch (const Stopped&) {
    std::fputs("apart: stopped while reading; nothing was checked\n", stderr);
    return interrupted;
  }
  // Files first: a reader of standard output that leaves early, as head does, ends the program.
  if (html) html->write(web::page(web::check_template(), page_data(*report))), html->finish();
  if (bcf) write_bcf(*report, bcf->unfinished(), bcf_options), bcf->finish();
  if (asked.json)
    print_object(report_json(*report));
  else if (asked.csv)
    print_csv(*report), notes_to_stderr(*report, complaints);
  else
    print_table(*report, asked.all);
  if (!report->check.finished()) {
    std::fputs(
        fmt::format("apart: stopped: {} not asked\n", count(report->check.unfinished.size(), "pair was", "pairs were"))
            .c_str(),
        stderr);
    return interrupted;
  }
  if (report->failed) return found_problems;
  return complaints.lines.empty() ? answered : bad_input;
}

void add_options(CLI::App& command, AskedCheck& asked) {
  const auto words = [&](const char* name, std::vector<std::string>& into, int each, const char* type,
                         const char* what) {
    command.add_option(name, into, what)->type_size(each)->allow_extra_args(false)->type_name(type);
  };
  command
      .add_option("FILES", asked.bodies.inputs,
                  "Meshes and scenes (" + readable_extensions() +
                      "), folders of them, scene.json,\n"
                      "shapes (box:1,2,3); none: a sample")
      ->type_name("");
  command.add_option("--clearance", asked.clearance, "Bodies must be at least D apart")->type_name("D");
  words("--clearance-between", asked.clearance_between, 3, "A B D", "Another clearance for these; the last counts");
  command.add_option("--touch", asked.touch, "Less than T apart, or T deep in each other, is a touch")->type_name("T");
  command.add_flag("--solid", asked.solid, "Closed meshes are solids: one free inside the other is found");
  command.add_flag("--self", asked.self, "Also look for bodies that run into themselves");
  words("--between", asked.between, 2, "A B", "Only pairs of these; may be given again");
  words("--ignore", asked.ignore, 1, "A,B", "Not pairs of these; may be given again");
  words("--ignore-same", asked.ignore_same, 1, "WHAT",
        "Not pairs of one file, layer, group or composite (children of one node); may be given again");
  command.add_flag("--ignore-same-group", asked.same_group, "The same as --ignore-same group");
  command.add_flag("--touching-ok", asked.touching_ok, "Bodies may touch, whatever the clearance");
  command.add_option("--rules", asked.rules, "A file of rules, with reasons")->type_name("FILE");
  command.add_option("--motion", asked.motion, "Ask in every frame: lines of \"frame body x y z qw qx qy qz\"")
      ->type_name("FILE");
  command
      .add_option("--split", asked.bodies.split,
                  "What of a file is a body: none (the whole file), objects (the default: nodes, o in OBJ, solid in\n"
                  "STL), groups (g in OBJ too) or components (connected pieces)")
      ->type_name("HOW");
  command.add_flag("--keep-going", asked.keep_going, "Leave out what cannot be read, say so, check the rest");
  command.add_option("--threads", asked.threads, "Use N threads, 0 for all there are (the default)")->type_name("N");
  command.add_flag("--all", asked.all,
                   "Measure and list clear pairs too, however far apart, and those that are ignored with a reason");
  command.add_option("--group-by", asked.group_by, "Findings in groups, by body or by place (none: a plain list)")
      ->type_name("WHAT");
  command
      .add_option("--fail-on", asked.fail_on, "Exit with 1 for these alone: states and new, as clash,near; none: never")
      ->type_name("LIST");
  command.add_flag("--json", asked.json, "One JSON object");
  command.add_flag("--curves", asked.curves, "With --json: the intersection curves too, point by point");
  command.add_flag("--csv", asked.csv, "Comma-separated values, a line a pair");
  command.add_option("--html", asked.html, "Also write one page to look at, which needs no network")->type_name("FILE");
  command.add_option("--bcf", asked.bcf, "Also write the findings for issue trackers (BCF), with pictures")
      ->type_name("FILE");
  command.add_option("--bcf-version", asked.bcf_version, "Of that file: 2.1 (the default) or 3.0")->type_name("V");
  command.add_option("--baseline", asked.baseline, "Tell what is new, unchanged and resolved since this --json report")
      ->type_name("FILE");
  asked.bodies.scale.add_to(command);
}

}  // namespace

void add_check(CLI::App& program, Action& action) {
  CLI::App* command =
      program.add_subcommand("check", "What in an assembly clashes, touches, or comes closer than it may?");
  auto asked = std::make_shared<AskedCheck>();
  add_options(*command, *asked);
  command->footer(
      "Every node of a scene that has triangles is a body; a mesh file is one body, where it stands.\n"
      "A and B are names of bodies or groups; * stands for any text, ? for one character. The group of a body is what\n"
      "scene.json says, the node above it, or the file or folder that it came in.\n"
      "  duplicate  the same surface at the same place, to T     near    less than the clearance apart\n"
      "  clash      they share space, or their surfaces cross    clear   none of these\n"
      "  contained  one inside the other, free (--solid)\n"
      "  touch      they share a face, an edge or a point, to T; by default a millionth of the smaller one's size\n"
      "Exit status: 0 clean; 1 a duplicate, a clash, one inside the other, or less than the clearance (--fail-on);\n"
      "2 bad usage or bad input; 130 stopped by Ctrl-C, which prints what is known by then.\n"
      "Examples:\n"
      "  apart check                                        the sample assembly, a gear train\n"
      "  apart check --html report.html                     the same, to look at\n"
      "  apart check housing.stl shaft.stl gear.stl --clearance 0.5\n"
      "  apart check plant.glb --between 'pipe *' steel --ignore 'pipe *,hanger *' --json >today.json\n"
      "  apart check scene.json --baseline yesterday.json --bcf issues.bcf");
  command->callback([asked, &action] { action = [asked] { return run_check(*asked); }; });
}

}  // namespace apart::cli
