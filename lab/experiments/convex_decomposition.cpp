// Convex surface decomposition (Ehmann, Lin: section 8.1, table 1): seconds, pieces and added faces of five methods on
// the models of the moving pairs, beside the published ones; and the time beside that of building a model's tree.
#include <fmt/format.h>
#include <apart/decompose/decompose.hpp>
#include <apart/hierarchy/model.hpp>
#include <apart/shapes/mesh/topology.hpp>
#include <samples/generate.hpp>

#include "lab/clock.hpp"
#include "lab/experiment.hpp"
#include "lab/models.hpp"

namespace {

using namespace apart;
using Method = DecompositionMethod;

struct Figures {
  double seconds;
  u32 pieces, added;
};

struct Row {
  lab::NamedMesh model;
  u32 triangles;         // of the published model; 0: none
  Figures published[5];  // in the order of kMethods
};

constexpr Method kMethods[] = {Method::dfs, Method::bfs, Method::crest, Method::dfs_retract, Method::bfs_retract};

}  // namespace

namespace apart::lab {

void convex_decomposition(Run& run) {
  const auto of = [&](u32 triangles) { return run.pick(std::max(triangles / 10, 600u), triangles); };
  std::vector<Row> rows{
      {{"wrinkled torus", generate::wrinkled_torus(of(2000))},
       2000,
       {{1.22, 414, 2000}, {1.19, 414, 2000}, {1.25, 412, 2000}, {1.84, 412, 2004}, {2.05, 412, 2006}}},
      {{"bent torus", generate::bent_torus(of(2000))},
       2000,
       {{1.59, 312, 1860}, {1.52, 306, 1848}, {1.55, 310, 1804}, {8.36, 289, 2070}, {13.72, 282, 1982}}},
      {{"spiral peg", generate::spiral_peg(of(8000))},
       8040,
       {{6.12, 1812, 8040}, {6.12, 1812, 8040}, {6.47, 1817, 8040}, {9.26, 1812, 8040}, {15.70, 1812, 8040}}},
      {{"cup", generate::cup(of(8000))},
       8452,
       {{5.93, 2077, 7786}, {5.83, 2076, 7772}, {6.33, 2075, 7714}, {25.05, 2008, 8628}, {51.52, 1992, 8670}}},
      {{"head", generate::head(of(21760))},
       21764,
       {{23.81, 3336, 14980}, {25.28, 3327, 14992}, {26.96, 3339, 14518}, {67.52, 3249, 16000}, {163.61, 3197, 16246}}},
      {{"lower teeth", generate::teeth(generate::Jaw::lower, of(40000))},
       40180,
       {{25.76, 11422, 34564},
        {26.42, 11356, 34323},
        {27.84, 11403, 33954},
        {81.28, 11354, 36046},
        {97.93, 11004, 36826}}},
      {{"upper teeth", generate::teeth(generate::Jaw::upper, of(47000))},
       47339,
       {{30.95, 14358, 40667},
        {31.45, 14292, 40516},
        {33.20, 14347, 40071},
        {94.77, 13176, 42487},
        {159.07, 13787, 43841}}}};
  const std::size_t generated = rows.size();
  for (NamedMesh& model : real_models(run)) rows.push_back({std::move(model), 0, {}});

  Table& table =
      run.table("decomposition", "Convex surface decomposition",
                {"model", "triangles", "method", "milliseconds", "times building a tree", "pieces", "added faces",
                 "published triangles", "published seconds", "published pieces", "published added faces"});
  Plot::Points ours, published;
  int sound = 0;
  // Flood and retract takes a hundred times as long as the others, and the teeth most of it.
  const std::size_t methods = std::size(kMethods), all = 1000 * rows.size() * methods;
  for (std::size_t k = 0; k < rows.size() && run.go_on(1000 * methods * k, all); ++k) {
    const Row& row = rows[k];
    const Mesh& mesh = row.model.mesh;
    std::optional<Model> model;
    const double build = best_seconds([&] { model = Model::make(mesh).value(); }, run.pick(1, 3), 0.01);
    if (k < generated) sound += model->topology().solid() && model->topology().manifold;
    for (std::size_t m = 0; m < std::size(kMethods); ++m) {
      const bool retracts = kMethods[m] == Method::dfs_retract || kMethods[m] == Method::bfs_retract;
      std::optional<Decomposition> found;
      const auto progress = [&](double part) {
        return run.go_on(1000 * (methods * k + m) + static_cast<std::size_t>(1000 * part), all);
      };
      const double seconds = best_seconds(
          [&] {
            if (auto result = decompose(*model, {.method = kMethods[m], .progress = progress}))
              found = std::move(*result);
          },
          retracts ? 1 : run.pick(1, 3), retracts ? 0 : 0.01);
      if (!found) return;  // stopped
      const Figures& p = row.published[m];
      const auto printed = [&](auto figure) { return row.triangles > 0 ? Cell(figure) : Cell(""); };
      table.add({row.model.name,
                 mesh.size(),
                 std::string(to_string(kMethods[m])),
                 {1e3 * seconds, 4},
                 {seconds / build, 3},
                 found->size(),
                 found->added_faces(),
                 printed(row.triangles),
                 printed(p.seconds),
                 printed(p.pieces),
                 printed(p.added)});
      if (row.triangles == 0 || kMethods[m] != Method::crest) continue;
      const double place = double(ours.size()) + 1;
      ours.push_back({place - 0.2, double(found->size()) / mesh.size()});
      published.push_back({place + 0.2, double(p.pieces) / row.triangles});
      run.compare(row.model.name + ": pieces for each triangle, from crests", double(found->size()) / mesh.size(),
                  double(p.pieces) / row.triangles);
    }
  }
  if (run.stopped()) return;
  run.plot("pieces",
           Plot("Convex pieces, from crests",
                {"1 wrinkled torus, 2 bent torus, 3 peg, 4 cup, 5 head, 6 lower teeth, 7 upper teeth", false, 0.4, 7.6},
                {"for each triangle"})
               .bars("ours", ours, 0.4)
               .bars("published", published, 0.4));
  run.compare_difference("generated models that are closed manifolds oriented outward, as the method requires", sound,
                         double(generated), 0);
  run.note(
      "Published with other models of these names (the teeth are scanned), on a machine "
      "of 2001. Times of ours leave out reading and building the tree.");
}

}  // namespace apart::lab
