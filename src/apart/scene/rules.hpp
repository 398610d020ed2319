// Which pairs of an assembly are asked about, how near is too near, and what is known and accepted.
#pragma once
#include <apart/scene/assembly.hpp>
#include <optional>

namespace apart {

// Is the text one that the pattern describes? * stands for anything, ? for one character.
bool matches(std::string_view pattern, std::string_view text);

// A name fits a part as it is shown, as its file has it, and as "file: name".
struct PartPattern {
  std::string name = "*", group = "*";
  bool matches(const AssemblyPart& part) const;
};

// What two parts have in common; what has no name is common to none.
enum class Same {
  any,        // nothing need be
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

// Two parts, whichever comes first.
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
  // With a reason, a pair is asked all the same and stands in the report, ignored; without one it is not asked.
  std::string reason{};
  // Made to touch: touching, or less than the clearance, is fine; a clash is not.
  bool touching = false;
  std::string label{};  // what reports call it
};

struct CheckRules {
  double clearance = 0;           // parts must be at least this far apart
  std::optional<double> touch{};  // nearer than this, or this deep in each other, is a touch; none: touch_of()
  bool solid = false;             // closed meshes are solids: one free inside the other is found
  bool self = false;              // also ask each part whether it runs into itself
  bool measure_clear = false;     // measure the distance of clear pairs too; else a lower bound will do
  bool all_pairs = false;         // list pairs however far apart they are: n · (n − 1) / 2 of them

  std::vector<PairPattern> between{};       // empty: all pairs; else those that match one
  std::vector<ClearanceRule> clearances{};  // of those that match the last one counts
  std::vector<IgnoreRule> ignore{};         // of those that match the first one counts

  bool asks(const AssemblyPart& a, const AssemblyPart& b) const;
  double clearance_of(const AssemblyPart& a, const AssemblyPart& b) const;
  const IgnoreRule* ignored_by(const AssemblyPart& a, const AssemblyPart& b) const;  // none: null
  // A millionth of the smaller part's size, unless told.
  double touch_of(const AssemblyPart& a, const AssemblyPart& b) const;
  // No pair with this part is given a greater distance to keep.
  double reach_of(const AssemblyPart& part) const;
};

}  // namespace apart
