// What do SIMD lanes gain with volumes other than those of a model? Trees of eight children, their siblings side by
// side and tested one after the other, or as the lanes of a node and tested at once: the same tests, all touching
// pairs.
#include <apart/hierarchy/builders/build.hpp>
#include <apart/hierarchy/builders/widen.hpp>
#include <apart/hierarchy/fit/fit_tree.hpp>
#include <apart/hierarchy/trees/quantized_aabb.hpp>
#include <apart/hierarchy/trees/wide_tree.hpp>
#include <apart/queries/models/walk_queries.hpp>
#include <apart/volumes/kinds/dual.hpp>
#include <apart/volumes/kinds/kdop.hpp>
#include <samples/generate.hpp>

#include "lab/clock.hpp"
#include "lab/experiment.hpp"

namespace {

using namespace apart;

struct Scene {
  Mesh a, b;
  std::vector<Pose> poses;
  Topology of_a = wide(a), of_b = wide(b);

  static Topology wide(const Mesh& mesh) { return widen(build(mesh, TopDown<>{.leaf_size = 4}), mesh, 8); }
};

struct Done {
  double microseconds = 0, contacts = 0, tests = 0;
};

// Whose siblings are not taken at once.
template <class V>
struct OneByOne : Tree<V> {
  void siblings(Ref) const = delete;
};

struct AllContacts {
  using Measure = Touching;
  PlacedPair pair;
  u64 contacts = 0;

  static double reach() { return 0; }
  Found primitives(u32 i, u32 j) { return primitives(i, pair.of_a(i), j, pair.of_b(j)); }
  Found primitives(u32, const Triangle& s, u32, const Triangle& t) {
    if (!overlap(s, t)) return Found::nothing;
    ++contacts;
    return Found::contact;
  }
};

template <class Tree>
Done run_all(lab::Run& run, const Scene& scene, const Tree& a, const Tree& b) {
  Done out;
  const double best = lab::best_seconds(
      [&] {
        out.contacts = out.tests = 0;
        for (const Pose& at : scene.poses) {
          AllContacts query{{scene.a, at, scene.b}};
          NoProbe none;
          PairWalk<Tree, Tree, AllContacts> walk(a, at, b, query, none);
          walk.run();
          out.contacts += double(query.contacts), out.tests += double(walk.tests());
        }
      },
      run.pick(2, 10), run.pick(0.0, 0.1));
  out.microseconds = 1e6 * best / double(scene.poses.size());
  return out;
}

template <class V>
void compare(lab::Run& run, lab::Table& table, lab::Plot& plot, const char* name, const Scene& scene, double& differ) {
  if (!run.go_on(0, 1)) return;
  const Tree<V> a = fit_tree<V>(scene.of_a, scene.a), b = fit_tree<V>(scene.of_b, scene.b);
  const WideTree<V, 8> wide_a = packed<8>(a), wide_b = packed<8>(b);
  const Done one = run_all(run, scene, OneByOne<V>{a}, OneByOne<V>{b});
  const auto add = [&](const char* how, const Done& done, bool rounded = false) {
    differ += done.contacts != one.contacts || (done.tests != one.tests && !rounded);
    const double queries = double(scene.poses.size());
    table.add(
        {name, how, {done.tests / queries, 5}, {done.microseconds, 4}, {done.microseconds / one.microseconds, 3}});
  };
  add("one after the other", one);
  const Done lanes = run_all(run, scene, wide_a, wide_b);
  add("lanes of a node", lanes);
  plot.mark(name, one.microseconds, lanes.microseconds);
  if constexpr (std::is_same_v<V, Aabb<float>>)
    add("lanes of a node in 8 bits",
        run_all(run, scene, quantized<std::uint8_t>(wide_a), quantized<std::uint8_t>(wide_b)), true);
  if constexpr (std::is_same_v<V, Obb<float>>) add("siblings side by side, as in a model", run_all(run, scene, a, b));
}

}  // namespace

namespace apart::lab {

void lanes(Run& run) {
  const u32 triangles = run.pick(500u, 20000u);
  Random random(1);
  std::vector<Pose> poses;
  for (int k = 0; k < run.pick(3, 20); ++k) poses.push_back({random.rotation(), 1.78 * random.direction()});
  const Scene scene{generate::sphere(1, triangles), generate::sphere(0.8, triangles), std::move(poses)};
  Table& table = run.table("lanes", "Spheres that cross, trees of eight children: all touching pairs",
                           {"volume", "siblings", "tests", "microseconds", "time over one by one"});
  Plot plot("All touching pairs, microseconds", {"siblings one after the other", true}, {"lanes of a node", true});
  double differ = 0;
  compare<Sphere<float>>(run, table, plot, "Sphere", scene, differ);
  compare<Aabb<float>>(run, table, plot, "Aabb", scene, differ);
  compare<Kdop<float, 18>>(run, table, plot, "18-dop", scene, differ);
  compare<Dual<float>>(run, table, plot, "Dual", scene, differ);
  compare<Obb<float>>(run, table, plot, "Obb", scene, differ);
  run.plot("lanes", plot);
  run.compare_difference("volumes and layouts whose contacts or tests differ", differ, 0, 0);
  run.note(
      "Lanes of a node are compiled for the machine's least instruction set, of four floats; those of a model for "
      "eight, "
      "where the machine has them.");
}

}  // namespace apart::lab
