// Two convex bodies beside the other libraries that were there, a row at a time: hulls of 8 to 1000 vertices, boxes and
// capsules, each pose independent (cold) or near the previous one (coherent); balls, boxes and capsules in pairs. The
// same rows as of apart lab rivals.
//   convex_bench [FILTER [ROUNDS]]     only rows whose name contains FILTER
#include <cstdio>
#include <cstdlib>

#include "lab/experiments/convex_rows.hpp"

int main(int argc, char** argv) {
  using namespace apart::lab;
  const std::string filter = argc > 1 ? argv[1] : "";
  const ConvexEffort effort{.rounds = argc > 2 ? std::atoi(argv[2]) : 5};
  std::printf(
      "Nanoseconds per query, of each library by its fastest algorithm that is right, if there is one.\n"
      "~ some answers are off by more than 1e-6 of the truth, ! and in so many of a hundred poses wrong (by 1e-3).\n"
      "Ratio: of the fastest other that is right (in 99 of 100 poses), over ours. In brackets after ours: which of "
      "our\n"
      "methods it is, and the time by default: the pose validated in the query, every depth proven.\n\n");
  const std::vector<Rival> others = all_rivals();
  for (const ConvexRow& row : convex_rows()) {
    if (row.name().find(filter) == std::string::npos) continue;
    const std::vector<ConvexTimed> timed = measured(row, others, effort);
    const ConvexTimed* const best = fastest_other(timed);
    std::printf("%-40s", row.name().c_str());
    best ? std::printf("%6.2f ", best->ns / timed[0].ns) : std::printf("%6s ", "");
    for (const ConvexTimed& t : timed) {
      std::printf("  %s %.*f", t.library.c_str(), t.ns < 100 ? 1 : 0, t.ns);
      if (t.verdict.wrong)
        std::printf("!%d", (100 * t.verdict.wrong + t.verdict.cases - 1) / t.verdict.cases);
      else if (t.verdict.off)
        std::printf("~");
      if (&t == &timed[0] && !t.name.empty()) std::printf(" (%s; %.1f)", t.name.c_str(), t.first_ns);
    }
    std::printf("\n");
    std::fflush(stdout);
  }
}
