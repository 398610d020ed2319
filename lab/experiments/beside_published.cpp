// Tables 3 and 4, row by row: other trees and FCL beside the published figures.
#include <cmath>

#include "lab/clock.hpp"
#include "lab/experiments/other_trees.hpp"
#include "lab/rivals/rival.hpp"

namespace apart::lab {
namespace {

Cell milliseconds(double published) { return published > 0 ? Cell(published, 4) : Cell("not printed"); }
Cell microseconds_cell(double ours) { return ours > 0 ? Cell(ours, 4) : Cell(""); }

// The rows of tables 3 and 4, with ours of the same kind beside them, in microseconds; 0: none.
class BesidePublished {
 public:
  BesidePublished(Run& run, std::size_t queries)
      : queries_(double(queries)),
        table_(run.table("published", "Beside the published figures, which are of a 450 MHz Pentium III",
                         {"tree", "acceleration", "collide?, published ms", "collide?, our µs",
                          "distance?, published ms", "distance?, our µs"})) {}

  void collide(const char* tree, const char* acceleration, double published, double ours) {
    table_.add({tree, acceleration, milliseconds(published), microseconds_cell(ours), "", ""});
  }
  void distance(const char* tree, const char* acceleration, double published, double ours) {
    table_.add({tree, acceleration, "", "", milliseconds(published), microseconds_cell(ours)});
  }
  void both(const char* tree, const char* acceleration, double ours_collide, double ours_distance) {
    table_.add({tree, acceleration, "", microseconds_cell(ours_collide), "", microseconds_cell(ours_distance)});
  }
  double each(const OtherAnswers& all) const { return all.seconds / queries_ * 1e6; }

