// In turns, on one thread; memory as malloc counts it, or as the library does.
#include "lab/experiments/rival_builds.hpp"

#include <apart/hierarchy/model_tree.hpp>
#include <apart/hierarchy/node_hulls.hpp>
#include <samples/generate.hpp>
#if __has_include(<malloc.h>)
#include <malloc.h>
#endif

#include "lab/clock.hpp"

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

}  // namespace

void rival_builds(Run& run, const std::vector<Rival>& others) {
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

}  // namespace apart::lab
