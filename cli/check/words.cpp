// Text for lengths, pairs and the summary of a report.
#include <fmt/format.h>
#include <algorithm>
#include <apart/io/bytes/source.hpp>
#include <apart/motion/rigid_motion.hpp>
#include <cmath>

#include "cli/check/report.hpp"

namespace apart::cli {

std::size_t Report::ignored() const {
  std::size_t n = check.ignored;
  for (const PairReport& pair : check.pairs) n += !pair.ignored_because.empty();
  return n;
}

namespace {

// This many significant digits, and all digits before the decimal point.
std::string rounded_text(double number, int digits) {
  if (std::abs(number) >= std::pow(10.0, digits) - 0.5 && std::abs(number) < 1e15) return fmt::format("{:.0f}", number);
  return fmt::format("{:.{}g}", number, digits);
}

std::string with_unit(const Report& report, const std::string& number) {
  return number + (report.unit.empty() ? "" : " " + report.unit);
}

// With enough digits to distinguish the clearance from the required one.
std::string clearance_text(const Report& report, double clearance, double required) {
  int digits = 4;
  while (digits < 17 && rounded_text(clearance, digits) == rounded_text(required, digits)) ++digits;
  return fmt::format("clearance {}, required {}", with_unit(report, rounded_text(clearance, digits)),
                     with_unit(report, rounded_text(required, digits)));
}

std::string inside_text(const Report& report, const PairReport& pair) {
  const bool is_a = pair.inside.which == Inside::Which::a;
  return (pair.inside.whole ? "" : "part of ") + report.name(is_a ? pair.a : pair.b) + " inside " +
         report.name(is_a ? pair.b : pair.a);
}

// Both bounds, or one number if they are the same to the digits printed.
std::string depth_text(const Report& report, const PairReport& pair) {
  const std::string low = rounded_text(pair.separation_at_least, 4), high = rounded_text(pair.separation->length, 4);
  return with_unit(report, low == high ? high : low + " … " + high);
}

}  // namespace

std::string length_text(const Report& report, double length) { return with_unit(report, rounded_text(length, 4)); }

std::string words_of(const Report& report, const PairReport& pair) {
  std::string words;
  const auto add = [&](const std::string& more) { words += (words.empty() ? "" : ", ") + more; };
  if (pair.a == pair.b) add("self-intersection");
  if (pair.state == PairState::duplicate) add("same surface at the same place");
  if (pair.inside && (pair.state == PairState::contained || pair.state == PairState::clear))
    add(inside_text(report, pair));
  if (pair.state == PairState::near) add(clearance_text(report, pair.distance, pair.clearance));
  if (pair.state == PairState::touch && pair.distance > 0) add("distance " + length_text(report, pair.distance));
  if (pair.state == PairState::clear)
    add((pair.measured ? "distance " : "distance at least ") + length_text(report, pair.distance));
  const bool deep = pair.separation && pair.separation_at_least > 0;
  if (pair.overlap_thickness && !deep) add("overlap about " + length_text(report, *pair.overlap_thickness) + " thick");
  if (deep)
    add("penetration depth " + depth_text(report, pair));
  else if (pair.separation)
    add("separation at most " + length_text(report, pair.separation->length));
  if (pair.triangle_pairs > 0) add(count(pair.triangle_pairs, "pair") + " of triangles");
  if (pair.state == PairState::clash && pair.curve_length > 0)
    add("intersection curve " + length_text(report, pair.curve_length));
  if (pair.error > 0) add("± " + length_text(report, pair.error) + " by tessellation");
  return words;
}

bool Report::moves(const PairReport& pair) const {
  return std::any_of(motion.parts.begin(), motion.parts.end(),
                     [&](u32 part) { return part == pair.a || part == pair.b; });
}

Pose Report::pose_at(std::size_t mover, double time) const {
  const auto frame = static_cast<std::size_t>(time);
  const Pose& from = motion.frames[frame][mover];
  if (double(frame) == time) return from;
  return RigidMotion::between(from, motion.frames[frame + 1][mover]).at(time - double(frame));
}

double frame_number(const Report& report, double time) {
  const auto frame = static_cast<std::size_t>(time);
  const double from = double(report.frames[frame]), part = time - double(frame);
  return part == 0 ? from : from + part * (double(report.frames[frame + 1]) - from);
}

std::vector<std::pair<std::string, u64>> Report::ignored_by() const {
  std::vector<std::pair<std::string, u64>> out;
  const auto add = [&](const std::string& label, u64 pairs) {
    const auto known = std::find_if(out.begin(), out.end(), [&](const auto& one) { return one.first == label; });
    if (known != out.end())
      known->second += pairs;
    else
      out.emplace_back(label, pairs);
  };
  for (std::size_t k = 0; k < rules.ignore.size(); ++k) add(rules.ignore[k].label, check.ignored_by[k]);
  u64 by_rules = 0;
  for (const auto& one : out) by_rules += one.second;
  if (ignored() > by_rules) add("--touching-ok", ignored() - by_rules);
  return out;
}

std::string group_name(const Report& report, GroupBy by, std::size_t group) {
  return by == GroupBy::body ? report.name(*report.by_body[group].body) : fmt::format("place {}", group + 1);
}

std::string counts_text(const std::map<PairState, std::size_t>& counts) {
  std::string out;
  const auto add = [&](PairState state, const std::string& one, const std::string& many) {
    if (const auto n = counts.find(state); n != counts.end() && n->second > 0)
      out += (out.empty() ? "" : ", ") + count(n->second, one, many);
  };
  add(PairState::duplicate, "duplicate", "duplicates");
  add(PairState::clash, "clash", "clashes");
  add(PairState::contained, "contained", "contained");
  add(PairState::touch, "touch", "touches");
  add(PairState::near, "clearance violation", "clearance violations");
  return out;
}

namespace {

// "3 pairs are clear …: bolt inside tank, …"; the first ones by name.
std::string note_of_pairs(const Report& report, std::span<const PairReport* const> pairs, const std::string& what) {
  constexpr std::size_t kNamed = 3;
  std::string names;
  for (std::size_t k = 0; k < std::min(kNamed, pairs.size()); ++k) {
    const PairReport& pair = *pairs[k];
    names += (k == 0 ? ": " : "; ") +
             (pair.inside ? inside_text(report, pair) : report.name(pair.a) + " and " + report.name(pair.b));
  }
  if (pairs.size() > kNamed) names += fmt::format("; {} more", pairs.size() - kNamed);
  return count(pairs.size(), "pair is", "pairs are") + " clear, but " + what + names;
}

}  // namespace

void note_what_was_not_decided(Report& report) {
  std::vector<const PairReport*> inside, in_open;
  for (const PairReport& pair : report.check.pairs) {
    if (pair.state != PairState::clear || !pair.ignored_because.empty()) continue;
    if (pair.inside) inside.push_back(&pair);
    if (pair.in_open) in_open.push_back(&pair);
  }
  if (!inside.empty())
    report.notes.push_back(note_of_pairs(report, inside, "one lies inside the other, a finding with --solid"));
  if (!in_open.empty())
    report.notes.push_back(note_of_pairs(report, in_open, "one lies in the other's mesh, which bounds no solid"));
  std::size_t open = 0;
  const AssemblyPart* first = nullptr;
  for (const AssemblyPart& part : report.parts)
    if (report.rules.solid && !part.shape && !part.model.closed()) ++open, first = first ? first : &part;
  if (first)
    report.notes.push_back(fmt::format("{} no solid, open or not oriented, such as {}: what lies inside is not found",
                                       count(open, "body bounds", "bodies bound"), first->name));
  const auto left = std::count_if(report.check.pairs.begin(), report.check.pairs.end(), [&](const PairReport& pair) {
    return report.frames.size() > 1 && report.moves(pair) && !pair.frames.searched;
  });
  if (left > 0)
    report.notes.push_back("what happens between frames was not fully searched for " +
                           count(static_cast<std::size_t>(left), "pair"));
  const AssemblyPart* small = nullptr;
  std::size_t smaller = 0;
  for (const AssemblyPart& part : report.parts)
    if (report.rules.touch && !part.shape &&
        largest(reach_box(part, part.pose).size()) <= *report.rules.touch * (1 + 1e-9))  // rounded outward
      ++smaller, small = small ? small : &part;
  if (small)
    report.notes.push_back(
        fmt::format("{} no larger than the tolerance --touch {}, such as {}: whatever meets them is a touch",
                    count(smaller, "body is", "bodies are"), length_text(report, *report.rules.touch), small->name));
  if (report.parts.size() > 1 && report.check.excluded == report.check.all_pairs)
    report.notes.push_back("no pair was tested: the rules leave none");
}

std::string summary(const Report& report) {
  const CheckReport& check = report.check;
  std::string words = count(report.parts.size(), "body", "bodies") + ", " + count(check.all_pairs, "pair");
  const u64 tested = check.all_pairs - check.excluded;
  if (check.excluded > 0) words += fmt::format(", {} of them tested", tested == 0 ? "none" : grouped(tested));
  std::map<PairState, std::size_t> counts;
  for (PairState state :
       {PairState::duplicate, PairState::clash, PairState::contained, PairState::touch, PairState::near})
    counts[state] = report.count(state);
  std::string found = counts_text(counts);
  if (found.empty()) found = tested == 0 && !report.rules.self ? "nothing to compare" : "nothing found";
  if (report.ignored() > 0) {
    std::string by;
    for (const auto& [label, pairs] : report.ignored_by())
      if (pairs > 0) by += fmt::format("{}{} by {}", by.empty() ? "" : "; ", pairs, io::in_quotes(label, 60));
    found += "; " + count(report.ignored(), "known pair ignored", "known pairs ignored") + " (" + by + ")";
  }
  return words + ": " + found;
}

}  // namespace apart::cli
