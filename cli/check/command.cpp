// apart check: reports clashes, contacts and clearance violations in an assembly.
#include "cli/command.hpp"

#include <fmt/format.h>
#include <apart/io/bytes/source.hpp>
#include <apart/io/mapped_pages.hpp>
#include <apart/io/plant_file.hpp>
#include <ctime>
#include <fstream>
#include <memory>

#include "cli/check/bcf.hpp"
#include "cli/check/bodies.hpp"
#include "cli/check/fail_on.hpp"
#include "cli/check/journal.hpp"
#include "cli/check/memory_bound.hpp"
#include "cli/check/motion_file.hpp"
#include "cli/check/output_file.hpp"
#include "cli/check/pair_id.hpp"
#include "cli/check/ranks.hpp"
#include "cli/check/report.hpp"
#include "cli/check/timing.hpp"
#include "cli/interrupt.hpp"
#include "web/pages.hpp"

namespace apart::cli {
namespace {

struct CheckArguments {
  BodyArguments bodies;
  Given clearance, touch, threads, memory, resume, rules, motion, baseline, html, bcf, bcf_version;
  std::vector<std::string> between, clearance_between, ignore;  // two or three words per use
  std::vector<std::string> ignore_same;
  std::string fail_on, group_by = "none";
  bool solid = false, self = false, same_group = false, touching_ok = false;
  bool keep_going = false, all = false, curves = false, json = false, csv = false, timing = false;
};

UserRules user_rules(const CheckArguments& arguments, UserRules of_scene) {
  using Kind = UserRule::Kind;
  UserRules user = std::move(of_scene);
  if (arguments.rules) read_rules_file(*arguments.rules, user);
  if (arguments.clearance) user.clearance = not_negative("--clearance", *arguments.clearance);
  if (arguments.touch) user.touch = not_negative("--touch", *arguments.touch);
  user.solid = user.solid || arguments.solid;
  user.self = user.self || arguments.self;
  for (std::size_t k = 0; k + 1 < arguments.between.size(); k += 2)
    user.rules.push_back(rule_for_pair(Kind::between, "--between", arguments.between[k], arguments.between[k + 1]));
  for (std::size_t k = 0; k + 2 < arguments.clearance_between.size(); k += 3) {
    const auto& words = arguments.clearance_between;
    user.rules.push_back(rule_for_pair(Kind::clearance, "--clearance-between", words[k], words[k + 1]));
    user.rules.back().clearance = not_negative("--clearance-between", words[k + 2]);
  }
  for (const std::string& text : arguments.ignore) {
    const auto [a, b] = pair_of("--ignore", text);
    user.rules.push_back(rule_for_pair(Kind::ignore, "--ignore", a, b));
  }
  std::vector<std::string> same = arguments.ignore_same;
  if (arguments.same_group) same.emplace_back("group");
  for (const std::string& word : same) {
    const auto rule = rule_for_same(Kind::ignore, "--ignore-same", word);
    if (!rule)
      throw BadInput("--ignore-same: expected file, layer, group or composite, found " + io::in_quotes(word, 60));
    user.rules.push_back(*rule);
  }
  return user;
}

// Ranks have no terminal: a line every ten seconds.
class ProgressLines {
 public:
  void tell(const CheckProgress& so_far) {
    const auto now = Clock::now();
    if (now < next_) return;
    next_ = now + std::chrono::seconds(10);
    std::fputs(fmt::format("apart: {} of {}{}\n", grouped(so_far.pairs_done), count(so_far.pairs, "pair"),
                           time_left(std::chrono::duration<double>(now - start_).count(), so_far.share))
                   .c_str(),
               stderr);
  }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point start_ = Clock::now(), next_ = start_ + std::chrono::seconds(10);
};

CheckReport check_with_progress(const Report& report, u32 threads, u64 memory, Journal* journal, Ranks& ranks) {
  Progress* bar = nullptr;
  std::optional<Progress> progress;
  ProgressLines lines;
  CheckWatch watch{.threads = threads,
                   .progress =
                       [&](const CheckProgress& so_far) {
                         if (!bar) bar = &progress.emplace("pairs", so_far.pairs, false);
                         bar->reach(so_far.pairs_done, so_far.share);
                         return !interrupt_requested();
                       },
                   .memory = memory,
                   .release = io::release_mapped_pages};
  if (journal) {
    watch.known = [&](u32 a, u32 b) { return journal->take(a, b); };
    watch.found = [&](const PairReport& pair) { journal->add(pair); };
  }
  std::optional<CheckReport> out =
      ranks.check(report, watch, journal ? journal->pairs() : std::vector<std::pair<u32, u32>>{});
  if (!out) throw SaidByFirstRank{};
  return *std::move(out);
}

std::string utc_now() {
  const std::time_t time = std::time(nullptr);
  std::tm utc{};
  gmtime_r(&time, &utc);
  char out[32] = "";
  std::strftime(out, sizeof out, "%Y-%m-%dT%H:%M:%SZ", &utc);
  return out;
}

// As the user typed it; words with shell metacharacters are quoted.
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

// One row per pair: for ten thousand bodies that would be fifty million.
void refuse_too_many(const Report& report) {
  constexpr u64 kMost = 2'000'000;
  u64 pairs = 0;
  for (std::size_t i = 0; i < report.parts.size(); ++i)
    for (std::size_t j = i + 1; j < report.parts.size(); ++j)
      if (report.rules.selects(report.parts[i], report.parts[j]) && ++pairs > kMost)
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

Report make_report(const CheckArguments& arguments, Complaints& complaints, std::optional<Journal>& journal,
                   Timing& timing, Ranks& ranks) {
  BodyArguments which = arguments.bodies;
  which.threads = arguments.threads ? whole("--threads", *arguments.threads, 1024) : 0;
  const GroupBy group_by = read_group_by(arguments.group_by);
  const FailOn fail_on = read_fail_on(arguments.fail_on);
  if (fail_on.fresh && !arguments.baseline) throw BadInput("--fail-on new: give --baseline, a report to compare with");
  std::optional<Baseline> baseline;
  if (arguments.baseline) baseline = read_baseline(*arguments.baseline);
  user_rules(arguments, {});  // reports bad rules before large files are read
  which.read_later = true;
  std::optional<io::PlantFile> models;  // outside of memory
  if (arguments.memory) {
    memory_bound(arguments.memory);  // reports a bad one
    which.put_away = [&](const Model& model) {
      if (!models) models.emplace(value_or_throw(io::PlantFile::unnamed(std::filesystem::temp_directory_path())));
      return model.read_on_demand() ? model : value_or_throw(models->add(model));
    };
  }
  Bodies bodies = read_bodies(which, complaints, interrupt_requested);

  timing.end("reading");
  Report report;
  report.title = std::move(bodies.title), report.unit = std::move(bodies.unit);
  report.made = utc_now(), report.command = command_line();
  report.notes = complaints.lines;
  report.notes.insert(report.notes.end(), complaints.notes.begin(), complaints.notes.end());
  report.parts = std::move(bodies.parts);
  UserRules user = user_rules(arguments, std::move(bodies.rules));
  if (which.inputs.empty() && !user.clearance) user.clearance = 1;  // so that the sample shows every kind of finding
  report.rules = rules_for(user, report.parts, report.notes);
  if (report.parts.size() == 1 && !report.rules.self)
    report.notes.push_back("only one body: there was nothing to compare it with (see --split components and --self)");
  report.rules.measure_clear = report.rules.all_pairs = arguments.all;
  if (arguments.all) refuse_too_many(report);
  if (arguments.motion) {
    MotionFile motion = read_motion(*arguments.motion, report.parts);
    report.frames = std::move(motion.numbers), report.motion = std::move(motion.motion);
  }
  report.curves = arguments.curves;
  if (arguments.resume || ranks.size() > 1) {
    const u64 hash = fingerprint(report, bodies.plants);
    if (arguments.resume && ranks.first()) journal.emplace(*arguments.resume, hash);
    ranks.agree(hash);
  }
  const bool mapped = std::any_of(report.parts.begin(), report.parts.end(),
                                  [](const AssemblyPart& part) { return part.box.has_value(); });
  try {
    report.check =
        check_with_progress(report, which.threads, mapped || arguments.memory ? memory_bound(arguments.memory) : 0,
                            journal ? &*journal : nullptr, ranks);
  } catch (const UnreadableModel& wrong) {
    throw damaged(report.parts[wrong.part]);
  }
  timing.add("near pairs", report.check.broad_seconds);
  timing.add("pairs", report.check.seconds - report.check.broad_seconds);
  note_what_was_not_decided(report);
  if (arguments.touching_ok) accept_touches(report.check);
  for (const PairReport& pair : report.check.pairs) report.ids.push_back(pair_id(report.id(pair.a), report.id(pair.b)));
  if (baseline) {
    compare(*baseline, report);
    report.baseline = std::move(baseline);
  }
  report.group_by = group_by;
  report.by_body = findings_by_body(report.check), report.by_place = findings_by_place(report.check);
  report.failed = fails(report, fail_on);
  return report;
}

// Whoever draws bodies reads all of them.
void require_all(const Report& report) {
  for (const AssemblyPart& part : report.parts)
    if (!part.model.problem().empty()) throw damaged(part);
}

void require_unchanged() {
  if (const std::string file = io::changed_mapped_file(); !file.empty())
    throw BadInput(io::printable_name(file) + ": was changed while it was checked; the results would be of neither");
}

// CSV has no place for notes. Bodies left out were reported on stderr already.
void notes_to_stderr(const Report& report, const Complaints& complaints) {
  for (std::size_t k = complaints.lines.size(); k < report.notes.size(); ++k)
    std::fputs(("apart: note: " + report.notes[k] + "\n").c_str(), stderr);
}

// What one rank found to be wrong ends all: before they agree, the first says what it is.
Exit end_all(Ranks& ranks, const BadInput& wrong) {
  if (ranks.agreed()) {
    if (ranks.first()) throw wrong;
    return bad_input;
  }
  try {
    ranks.agree(0, wrong.what());
  } catch (const SaidByFirstRank&) {
  }
  return bad_input;
}

Exit run_check(const CheckArguments& arguments) {
  if (arguments.json && arguments.csv) throw BadInput("--json and --csv: give one of them");
  BcfOptions bcf_options;
  if (arguments.bcf_version) {
    if (!arguments.bcf) throw BadInput("--bcf-version: needs --bcf");
    bcf_options.version = bcf_version(*arguments.bcf_version);
  }
  const u32 threads = arguments.threads ? whole("--threads", *arguments.threads, 1024) : 0;
  bcf_options.threads = threads;
  Ranks ranks;
  std::optional<OutputFile> html, bcf;
  if (arguments.html && ranks.first())
    html.emplace("--html", *arguments.html, std::initializer_list<const char*>{"html", "htm"});
  if (arguments.bcf && ranks.first())
    bcf.emplace("--bcf", *arguments.bcf, std::initializer_list<const char*>{"bcf", "bcfzip"});
  listen_for_interrupt();
  explain_changed_files();
  Complaints complaints{arguments.keep_going};
  std::optional<Report> report;
  std::optional<Journal> journal;
  Timing timing;
  try {
    report = make_report(arguments, complaints, journal, timing, ranks);
  } catch (const Stopped&) {
    std::fputs("apart: stopped while reading; nothing was checked\n", stderr);
    return interrupted;
  } catch (const SaidByFirstRank&) {
    return ranks.agreed() && ranks.size() > 1 ? answered : bad_input;
  } catch (const BadInput& wrong) {
    if (ranks.size() == 1) throw;
    return end_all(ranks, wrong);
  }
  if (html || bcf) require_all(*report);
  require_unchanged();
  // Files first: if a reader of standard output such as head exits early, the program ends.
  if (html) html->write(web::page(web::check_template(), page_data(*report))), html->finish();
  if (bcf) write_bcf(*report, bcf->unfinished(), bcf_options), bcf->finish();
  if (arguments.json)
    print_json(*report, threads);
  else if (arguments.csv)
    print_csv(*report), notes_to_stderr(*report, complaints);
  else
    print_table(*report, arguments.all);
  timing.end("report");
  if (arguments.timing) timing.print(), std::fputs(ranks.timing().c_str(), stderr);
  if (!report->check.finished()) {
    std::fputs(
        fmt::format("apart: stopped: {} not tested\n", count(report->check.unfinished.size(), "pair was", "pairs were"))
            .c_str(),
        stderr);
    return interrupted;
  }
  if (journal) journal->remove();
  if (report->failed) return found_problems;
  return complaints.lines.empty() ? answered : bad_input;
}

void add_options(CLI::App& command, CheckArguments& arguments) {
  const auto words = [&](const char* name, std::vector<std::string>& into, int each, const char* type,
                         const char* what) {
    command.add_option(name, into, what)->type_size(each)->allow_extra_args(false)->type_name(type);
  };
  command
      .add_option("FILES", arguments.bodies.inputs,
                  "Meshes and scenes (" + readable_extensions() +
                      "), folders of them, scene.json,\n"
                      "shapes (box:1,2,3); none: a sample")
      ->type_name("");
  command.add_option("--clearance", arguments.clearance, "Bodies must be at least D apart")->type_name("D");
  words("--clearance-between", arguments.clearance_between, 3, "A B D",
        "Another clearance for these pairs; the last match counts");
  command.add_option("--touch", arguments.touch, "Tolerance: gaps and penetrations of at most T are touches")
      ->type_name("T");
  command.add_flag("--solid", arguments.solid, "Closed meshes are solids: one inside the other is reported");
  command.add_flag("--self", arguments.self, "Also test each body for self-intersection");
  words("--between", arguments.between, 2, "A B", "Check only pairs of these; may be repeated");
  words("--ignore", arguments.ignore, 1, "A,B", "Ignore pairs of these; may be repeated");
  words("--ignore-same", arguments.ignore_same, 1, "WHAT",
        "Ignore pairs of one file, layer, group or composite (children of one node); may be repeated");
  command.add_flag("--ignore-same-group", arguments.same_group, "The same as --ignore-same group");
  command.add_flag("--touching-ok", arguments.touching_ok, "Bodies may touch, whatever the clearance");
  command.add_option("--rules", arguments.rules, "A file of rules, with reasons")->type_name("FILE");
  command.add_option("--motion", arguments.motion, "Check every frame: lines of \"frame body x y z qw qx qy qz\"")
      ->type_name("FILE");
  command
      .add_option(
          "--split", arguments.bodies.split,
          "How files are split into bodies: none (the whole file), objects (the default: nodes, o in OBJ, solid in\n"
          "STL), groups (g in OBJ too) or components (connected pieces)")
      ->type_name("HOW");
  command.add_flag("--keep-going", arguments.keep_going, "Skip and report what cannot be read, check the rest");
  command.add_option("--threads", arguments.threads, "Use N threads, 0 for all (the default)")->type_name("N");
  command
      .add_option(
          "--memory", arguments.memory,
          "Keep at most M resident, such as 4G: models are read when they are needed and dropped when memory is\n"
          "short. By default three quarters of what the machine has")
      ->type_name("M");
  command
      .add_option("--resume", arguments.resume,
                  "Keep what is found in FILE as it comes; if the check was stopped or killed, go on where it was.\n"
                  "Removed when the report is complete")
      ->type_name("FILE");
  command.add_flag("--timing", arguments.timing, "Print the time of each phase to standard error");
  command.add_flag("--all", arguments.all,
                   "Measure and list clear pairs too, however far apart, and those that are ignored with a reason");
  command.add_option("--group-by", arguments.group_by, "Findings in groups, by body or by place (none: a plain list)")
      ->type_name("WHAT");
  command
      .add_option("--fail-on", arguments.fail_on,
                  "Exit with 1 only for these: states and new, such as clash,near; none: never")
      ->type_name("LIST");
  command.add_flag("--json", arguments.json, "One JSON object");
  command.add_flag("--curves", arguments.curves, "With --json: the intersection curves too, point by point");
  command.add_flag("--csv", arguments.csv, "Comma-separated values, one line per pair");
  command.add_option("--html", arguments.html, "Also write an HTML page with a 3D view, which needs no network")
      ->type_name("FILE");
  command.add_option("--bcf", arguments.bcf, "Also write the findings for issue trackers (BCF), with pictures")
      ->type_name("FILE");
  command.add_option("--bcf-version", arguments.bcf_version, "Of that file: 2.1 (the default) or 3.0")->type_name("V");
  command
      .add_option("--baseline", arguments.baseline,
                  "Report what is new, unchanged and resolved since this --json report")
      ->type_name("FILE");
  arguments.bodies.scale.add_to(command);
}

}  // namespace

void add_check(CLI::App& program, Action& action) {
  CLI::App* command =
      program.add_subcommand("check", "Check an assembly for clashes, contacts and clearance violations");
  auto arguments = std::make_shared<CheckArguments>();
  add_options(*command, *arguments);
  command->footer(
      "Every node of a scene that has triangles is a body; a mesh file is one body, at its own coordinates.\n"
      "A and B are names of bodies or groups; * stands for any text, ? for one character. The group of a body is set "
      "by\n"
      "scene.json, or is its parent node, its file or its folder.\n"
      "  duplicate  the same surface at the same place, to T     near    less than the clearance apart\n"
      "  clash      they share space, or their surfaces cross    clear   none of these\n"
      "  contained  one inside the other, free (--solid)\n"
      "  touch      they share a face, an edge or a point, to T; by default a millionth of the smaller one's size\n"
      "Exit status: 0 clean; 1 a duplicate, a clash, one inside the other, or less than the clearance (--fail-on);\n"
      "2 bad usage or bad input; 130 stopped by Ctrl-C, which prints the results so far.\n"
      "Examples:\n"
      "  apart check                                        the sample assembly, a gear train\n"
      "  apart check --html report.html                     the same, as a page with a 3D view\n"
      "  apart check housing.stl shaft.stl gear.stl --clearance 0.5\n"
      "  apart check plant.glb --between 'pipe *' steel --ignore 'pipe *,hanger *' --json >today.json\n"
      "  apart check scene.json --baseline yesterday.json --bcf issues.bcf");
  command->callback([arguments, &action] { action = [arguments] { return run_check(*arguments); }; });
}

}  // namespace apart::cli
