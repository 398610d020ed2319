// The report as comma-separated values (RFC 4180): a line a pair.
#include <fmt/format.h>

#include "cli/check/report.hpp"
#include "cli/csv.hpp"

namespace apart::cli {

void print_csv(const Report& report) {
  print_csv_row({"id",
                 "state",
                 "a",
                 "b",
                 "group_a",
                 "group_b",
                 "file_a",
                 "file_b",
                 "distance",
                 "measured",
                 "clearance",
                 "inside",
                 "overlap_thickness",
                 "separation_at_most",
                 "triangle_pairs",
                 "curve_length",
                 "ax",
                 "ay",
                 "az",
                 "bx",
                 "by",
                 "bz",
                 "finding_group",
                 "ignored",
                 "baseline",
                 "first_frame",
                 "worst_frame",
                 "frames_found",
                 "unit",
                 "overlap_volume",
                 "separation_at_least",
                 "first_contact",
                 "least_clearance",
                 "least_at"});
  std::vector<std::string> group_of(report.check.pairs.size());
  if (report.group_by != GroupBy::none)
    for (std::size_t g = 0; g < report.groups(report.group_by).size(); ++g)
      for (u32 k : report.groups(report.group_by)[g].pairs) group_of[k] = group_name(report, report.group_by, g);
  for (std::size_t k = 0; k < report.check.pairs.size(); ++k) {
    const PairReport& pair = report.check.pairs[k];
    const AssemblyPart &a = report.parts[pair.a], &b = report.parts[pair.b];
    std::vector<std::string> row{report.ids[k],
                                 std::string(to_string(pair.state)),
                                 a.name,
                                 b.name,
                                 a.group,
                                 b.group,
                                 a.file,
                                 b.file,
                                 text(pair.distance),
                                 pair.measured ? "yes" : "at least",
                                 text(pair.clearance),
                                 inside_word(pair),
                                 pair.overlap_thickness ? text(*pair.overlap_thickness) : "",
                                 pair.separation ? text(pair.separation->length) : "",
                                 std::to_string(pair.triangle_pairs),
                                 text(pair.curve_length)};
    for (const Vec3d& p : {pair.on_a, pair.on_b})
      for (double x : {p.x, p.y, p.z}) row.push_back(pair.measured ? text(x) : "");
    row.push_back(group_of[k]);
    row.push_back(pair.ignored_because);
    row.push_back(!report.baseline || !is_finding(pair) ? "" : report.baseline->was[k].empty() ? "new" : "unchanged");
    const bool in_frames = !report.frames.empty() && pair.frames.found > 0;
    row.push_back(in_frames ? std::to_string(report.frames[pair.frames.first]) : "");
    row.push_back(in_frames ? std::to_string(report.frames[pair.frames.worst]) : "");
    row.push_back(report.frames.empty() ? "" : std::to_string(pair.frames.found));
    row.push_back(report.unit);
    row.push_back(pair.overlap_volume ? text(*pair.overlap_volume) : "");
    row.push_back(pair.separation_at_least > 0 ? text(pair.separation_at_least) : "");
    const PairFrames& at = pair.frames;
    const bool known = std::isfinite(at.least_clearance);
    row.push_back(at.first_contact ? text(frame_number(report, *at.first_contact)) : "");
    row.push_back(known ? text(at.least_clearance) : "");
    row.push_back(known ? text(frame_number(report, at.least_at)) : "");
    print_csv_row(row);
  }
}

}  // namespace apart::cli
