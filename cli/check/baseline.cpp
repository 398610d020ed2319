#include "cli/check/baseline.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "cli/check/json_file.hpp"
#include "cli/check/pair_id.hpp"
#include "cli/check/report.hpp"
#include "cli/input.hpp"

namespace apart::cli {

Baseline read_baseline(const std::string& file) {
  const JsonNode root = read_json(file);
  const JsonAt top(file, root);
  if (!top.is_object() || !top.find("pairs") || !top.find("bodies")) top.wrong("not a report of apart check --json");
  struct Named {
    std::string name, id;
  };
  std::vector<Named> bodies;
  for (const JsonAt& body : top["bodies"].items()) {
    if (!body.find("id"))
      top.wrong("this report is of an earlier version with incompatible ids; check again with --json");
    bodies.push_back({body["name"].text(), body["id"].text()});
  }
  const auto body = [&](const JsonAt& number) {
    const double n = number.number();
    if (!(n >= 0 && n < double(bodies.size()) && n == std::floor(n))) number.wrong("no body has this index");
    return static_cast<std::size_t>(n);
  };
  Baseline baseline{file, {}};
  for (const JsonAt& pair : top["pairs"].items()) {
    const std::string state = pair["state"].text();
    if (state == "clear" || pair.find("ignored")) continue;
    const std::size_t a = body(pair["a"]), b = body(pair["b"]);
    baseline.findings.push_back({.id = pair["id"].text(),
                                 .a = bodies[a].name,
                                 .b = bodies[b].name,
                                 .state = state,
                                 .id_a = bodies[a].id,
                                 .id_b = bodies[b].id,
                                 .clearance = pair.find("clearance") ? pair["clearance"].number() : 0,
                                 .in_motion = !!pair.find("frames")});
  }
  return baseline;
}

namespace {

// Why the new report does not tell whether an old finding is resolved; empty: it is.
class Untold {
 public:
  explicit Untold(const Report& report) : report_(report) {
    for (u32 i = 0; i < report.parts.size(); ++i) part_.emplace(report.id(i), i);
    for (std::size_t k = 0; k < report.ids.size(); ++k) pair_.emplace(report.ids[k], &report.check.pairs[k]);
    for (const auto& [a, b] : report.check.unfinished) unfinished_.insert(pair_id(report.id(a), report.id(b)));
  }

  std::string because(const Baseline::Old& old) const {
    const auto a = part_.find(old.id_a), b = part_.find(old.id_b);
    for (const auto& [part, name] : {std::pair(a, old.a), std::pair(b, old.b)})
      if (part == part_.end()) return name + " is not in this check";
    if (unfinished_.contains(old.id)) return "the check was stopped";
    if (old.in_motion && report_.frames.empty()) return "it was found in a motion, which is not checked now";
    const CheckRules& rules = report_.rules;
    const AssemblyPart &x = report_.parts[a->second], &y = report_.parts[b->second];
    if (a == b && !rules.self) return "self-intersections are not tested now";
    const auto listed = pair_.find(old.id);
    const PairReport* pair = listed == pair_.end() ? nullptr : listed->second;
    if (pair && pair->state != PairState::clear) return "ignored now: " + pair->ignored_because;
    if (a != b && !rules.selects(x, y)) return "the rules do not select it now";
    const IgnoreRule* ignored = rules.ignored_by(x, y);
    if (ignored && !ignored->touching && ignored->reason.empty()) return "ignored now: " + ignored->label;
    if (old.state == "contained" && pair && (pair->inside || pair->in_open)) return "it needs --solid";
    if (old.state == "near" && a != b) {
      const double now = rules.clearance_of(x, y);
      if (now < old.clearance && !(pair && pair->distance >= old.clearance)) return "less clearance is required now";
    }
    return {};
  }

 private:
  const Report& report_;
  std::map<std::string, u32> part_;
  std::map<std::string, const PairReport*> pair_;
  std::set<std::string> unfinished_;
};

}  // namespace

void compare(Baseline& baseline, const Report& report) {
  std::map<std::string, std::string> old;
  for (const Baseline::Old& finding : baseline.findings) old.emplace(finding.id, finding.state);
  const std::vector<PairReport>& pairs = report.check.pairs;
  std::set<std::string> still;
  baseline.was.assign(pairs.size(), "");
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    if (!is_finding(pairs[k])) continue;
    still.insert(report.ids[k]);
    const auto before = old.find(report.ids[k]);
    if (before != old.end())
      baseline.was[k] = before->second, ++baseline.unchanged;
    else
      ++baseline.added;
  }
  const Untold untold(report);
  for (Baseline::Old& finding : baseline.findings) {
    if (still.contains(finding.id)) continue;
    finding.because = untold.because(finding);
    (finding.because.empty() ? baseline.resolved : baseline.not_compared).push_back(finding);
  }
}

}  // namespace apart::cli
