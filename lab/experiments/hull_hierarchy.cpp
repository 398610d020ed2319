// The hierarchy of convex hulls over convex pieces (Ehmann, Lin: section 8.1, table 2): seconds and kB for each
// triangle of the model, over the pieces of five methods, beside the published ones; and how faces of hulls are
// classified.
#include <fmt/format.h>
#include <apart/base/bounds.hpp>
#include <apart/base/random.hpp>
#include <apart/decompose/hull_tree.hpp>
#include <apart/queries/hull_tracker.hpp>
#include <samples/generate.hpp>

#include "lab/clock.hpp"
#include "lab/experiment.hpp"
#include "lab/models.hpp"

namespace {

using namespace apart;
using Method = DecompositionMethod;

struct Figures {
  double seconds, kilobytes;  // for each triangle
};

struct Row {
  lab::NamedMesh model;
  u32 triangles;         // of the published model; 0: none
  Figures published[5];  // in the order of kMethods
};

constexpr Method kMethods[] = {Method::dfs, Method::bfs, Method::crest, Method::dfs_retract, Method::bfs_retract};

// A row of the table; how many answers differ by more than rounding.
u64 on_demand(lab::Table& table, const std::string& name, const Model& model, const Decomposition& pieces,
              const HullTree& all, double seconds) {
  std::optional<HullTree> tree;
  const double made = lab::seconds_of([&] { tree = HullTree::make(model, pieces, {.on_demand = true}).value(); });
  Bounds box;
  for (const Vec3d v : model.mesh().vertices()) box.add(v);
  Random random(4);
  std::vector<Pose> poses;
  for (int k = 0; k < 100; ++k) {
    const Mat3d rotation = random.rotation();
    const Vec3d to = random.uniform(1, 2) * length(box.size()) * random.direction();
    poses.push_back({rotation, box.centre() + to - rotation * box.centre()});
  }
  std::vector<double> expected, found;
  const double of_all = lab::seconds_of([&] {
    for (const Pose& at : poses) expected.push_back(distance(all, at, all).distance);
  });
  const double of_some = lab::seconds_of([&] {
    for (const Pose& at : poses) found.push_back(distance(*tree, at, *tree).distance);
  });
  u64 differ = 0;
  for (std::size_t k = 0; k < poses.size(); ++k) differ += !(std::abs(found[k] - expected[k]) <= 1e-12 * expected[k]);
  const double triangles = model.mesh().size();
  table.add({name,
             {1e3 * seconds, 4},
             {1e3 * made, 4},
             {1e3 * of_all, 4},
             {1e3 * of_some, 4},
             {100.0 * tree->hulls_made() / tree->size(), 3},
             {double(all.bytes()) / 1024 / triangles, 3},
             {double(tree->bytes()) / 1024 / triangles, 3}});
  return differ;
}

}  // namespace

