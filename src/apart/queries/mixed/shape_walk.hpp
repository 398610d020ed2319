// The traversal of one model's tree against the pieces of a shape: the nearest pairs of a node and a piece first.
#pragma once
#include <apart/queries/models/run_walk.hpp>
#include <apart/queries/shapes/pieces.hpp>
#include <apart/volumes/obb_siblings.hpp>

namespace apart::queries {

// A piece prepared for tests against the tree's boxes: what is the same for all nodes is computed once.
class PieceBounds {
 public:
  // The piece is in the model's frame. With `far`, bounds are of the farthest points, and negative.
  PieceBounds(const ConvexPiece& piece, const Frame& tree, bool far);

  // No point of the piece is nearer to the content of box k than bounds[k], or none is farther than −bounds[k].
  // Conservative; 0 where a bound is negative.
  void of(const Obb<float>* siblings, u32 count, double* bounds) const;

 private:
  enum class Kind { box, half_space, unknown } kind_;  // unknown: too large for floats
  bool far_;
  double radius_;
  Placement<float> at_{};
  Obb<float> box_{};
  SeenObb seen_{};
  Vec3f away_{};  // into the half-space
  double below_ = 0;
};

// Passes triangles to leaf(piece, triangle) while their bound is no greater than reach(); the traversal ends when
// reach() is −infinity. The mesh is not empty.
template <class Reach, class Leaf>
WalkEnd walk_pieces(const std::vector<ConvexPiece>& pieces, const ModelTree& tree, bool far, const Budget& budget,
                    Reach reach, Leaf leaf) {
  struct Open {
    double bound;
    u32 piece, node;
  };
  const auto later = [](const Open& a, const Open& b) {
    return a.bound != b.bound ? a.bound > b.bound : a.piece != b.piece ? a.piece > b.piece : a.node > b.node;
  };
  std::vector<PieceBounds> bounds;
  std::vector<Open> open;
  for (u32 i = 0; i < pieces.size(); ++i) {
    bounds.emplace_back(pieces[i], tree.frame, far);
    double root;
    bounds[i].of(&tree.volume(tree.root()), 1, &root);
    open.push_back({root, i, tree.root()});
  }
  std::make_heap(open.begin(), open.end(), later);
  BudgetWatch watch(budget, 0);
  u64 tests = pieces.size();
  while (!open.empty() && open.front().bound <= reach()) {
    if (watch.spent(tests)) return {false, open.front().bound};
    std::pop_heap(open.begin(), open.end(), later);
    const Open now = open.back();
    open.pop_back();
    const Ref ref = tree.ref(now.node);
    if (ref.is_leaf()) {
      for_each_primitive(tree.items(), ref, [&](u32 i) {
        ++tests;
        leaf(now.piece, i);
        return true;
      });
      continue;
    }
    const u32 first = ref.first(), count = count_children(tree.nodes, ref);
    double of_children[kMostSiblings];
    bounds[now.piece].of(tree.volumes.data() + first, count, of_children);
    tests += count;
    for (u32 k = 0; k < count; ++k) {
      // A child is never nearer than its parents.
      const double bound = larger(of_children[k], now.bound);
      if (bound > reach()) continue;
      open.push_back({bound, now.piece, first + k});
      std::push_heap(open.begin(), open.end(), later);
    }
  }
  return {};
}

}  // namespace apart::queries
