#include <apart/kit/asked.hpp>
#include <apart/traversal/watch/costs.hpp>

namespace apart::kit {
namespace {

template <class Query>
double repeated(const Record& record, Query query) {
  double sum = 0;
  for (const Record::LeafTest& test : record.leaf_tests) sum += query.primitives(test.a, test.b) == Found::nothing;
  return sum;
}

}  // namespace

AskNearness asked_nearness(const PlacedPair& pair, const WalkKinds& kinds) {
  AskNearness query{{pair}};
  if (kinds.query == QueryKind::within) query.tolerance.emplace(WithinQuery{pair, kinds.tolerance});
  return query;
}

double triangle_cost(const Record& record, const PlacedPair& pair, const WalkKinds& kinds, double seconds) {
  return seconds_each(record.leaf_tests.size(), seconds, [&] {
    std::vector<std::array<u32, 2>> found;
    switch (kinds.query) {
      case QueryKind::collide:
      case QueryKind::all:
        return repeated(record, AskTouching{pair, true, found});
      case QueryKind::within:
      case QueryKind::distance:
        return repeated(record, asked_nearness(pair, kinds));
      case QueryKind::span:
        break;
    }
    return repeated(record, AskFarness{pair});
  });
}

}  // namespace apart::kit
