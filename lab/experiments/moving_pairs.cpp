// Runs all queries of moving pairs with each acceleration, and writes the tables.
#include "lab/experiments/moving_pairs.hpp"
#include <apart/hierarchy/model_tree.hpp>

#include <fmt/format.h>
#include <apart/queries/models/walk_queries.hpp>
#include <apart/queries/tracker.hpp>
#include <apart/traversal/pair_walk.hpp>

#include "lab/clock.hpp"
#include "lab/experiments/other_trees.hpp"

namespace apart::lab {
namespace {

enum Question { kCollide, kWithin, kDistance, kApproximate, kQuestions };
constexpr const char* kQuestionNames[] = {"collide?", "within the tolerance?", "distance?", "distance, to 10 %?"};

// The first is the plain traversal; distances are searched nearest first, after a dive to the leaves, except in the
// last.
enum Way { kNone, kTriangles, kFront, kBoth, kDepthFirst, kWays };
constexpr const char* kWayNames[] = {"none", "last triangles", "front", "both", "none, depth first"};

struct Answers {
  std::vector<double> answers;  // a distance, or 0 and 1
  double seconds = 0;
  u64 tests = 0;
  std::size_t front = 0;  // pairs in it after the last query
};

Answers query_tracked(const MovingPair& pair, Question question, Way way, double tolerance) {
  Tracker tracker(pair.a, pair.b, {.pairs = way == kTriangles || way == kBoth, .front = way == kFront || way == kBoth});
  Answers out;
  out.answers.reserve(pair.b_in_a.size());
  out.seconds = seconds_of([&] {
    for (const Pose& at : pair.b_in_a) switch (question) {
        case kCollide:
          out.answers.push_back(tracker.collide(at).colliding);
          break;
        case kWithin:
          out.answers.push_back(tracker.within(at, tolerance).within);
          break;
        case kDistance:
          out.answers.push_back(tracker.distance(at).distance);
          break;
        default:
          out.answers.push_back(tracker.distance(at, {.rel_error = 0.1}).distance);
      }
  });
  out.tests = tracker.tests();
  out.front = tracker.front_size();
  return out;
}

Answers query_depth_first(const MovingPair& pair, Question question) {
  Answers out;
  out.seconds = seconds_of([&] {
    for (const Pose& at : pair.b_in_a) {
      DistanceQuery query{{pair.a.mesh(), at, pair.b.mesh()}, {.rel_error = question == kDistance ? 0 : 0.1}};
      NoProbe none;
      PairWalk<ModelTree, ModelTree, DistanceQuery> walk(pair.a.tree(), at, pair.b.tree(), query, none);
      walk.run();
      out.answers.push_back(query.best_distance);
      out.tests += walk.tests();
    }
  });
  return out;
}

}  // namespace

void query_moving_pairs(Run& run, std::span<const MovingPair> pairs, double tolerance,
                        const PublishedQueries& published) {
  std::size_t frames = 0, queries = 0;
  for (const MovingPair& pair : pairs) frames = pair.b_in_a.size(), queries += frames;

  Table& table = run.table(
      "queries",
      fmt::format("Trees of oriented boxes over triangles: {} frames, {}", frames,
                  pairs.size() == 1 ? "one pair" : fmt::format("{} pairs", pairs.size())),
      {"question", "acceleration", "queries", "yes", "microseconds", "tests", "front at last", "time over none"});
  double microseconds[kQuestions][kWays] = {};
  u64 differ = 0, too_far = 0, touching = 0;
  std::vector<double> distances, touching_answers;  // of all pairs, by frame
  for (int question = 0; question < kQuestions; ++question) {
    std::vector<double> plain;
    for (int way = 0; way < kWays; ++way) {
      if (way == kDepthFirst && question < kDistance) continue;
      if (!run.go_on(static_cast<std::size_t>(question * kWays + way), std::size_t{kQuestions} * kWays)) return;
      Answers all;
      for (const MovingPair& pair : pairs) {
        const Answers one = way == kDepthFirst ? query_depth_first(pair, Question(question))
                                               : query_tracked(pair, Question(question), Way(way), tolerance);
        all.answers.insert(all.answers.end(), one.answers.begin(), one.answers.end());
        all.seconds += one.seconds, all.tests += one.tests, all.front += one.front;
      }
      u64 yes = 0;
      for (const double answer : all.answers) yes += question < kDistance ? answer == 1 : answer == 0;
      if (way == kNone) plain = all.answers;
      if (question == kDistance && way == kNone) distances = all.answers;
      if (question == kCollide && way == kNone) touching_answers = all.answers;
      for (std::size_t k = 0; k < plain.size(); ++k)
        if (question != kApproximate)
          differ += all.answers[k] != plain[k];
        else
          too_far += !(all.answers[k] >= distances[k] && all.answers[k] <= 1.1 * distances[k] * (1 + 1e-12));
      if (question == kCollide && way == kNone) touching = yes;
      const double each = all.seconds / double(queries) * 1e6;
      microseconds[question][way] = each;
      table.add({kQuestionNames[question],
                 kWayNames[way],
                 queries,
                 yes,
                 {each, 4},
                 {double(all.tests) / double(queries), 4},
                 all.front,
                 {each / microseconds[question][kNone], 3}});
    }
  }
  const PublishedQueries& p = published;
  const OtherTrees others = query_other_trees(
      run, pairs,
      {queries, touching_answers, distances, microseconds[kCollide][kNone], microseconds[kCollide][kTriangles],
       microseconds[kDistance][kNone], microseconds[kDistance][kTriangles]},
      published);
  too_far += others.too_far;
  run.compare_difference("answers of other trees that differ", double(others.differ), 0, 0);
  run.compare("answers of FCL that differ by more than 1e-6", double(others.differ_of_fcl), 0);
  run.compare_difference("answers that an acceleration changes", double(differ), 0, 0);
  run.compare_difference("distances to 10 % that are off by more", double(too_far), 0, 0);
  run.compare_difference("queries where they touch, in a motion that keeps them apart", double(touching), 0, 0);
  const auto compare = [&](const char* what, Question question, Way way, Way over, double printed,
                           double printed_over) {
    run.compare(what, microseconds[question][way] / microseconds[question][over], printed / printed_over);
  };
  compare("touching: front over none", kCollide, kFront, kNone, p.hull_ft, p.hull);
  compare("distance: best first over depth first", kDistance, kNone, kDepthFirst, p.pd, p.distance);
  compare("distance: last triangles (pieces) over none", kDistance, kTriangles, kNone, p.pc_pd, p.pd);
  compare("distance: front over none", kDistance, kFront, kNone, p.pd_ft, p.pd);
  compare("distance: both over none", kDistance, kBoth, kNone, p.pc_pd_ft, p.pd);
  run.compare("oriented boxes: milliseconds, touching", 1e-3 * microseconds[kCollide][kNone], p.obb);
  run.compare("distance over touching (published: swept spheres over oriented boxes)",
              microseconds[kDistance][kNone] / microseconds[kCollide][kNone], p.ssv_pd / p.obb);
  run.note(
      "The published ratios are of trees of hulls over convex pieces, ours of oriented boxes over triangles, unless "
      "they "
      "say otherwise. Ours search distances best first, after a dive to the leaves, except where it says depth first. "
      "The number of frames of the published "
      "motions is not printed, nor are their poses.");
  run.note(
      "A front of distances keeps, with each pair of nodes, the plane that separated their hulls, and the nearest "
      "triangles: so it is what the last triangles start with too. Of other queries it keeps the pairs that were "
      "separated, "
      "each with its plane, and tests the planes; where that is counted not to pay, it is given up for a while.");

  Plot plot("Distance, frame by frame", {"frame"}, {"distance", true});
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    Plot::Points points;
    for (std::size_t f = 0; f < frames; ++f) points.push_back({double(f), distances[k * frames + f]});
    plot.line(pairs[k].name, points);
  }
  run.plot("distance", plot);
}

}  // namespace apart::lab
