// Start, proof and fallback of feature walks.
#include <apart/convex/features/feature_walk.hpp>
#include <apart/convex/gjk/gjk.hpp>
#include <apart/convex/polytope/separating_axes.hpp>

namespace apart::convex {
namespace {

struct FarthestOfPlaced {
  const PlacedPolytope& polytope;
  Vec3d operator()(Vec3d direction) const { return polytope.vertex(polytope.farthest(direction)); }
};

}  // namespace

FeatureWalk::FeatureWalk(const Polytope& a, const Pose& b_in_a, const Polytope& b, const FeatureWalkOptions& options)
    : polytopes_{{a, {}}, {b, b_in_a}}, options_(options), noise_(coordinate_noise(polytopes_[0], polytopes_[1])) {}

FeaturePair FeatureWalk::start() const {
  if (options_.memory && options_.memory->known) {
    FeaturePair last = options_.memory->features;
    if (polytopes_[0].has(last.a) && polytopes_[1].has(last.b)) {
      if (last.a.kind == FeatureKind::face && last.b.kind == FeatureKind::face)
        last.a = polytopes_[0].vertex_feature(polytopes_[0].a_vertex_of(last.a));
      return last;
    }
  }
  const Vec3d towards_b = polytopes_[1].centre() - polytopes_[0].centre();
  return {polytopes_[0].vertex_feature(polytopes_[0].farthest(towards_b)),
          polytopes_[1].vertex_feature(polytopes_[1].farthest(-towards_b))};
}

bool FeatureWalk::proven(const NearestFeatures& nearest) {
  FeatureNormal found = normal_between(polytopes_, nearest);
  if (found.normal == Vec3d{} || !std::isfinite(found.distance)) return false;
  const u32 a = polytopes_[0].farthest(found.normal, polytopes_[0].a_vertex_of(nearest.feature[0]));
  const u32 b = polytopes_[1].farthest(-found.normal, polytopes_[1].a_vertex_of(nearest.feature[1]));
  const double bound = dot(found.normal, polytopes_[1].vertex(b) - polytopes_[0].vertex(a));
  if (!(bound >= found.distance - noise_ - 1e-14 * std::abs(found.distance))) return false;
  if (!(bound >= -noise_)) return false;
  result_.distance = result_.at_most = found.distance, result_.at_least = lesser(bound, found.distance);
  result_.normal = found.normal;
  // The point of the lower-dimensional feature is the more accurate one.
  result_.on_a = nearest.at[0], result_.on_b = nearest.at[1];
  if (nearest.feature[1].kind > nearest.feature[0].kind)
    result_.on_b = result_.on_a + found.distance * found.normal;
  else
    result_.on_a = result_.on_b - found.distance * found.normal;
  result_.features = {nearest.feature[0], nearest.feature[1]};
  finish(Status::exact);
  return true;
}

bool FeatureWalk::meet() {
  if (!options_.depth) {
    result_.distance = result_.at_least = result_.at_most = 0;
    if (result_.normal == Vec3d{}) result_.normal = {1, 0, 0};
    return finish(Status::exact);
  }
  const Vec3d first = options_.memory && options_.memory->known ? options_.memory->axis : result_.normal;
  const AxesResult axes =
      separating_axes(polytopes_[0].shape(), polytopes_[1].at(), polytopes_[1].shape(), {.first = first});
  static_cast<ConvexGap&>(result_) = axes;
  result_.features = axes.features;
  return finish(axes.status);
}

bool FeatureWalk::fall_back() {
  result_.fell_back = true;
  const FarthestOfPlaced a{polytopes_[0]}, b{polytopes_[1]};
  const GjkResult found = gjk(a, b, polytopes_[1].centre() - polytopes_[0].centre());
  result_.normal = found.normal;
  if (found.meet()) return meet();
  static_cast<ConvexGap&>(result_) = found;
  result_.features = {polytopes_[0].vertex_feature(polytopes_[0].farthest(found.normal)),
                      polytopes_[1].vertex_feature(polytopes_[1].farthest(-found.normal))};
  return finish(found.status);
}

bool FeatureWalk::finish(Status status) {
  done_ = true;
  result_.status = status;
  if (FeatureMemory* const memory = options_.memory)
    memory->features = result_.features, memory->axis = result_.normal, memory->known = true;
  return false;
}

}  // namespace apart::convex
