// The rules of a check: which pairs are tested, required clearances, and known or accepted findings.
#pragma once
#include <apart/scene/assembly.hpp>
#include <optional>

namespace apart {

// Does the text match the pattern? * stands for anything, ? for one character.
bool matches(std::string_view pattern, std::string_view text);

// A name matches a part's displayed name, its name in the file, and "file: name".
struct PartPattern {
  std::string name = "*", group = "*";
  bool matches(const AssemblyPart& part) const;
};

// What two parts have in common; an empty name is common to none.
enum class Same {
  any,        // no condition
  file,       // read from one file
  layer,      // on layers of one name
  group,      // of one group
  composite,  // children of one node of one file
};
constexpr std::string_view to_string(Same same) {
  constexpr std::string_view names[] = {"any", "file", "layer", "group", "composite"};
  return names[static_cast<int>(same)];
}
bool have_in_common(Same same, const AssemblyPart& x, const AssemblyPart& y);

// Two parts, in either order.
struct PairPattern {
  PartPattern a{}, b{};
  Same same = Same::any;  // and this is the same for both
  bool matches(const AssemblyPart& x, const AssemblyPart& y) const;
};

struct ClearanceRule {
  PairPattern pair;
  double clearance = 0;
};

struct IgnoreRule {
  PairPattern pair;
  // With a reason, a pair is tested all the same and reported as ignored; without one it is not tested.
  std::string reason{};
  // Made to touch: touching, or less than the clearance, is accepted; a clash is not.
  bool touching = false;
  std::string label{};  // its name in reports
};

struct CheckRules {
  double clearance = 0;           // required minimum distance
  std::optional<double> touch{};  // tolerance: gaps and penetrations up to this are touches; none: touch_of()
  bool solid = false;             // closed meshes are solids: one inside the other is reported
  bool self = false;              // also test each part for self-intersection
  bool measure_clear = false;     // measure the distance of clear pairs too; else a lower bound suffices
  bool all_pairs = false;         // list pairs however far apart they are: n · (n − 1) / 2 of them

  std::vector<PairPattern> between{};       // empty: all pairs; else those that match one
  std::vector<ClearanceRule> clearances{};  // the last match counts
  std::vector<IgnoreRule> ignore{};         // the first match counts

  bool selects(const AssemblyPart& a, const AssemblyPart& b) const;
  double clearance_of(const AssemblyPart& a, const AssemblyPart& b) const;
  const IgnoreRule* ignored_by(const AssemblyPart& a, const AssemblyPart& b) const;  // none: null
  // By default a millionth of the smaller part's size.
  double touch_of(const AssemblyPart& a, const AssemblyPart& b) const;
  // An upper bound of the clearance in all pairs with this part.
  double reach_of(const AssemblyPart& part) const;
};

}  // namespace apart
