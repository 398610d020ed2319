#include "cli/check/fail_on.hpp"

#include <algorithm>
#include <apart/io/bytes/source.hpp>
#include <optional>
#include <sstream>

#include "cli/input.hpp"

namespace apart::cli {
namespace {

std::optional<PairState> state_of(const std::string& word) {
  for (PairState state :
       {PairState::duplicate, PairState::clash, PairState::contained, PairState::touch, PairState::near})
    if (word == to_string(state)) return state;
  return {};
}

bool is_new_or_worse(const Report& report, std::size_t k) {
  if (!report.baseline) return false;
  const std::optional<PairState> was = state_of(report.baseline->was[k]);
  return !was || report.check.pairs[k].state < *was;
}

}  // namespace

FailOn read_fail_on(const std::string& words) {
  FailOn out;
  if (words.empty()) return out;
  out.as_usual = false;
  bool none = false;
  std::size_t given = 0;
  std::istringstream in(words);
  for (std::string word; std::getline(in, word, ','); ++given) {
    if (const auto state = state_of(word))
      out.states.insert(*state);
    else if (word == "new")
      out.fresh = true;
    else if (word == "none")
      none = true;
    else
      throw BadInput("--fail-on: expected duplicate, clash, contained, touch, near, new or none, found " +
                     io::in_quotes(word, 60));
  }
  if (none && given > 1) throw BadInput("--fail-on: none cannot be combined with others");
  return out;
}

bool fails(const Report& report, const FailOn& fail_on) {
  if (fail_on.as_usual) return report.check.bad();
  for (std::size_t k = 0; k < report.check.pairs.size(); ++k) {
    const PairReport& pair = report.check.pairs[k];
    if (pair.finding() && fail_on.states.contains(pair.state)) return true;
    if (pair.bad() && fail_on.fresh && is_new_or_worse(report, k)) return true;
  }
  return false;
}

}  // namespace apart::cli
