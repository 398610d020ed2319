// Parts that no rule tells apart are one kind: kinds are compared, and there are few of them, where parts have n²
// pairs.
#include <algorithm>
#include <apart/scene/excluded_pairs.hpp>
#include <atomic>
#include <map>

namespace apart::scene {
namespace {

// A rule of two parts: which ones match either side, and a number for what the two must have in common.
struct Sides {
  std::vector<char> a, b;
  std::vector<u32> common;  // 0: nothing in common with anyone; all 1: no condition
  bool excludes = false;    // of rules to ignore

  bool match(std::size_t i, std::size_t j) const {
    return common[i] != 0 && common[i] == common[j] && ((a[i] && b[j]) || (a[j] && b[i]));
  }
};

// Parts of one number have it in common; those of 0 with none.
std::vector<u32> classes(std::span<const AssemblyPart> parts, Same same) {
  std::vector<u32> out(parts.size(), 1);
  if (same == Same::any) return out;
  std::map<std::string, std::vector<std::size_t>> sharing;
  for (std::size_t i = 0; i < parts.size(); ++i) sharing[key_in_common(same, parts[i])].push_back(i);
  u32 number = 0;
  for (const auto& [key, those] : sharing) {
    const bool shared = !key.empty() && those.size() > 1;
    number += shared;
    for (std::size_t i : those) out[i] = shared ? number : 0;
  }
  return out;
}

Sides sides_of(std::span<const AssemblyPart> parts, const PairPattern& pair, bool excludes) {
  Sides out;
  out.excludes = excludes;
  for (const AssemblyPart& part : parts) out.a.push_back(pair.a.matches(part)), out.b.push_back(pair.b.matches(part));
  out.common = classes(parts, pair.same);
  return out;
}

// Parts that are alike for all rules: one of them, and how many there are.
struct Kind {
  std::size_t part;
  u64 count;
};

std::vector<Kind> kinds_of(std::size_t parts, std::span<const Sides> rules) {
  std::map<std::vector<u32>, Kind> kinds;
  for (std::size_t i = 0; i < parts; ++i) {
    std::vector<u32> key;
    for (const Sides& rule : rules) {
      const bool a = rule.a[i], b = rule.b[i];
      // One that matches neither side, or has nothing in common with others, is never part of a match.
      key.push_back(rule.common[i] == 0 || !(a || b) ? 0 : 4 * rule.common[i] + 2 * a + b);
    }
    ++kinds.try_emplace(std::move(key), Kind{i, 0}).first->second.count;
  }
  std::vector<Kind> out;
  out.reserve(kinds.size());
  for (const auto& [key, kind] : kinds) out.push_back(kind);
  return out;
}

}  // namespace

u64 excluded_pairs(std::span<const AssemblyPart> parts, const CheckRules& rules, const Workers& workers) {
  if (rules.between.empty() && rules.ignore.empty()) return 0;
  std::vector<Sides> sides;  // between first, then ignore
  for (const PairPattern& pair : rules.between) sides.push_back(sides_of(parts, pair, false));
  for (const IgnoreRule& rule : rules.ignore)
    sides.push_back(sides_of(parts, rule.pair, !rule.touching && rule.reason.empty()));
  const std::span<const Sides> between(sides.data(), rules.between.size());
  const std::span<const Sides> ignore = std::span<const Sides>(sides).subspan(between.size());
  const auto is_excluded = [&](std::size_t i, std::size_t j) {
    const auto matches = [&](const Sides& rule) { return rule.match(i, j); };
    if (!between.empty() && std::ranges::none_of(between, matches)) return true;
    const auto first = std::ranges::find_if(ignore, matches);  // the first match counts
    return first != ignore.end() && first->excludes;
  };
  const std::vector<Kind> kinds = kinds_of(parts.size(), sides);
  std::atomic<u64> excluded = 0;
  workers.for_ranges(kinds.size(), 16, [&](std::size_t begin, std::size_t end) {
    u64 here = 0;
    for (std::size_t k = begin; k < end; ++k) {
      const auto [i, n] = kinds[k];
      if (n > 1 && is_excluded(i, i)) here += n * (n - 1) / 2;
      for (std::size_t other = k + 1; other < kinds.size(); ++other)
        if (is_excluded(i, kinds[other].part)) here += n * kinds[other].count;
    }
    excluded += here;
  });
  return excluded;
}

}  // namespace apart::scene
