// Time of building, fitting and refitting; and are the boxes as tight as those fitted one by one?
#include <apart/hierarchy/analysis/facts.hpp>
#include <apart/hierarchy/analysis/quality.hpp>
#include <apart/hierarchy/builders/build.hpp>
#include <apart/hierarchy/fit/fit_tree.hpp>
#include <apart/hierarchy/fit/refit.hpp>
#include <apart/volumes/obb.hpp>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <samples/generate.hpp>

namespace {

using namespace apart;

// CPU time of this process, less affected by other load.
template <class F>
double seconds(F f) {
  double best = 1e9;
  for (int k = 0; k < 5; ++k) {
    const std::clock_t start = std::clock();
    f();
    best = std::min(best, double(std::clock() - start) / CLOCKS_PER_SEC);
  }
  return best;
}

// The slow reference: every node fitted by itself.
double sum_of_areas_one_by_one(const Tree<Obb<float>>& tree, const Mesh& mesh) {
  std::vector<Triangle> content;
  for (Item item : tree.order) {
    Triangle t = mesh.triangle(item.primitive());
    for (int k = 0; k < 3; ++k) t[k] -= tree.frame.centre;
    content.push_back(t);
  }
  double sum = 0;
  for (const ItemRange& r : item_ranges(tree.nodes, tree.order))
    sum += double(area(fit<Obb<float>>(std::span<const Triangle>(content).subspan(r.begin, r.size()))));
  return sum;
}

}  // namespace

int main(int argc, char** argv) {
  const u32 triangles = argc > 1 ? static_cast<u32>(std::atoi(argv[1])) : 1000000;
  const Mesh mesh = generate::sphere(1, triangles);
  Topology topology;
  const TopDown<> how{.leaf_size = 4};
  const double build_time = seconds([&] { topology = build(mesh, how); });
  Tree<Obb<float>> tree;
  const double fit_time = seconds([&] { tree = fit_tree<Obb<float>>(topology, mesh); });
  const double fit_2_time = seconds([&] { tree = fit_tree<Obb<float>>(topology, mesh, {.threads = 2}); });
  double sum = 0;
  for (const Obb<float>& v : tree.volumes) sum += double(area(v));
  const double one_by_one = sum_of_areas_one_by_one(tree, mesh);
  // A wave: refitted along the old axes, and fitted from scratch.
  std::vector<Vec3d> vertices;
  for (Vec3d v : mesh.vertices()) vertices.push_back(v + Vec3d{0, 0, 0.1 * std::sin(5 * v.x)});
  const Mesh moved = Mesh::make(std::move(vertices), {mesh.faces().begin(), mesh.faces().end()}).value();
  Tree<Obb<float>> refitted_tree = tree;
  Refit<Obb<float>> again(tree, mesh);
  const double refit_time = seconds([&] { again(refitted_tree, moved); });
  const double tight_time = seconds([&] { again(refitted_tree, moved, {.tight = true}); });
  const double cost_tight = quality(refitted_tree, moved).cost(0);
  const double once_time = seconds([&] { refit(refitted_tree, moved); });
  const double cost_refitted = quality(refitted_tree, moved).cost(0);
  const double cost_anew = quality(fit_tree<Obb<float>>(build(moved, how), moved), moved).cost(0);
  std::printf("%u triangles, %zu nodes, %.1f bytes per triangle\n", mesh.size(), tree.nodes.size(),
              double(memory_bytes(tree)) / mesh.size());
  std::printf("build            %8.1f ms\n", 1e3 * build_time);
  std::printf("fit            %8.1f ms, 2 threads %.1f ms\n", 1e3 * fit_time, 1e3 * fit_2_time);
  std::printf("refit            %8.1f ms, once %.1f ms; rebuild takes %.1f times as long\n", 1e3 * refit_time,
              1e3 * once_time, (build_time + fit_time) / refit_time);
  std::printf("refit tightly    %8.1f ms; rebuild takes %.1f times as long\n", 1e3 * tight_time,
              (build_time + fit_time) / tight_time);
  std::printf("expected cost    %.3f of a rebuilt tree, tightly %.3f\n", cost_refitted / cost_anew,
              cost_tight / cost_anew);
  std::printf("sum of areas     %.6f of one by one\n", sum / one_by_one);
}
