#include "lab/experiments/other_trees.hpp"

#include <apart/hierarchy/builders/build.hpp>
#include <apart/hierarchy/fit/fit_tree.hpp>
#include <apart/queries/models/walk_queries.hpp>
#include <apart/traversal/pair_walk.hpp>
#include <apart/volumes/kinds/kdop.hpp>
#include <apart/volumes/kinds/lozenge.hpp>
#include <optional>

#include "lab/clock.hpp"

namespace apart::lab {
namespace {

// Two leaves of the same size as those of a model are no part of the comparison: one triangle each, as published.
template <class V>
Tree<V> tree_of(const Mesh& mesh) {
  return fit_tree<V>(build(mesh, TopDown<CovarianceMean>{}), mesh);
}

}  // namespace

OtherAnswers collide_by_dops(const MovingPair& pair, bool with_front) {
  using Dop = Kdop<float, 18>;
  using PairFront = Front<u32, u32, LargestDiameter::Memory>;
  const Tree<Dop> a = tree_of<Dop>(pair.a.mesh()), b = tree_of<Dop>(pair.b.mesh());
  PairFront front;
  NoProbe none;
  OtherAnswers out;
  out.seconds = seconds_of([&] {
    for (const Pose& at : pair.b_in_a) {
      CollideQuery query{{pair.a.mesh(), at, pair.b.mesh()}};
      const InOwnSpace<Dop> space(a.frame, at, b.frame);
      if (with_front) {
        PairWalk<Tree<Dop>, Tree<Dop>, CollideQuery, WithFront<DefaultPolicy, PairFront>> walk(a, space, b, query, none,
                                                                                               front);
        walk.run();
        front.finish();
      } else {
        PairWalk<Tree<Dop>, Tree<Dop>, CollideQuery> walk(a, space, b, query, none);
        walk.run();
      }
      out.answers.push_back(query.answer.colliding);
    }
  });
  return out;
}

OtherAnswers distance_by_swept(const MovingPair& pair, SweptSearch search) {
  using Swept = Lozenge<float>;
  const Tree<Swept> a = tree_of<Swept>(pair.a.mesh()), b = tree_of<Swept>(pair.b.mesh());
  NoProbe none;
  OtherAnswers out;
  std::optional<std::pair<u32, u32>> last;
  out.seconds = seconds_of([&] {
    for (const Pose& at : pair.b_in_a) {
      DistanceQuery query{{pair.a.mesh(), at, pair.b.mesh()}, {}};
      if (search == SweptSearch::best_first) {
        PairWalk<Tree<Swept>, Tree<Swept>, DistanceQuery, InOrder<BestFirst>> walk(a, at, b, query, none);
        walk.run();
      } else {
        if (last) query.primitives(last->first, last->second);
        PairWalk<Tree<Swept>, Tree<Swept>, DistanceQuery> walk(a, at, b, query, none);
        walk.run();
        last = {query.best_a, query.best_b};
      }
      out.answers.push_back(query.best_distance);
    }
  });
  return out;
}

HullPair hulls_of(const MovingPair& pair) { return {HullTree::make(pair.a).value(), HullTree::make(pair.b).value()}; }

OtherAnswers collide_by_hulls(const MovingPair& pair, const HullPair& hulls, const HullTrackerOptions& options) {
  HullTracker tracker(hulls.a, hulls.b, options);
  OtherAnswers out;
  out.seconds = seconds_of([&] {
    for (const Pose& at : pair.b_in_a) out.answers.push_back(tracker.collide(at).colliding);
  });
  return out;
}

OtherAnswers distance_by_hulls(const MovingPair& pair, const HullPair& hulls, const HullTrackerOptions& options,
                               double rel_error) {
  HullTracker tracker(hulls.a, hulls.b, options);
  OtherAnswers out;
  out.seconds = seconds_of([&] {
    for (const Pose& at : pair.b_in_a) out.answers.push_back(tracker.distance(at, {.rel_error = rel_error}).distance);
  });
  return out;
}

}  // namespace apart::lab