 private:
  double queries_;
  Table& table_;
};

// All pairs, one after the other.
template <class Query>
OtherAnswers of_all(std::span<const MovingPair> pairs, Query query) {
  OtherAnswers out;
  for (const MovingPair& pair : pairs) {
    const OtherAnswers one = query(pair);
    out.answers.insert(out.answers.end(), one.answers.begin(), one.answers.end());
    out.seconds += one.seconds;
  }
  return out;
}

template <class Ask>
OtherAnswers timed(const MovingPair& pair, Ask ask) {
  OtherAnswers out;
  out.seconds = seconds_of([&] {
    for (const Pose& at : pair.b_in_a) out.answers.push_back(ask(at));
  });
  return out;
}

u64 count_off(const std::vector<double>& answers, const std::vector<double>& truth, double error) {
  u64 off = 0;
  for (std::size_t k = 0; k < truth.size(); ++k) off += !(std::abs(answers[k] - truth[k]) <= error * (1 + truth[k]));
  return off;
}

}  // namespace

OtherTrees query_other_trees(Run& run, std::span<const MovingPair> pairs, const BoxTrees& boxes,
                             const PublishedQueries& p) {
  OtherTrees out;
  BesidePublished beside(run, boxes.queries);
  const auto dops = of_all(pairs, [](const MovingPair& pair) { return collide_by_dops(pair, false); });
  const auto dops_front = of_all(pairs, [](const MovingPair& pair) { return collide_by_dops(pair, true); });
  const auto swept = [&](SweptSearch search) {
    return of_all(pairs, [&](const MovingPair& pair) { return distance_by_swept(pair, search); });
  };
  const OtherAnswers cached = swept(SweptSearch::last_triangles), nearest = swept(SweptSearch::best_first);
  beside.collide("oriented boxes", "none", p.obb, boxes.collide);
  beside.collide("18-dops", "none", p.dop, beside.each(dops));
  beside.collide("18-dops", "front", p.dop_ft, beside.each(dops_front));
  beside.distance("swept spheres", "last triangles", p.ssv_tc, beside.each(cached));
  beside.distance("swept spheres", "best first", p.ssv_pd, beside.each(nearest));
  out.differ += count_off(dops.answers, boxes.touching, 0) + count_off(dops_front.answers, boxes.touching, 0) +
                count_off(cached.answers, boxes.distances, 1e-12) + count_off(nearest.answers, boxes.distances, 1e-12);

  // As published: a front without bounds on what has moved.
  std::vector<HullPair> hulls;
  for (const MovingPair& pair : pairs) hulls.push_back(hulls_of(pair));
  const auto by_hulls = [&](auto query) {
    std::size_t k = 0;
    return of_all(pairs, [&](const MovingPair& pair) { return query(pair, hulls[k++]); });
  };
  double hull_collide[2] = {};
  for (const bool front : {false, true}) {
    const HullTrackerOptions how{.pieces = false, .priority = false, .front = front, .motion = false};
    const OtherAnswers found =
        by_hulls([&](const auto& pair, const auto& of) { return collide_by_hulls(pair, of, how); });
    out.differ += count_off(found.answers, boxes.touching, 0);
    hull_collide[front] = beside.each(found);
    beside.collide("hulls of pieces", front ? "front" : "none", front ? p.hull_ft : p.hull, hull_collide[front]);
  }
  struct HullRow {
    const char* name;
    double published;
    HullTrackerOptions how;
  };
  const HullRow rows[] = {{"none", p.distance, {false, false, false, false}},
                          {"last pieces", p.pc, {true, false, false, false}},
                          {"best first", p.pd, {false, true, false, false}},
                          {"front", p.ft, {false, false, true, false}},
                          {"last pieces, best first", p.pc_pd, {true, true, false, false}},
                          {"last pieces, front", p.pc_ft, {true, false, true, false}},
                          {"best first, front", p.pd_ft, {false, true, true, false}},
                          {"all three", p.pc_pd_ft, {true, true, true, false}},
                          {"all three, bounds of motion", 0, {true, true, true, true}}};
  double plain_hulls = 0, best_hulls = std::numeric_limits<double>::infinity();
  for (const HullRow& row : rows) {
    const OtherAnswers found =
        by_hulls([&](const auto& pair, const auto& of) { return distance_by_hulls(pair, of, row.how); });
    out.differ += count_off(found.answers, boxes.distances, 1e-9);
    const double each = beside.each(found);
    if (&row == rows) plain_hulls = each;
    best_hulls = std::min(best_hulls, each);
    if (row.published > 0)
      beside.distance("hulls of pieces", row.name, row.published, each);
    else
      beside.both("hulls of pieces", row.name, 0, each);
    if (row.how.front && !row.how.pieces && !row.how.priority)
      run.compare("hulls of pieces, distance: front over none", each / plain_hulls, p.ft / p.distance);
  }
  const OtherAnswers rough = by_hulls(
      [&](const auto& pair, const auto& of) { return distance_by_hulls(pair, of, HullTrackerOptions{}, 0.1); });
  for (std::size_t k = 0; k < boxes.distances.size(); ++k)
    out.too_far += !(rough.answers[k] >= boxes.distances[k] * (1 - 1e-9) &&
                     rough.answers[k] <= 1.1 * boxes.distances[k] * (1 + 1e-9));
  beside.both("hulls of pieces, to 10 %", "all three, bounds of motion", 0, beside.each(rough));
  run.compare("hulls of pieces, touching: front over none", hull_collide[1] / hull_collide[0], p.hull_ft / p.hull);
  run.compare(
      "distance: best of hulls of pieces over the best of triangle trees",
      best_hulls / std::min(boxes.distance, boxes.distance_cached),
      std::min({p.distance, p.pc, p.pd, p.ft, p.pc_pd, p.pc_ft, p.pd_ft, p.pc_pd_ft}) / std::min(p.ssv_tc, p.ssv_pd));
  beside.both("Apart's default: oriented boxes, hulls of nodes", "last triangles", boxes.collide_cached,
              boxes.distance_cached);
  if (const Rival fcl = fcl_rival(); fcl.pair) {
    const auto ask = [&](auto query) {
      return of_all(pairs, [&](const MovingPair& pair) {
        const RivalPair rival = fcl.pair(pair.a.mesh(), pair.b.mesh());
        return timed(pair, [&](const Pose& at) { return double(query(rival, at)); });
      });
    };
    const OtherAnswers collides = ask([](const RivalPair& rival, const Pose& at) { return rival.collide(at); });
    const OtherAnswers far = ask([](const RivalPair& rival, const Pose& at) { return rival.distance(at); });
    beside.both("FCL: oriented boxes and swept spheres", "none", beside.each(collides), beside.each(far));
    out.differ_of_fcl = count_off(far.answers, boxes.distances, 1e-6) + count_off(collides.answers, boxes.touching, 0);
    run.compare("distance: FCL (published: swept spheres) over the best of ours",
                beside.each(far) / std::min(best_hulls, boxes.distance_cached),
                std::min(p.ssv_tc, p.ssv_pd) / std::min({p.pc_ft, p.pd_ft, p.pc_pd_ft, p.ft}));
  }
  return out;
}

}  // namespace apart::lab
