// Names are matched once per part, so that a pair costs a few comparisons: there are n² of them.
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
  std::map<std::string, u32> numbers;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const std::string key = key_in_common(same, parts[i]);
    out[i] = key.empty() ? 0 : numbers.emplace(key, static_cast<u32>(numbers.size() + 1)).first->second;
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

}  // namespace

u64 excluded_pairs(std::span<const AssemblyPart> parts, const CheckRules& rules, const Workers& workers) {
  std::vector<Sides> between, ignore;
  for (const PairPattern& pair : rules.between) between.push_back(sides_of(parts, pair, false));
  for (const IgnoreRule& rule : rules.ignore)
    ignore.push_back(sides_of(parts, rule.pair, !rule.touching && rule.reason.empty()));
  if (between.empty() && ignore.empty()) return 0;
  std::atomic<u64> excluded = 0;
  workers.for_ranges(parts.size(), 16, [&](std::size_t begin, std::size_t end) {
    u64 here = 0;
    for (std::size_t i = begin; i < end; ++i)
      for (std::size_t j = i + 1; j < parts.size(); ++j) {
        bool selected = between.empty();
        for (std::size_t k = 0; !selected && k < between.size(); ++k) selected = between[k].match(i, j);
        bool ignored = false;
        for (const Sides& rule : ignore)
          if (rule.match(i, j)) {  // the first match counts
            ignored = rule.excludes;
            break;
          }
        here += !selected || ignored;
      }
    excluded += here;
  });
  return excluded;
}

}  // namespace apart::scene
