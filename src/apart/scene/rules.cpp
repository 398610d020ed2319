// Pattern matching and precedence of rules.
#include <algorithm>
#include <apart/hierarchy/model_tree.hpp>
#include <apart/scene/rules.hpp>

namespace apart {

bool matches(std::string_view pattern, std::string_view text) {
  std::size_t p = 0, t = 0, star = std::string_view::npos, resume = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++, resume = t;
    } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == text[t])) {
      ++p;
      // A character may be several bytes of UTF-8; ? matches them all.
      const bool any = pattern[p - 1] == '?';
      for (++t; any && t < text.size() && (static_cast<unsigned char>(text[t]) & 0xc0) == 0x80;) ++t;
    } else if (star != std::string_view::npos) {
      p = star + 1, t = ++resume;  // the last * matches one more
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

bool PartPattern::matches(const AssemblyPart& part) const {
  if (!apart::matches(group, part.group)) return false;
  const std::string& own = part.own_name.empty() ? part.name : part.own_name;
  return apart::matches(name, part.name) || apart::matches(name, own) ||
         (!part.file.empty() && apart::matches(name, part.file + ": " + own));
}

bool have_in_common(Same same, const AssemblyPart& x, const AssemblyPart& y) {
  const auto equal = [](std::string_view s, std::string_view t) { return !s.empty() && s == t; };
  const auto node_above = [](const std::string& path) {
    return std::string_view(path).substr(0, path.rfind('/') == std::string::npos ? 0 : path.rfind('/'));
  };
  switch (same) {
    case Same::any:
      return true;
    case Same::file:
      return equal(x.file, y.file);
    case Same::layer:
      return equal(x.layer, y.layer);
    case Same::group:
      return equal(x.group, y.group);
    case Same::composite:
      return x.file == y.file && equal(node_above(x.path), node_above(y.path));
  }
  return false;
}

bool PairPattern::matches(const AssemblyPart& x, const AssemblyPart& y) const {
  if (!have_in_common(same, x, y)) return false;
  return (a.matches(x) && b.matches(y)) || (a.matches(y) && b.matches(x));
}

bool CheckRules::selects(const AssemblyPart& a, const AssemblyPart& b) const {
  return between.empty() ||
         std::any_of(between.begin(), between.end(), [&](const PairPattern& p) { return p.matches(a, b); });
}

double CheckRules::clearance_of(const AssemblyPart& a, const AssemblyPart& b) const {
  const auto rule = std::find_if(clearances.rbegin(), clearances.rend(),
                                 [&](const ClearanceRule& r) { return r.pair.matches(a, b); });
  return rule != clearances.rend() ? rule->clearance : clearance;
}

const IgnoreRule* CheckRules::ignored_by(const AssemblyPart& a, const AssemblyPart& b) const {
  const auto rule =
      std::find_if(ignore.begin(), ignore.end(), [&](const IgnoreRule& r) { return r.pair.matches(a, b); });
  return rule != ignore.end() ? &*rule : nullptr;
}

double CheckRules::touch_of(const AssemblyPart& a, const AssemblyPart& b) const {
  return touch.value_or(2e-6 * lesser(a.model.tree().frame.radius, b.model.tree().frame.radius));
}

double CheckRules::reach_of(const AssemblyPart& part) const {
  double reach = larger(clearance, touch.value_or(2e-6 * part.model.tree().frame.radius));
  for (const ClearanceRule& rule : clearances)
    if (rule.pair.a.matches(part) || rule.pair.b.matches(part)) reach = larger(reach, rule.clearance);
  return reach;
}

}  // namespace apart
