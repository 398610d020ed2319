// What the user says of pairs, on the command line, in a scene or in a file of rules; and what that means for the
// bodies that are there.
#pragma once
#include <apart/scene/rules.hpp>

#include "cli/check/json_file.hpp"

namespace apart::cli {

// Two bodies or groups, by name or pattern, and what is said of them.
struct SaidRule {
  enum class Kind { ignore, touching, clearance, between };
  Kind kind;
  std::string a, b;
  Same same = Same::any;  // in place of a and b
  double clearance = 0;
  std::string reason = {};
  std::string where;  // "rules.json:7", "--ignore": for complaints
};

struct SaidRules {
  std::optional<double> clearance, touch;
  bool solid = false, self = false;
  std::vector<SaidRule> rules;
};

// The keys that a scene and a file of rules have in common.
void read_rules(const JsonAt& top, SaidRules& said);
void read_rules_file(const std::string& file, SaidRules& said);
SaidRule said_of_pair(SaidRule::Kind kind, const std::string& where, const std::string& a, const std::string& b);
// Of pairs that have this in common; none for a word that is not known.
std::optional<SaidRule> said_of_same(SaidRule::Kind kind, const std::string& where, const std::string& word);
// "A,B" of --ignore.
std::pair<std::string, std::string> pair_of(const std::string& where, const std::string& text);

// Throws BadInput where a name that pairs are asked by fits nothing: the report would be clean for no reason. What is
// to be ignored and is not there is worth a note.
CheckRules rules_for(const SaidRules& said, std::span<const AssemblyPart> parts, std::vector<std::string>& notes);

}  // namespace apart::cli