namespace apart::lab {

void hull_hierarchy(Run& run) {
  const auto of = [&](u32 triangles) { return run.pick(std::max(triangles / 20, 600u), triangles); };
  std::vector<Row> rows{
      {{"wrinkled torus", generate::wrinkled_torus(of(2000))},
       2000,
       {{1.58, 1.80}, {1.60, 1.80}, {1.59, 1.79}, {1.55, 1.80}, {1.54, 1.80}}},
      {{"bent torus", generate::bent_torus(of(2000))},
       2000,
       {{1.78, 1.72}, {1.74, 1.64}, {1.70, 1.64}, {1.67, 1.71}, {1.57, 1.62}}},
      {{"spiral peg", generate::spiral_peg(of(8000))},
       8040,
       {{8.16, 2.07}, {8.07, 2.07}, {8.15, 2.08}, {8.10, 2.05}, {8.12, 2.05}}},
      {{"cup", generate::cup(of(8000))}, 8452, {{8.77, 1.91}, {8.76, 1.91}, {8.78, 1.92}, {9.05, 2.01}, {8.99, 2.01}}},
      {{"head", generate::head(of(21760))},
       21764,
       {{20.10, 1.32}, {19.13, 1.32}, {20.11, 1.32}, {19.80, 1.35}, {19.79, 1.36}}},
      {{"lower teeth", generate::teeth(generate::Jaw::lower, of(40000))},
       40180,
       {{54.94, 1.76}, {53.66, 1.76}, {54.82, 1.75}, {53.40, 1.80}, {52.98, 1.78}}},
      {{"upper teeth", generate::teeth(generate::Jaw::upper, of(47000))},
       47339,
       {{76.57, 1.80}, {74.81, 1.80}, {75.87, 1.80}, {71.03, 1.79}, {74.86, 1.82}}}};
  for (NamedMesh& model : real_models(run)) rows.push_back({std::move(model), 0, {}});

  Table& table = run.table("hierarchy", "A hierarchy of hulls over convex pieces",
                           {"model", "triangles", "method", "pieces", "nodes", "milliseconds", "kB for each triangle",
                            "published seconds", "published kB for each triangle"});
  Table& classes = run.table("classes", "Faces of hulls above the pieces, pieces from crests",
                             {"model", "faces", "original %", "contained %", "free %"});
  Table& demand =
      run.table("on-demand", "Hulls made on demand, pieces from crests; 100 distances to a copy, 1 or 2 sizes away",
                {"model", "milliseconds, all hulls", "on demand", "of the distances, all hulls", "on demand",
                 "hulls made %", "kB for each triangle, all hulls", "on demand"});
  u64 differ = 0;
  Plot::Points ours, published;
  for (std::size_t k = 0; k < rows.size() && run.go_on(k, rows.size()); ++k) {
    const Row& row = rows[k];
    const Model model = Model::make(row.model.mesh).value();
    for (std::size_t m = 0; m < std::size(kMethods); ++m) {
      const Decomposition pieces = decompose(model, {.method = kMethods[m]}).value();
      std::optional<HullTree> tree;
      const double seconds = best_seconds([&] { tree = HullTree::make(model, pieces).value(); }, run.pick(1, 2), 0.001);
      const double kilobytes = double(tree->bytes()) / 1024 / row.model.mesh.size();
      const Figures& p = row.published[m];
      const auto printed = [&](double figure) { return row.triangles > 0 ? Cell(figure) : Cell(""); };
      table.add({row.model.name,
                 row.model.mesh.size(),
                 std::string(to_string(kMethods[m])),
                 tree->pieces(),
                 tree->size(),
                 {1e3 * seconds, 4},
                 {kilobytes, 3},
                 printed(p.seconds),
                 printed(p.kilobytes)});
      if (kMethods[m] != Method::crest) continue;
      u64 of_kind[3] = {}, all = 0;
      for (u32 node = 0; node < tree->size(); ++node)
        for (u32 f = 0; f < tree->face_count(node) && !tree->is_leaf(node); ++f)
          ++of_kind[static_cast<int>(tree->face(node, f).kind)], ++all;
      const auto share = [&](int kind) { return Cell(all ? 100.0 * double(of_kind[kind]) / double(all) : 0, 3); };
      classes.add({row.model.name, all, share(0), share(1), share(2)});
      differ += on_demand(demand, row.model.name, model, pieces, *tree, seconds);
      if (row.triangles == 0) continue;
      const double place = double(ours.size()) + 1;
      ours.push_back({place - 0.2, kilobytes});
      published.push_back({place + 0.2, p.kilobytes});
      run.compare(row.model.name + ": kB for each triangle, from crests", kilobytes, p.kilobytes);
    }
  }
  if (run.stopped()) return;
  run.compare_difference("distances of hulls made on demand that differ from those of all hulls", double(differ), 0, 0);
  run.plot("memory",
           Plot("Memory of the hierarchy, pieces from crests",
                {"1 wrinkled torus, 2 bent torus, 3 peg, 4 cup, 5 head, 6 lower teeth, 7 upper teeth", false, 0.4, 7.6},
                {"kB for each triangle"})
               .bars("ours", ours, 0.4)
               .bars("published", published, 0.4));
  run.note(
      "Published with other models of these names (the head and the teeth are scanned), on a machine of 2001. Memory "
      "is "
      "that of the hierarchy's own arrays, without the model's; a kB is 1,024 bytes.");
}

}  // namespace apart::lab
