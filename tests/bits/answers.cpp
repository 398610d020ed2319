// A hash over every bit of 10,000 results of each query, one line per query: machines, compilers and lane widths that
// give the same bits print the same lines. Fewer results where one takes more than a few microseconds.
//
//   apart_bits [--lanes 1|4|8|16] [SUBJECT…]      all queries, or those of some subjects: world, motion, …
//   apart_bits --subjects                      their names
//   apart_bits --each QUERY [--kind KIND]      each result of one query, to find the first that differs
//
// Lines have the query, its input, the number of results, how many of them are "yes" (a collision, a hit,
// an overlap: a query with a constant result would show nothing), and the hash.
#include <algorithm>
#include <apart/base/lane_width.hpp>
#include <cstdlib>
#include <string_view>

#include "tests/bits/hashed_queries.hpp"
#include "tests/bits/rows.hpp"

namespace {

using namespace apart;
using namespace apart::bits;

struct Subject {
  std::string_view name;
  void (*ask)(const Pieces&);
};
constexpr Subject kSubjects[] = {
    {"files", ask_files},
    {"model-pairs", ask_model_pairs},
    {"one-model", ask_one_model},
    {"trackers", ask_trackers},
    {"shapes", [](const Pieces& p) { ask_shapes("shapes", p.shapes, p.shapes); }},
    {"tapered", [](const Pieces& p) { ask_shapes("tapered", p.tapered, p.with_tapered); }},
    {"hulls", ask_hulls},
    {"model-and-shape", ask_model_and_shape},
    {"contacts", ask_contacts},
    {"scenes", ask_scenes},
    {"motion", [](const Pieces&) { ask_motion(); }},
    {"deforming", [](const Pieces&) { ask_deforming(); }},
    {"world", ask_world},
    {"response", ask_response},
    {"particles", ask_particles},
};

int usage() {
  std::fputs("usage: apart_bits [--lanes 1|4|8|16] [--each QUERY [--kind KIND]] [--subjects] [SUBJECT…]\nsubjects:",
             stderr);
  for (const Subject& s : kSubjects) std::fprintf(stderr, " %s", s.name.data());
  std::fputs("\n", stderr);
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string_view> wanted;
  for (int k = 1; k < argc; ++k) {
    const std::string_view word = argv[k];
    const auto is_word = [&](const Subject& s) { return s.name == word; };
    if (word == "--each" && k + 1 < argc)
      each_of = argv[++k];
    else if (word == "--kind" && k + 1 < argc)
      wanted_kind = argv[++k];
    else if (word == "--subjects") {
      for (const Subject& s : kSubjects) std::printf("%s\n", s.name.data());
      return 0;
    } else if (word == "--lanes" && k + 1 < argc)
      use_lanes(static_cast<LaneWidth>(std::atoi(argv[++k])));
    else if (std::ranges::any_of(kSubjects, is_word))
      wanted.push_back(word);
    else
      return usage();
  }
  const Pieces pieces = make_pieces();
  for (const Subject& s : kSubjects)
    if (wanted.empty() || std::ranges::count(wanted, s.name) > 0) s.ask(pieces);
}
