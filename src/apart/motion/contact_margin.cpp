#include <algorithm>
#include <apart/hierarchy/box_tree.hpp>
#include <apart/motion/contact_margin.hpp>
#include <apart/queries/collide.hpp>
#include <apart/queries/collisions.hpp>
#include <apart/queries/distance.hpp>
#include <apart/queries/shapes/pieces.hpp>
#include <apart/traversal/near_leaves.hpp>

namespace apart::motion {
namespace {

constexpr std::size_t kMostWitnesses = 8;

// Triangle i of a model, or convex piece i of a shape, as a shape in the frame of either.
Shape element_of(const Geometry& g, u32 i) {
  if (const Model* model = std::get_if<Model>(&g)) return model->mesh().triangle(i);
  const ConvexPiece piece = convex_pieces(std::get<Shape>(g), {})[i];
  return compound({{piece.pose, Shape(*piece.core, piece.radius)}});
}

// f(triangle) for all triangles of a model that may be within a ball.
template <class F>
void for_each_triangle_near(const Model& model, Vec3d centre, double radius, F f) {
  const BoxTree& tree = model.boxes();
  const float limit = float_above(lesser(radius * radius * (1 + 0x1p-20), double(std::numeric_limits<float>::max())));
  for_each_near_leaf(tree, tree.ref(0), PointInTree(tree.frame, centre), limit, [&](Ref leaf, float&) {
    return for_each_primitive(tree.items(), leaf, [&](u32 triangle) {
      f(triangle);
      return true;
    });
  });
}

}  // namespace

double ContactMargin::depth_of(u32 i, const Pose& b_in_a, u32 j) const {
  return -signed_distance(element_of(a_, i), b_in_a, element_of(b_, j)).distance;
}

void ContactMargin::find_all(const Pose& b_in_a) {
  deepest_.clear();
  const auto add = [&](u32 i, u32 j) {
    if (const double depth = depth_of(i, b_in_a, j); depth >= 0) deepest_.push_back({i, j, depth});
  };
  const Model *const model_a = std::get_if<Model>(&a_), *const model_b = std::get_if<Model>(&b_);
  if (model_a && model_b) {
    for (const TouchingPair& pair : collisions(*model_a, b_in_a, *model_b).pairs) add(pair.triangle_a, pair.triangle_b);
  } else {
    const Pose shape_in_model = model_a ? b_in_a : inverse(b_in_a);
    const std::vector<ConvexPiece> pieces = convex_pieces(std::get<Shape>(model_a ? b_ : a_), shape_in_model);
    for (u32 p = 0; p < pieces.size(); ++p) {
      const Vec3d centre = pieces[p].box.centre();
      const double radius = 0.5 * length(pieces[p].box.size());
      for_each_triangle_near(model_a ? *model_a : *model_b, centre, radius, [&](u32 triangle) {
        if (model_a)
          add(triangle, p);
        else
          add(p, triangle);
      });
    }
  }
  std::sort(deepest_.begin(), deepest_.end(), [](const Pair& p, const Pair& q) {
    return p.depth != q.depth ? p.depth > q.depth : p.a != q.a ? p.a < q.a : p.b < q.b;
  });
  if (deepest_.size() > kMostWitnesses) deepest_.resize(kMostWitnesses);
}

double ContactMargin::operator()(const Pose& b_in_a) {
  double best = -1;
  for (Pair& pair : deepest_) best = larger(best, pair.depth = depth_of(pair.a, b_in_a, pair.b));
  if (!deepest_.empty() && best > 0.25 * found_) return best;
  const bool contact =
      visit_pair(a_, b_, [&](const auto& x, const auto& y) { return collide(x, b_in_a, y).colliding; });
  if (!contact) {
    deepest_.clear();
    return -visit_pair(a_, b_, [&](const auto& x, const auto& y) { return distance(x, b_in_a, y).distance; });
  }
  find_all(b_in_a);
  found_ = deepest_.empty() ? 0 : deepest_.front().depth;
  return found_;
}

}  // namespace apart::motion
