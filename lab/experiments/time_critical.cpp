// How good is an answer when time is up? Distances of all pairs of a crowd of models with a share of the work that
// exact ones take: one queue over all pairs, level by level (Real-Time Rendering, section 25.6, after Hubbard), or the
// nearest nodes of each pair first.
#include <fmt/format.h>
#include <apart/base/random.hpp>
#include <apart/world/time_critical.hpp>
#include <samples/generate.hpp>

#include "lab/clock.hpp"
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
  double decided = 0, error = 0, largest = 0;  // shares of pairs; mean and largest of upper less lower bound
};

Quality quality_of(const TimeCriticalAnswer& answer) {
  Quality out;
  for (const PairBounds& p : answer.pairs) {
    out.decided += p.state() != PairBounds::State::open;
    out.error += p.at_most - p.at_least;
    out.largest = larger(out.largest, p.at_most - p.at_least);
  }
  const double count = double(answer.pairs.size());
  return {out.decided / count, out.error / count, out.largest};
}

// What an answer took, by the clock on the wall: a deadline is one.
template <class F>
double wall_seconds(F&& run) {
  const auto start = std::chrono::steady_clock::now();
  run();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

namespace apart::lab {

void time_critical(Run& run) {
  using Order = TimeCriticalOptions::Order;
  const World world = crowd(run.pick(30u, 200u), run.pick(400u, 4000u));
  Table& table = run.table("shares", "Of the tests that exact distances of all pairs take in that order",
                           {"order", "share", "tests", "ms", "pairs decided", "mean error", "largest error"});
  Table& deadlines =
      run.table("deadlines", "Of the time that exact distances take: deadlines, and when the answer came",
                {"order", "share", "allowed ms", "took ms", "pairs decided", "mean error"});
  Plot plot("Error against the work that is allowed", {"share of the work", true},
            {"mean error, of bodies of size 1", true});
  Plot over_time("Error against time", {"milliseconds of one thread", true}, {"mean error, of bodies of size 1", true});
  const std::vector<double> shares{0.003, 0.01, 0.03, 0.1, 0.3, 1}, of_time{0.1, 0.3, 1};
  std::size_t done = 0;
  for (const Order order : {Order::breadth_first, Order::nearest_first}) {
    const char* const name = order == Order::breadth_first ? "level by level" : "nearest first";
    const TimeCriticalAnswer exact = time_critical_distances(world, {.order = order});
    Plot::Points error, by_time;
    for (double share : shares) {
      if (!run.go_on(done++, 2 * shares.size())) return;
      const u64 tests = static_cast<u64>(std::ceil(share * double(exact.tests)));
      TimeCriticalAnswer answer;
      const double seconds = seconds_of(
          [&] { answer = time_critical_distances(world, {.budget = Budget::of_tests(tests), .order = order}); });
      const Quality q = quality_of(answer);
      table.add({name, Cell(share, 3), answer.tests, Cell(1e3 * seconds, 4), Cell(q.decided, 4), Cell(q.error, 4),
                 Cell(q.largest, 4)});
      error.push_back({share, larger(q.error, 1e-6)});
      by_time.push_back({1e3 * seconds, larger(q.error, 1e-6)});
    }
    const double needed = wall_seconds([&] { time_critical_distances(world, {.order = order}); });
    for (double share : of_time) {
      TimeCriticalAnswer answer;
      const auto allowed = std::chrono::nanoseconds(static_cast<std::int64_t>(1e9 * share * needed));
      const double took = wall_seconds(
          [&] { answer = time_critical_distances(world, {.budget = Budget::of_time(allowed), .order = order}); });
      const Quality q = quality_of(answer);
      deadlines.add({name, Cell(share, 3), Cell(1e3 * share * needed, 4), Cell(1e3 * took, 4), Cell(q.decided, 4),
                     Cell(q.error, 4)});
    }
    plot.line(name, error);
    over_time.line(name, by_time);
    run.note(fmt::format("{}: {} tests for exact distances of {} pairs", name, exact.tests, exact.pairs.size()));
  }
  run.plot("error", plot);
  run.plot("error-over-time", over_time);
  run.note("every bound is proven: the error is what is left between the lower and the upper one");
}

}  // namespace apart::lab
