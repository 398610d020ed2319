// Pattern matching and precedence of rules.
#include <algorithm>
#include <apart/hierarchy/model_tree.hpp>
#include <apart/scene/excluded_pairs.hpp>

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

namespace {

// The path up to its last slash. In a name, slashes and backslashes are escaped (io/bodies/node_path.hpp).
std::string_view node_above(std::string_view path) {
  for (std::size_t slash = path.rfind('/'); slash != std::string_view::npos && slash > 0;
       slash = path.rfind('/', slash - 1)) {
    const std::size_t before = path.find_last_not_of('\\', slash - 1);
    if ((slash - 1 - before) % 2 == 0) return path.substr(0, slash);
  }
  return {};
}

}  // namespace

std::string scene::key_in_common(Same same, const AssemblyPart& part) {
  switch (same) {
    case Same::file:
      return part.file;
    case Same::layer:
      return part.layer;
    case Same::group:
      return part.group;
    case Same::composite: {
      const std::string_view above = node_above(part.path);
      return above.empty() ? "" : part.file + '\n' + std::string(above);
    }
    case Same::any:
      break;
  }
  return {};
}

bool have_in_common(Same same, const AssemblyPart& x, const AssemblyPart& y) {
  if (same == Same::any) return true;
  const std::string key = scene::key_in_common(same, x);
  return !key.empty() && key == scene::key_in_common(same, y);
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
