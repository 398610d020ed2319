// The report as a table for people.
#include <fmt/format.h>
#include <algorithm>

#include "cli/check/report.hpp"

namespace apart::cli {
namespace {

class TableOfPairs {
 public:
  explicit TableOfPairs(const Report& report) : report_(report), table_(headings()) {}

  void add(std::size_t k) {
    const PairReport& pair = report_.check.pairs[k];
    std::vector<std::string> row{std::string(to_string(pair.state)), report_.name(pair.a),
                                 pair.a == pair.b ? "itself" : report_.name(pair.b), words_of(report_, pair)};
    if (!pair.ignored_because.empty()) row[3] += "; ignored: " + pair.ignored_because;
    if (!report_.frames.empty()) row.push_back(frames_of(pair));
    if (report_.baseline) row.push_back(since(k));
    table_.add(std::move(row));
    depth_ = depth_ || pair.separation_at_least > 0;
    thickness_ = thickness_ || (pair.overlap_thickness && !(pair.separation_at_least > 0));
    separation_ = separation_ || (pair.separation && !(pair.separation_at_least > 0));
    bounds_ = bounds_ || !pair.measured;
    empty_ = false;
  }

  // A group's heading, and its worst findings.
  void add_group(std::size_t group, bool all) {
    constexpr std::size_t kShown = 3;
    const FindingGroup& of = report_.groups(report_.group_by)[group];
    std::map<PairState, std::size_t> counts;
    for (u32 k : of.pairs) ++counts[report_.check.pairs[k].state];
    const Vec3d at = of.box.centre();
    const std::string where = report_.group_by == GroupBy::body
                                  ? ""
                                  : fmt::format(" about ({}, {}, {})", length_text(report_, at.x),
                                                length_text(report_, at.y), length_text(report_, at.z));
    if (group > 0) table_.add({""});
    table_.add({fmt::format("{}{}: {}", group_name(report_, report_.group_by, group), where, counts_text(counts))});
    const std::size_t shown = all || of.pairs.size() <= kShown + 1 ? of.pairs.size() : kShown;
    for (std::size_t k = 0; k < shown; ++k) add(of.pairs[k]);
    if (shown < of.pairs.size()) table_.add({fmt::format("… and {} more (--all)", of.pairs.size() - shown)});
  }

  void print() const {
    if (empty_) return;
    table_.print();
    print_line("");
    // Explains values in the table that are estimates or bounds.
    if (thickness_) print_line("overlap: what two solids share; its thickness is not how far they must move");
    if (depth_)
      print_line(
          "penetration depth: how far B must move to leave A; two numbers are proven bounds, and the second does");
    if (separation_) print_line("separation at most: moving B by this much separates the two; less may do");
    if (bounds_) print_line("at least: a proven bound; --all measures these too");
  }

 private:
  std::vector<std::string> headings() const {
    std::vector<std::string> all{"state", "A", "B", "distance, or what meets"};
    if (!report_.frames.empty()) all.push_back("frames");
    if (report_.baseline) all.push_back("baseline");
    return all;
  }

  std::string frames_of(const PairReport& pair) const {
    const PairFrames& at = pair.frames;
    std::string out;
    if (at.found > 0)
      out = fmt::format("first {}, worst {}, {} of {}", report_.frames[at.first], report_.frames[at.worst], at.found,
                        report_.frames.size());
    else if (at.worst_at != at.worst)
      out = fmt::format("none of {}, worst at {:.6g}", report_.frames.size(), frame_number(report_, at.worst_at));
    if (at.first_contact)
      out += fmt::format("{}contact at {:.6g}", out.empty() ? "" : ", ", frame_number(report_, *at.first_contact));
    return out;
  }

  std::string since(std::size_t k) const {
    const PairReport& pair = report_.check.pairs[k];
    const std::string& was = report_.baseline->was[k];
    if (!is_finding(pair)) return "";
    if (was.empty()) return "new";
    return was == to_string(pair.state) ? "unchanged" : "was " + was;
  }

  const Report& report_;
  Table table_;
  bool empty_ = true, thickness_ = false, separation_ = false, depth_ = false, bounds_ = false;
};

}  // namespace

void print_table(const Report& report, bool all) {
  TableOfPairs table(report);
  const bool grouped = report.group_by != GroupBy::none;
  if (grouped)
    for (std::size_t g = 0; g < report.groups(report.group_by).size(); ++g) table.add_group(g, all);
  std::size_t clear = 0;
  for (std::size_t k = 0; k < report.check.pairs.size(); ++k) {
    const PairReport& pair = report.check.pairs[k];
    clear += pair.state == PairState::clear;
    if (is_finding(pair) ? !grouped : all) table.add(k);
  }
  table.print();
  if (report.baseline) {
    const Baseline& since = *report.baseline;
    for (const Baseline::Old& old : since.resolved)
      print_line(fmt::format("resolved: {}, {} and {}", old.state, old.a, old.b));
    for (const Baseline::Old& old : since.not_compared)
      print_line(fmt::format("not compared: {}, {} and {}: {}", old.state, old.a, old.b, old.because));
    const std::string others = fmt::format(", {} not compared", since.not_compared.size());
    print_line(fmt::format("since {}: {} new, {} unchanged, {} resolved{}", since.file, since.added, since.unchanged,
                           since.resolved.size(), since.not_compared.empty() ? "" : others));
  }
  for (const std::string& note : report.notes) print_line("note: " + note);
  if (!report.check.finished())
    print_line(fmt::format("STOPPED: {} not tested; their state is unknown",
                           count(report.check.unfinished.size(), "pair was", "pairs were")));
  std::string last = report.title.empty() ? summary(report) : report.title + ": " + summary(report);
  if (!all && clear > 0)
    last += fmt::format("; {} near each other and clear (--all)", count(clear, "pair is", "pairs are"));
  print_line(last);
}

}  // namespace apart::cli
