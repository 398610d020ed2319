// How good is an answer when time is up? Distances of all pairs of a crowd of models with a share of the work that
// exact ones take: one queue over all pairs, level by level (Real-Time Rendering, section 25.6, after Hubbard), or the
// nearest nodes of each pair first.
#include <fmt/format.h>
#include <apart/base/random.hpp>
#include <apart/world/time_critical.hpp>
#include <samples/generate.hpp>

#include "lab/experiment.hpp"

namespace {

using namespace apart;

World crowd(u32 bodies, u32 triangles) {
  Random random(1);
  const u32 across = triangles / 16;
  const Model models[] = {Model::make(generate::torus(0.5, 0.2, across, 8)).value(),
                          Model::make(generate::sphere(0.45, triangles)).value()};
  std::vector<WorldBody> all;
  const double room = 0.5 * std::cbrt(double(bodies));
  for (u32 i = 0; i < bodies; ++i) all.push_back({models[i % 2], random.pose(room)});
  return World(all);
}

struct Quality {
  double decided = 0, error = 0;  // shares of pairs, mean of upper less lower bound
};

Quality quality_of(const TimeCriticalAnswer& answer) {
  Quality out;
  for (const PairBounds& p : answer.pairs) {
    out.decided += p.state() != PairBounds::State::open;
    out.error += p.at_most - p.at_least;
  }
  const double count = double(answer.pairs.size());
  return {out.decided / count, out.error / count};
}

}  // namespace

namespace apart::lab {

void time_critical(Run& run) {
  using Order = TimeCriticalOptions::Order;
  const World world = crowd(run.pick(30u, 200u), run.pick(400u, 4000u));
  Table& table = run.table("shares", "Of the tests that exact distances of all pairs take in that order",
                           {"order", "share", "tests", "pairs decided", "mean error", "largest error"});
  Plot plot("Error against the work that is allowed", {"share of the work", true},
            {"mean error, of bodies of size 1", true});
  const std::vector<double> shares{0.003, 0.01, 0.03, 0.1, 0.3, 1};
  std::size_t done = 0;
  for (const Order order : {Order::breadth_first, Order::nearest_first}) {
    const bool by_level = order == Order::breadth_first;
    const u64 needed = time_critical_distances(world, {.order = order}).tests;
    Plot::Points error;
    for (double share : shares) {
      if (!run.go_on(done++, 2 * shares.size())) return;
      const u64 tests = static_cast<u64>(std::ceil(share * double(needed)));
      const TimeCriticalAnswer answer =
          time_critical_distances(world, {.budget = Budget::of_tests(tests), .order = order});
      const Quality q = quality_of(answer);
      double largest_error = 0;
      for (const PairBounds& p : answer.pairs) largest_error = larger(largest_error, p.at_most - p.at_least);
      table.add({by_level ? "level by level" : "nearest first", Cell(share, 3), answer.tests, Cell(q.decided, 4),
                 Cell(q.error, 4), Cell(largest_error, 4)});
      error.push_back({share, larger(q.error, 1e-6)});
    }
    plot.line(by_level ? "level by level" : "nearest first", error);
    run.note(fmt::format("{}: {} tests for exact distances of {} pairs", by_level ? "level by level" : "nearest first",
                         needed, world.candidates().size()));
  }
  run.plot("error", plot);
  run.note("every bound is proven: the error is what is left between the lower and the upper one");
}

}  // namespace apart::lab
