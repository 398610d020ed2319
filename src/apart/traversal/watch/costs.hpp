// The costs Cv, Cp and Cu of the cost equation, measured: the recorded tests of a traversal run again, each kind by
// itself.
#pragma once
#include <apart/traversal/pair_walk.hpp>
#include <apart/traversal/watch/record.hpp>
#include <ctime>
#include <functional>

namespace apart::traversal {

// Seconds for one of `count` that run() does at once: CPU time of the process, so that other load on the machine is not
// counted. It is repeated until it has taken `seconds`, so that the resolution of the clock does not matter. What run()
// returns keeps the compiler from leaving it out.
inline double seconds_each(std::size_t count, double seconds, const std::function<double()>& run) {
  if (count == 0) return 0.0;
  const std::clock_t start = std::clock();
  double spent = 0, kept = 0;
  u64 rounds = 0;
  do {
    kept += run();
    ++rounds;
    spent = double(std::clock() - start) / double(CLOCKS_PER_SEC);
  } while (spent < seconds);
  volatile double sink = kept;
  (void)sink;
  return spent / (double(rounds) * double(count));
}

// Of a traversal that was recorded with a query of this kind over these trees. `make_query` makes a new query. Each
// kind is repeated until it has taken `seconds`, so that the resolution of the clock does not matter.
template <class Query, Volume V, class MakeQuery>
Costs measured_costs(const Record& record, const Tree<V>& a, const Pose& b_in_a, const Tree<V>& b, MakeQuery make_query,
                     double seconds = 0.01) {
  const PlacementFor<V> at = placement_for<V>(a.frame, b_in_a, b.frame);
  const Pose b_here{b_in_a.rotation, b_in_a * b.frame.centre - a.frame.centre};
  Costs out;
  out.volume = seconds_each(record.tests.size(), seconds, [&] {
    double sum = 0;
    for (const Record::Test& test : record.tests)
      sum += Query::Measure::bound(a.volumes[test.a], at, b.volumes[test.b]) == 0;
    return sum;
  });
  out.primitive = seconds_each(record.leaf_tests.size(), seconds, [&] {
    auto query = make_query();
    double sum = 0;
    for (const Record::LeafTest& test : record.leaf_tests) sum += query.primitives(test.a, test.b) == Found::nothing;
    return sum;
  });
  out.update = seconds_each(record.tests.size(), seconds, [&] {
    double sum = 0;
    for (const Record::Test& test : record.tests) sum += double(diameter(placed(b.volumes[test.b], b_here)));
    return sum;
  });
  return out;
}

}  // namespace apart::traversal
