// Trees of hulls: all invariants, by exact signs, of models of every size and kind.
#include <apart/base/random.hpp>
#include <apart/decompose/hull_tree.hpp>
#include <samples/generate.hpp>

#include "tests/support.hpp"

namespace apart {
namespace {

HullTree tree_of(const Mesh& mesh, const HullTreeOptions& options = {}) {
  return HullTree::make(Model::make(mesh).value(), options).value();
}

TEST(HullTree, InvariantsOfGeneratedModels) {
  const std::pair<const char*, Mesh> models[] = {{"wrinkled torus", generate::wrinkled_torus(800)},
                                                 {"bent torus", generate::bent_torus(800)},
                                                 {"peg", generate::spiral_peg(600)},
                                                 {"cup", generate::cup(500)},
                                                 {"spoon", generate::spoon()},
                                                 {"teeth", generate::teeth(generate::Jaw::lower, 900)}};
  for (const auto& [name, mesh] : models)
    for (const HullSplit split : kHullSplits) {
      const HullTree tree = tree_of(mesh, {.split = split});
      EXPECT_EQ(problem(tree), "") << name << ", " << to_string(split);
    }
}

}  // namespace
}  // namespace apart
