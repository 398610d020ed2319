// Convexity of the models of the moving pairs (Ehmann, Lin: section 8.1, tables 1 and 2): the share of convex and
// reflex edges, which determines the number of convex patches; and the cost of trees over their triangles, compared
// with the published trees over convex pieces. The decomposition itself comes later.
#include <fmt/format.h>
#include <apart/hierarchy/analysis/facts.hpp>
#include <apart/hierarchy/model.hpp>
#include <apart/shapes/mesh/topology.hpp>
#include <apart/triangles/exact/orient.hpp>
#include <samples/generate.hpp>

#include "lab/clock.hpp"
#include "lab/experiment.hpp"
#include "lab/models.hpp"

namespace {

using namespace apart;

struct Edges {
  u32 convex = 0, reflex = 0, flat = 0;
};

// Seen from outside, of edges that two triangles share.
Edges edges_of(const Mesh& mesh, const MeshTopology& topology) {
  Edges out;
  for (u32 f = 0; f < mesh.size(); ++f)
    for (std::size_t i = 0; i < 3; ++i) {
      const u32 other = topology.neighbours[f][i];
      if (other == MeshTopology::kNone || other < f) continue;
      const MeshTopology::Edge& edge = topology.edges[topology.face_edges[f][i]];
      const Triangle t = mesh.triangle(f);
      for (const u32 v : mesh.faces()[other]) {
        if (topology.vertex[v] == edge.a || topology.vertex[v] == edge.b) continue;
        const int side = orient3d(t[0], t[1], t[2], mesh.vertices()[v]);
        ++(side < 0 ? out.convex : side > 0 ? out.reflex : out.flat);
      }
    }
  return out;
}

// By the published search that starts at the most convex places.
struct Published {
  u32 triangles, pieces;
  double decomposed, built, kilobytes;  // seconds to decompose and to build; kB per triangle of the tree
};

struct Row {
  lab::NamedMesh model;
  Published published;  // no triangles: none
};

}  // namespace

namespace apart::lab {

void convex_decomposition(Run& run) {
  const auto of = [&](u32 triangles) { return run.pick(std::max(triangles / 10, 600u), triangles); };
  std::vector<Row> rows{
      {{"wrinkled torus", generate::wrinkled_torus(of(2000))}, {2000, 412, 1.25, 1.59, 1.79}},
      {{"bent torus", generate::bent_torus(of(2000))}, {2000, 310, 1.55, 1.70, 1.64}},
      {{"spiral peg", generate::spiral_peg(of(8000))}, {8040, 1817, 6.47, 8.15, 2.08}},
      {{"cup", generate::cup(of(8000))}, {8452, 2075, 6.33, 8.78, 1.92}},
      {{"spoon", generate::spoon()}, {}},
      {{"lower teeth", generate::teeth(generate::Jaw::lower, of(40000))}, {40180, 11403, 27.84, 54.82, 1.75}},
      {{"upper teeth", generate::teeth(generate::Jaw::upper, of(40000))}, {47339, 14347, 33.20, 75.87, 1.80}}};
  const std::size_t generated = rows.size();
  for (NamedMesh& model : real_models(run)) rows.push_back({std::move(model), {}});

  Table& surfaces = run.table("surfaces", "Surfaces: edges between triangles, seen from outside",
                              {"model", "triangles", "closed", "manifold", "pieces", "edges", "convex, in %",
                               "flat, in %", "reflex, in %", "convex patches, published"});
  Table& trees =
      run.table("trees", "Trees of oriented boxes over triangles, beside published ones of hulls over pieces",
                {"model", "triangles", "levels", "boxes", "bytes per triangle", "milliseconds to build",
                 "published triangles", "kB a triangle", "seconds to decompose", "seconds to build"});
  int sound = 0;
  Plot::Points reflex, patches;  // of models that were published
  for (std::size_t k = 0; k < rows.size() && run.go_on(k, rows.size()); ++k) {
    const std::string& name = rows[k].model.name;
    const Mesh& mesh = rows[k].model.mesh;
    const Published& p = rows[k].published;
    const MeshTopology topology = MeshTopology::of(mesh);
    const Edges edges = edges_of(mesh, topology);
    const u32 all = edges.convex + edges.flat + edges.reflex;
    const auto percent = [&](u32 count) { return Cell(100.0 * count / std::max(all, 1u), 4); };
    const auto printed = [&](auto figure) { return p.triangles > 0 ? Cell(figure) : Cell(""); };
    surfaces.add({name, mesh.size(), topology.closed ? "yes" : "no", topology.manifold ? "yes" : "no",
                  topology.components, topology.edges.size(), percent(edges.convex), percent(edges.flat),
                  percent(edges.reflex), printed(p.pieces)});
    std::optional<Model> model;
    const double seconds = best_seconds([&] { model = Model::make(mesh).value(); }, run.pick(1, 3), 0.01);
    const TreeFacts tree = facts(model->tree());
    const double bytes = double(tree.bytes) / mesh.size();
    trees.add({name,
               mesh.size(),
               tree.depth(),
               tree.all().nodes,
               {bytes, 4},
               {1e3 * seconds, 4},
               printed(p.triangles),
               printed(p.kilobytes),
               printed(p.decomposed),
               printed(p.built)});
    if (k < generated) sound += topology.closed && topology.manifold && topology.oriented;
    if (p.triangles > 0) {
      const double place = double(reflex.size()) + 1;
      reflex.push_back({place - 0.2, double(edges.reflex) / mesh.size()});
      patches.push_back({place + 0.2, double(p.pieces) / p.triangles});
    }
    if (p.triangles > 0) run.compare(name + ": kB a triangle of the tree", 1e-3 * bytes, p.kilobytes);
  }
  if (run.stopped()) return;
  run.plot("reflex",
           Plot("Where surfaces bulge in they fall apart",
                {"1 wrinkled torus, 2 bent torus, 3 peg, 4 cup, 5 lower teeth, 6 upper teeth", false, 0.4, 6.6},
                {"for each triangle"})
               .bars("reflex edges", reflex, 0.4)
               .bars("convex patches, published", patches, 0.4));
  run.compare_difference("generated models that are closed manifolds oriented outward, as the method requires", sound,
                         double(generated), 0);
  run.note(
      "Published with other models of these names (the teeth are scanned), and with trees over convex pieces. Our "
      "columns of patches, pieces and faces come when convex surface decomposition does.");
}

}  // namespace apart::lab
