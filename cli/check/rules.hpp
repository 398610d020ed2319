// The user's rules for pairs, from the command line, a scene or a rules file, and their translation to CheckRules for
// the bodies read.
#pragma once
#include <apart/scene/rules.hpp>

#include "cli/check/json_file.hpp"

namespace apart::cli {

// A rule for two bodies or groups, given by name or pattern.
struct UserRule {
  enum class Kind { ignore, touching, clearance, between };
  Kind kind;
  std::string a, b;
  Same same = Same::any;  // instead of a and b
  double clearance = 0;
  std::string reason = {};
  std::string where;  // "rules.json:7", "--ignore": for error messages
};

struct UserRules {
  std::optional<double> clearance, touch;
  bool solid = false, self = false;
  std::vector<UserRule> rules;
};

// The keys that scene.json and rules files have in common.
void read_rules(const JsonAt& top, UserRules& user);
void read_rules_file(const std::string& file, UserRules& user);
UserRule rule_for_pair(UserRule::Kind kind, const std::string& where, const std::string& a, const std::string& b);
// A rule for pairs that have this in common; none for an unknown word.
std::optional<UserRule> rule_for_same(UserRule::Kind kind, const std::string& where, const std::string& word);
// Splits the "A,B" of --ignore.
std::pair<std::string, std::string> pair_of(const std::string& where, const std::string& text);

// Throws BadInput if a name in a rule that selects pairs matches nothing: the report would be clean for no reason. An
// ignore rule that matches nothing gives a note.
CheckRules rules_for(const UserRules& user, std::span<const AssemblyPart> parts, std::vector<std::string>& notes);

}  // namespace apart::cli
