#include "cli/check/baseline.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "cli/check/json_file.hpp"
#include "cli/check/report.hpp"
#include "cli/input.hpp"

namespace apart::cli {

Baseline read_baseline(const std::string& file) {
  const JsonNode root = read_json(file);
  const JsonAt top(file, root);
  if (!top.is_object() || !top.find("pairs") || !top.find("bodies")) top.wrong("not a report of apart check --json");
  std::vector<std::string> names;
  for (const JsonAt& body : top["bodies"].items()) {
    if (!body.find("id"))
      top.wrong("this report is of an earlier version with incompatible ids; check again with --json");
    names.push_back(body["name"].text());
  }
  const auto name = [&](const JsonAt& number) {
    const double n = number.number();
    if (!(n >= 0 && n < double(names.size()) && n == std::floor(n))) number.wrong("no body has this index");
    return names[static_cast<std::size_t>(n)];
  };
  Baseline baseline{file, {}};
  for (const JsonAt& pair : top["pairs"].items()) {
    const std::string state = pair["state"].text();
    if (state == "clear" || pair.find("ignored")) continue;
    baseline.findings.push_back({pair["id"].text(), name(pair["a"]), name(pair["b"]), state});
  }
  return baseline;
}

void compare(Baseline& baseline, std::span<const PairReport> pairs, std::span<const std::string> ids,
             std::span<const std::string> unfinished) {
  std::map<std::string, std::string> old;
  for (const Baseline::Old& finding : baseline.findings) old.emplace(finding.id, finding.state);
  std::set<std::string> still(unfinished.begin(), unfinished.end());
  baseline.was.assign(pairs.size(), "");
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    if (!is_finding(pairs[k])) continue;
    still.insert(ids[k]);
    const auto before = old.find(ids[k]);
    if (before != old.end())
      baseline.was[k] = before->second, ++baseline.unchanged;
    else
      ++baseline.added;
  }
  std::erase_if(baseline.findings, [&](const Baseline::Old& finding) { return still.contains(finding.id); });
}

}  // namespace apart::cli
