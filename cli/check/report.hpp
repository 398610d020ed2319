// The contents of a check's report, independent of the output format.
#pragma once
#include <apart/scene/finding_groups.hpp>
#include <map>

#include "cli/check/baseline.hpp"
#include "cli/output.hpp"

namespace apart::cli {

enum class GroupBy { none, body, place };

struct Report {
  std::string title, unit;    // the unit is empty if unspecified
  std::string made, command;  // when, "2026-11-15T14:00:00Z", and by which command line
  std::vector<AssemblyPart> parts;
  CheckRules rules;
  CheckReport check;
  std::vector<std::string> ids;  // of the pairs
  std::vector<std::string> notes;
  std::optional<Baseline> baseline;
  std::vector<std::int64_t> frames;  // of a motion: the file's numbers
  Motion motion;
  bool curves = false;  // also in JSON, which they enlarge many times
  bool failed = false;  // does the exit status become 1?
  std::vector<FindingGroup> by_body, by_place;
  GroupBy group_by = GroupBy::none;  // in the table and in CSV

  std::size_t count(PairState state) const { return check.how_many(state); }
  std::size_t ignored() const;  // with a reason or without
  // How many pairs each rule ignored; rules of one label are summed.
  std::vector<std::pair<std::string, u64>> ignored_by() const;
  const std::vector<FindingGroup>& groups(GroupBy by) const { return by == GroupBy::body ? by_body : by_place; }
  bool moves(const PairReport& pair) const;            // does one of the two?
  Pose pose_at(std::size_t mover, double time) const;  // of one of motion.parts, at a time counted in frames
  const std::string& name(u32 part) const { return parts[part].name; }
  const std::string& id(u32 part) const { return parts[part].id; }
};

inline bool is_finding(const PairReport& pair) { return pair.finding(); }

// A time of a motion, counted in frames (PairFrames), in the file's numbers: 12.5 is halfway from frame 12 to frame 13.
double frame_number(const Report& report, double time);
// "0.4 mm"; about four significant digits.
std::string length_text(const Report& report, double length);
// A pair's result in words: "clearance 0.4 mm, required 1 mm".
std::string words_of(const Report& report, const PairReport& pair);
// "a" or "b": the one that is inside the other; empty if neither is.
inline std::string inside_word(const PairReport& pair) {
  return !pair.inside ? "" : pair.inside.which == Inside::Which::a ? "a" : "b";
}
// "gear 4", "place 2".
std::string group_name(const Report& report, GroupBy by, std::size_t group);
// "3 clashes, 1 touch", from the count of each state.
std::string counts_text(const std::map<PairState, std::size_t>& counts);
// Adds notes of what looks clean but was not decided, or not tested at all.
void note_what_was_not_decided(Report& report);
// "18 bodies, 153 pairs: 1 clash, 1 touch, 1 near".
std::string summary(const Report& report);

// The output formats, one file each.
void print_table(const Report& report, bool all);
void print_csv(const Report& report);
Json report_json(const Report& report);
void print_json(const Report& report, u32 threads);  // the same, without all of it in memory
Json page_data(const Report& report);

}  // namespace apart::cli
