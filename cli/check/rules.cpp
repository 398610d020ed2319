// Parses the user's rules, and resolves their names and patterns to bodies and groups.
#include "cli/check/rules.hpp"

#include <algorithm>
#include <apart/io/bytes/source.hpp>

#include "cli/input.hpp"

namespace apart::cli {
namespace {

using Kind = UserRule::Kind;

UserRule two_of(Kind kind, const JsonAt& at) {
  const std::vector<JsonAt> both = at.items();
  if (both.size() != 2) at.wrong("expected two names or patterns, found " + std::to_string(both.size()));
  return rule_for_pair(kind, at.place(), both[0].text(), both[1].text());
}

UserRule rule_of(const JsonAt& item) {
  item.only({"ignore", "touching", "clearance", "between", "reason"});
  const auto ignore = item.find("ignore"), touching = item.find("touching"), clearance = item.find("clearance");
  if (!!ignore + !!touching + !!clearance != 1)
    item.wrong("a rule has one of \"ignore\", \"touching\" and \"clearance\"");
  UserRule rule;
  if (clearance) {
    rule = two_of(Kind::clearance, item["between"]);
    rule.clearance = clearance->not_negative();
  } else {
    const JsonAt& at = ignore ? *ignore : *touching;
    const Kind kind = ignore ? Kind::ignore : Kind::touching;
    if (item.find("between")) item.wrong("\"between\" goes with \"clearance\"");
    if (at.is_text()) {
      const std::string text = at.text();
      const auto same = text.starts_with("same ") ? rule_for_same(kind, at.place(), text.substr(5)) : std::nullopt;
      if (!same)
        at.wrong(
            "expected two names or patterns, or \"same file\", \"same layer\", \"same group\", \"same composite\"");
      rule = *same;
    } else {
      rule = two_of(kind, at);
    }
  }
  if (const auto reason = item.find("reason")) {
    rule.reason = io::printable_name(reason->text());
    if (rule.reason.empty()) reason->wrong("an empty reason is none");
  }
  return rule;
}

// "same file", "bolt *, plate *", "touching: pumps, slab".
std::string label_of(const UserRule& rule) {
  const std::string who = rule.same == Same::any ? rule.a + ", " + rule.b : "same " + std::string(to_string(rule.same));
  return io::printable_name((rule.kind == Kind::touching ? "touching: " : "") + who);
}

// A pattern may match the names of bodies, of groups, or both.
std::vector<PartPattern> meant(const std::string& pattern, std::span<const AssemblyPart> parts) {
  const PartPattern name{.name = pattern}, group{.group = pattern};
  std::vector<PartPattern> all;
  const auto any = [&](auto fits) { return std::any_of(parts.begin(), parts.end(), fits); };
  if (any([&](const AssemblyPart& part) { return name.matches(part); })) all.push_back(name);
  if (any([&](const AssemblyPart& part) { return !part.group.empty() && group.matches(part); })) all.push_back(group);
  return all;
}

}  // namespace

UserRule rule_for_pair(Kind kind, const std::string& where, const std::string& a, const std::string& b) {
  return {.kind = kind, .a = a, .b = b, .where = where};
}

std::optional<UserRule> rule_for_same(Kind kind, const std::string& where, const std::string& word) {
  for (Same same : {Same::file, Same::layer, Same::group, Same::composite})
    if (word == to_string(same)) {
      UserRule rule = rule_for_pair(kind, where, "*", "*");
      rule.same = same;
      return rule;
    }
  return std::nullopt;
}

std::pair<std::string, std::string> pair_of(const std::string& where, const std::string& text) {
  const std::size_t comma = text.find(',');
  if (comma == std::string::npos || text.find(',', comma + 1) != std::string::npos)
    throw BadInput(where + ": expected two names or patterns with a comma between, found " + io::in_quotes(text, 60));
  const auto trimmed = [](std::string word) {
    word.erase(0, word.find_first_not_of(' '));
    word.erase(word.find_last_not_of(' ') + 1);
    return word;
  };
  return {trimmed(text.substr(0, comma)), trimmed(text.substr(comma + 1))};
}

void read_rules(const JsonAt& top, UserRules& user) {
  if (const auto clearance = top.find("clearance")) user.clearance = clearance->not_negative();
  if (const auto touch = top.find("touch")) user.touch = touch->not_negative();
  if (const auto solid = top.find("solid")) user.solid = solid->yes();
  if (const auto self = top.find("self")) user.self = self->yes();
  if (const auto between = top.find("between"))
    for (const JsonAt& item : between->items()) user.rules.push_back(two_of(Kind::between, item));
  if (const auto rules = top.find("rules"))
    for (const JsonAt& item : rules->items()) user.rules.push_back(rule_of(item));
}

void read_rules_file(const std::string& file, UserRules& user) {
  const JsonNode root = read_json(file);
  const JsonAt top(file, root);
  top.only({"clearance", "touch", "solid", "self", "between", "rules"});
  read_rules(top, user);
}

CheckRules rules_for(const UserRules& user, std::span<const AssemblyPart> parts, std::vector<std::string>& notes) {
  CheckRules rules{
      .clearance = user.clearance.value_or(0), .touch = user.touch, .solid = user.solid, .self = user.self};
  for (const UserRule& rule : user.rules) {
    const std::vector<PartPattern> as = meant(rule.a, parts), bs = meant(rule.b, parts);
    if (as.empty() || bs.empty()) {
      const std::string nothing =
          rule.where + ": no body and no group is called " + io::in_quotes(as.empty() ? rule.a : rule.b, 60);
      if (rule.kind == Kind::between || rule.kind == Kind::clearance) throw BadInput(nothing);
      if (rule.same == Same::any) notes.push_back(nothing);
      continue;
    }
    for (const PartPattern& a : as)
      for (const PartPattern& b : bs) {
        const PairPattern pair{a, b, rule.same};
        if (rule.kind == Kind::between) rules.between.push_back(pair);
        if (rule.kind == Kind::clearance) rules.clearances.push_back({pair, rule.clearance});
        if (rule.kind == Kind::ignore) rules.ignore.push_back({pair, rule.reason, false, label_of(rule)});
        if (rule.kind == Kind::touching)
          rules.ignore.push_back({pair, rule.reason.empty() ? "made to touch" : rule.reason, true, label_of(rule)});
      }
  }
  return rules;
}

}  // namespace apart::cli
