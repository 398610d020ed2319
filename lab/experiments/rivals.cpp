// Other libraries on the same meshes and convex bodies, poses and queries: results compared first, then their time
// relative to ours.
#include <fmt/format.h>
#include <algorithm>
#include <apart/apart.hpp>
#include <apart/base/workers.hpp>
#include <chrono>
#include <cmath>
#include <functional>
#include <map>

#include "lab/clock.hpp"
#include "lab/experiment.hpp"
#include "lab/experiments/convex_rows.hpp"
#include "lab/experiments/rival_builds.hpp"
#include "lab/experiments/rival_scenes.hpp"
#include "lab/rivals/rival.hpp"

namespace apart::lab {
namespace {

// The geometric mean of the fastest other's time over ours.
struct Mean {
  double log_sum = 0;
  int count = 0;

  void add(double over) { log_sum += std::log(over), ++count; }
  void add(const Mean& other) { log_sum += other.log_sum, count += other.count; }
  void note(Run& run, const char* what) const {
    if (count)
      run.note(fmt::format("The fastest other's time over ours, geometric mean of {} {}: {:.2f}.", count, what,
                           std::exp(log_sum / count)));
  }
};

// Computes one pose; the result as a number.
using PoseQuery = std::function<double(const Pose&)>;

PoseQuery ours(const RivalScene& scene) {
  const Model a = Model::make(*scene.a).value(), b = Model::make(*scene.b).value();
  switch (scene.query) {
    case RivalQuery::collide:
      return [=](const Pose& at) { return double(collide(a, at, b).colliding); };
    case RivalQuery::contacts:
      return [=](const Pose& at) { return double(collisions(a, at, b).pairs.size()); };
    case RivalQuery::distance:
      return [=](const Pose& at) { return distance(a, at, b).distance; };
    case RivalQuery::tracked_collide:
      return [tracker = std::make_shared<Tracker>(a, b)](const Pose& at) {
        return double(tracker->collide(at).colliding);
      };
    case RivalQuery::tracked_distance:
      break;
  }
  return [tracker = std::make_shared<Tracker>(a, b)](const Pose& at) { return tracker->distance(at).distance; };
}

// Empty if the library does not support the query.
PoseQuery theirs(const RivalScene& scene, const RivalPair& pair) {
  switch (scene.query) {
    case RivalQuery::collide:
    case RivalQuery::tracked_collide:
      return pair.collide;
    case RivalQuery::contacts:
      return pair.contacts;
    case RivalQuery::distance:
    case RivalQuery::tracked_distance:
      break;
  }
  return pair.distance;
}

// Microseconds per pose: the best of some rounds, and the results. Several rounds in a row for each, since the first
// ones run with cold caches and branch predictors; and interleaved, so that disturbances of the machine affect all of
// them.
struct Timed {
  double micros = std::numeric_limits<double>::infinity();
  std::vector<double> answers{};
};
std::vector<Timed> timed_in_turns(const std::vector<Pose>& poses, int turns, int rounds,
                                  const std::vector<PoseQuery>& queries) {
  std::vector<Timed> out(queries.size());
  for (const PoseQuery& query : queries) query(poses[0]);  // what the first one of a library makes is made
  for (int turn = 0; turn < turns; ++turn)
    for (std::size_t k = 0; k < queries.size(); ++k) {
      double spent = 0;
      for (int round = 0; round < rounds || (rounds > 1 && spent < 0.05); ++round) {
        out[k].answers.clear();
        const double seconds = seconds_of([&] {
          for (const Pose& at : poses) out[k].answers.push_back(queries[k](at));
        });
        out[k].micros = lesser(out[k].micros, 1e6 * seconds / double(poses.size()));
        spent += seconds;
      }
    }
  return out;
}

double size_of(const Mesh& mesh) {
  Bounds box;
  for (Vec3d v : mesh.vertices()) box.add(v);
  return length(box.size());
}

// At how many poses do the results differ? Distances to 1e-9 of the size.
struct Differences {
  std::size_t all = 0;
  std::size_t wrong = 0;  // except yes or no where models are nearer to each other than float precision
};
Differences differences(const RivalScene& scene, const Timed& ours, const Timed& theirs) {
  const double size = size_of(*scene.a);
  const bool yes_or_no = scene.query == RivalQuery::collide || scene.query == RivalQuery::tracked_collide;
  const bool counted = yes_or_no || scene.query == RivalQuery::contacts;
  std::optional<Model> a, b;  // only if results differ
  Differences out;
  for (std::size_t k = 0; k < ours.answers.size(); ++k) {
    if (std::abs(ours.answers[k] - theirs.answers[k]) <= (counted ? 0 : 1e-9 * size)) continue;
    ++out.all;
    if (yes_or_no && !a) a = Model::make(*scene.a).value(), b = Model::make(*scene.b).value();
    const bool excused = yes_or_no && ours.answers[k] == 0 && within(*a, scene.poses[k], *b, 1e-6 * size).within;
    if (!excused) ++out.wrong;
  }
  return out;
}

Mean queries(Run& run, const std::vector<Rival>& others) {
  const std::vector<RivalScene> list = rival_scenes(run);
  const auto table = [&](const char* name, const std::string& what) {
    return &run.table(name, what + ": microseconds per query, and their time over ours",
                      {"scene", "triangles", "poses", "library", "µs", "over ours", "answers that differ"});
  };
  Table* const yes_or_no = table("collide", "Yes or no");
  Table* const contacts = table("contacts", "All contacts");
  Table* const distances = table("distance", "Distance");
  Table* const table_of[] = {yes_or_no, yes_or_no, contacts, distances, distances};
  Table& fastest = run.table("fastest", "The fastest other library in each scene",
                             {"query", "scene", "Apart, µs", "fastest other", "its µs", "over ours", "wanted"});
  Table& tests = run.table("tests", "What Apart tests in a query, and how many pairs of triangles reach exact signs",
                           {"query", "scene", "boxes", "triangle pairs", "by exact signs", "most at one pose"});
  Mean mean;
  std::map<std::string, Plot::Points> ratios;
  const int turns = run.pick(1, 3), rounds = run.pick(1, 4);
  std::size_t done = 0;
  for (const RivalScene& scene : list) {
    if (!run.go_on(done++, list.size() + 1)) break;
    const std::size_t triangles = scene.a->size() + scene.b->size(), poses = scene.poses.size();
    const bool tracked = scene.query == RivalQuery::tracked_collide || scene.query == RivalQuery::tracked_distance;
    const std::string name = scene.name + (tracked ? ", ours tracked" : "");
    Table& out = *table_of[int(scene.query)];
    std::vector<std::string> names;
    std::vector<PoseQuery> queries = {ours(scene)};
    for (const Rival& rival : others) {
      if (!rival.pair) continue;
      if (PoseQuery query = theirs(scene, rival.pair(*scene.a, *scene.b))) {
        names.push_back(rival.name);
        queries.push_back(std::move(query));
      }
    }
    if (scene.query == RivalQuery::collide || scene.query == RivalQuery::contacts) {
      const WorkOfScene work = work_of(scene);
      const double each = 1 / double(poses);
      tests.add({kRivalQueryNames[int(scene.query)],
                 scene.name,
                 {each * double(work.boxes), 4},
                 {each * double(work.pairs), 4},
                 {each * double(work.exact), 4},
                 work.most_exact});
    }
    const std::vector<Timed> all = timed_in_turns(scene.poses, turns, rounds, queries);
    const Timed& we = all[0];
    std::size_t best = names.size();
    out.add({name, triangles, poses, "Apart", {we.micros, 4}, 1.0, 0});
    for (std::size_t k = 0; k < names.size(); ++k) {
      const Timed& they = all[k + 1];
      // Different results mean different work.
      const Differences off = differences(scene, we, they);
      const double over = they.micros / we.micros;
      out.add(
          {name, triangles, poses, names[k], {they.micros, 4}, off.wrong ? Cell("differs") : Cell(over, 3), off.all});
      if (off.wrong) continue;
      if (best == names.size() || they.micros < all[best + 1].micros) best = k;
      ratios[names[k]].push_back({we.micros, over});
      if (names[k] == "FCL" && scene.wanted.of_fcl > 0)
        run.compare(scene.name + ", " + kRivalQueryNames[int(scene.query)] + ": FCL's time over ours (wanted at least)",
                    over, scene.wanted.of_fcl);
    }
    if (best == names.size()) continue;
    const double over = all[best + 1].micros / we.micros;
    fastest.add({kRivalQueryNames[int(scene.query)],
                 scene.name,
                 {we.micros, 4},
                 names[best],
                 {all[best + 1].micros, 4},
                 {over, 3},
                 scene.wanted.of_fastest > 0 ? Cell(scene.wanted.of_fastest, 2) : Cell("")});
    mean.add(over);
  }
  mean.note(run, "scenes");
  Plot plot("The time of others over ours", {"Apart, µs per query", true}, {"times as long", true});
  for (auto& [name, points] : ratios) {
    std::sort(points.begin(), points.end());
    plot.line(name, points);
  }
  if (!ratios.empty()) run.plot("over-ours", plot);
  return mean;
}

// Pairs of convex bodies; returns the mean of all.
Mean convex_pairs(Run& run, const std::vector<Rival>& others) {
  Table& all = run.table("convex", "Convex bodies: nanoseconds per query, and their time over ours",
                         {"bodies", "query", "pose", "library", "ns", "over ours", "answers off", "wrong", "of"});
  Table& fastest =
      run.table("fastest-convex", "Convex bodies: the fastest other library that is right in 99 of 100 poses",
                {"bodies", "query", "pose", "Apart, ns", "asked", "by default, ns", "fastest other", "its ns",
                 "over ours", "wanted"});
  const ConvexEffort effort = run.pick(
      ConvexEffort{.pairs = 1, .poses = 16, .plain_poses = 50, .rounds = 1, .at_least = 0}, ConvexEffort{.rounds = 3});
  Mean hulls, plain, both, by_default;
  const std::vector<ConvexRow> rows = convex_rows();
  const std::size_t passes = run.pick<std::size_t>(1, 5);
  std::vector<std::vector<ConvexTimed>> times(rows.size());
  for (std::size_t step = 0; step < passes * rows.size(); ++step) {
    if (!run.go_on(step, passes * rows.size())) break;
    const std::size_t i = step % rows.size();
    keep_faster(times[i], measured(rows[i], others, effort));
  }
  for (std::size_t i = 0; i < rows.size() && !times[i].empty(); ++i) {
    const ConvexRow& row = rows[i];
    const std::vector<ConvexTimed>& timed = times[i];
    const double ours = timed[0].ns;
    for (const ConvexTimed& t : timed)
      all.add({row.bodies,
               row.query(),
               row.lie_name(),
               t.library,
               {t.ns, 4},
               t.verdict.right() ? Cell(t.ns / ours, 3) : Cell("differs"),
               t.verdict.off,
               t.verdict.wrong,
               t.verdict.cases});
    const ConvexTimed* const best = fastest_other(timed);
    if (!best) continue;
    const double over = best->ns / ours;
    fastest.add({row.bodies,
                 row.query(),
                 row.lie_name(),
                 {ours, 4},
                 timed[0].name,
                 {timed[0].first_ns, 4},
                 best->library,
                 {best->ns, 4},
                 {over, 3},
                 row.task.coherent ? 4 : 2});
    (row.plain ? plain : hulls).add(over), by_default.add(best->ns / timed[0].first_ns);
  }
  hulls.note(run, "rows of convex pairs");
  plain.note(run, "rows of plain shapes");
  by_default.note(run, "rows of both, ours by default: poses validated in the query, every depth proven");
  both.add(hulls), both.add(plain);
  return both;
}

// The speedup of a batch of the same poses on all threads over one. In wall-clock time, since waiting counts here.
void batches(Run& run) {
  Table& table = run.table("batches", "Batches of poses: seconds on one thread, and on all that the machine has",
                           {"scene", "query", "poses", "threads", "one thread, s", "all threads, s", "times as fast"});
  const u32 threads = Workers(0).threads();
  const auto wall_seconds = [](const auto& work) {
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  };
  for (const RivalScene& scene : rival_scenes(run)) {
    if (scene.query == RivalQuery::contacts || scene.wanted.of_fcl == 0) continue;  // some are enough
    if (!run.go_on(0, 100)) return;
    std::vector<Pose> poses;
    for (int k = 0; k < run.pick(40, scene.query == RivalQuery::collide ? 20000 : 2000); ++k)
      poses.push_back(scene.poses[std::size_t(k) % scene.poses.size()]);
    const Model a = Model::make(*scene.a).value(), b = Model::make(*scene.b).value();
    const auto seconds_with = [&](u32 count) {
      return wall_seconds([&] {
        if (scene.query == RivalQuery::collide)
          collide(a, poses, b, {}, {.threads = count});
        else
          distance(a, poses, b, {}, {.threads = count});
      });
    };
    double one = std::numeric_limits<double>::infinity(), all = one;
    for (int round = 0; round < run.pick(1, 5); ++round)  // interleaved, as above
      one = lesser(one, seconds_with(1)), all = lesser(all, seconds_with(threads));
    table.add({scene.name,
               scene.query == RivalQuery::collide ? "yes/no" : "distance",
               poses.size(),
               threads,
               {one, 3},
               {all, 3},
               {one / all, 3}});
  }
}

}  // namespace

void rivals(Run& run) {
  batches(run);  // before Embree is loaded: limited to one thread, it limits the whole process
  const std::vector<Rival> others = all_rivals();
  std::string missing;
  for (const Rival& rival : others)
    if (rival.missing()) missing += (missing.empty() ? "" : ", ") + rival.name;
  run.note("Not there when this was built: " + (missing.empty() ? "none" : missing) + ".");
  for (const Rival& rival : others)
    if (!rival.remark.empty()) run.note(rival.remark);
  Mean mean;
  if (!run.stopped()) mean.add(convex_pairs(run, others));
  if (!run.stopped()) mean.add(queries(run, others));
  mean.note(run, "rows and scenes in all");
  if (!run.stopped()) rival_builds(run, others);
}

}  // namespace apart::lab
