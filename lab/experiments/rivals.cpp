// Other libraries on the same meshes and convex bodies, poses and queries: results compared first, then their time
// relative to ours. And time and memory of a build.
#include <fmt/format.h>
#include <algorithm>
#include <apart/apart.hpp>
#include <apart/base/workers.hpp>
#include <apart/hierarchy/analysis/facts.hpp>
#include <apart/hierarchy/model_tree.hpp>
#include <apart/hierarchy/node_hulls.hpp>
#include <apart/queries/models/walk_queries.hpp>
#include <apart/traversal/touching_walk.hpp>
#include <chrono>
#include <cmath>
#include <functional>
#include <map>
#include <numbers>
#include <samples/generate.hpp>
#if __has_include(<malloc.h>)
#include <malloc.h>
#endif

#include "lab/clock.hpp"
#include "lab/experiment.hpp"
#include "lab/experiments/convex_rows.hpp"
#include "lab/rivals/rival.hpp"

namespace apart::lab {
namespace {

// Bytes allocated by malloc and not freed; 0 if unknown.
std::size_t malloc_bytes() {
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 33)
  const struct mallinfo2 all = mallinfo2();
  return all.uordblks + all.hblkhd;
#else
  return 0;
#endif
}

enum class Query { collide, tracked_collide, contacts, distance, tracked_distance };
constexpr const char* kQueryNames[] = {"yes/no", "yes/no, ours tracked", "all contacts", "distance",
                                       "distance, ours tracked"};

// Wanted ratios of others' time to ours; 0: none.
struct Wanted {
  double of_fastest = 0, of_fcl = 0;
};
struct Scene {
  std::string name;
  std::shared_ptr<const Mesh> a, b;
  std::vector<Pose> poses;
  Query query;
  Wanted wanted{};
};

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

std::shared_ptr<const Mesh> shared(Mesh mesh) { return std::make_shared<const Mesh>(std::move(mesh)); }

// B at a distance from A, in some direction, with some rotation; a negative one is pushed in as far from the touch.
std::vector<Pose> at_distance(const Mesh& a, const Mesh& b, double distance_wanted, int count) {
  const Model ma = Model::make(a).value(), mb = Model::make(b).value();
  const Frame fa = ma.tree().frame, fb = mb.tree().frame;
  std::vector<Pose> out;
  Random random(7);
  while (int(out.size()) < count) {
    const Vec3d direction = random.direction();
    const Mat3d turn = random.rotation();
    const double wanted = larger(distance_wanted, 0.0);
    double along = fa.radius + fb.radius + wanted;
    const auto at = [&](double t) { return Pose{turn, fa.centre + t * direction - turn * fb.centre}; };
    for (int k = 0; k < 200; ++k) {
      const double gap = distance(ma, at(along), mb).distance;
      if (gap <= wanted * (1 + 1e-9) + 1e-9 * fa.radius) break;
      along -= gap - wanted;
      if (along < 0) break;  // missed it
    }
    if (along > 0) out.push_back(at(along + lesser(distance_wanted, 0.0)));
  }
  return out;
}

// The scenes of one model against itself, at gaps relative to its size.
struct GapRow {
  const char* what;
  double gap;
  Query query;
  Wanted wanted;
  int poses;
};
void add_gaps(const Run& run, const std::string& name, const std::shared_ptr<const Mesh>& mesh,
              std::initializer_list<GapRow> rows, std::vector<Scene>& out) {
  Bounds box;
  for (Vec3d v : mesh->vertices()) box.add(v);
  for (const GapRow& row : rows)
    out.push_back(
        {name + ", " + row.what, mesh, mesh,
         at_distance(*mesh, *mesh, row.gap * length(box.size()), run.pick(std::max(2, row.poses / 10), row.poses)),
         row.query, row.wanted});
}

// A model of --models, if there is one.
std::shared_ptr<const Mesh> real_part(const Run& run, const char* file) {
  if (run.models())
    if (auto read = read_mesh((*run.models() / file).string()); read) return shared(*std::move(read));
  return nullptr;
}

std::vector<Scene> scenes(const Run& run) {
  const auto size = [&](u32 triangles) { return run.pick(std::max(80u, triangles / 10), triangles); };
  const auto some = [&](int count) { return run.pick(std::max(2, count / 10), count); };
  std::vector<Scene> out;
  Random random(1);
  {
    const auto a = shared(generate::sphere(1, size(40000))), b = shared(generate::sphere(0.8, size(40000)));
    std::vector<Pose> poses;
    for (int k = 0; k < some(100); ++k) poses.push_back({random.rotation(), {2.0 * k / some(100), 0, 0}});
    out.push_back({"sliding spheres", a, b, poses, Query::contacts, {3.5, 7.3}});
  }
  const auto outer = shared(generate::sphere(1, size(79600)));
  for (const auto& [gap, text, wanted] : {std::tuple{1e-1, "0.1", 3.0},
                                          {1e-2, "0.01", 3.0},
                                          {1e-3, "0.001", 5.0},
                                          {1e-4, "0.0001", 3.0},
                                          {1e-5, "0.00001", 3.0}}) {
    const auto inner = shared(generate::sphere(1 - gap, size(79600)));
    std::vector<Pose> poses(some(4) > 2 ? 3u : 2u);
    for (Pose& at : poses) at.rotation = random.rotation();
    out.push_back({std::string("concentric spheres, gap ") + text, outer, inner, poses, Query::contacts, {wanted}});
    if (gap == 1e-3) out.push_back({"concentric spheres, gap 0.001", outer, inner, poses, Query::collide});
  }
  for (const auto& [triangles, count, wanted] : {std::tuple{80u, 200, Wanted{2}},
                                                 {1000u, 100, {3}},
                                                 {10000u, 50, {3.5}},
                                                 {100000u, 20, {3.5, 6.5}},
                                                 {600000u, 8, {3.5}}}) {
    const auto a = shared(generate::sphere(1, size(triangles)));
    std::vector<Pose> poses;
    for (int k = 0; k < some(count); ++k) poses.push_back({random.rotation(), {std::numbers::sqrt2, 0, 0}});
    out.push_back(
        {"transverse spheres, " + std::to_string(a->size()) + " triangles", a, a, poses, Query::contacts, wanted});
  }
  const auto arm = real_part(run, "rocker-arm.obj");
  add_gaps(run, arm ? "rocker arm" : "wrinkled torus", arm ? arm : shared(generate::wrinkled_torus(size(20000))),
           {{"1 % deep", -0.01, Query::collide, {3.5}, 100},
            {"gap 0 %", 1e-9, Query::collide, {3.5, 5.8}, 100},
            {"gap 1 %", 0.01, Query::collide, {3.5, 6.3}, 100},
            {"gap 3 %", 0.03, Query::collide, {3.5}, 100},
            {"gap 5 %", 0.05, Query::collide, {3.5}, 100},
            {"gap 1 %", 0.01, Query::distance, {5, 4.6}, 40},
            {"gap 3 %", 0.03, Query::distance, {4}, 40},
            {"gap 5 %", 0.05, Query::distance, {4}, 40},
            {"gap 20 %", 0.2, Query::distance, {4, 22}, 40},
            {"gap 100 %", 1, Query::distance, {3}, 40}},
           out);
  if (const auto bunny = real_part(run, "bunny.obj"))
    add_gaps(run, "bunny", bunny,
             {{"gap 0 %", 1e-9, Query::collide, {3.5}, 100},
              {"gap 1 %", 0.01, Query::collide, {3.5}, 100},
              {"gap 5 %", 0.05, Query::collide, {3.5}, 100},
              {"gap 1 %", 0.01, Query::distance, {7.2}, 40},
              {"gap 5 %", 0.05, Query::distance, {9.8}, 40},
              {"gap 20 %", 0.2, Query::distance, {9.8}, 40}},
             out);
  {
    const auto lower = shared(generate::teeth(generate::Jaw::lower, size(40000))),
               upper = shared(generate::teeth(generate::Jaw::upper, size(40000)));
    std::vector<Pose> poses, pressed, closing;
    for (int k = 0; k < 3; ++k)
      poses.push_back({{}, {0, 0, 0.001 * k}}), pressed.push_back({{}, {0, 0, -0.01 * (k + 1)}});
    for (int k = 0; k < some(50); ++k) closing.push_back({{}, {0, 0, 0.05 * (1 - double(k) / some(50))}});
    out.push_back({"teeth pressed together", lower, upper, pressed, Query::contacts, {4}});
    out.push_back({"teeth apart", lower, upper, poses, Query::collide, {5}});
    out.push_back({"teeth apart", lower, upper, {poses[1]}, Query::distance});
    out.push_back({"teeth closing", lower, upper, closing, Query::tracked_distance, {10.6}});
  }
  {
    const auto a = shared(generate::wrinkled_torus(2000)), b = shared(generate::bent_torus(2000));
    std::vector<Pose> poses;
    const int frames = some(1000);
    for (int k = 0; k < frames; ++k) {  // one falls past the other while it rotates
      const double t = double(k) / frames, angle = 2 * t;
      poses.push_back({Mat3d::from_columns({std::cos(angle), std::sin(angle), 0},
                                           {-std::sin(angle), std::cos(angle), 0}, {0, 0, 1}),
                       {2.6 - 0.3 * t, 0.4 * std::sin(6 * t), 1.5 - 3 * t}});
    }
    out.push_back({"tori", a, b, poses, Query::tracked_collide, {4}});
    out.push_back({"tori", a, b, poses, Query::tracked_distance, {5, 9}});
  }
  return out;
}

// Computes one pose; the result as a number.
using PoseQuery = std::function<double(const Pose&)>;

PoseQuery ours(const Scene& scene) {
  const Model a = Model::make(*scene.a).value(), b = Model::make(*scene.b).value();
  switch (scene.query) {
    case Query::collide:
      return [=](const Pose& at) { return double(collide(a, at, b).colliding); };
    case Query::contacts:
      return [=](const Pose& at) { return double(collisions(a, at, b).pairs.size()); };
    case Query::distance:
      return [=](const Pose& at) { return distance(a, at, b).distance; };
    case Query::tracked_collide:
      return [tracker = std::make_shared<Tracker>(a, b)](const Pose& at) {
        return double(tracker->collide(at).colliding);
      };
    case Query::tracked_distance:
      break;
  }
  return [tracker = std::make_shared<Tracker>(a, b)](const Pose& at) { return tracker->distance(at).distance; };
}

// Empty if the library does not support the query.
PoseQuery theirs(const Scene& scene, const RivalPair& pair) {
  switch (scene.query) {
    case Query::collide:
    case Query::tracked_collide:
      return pair.collide;
    case Query::contacts:
      return pair.contacts;
    case Query::distance:
    case Query::tracked_distance:
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
Differences differences(const Scene& scene, const Timed& ours, const Timed& theirs) {
  const double size = size_of(*scene.a);
  const bool yes_or_no = scene.query == Query::collide || scene.query == Query::tracked_collide;
  const bool counted = yes_or_no || scene.query == Query::contacts;
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

// What a collision test or all contacts of two models test at all poses; of the pairs of triangles that early tests
// leave, how many reach exact signs.
struct WorkOfScene {
  TouchingTests sum{};
  u64 most_exact = 0;  // at one pose
};
WorkOfScene work_of(const Scene& scene) {
  const Model a = Model::make(*scene.a).value(), b = Model::make(*scene.b).value();
  WorkOfScene out;
  for (const Pose& at : scene.poses) {
    const Placement<float> placed = placement<float>(a.tree().frame, at, b.tree().frame);
    TouchingTests made;
    if (scene.query == Query::collide) {
      CollideQuery query{{a.mesh(), at, b.mesh()}};
      made = walk_touching(a.tree(), placed, b.tree(), true, query);
    } else {
      auto any = [](const TouchingPair&) { return true; };
      CollisionsQuery<decltype(any)> query{{a.mesh(), at, b.mesh()}, any};
      made = walk_touching(a.tree(), placed, b.tree(), false, query);
    }
    out.sum.volumes += made.volumes, out.sum.primitives += made.primitives, out.sum.exact += made.exact;
    out.most_exact = larger(out.most_exact, made.exact);
  }
  return out;
}

Mean queries(Run& run, const std::vector<Rival>& others) {
  const std::vector<Scene> list = scenes(run);
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
  for (const Scene& scene : list) {
    if (!run.go_on(done++, list.size() + 1)) break;
    const std::size_t triangles = scene.a->size() + scene.b->size(), poses = scene.poses.size();
    const bool tracked = scene.query == Query::tracked_collide || scene.query == Query::tracked_distance;
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
    if (scene.query == Query::collide || scene.query == Query::contacts) {
      const auto [sum, most] = work_of(scene);
      const double each = 1 / double(poses);
      tests.add({kQueryNames[int(scene.query)],
                 scene.name,
                 {each * double(sum.volumes), 4},
                 {each * double(sum.primitives), 4},
                 {each * double(sum.exact), 4},
                 most});
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
        run.compare(scene.name + ", " + kQueryNames[int(scene.query)] + ": FCL's time over ours (wanted at least)",
                    over, scene.wanted.of_fcl);
    }
    if (best == names.size()) continue;
    const double over = all[best + 1].micros / we.micros;
    fastest.add({kQueryNames[int(scene.query)],
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
                {"bodies", "query", "pose", "Apart, ns", "fastest other", "its ns", "over ours", "wanted"});
  const ConvexEffort effort = run.pick(
      ConvexEffort{.pairs = 1, .poses = 16, .plain_poses = 50, .rounds = 1, .at_least = 0}, ConvexEffort{.rounds = 3});
  Mean hulls, plain, both;
  const std::vector<ConvexRow> rows = convex_rows();
  std::size_t done = 0;
  for (const ConvexRow& row : rows) {
    if (!run.go_on(done++, rows.size())) break;
    const std::vector<ConvexTimed> timed = measured(row, others, effort);
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
                 best->library,
                 {best->ns, 4},
                 {over, 3},
                 row.task.coherent ? 4 : 2});
    (row.plain ? plain : hulls).add(over);
  }
  hulls.note(run, "rows of convex pairs");
  plain.note(run, "rows of plain shapes");
  both.add(hulls), both.add(plain);
  return both;
}

void builds(Run& run, const std::vector<Rival>& others) {
  Table& table = run.table("builds", "Builds of a sphere, one thread, from our mesh to a tree ready for queries",
                           {"triangles", "library", "seconds", "over ours", "bytes per triangle, beside our mesh"});
  // Large builds are few, since they take seconds.
  const std::vector<std::pair<u32, int>> sizes =
      run.pick<std::vector<std::pair<u32, int>>>({{20000, 1}}, {{10000, 20}, {100000, 5}, {1000000, 3}});
  for (const auto& [triangles, rounds] : sizes) {
    const Mesh mesh = generate::sphere(1, triangles);
    std::vector<RivalTree> trees{
        {"Apart",
         [](const Mesh& m) -> std::shared_ptr<void> { return std::make_shared<Model>(Model::make(m).value()); }},
        {"Apart, with the hulls of nodes", [](const Mesh& m) -> std::shared_ptr<void> {
           auto model = std::make_shared<Model>(Model::make(m).value());
           // As distances do, everywhere: of a large model those of twigs are made where they are asked for.
           for (u32 node = 0; node < model->tree().nodes.size(); ++node) (void)model->hulls().of(node);
           return model;
         }}};
    for (const Rival& rival : others) trees.insert(trees.end(), rival.trees.begin(), rival.trees.end());
    struct Built {
      double seconds = std::numeric_limits<double>::infinity(), bytes = 0;
    };
    std::vector<Built> built(trees.size());
    for (int round = 0; round < rounds; ++round)  // in turns: a disturbance of the machine affects all of them
      for (std::size_t k = 0; k < trees.size(); ++k) {
        if (!run.go_on(99, 100)) return;
        const auto held = [&] { return double(trees[k].bytes ? trees[k].bytes() : malloc_bytes()); };
        const double before = held(), start = thread_seconds();
        const std::shared_ptr<void> tree = trees[k].build(mesh);
        const double seconds = thread_seconds() - start;
        if (tree) built[k] = {lesser(built[k].seconds, seconds), held() - before};
      }
    for (std::size_t k = 0; k < trees.size(); ++k)
      if (const auto& [seconds, bytes] = built[k]; seconds < std::numeric_limits<double>::infinity())
        table.add({mesh.size(),
                   trees[k].name,
                   {seconds, 4},
                   {seconds / built[0].seconds, 3},
                   bytes > 0 ? Cell(bytes / mesh.size(), 4) : Cell("unknown")});
  }
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
  for (const Scene& scene : scenes(run)) {
    if (scene.query == Query::contacts || scene.wanted.of_fcl == 0) continue;  // some are enough
    if (!run.go_on(0, 100)) return;
    std::vector<Pose> poses;
    for (int k = 0; k < run.pick(40, scene.query == Query::collide ? 20000 : 2000); ++k)
      poses.push_back(scene.poses[std::size_t(k) % scene.poses.size()]);
    const Model a = Model::make(*scene.a).value(), b = Model::make(*scene.b).value();
    const auto seconds_with = [&](u32 count) {
      return wall_seconds([&] {
        if (scene.query == Query::collide)
          collide(a, poses, b, {}, {.threads = count});
        else
          distance(a, poses, b, {}, {.threads = count});
      });
    };
    double one = std::numeric_limits<double>::infinity(), all = one;
    for (int round = 0; round < run.pick(1, 5); ++round)  // interleaved, as above
      one = lesser(one, seconds_with(1)), all = lesser(all, seconds_with(threads));
    table.add({scene.name,
               scene.query == Query::collide ? "yes/no" : "distance",
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
  if (!run.stopped()) builds(run, others);
}

}  // namespace apart::lab
