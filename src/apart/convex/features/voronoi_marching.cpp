// Moves of Voronoi marching between adjacent features.
#include <apart/convex/features/voronoi_marching.hpp>

namespace apart::convex {

VoronoiMarching::VoronoiMarching(const Polytope& a, const Pose& b_in_a, const Polytope& b,
                                 const FeatureWalkOptions& options)
    : FeatureWalk(a, b_in_a, b, options) {
  const FeaturePair first = start();
  now_ = nearest_features(polytopes_, 0, first.a, first.b);
  if (!std::isfinite(now_.squared)) now_.squared = std::numeric_limits<double>::infinity();
}

bool VoronoiMarching::step() {
  if (done_) return false;
  if (!(now_.squared < std::numeric_limits<double>::infinity())) return fall_back();  // squares that overflow
  ++result_.steps;
  // An edge crosses a face, or there is a common point: they meet. Whether they only touch is decided by the
  // perpendicular plane.
  if (now_.squared > 0) {
    if (improve(1) || improve(0)) return result_.steps < options_.limit || fall_back();
  }
  if (proven(now_)) return false;
  if (now_.squared <= noise_ * noise_) return meet();
  for (int side : {0, 1}) {
    bool inside = false;
    if (leave_inside(side, inside)) return true;
    if (inside) return meet();
  }
  return fall_back();
}

bool VoronoiMarching::take(const NearestFeatures& candidate) {
  if (!(candidate.squared < now_.squared)) return false;
  now_ = candidate;
  return true;
}

// Moves from one polytope's feature to an adjacent one, in the direction of the other's nearest point.
bool VoronoiMarching::improve(int side) {
  const PlacedPolytope& p = polytopes_[side];
  const Feature feature = now_.feature[side], other = now_.feature[1 - side];
  const Vec3d goal = p.own(now_.at[1 - side]);
  if (feature.kind == FeatureKind::vertex) {
    // Along the edge with the steepest descent.
    const Vec3d from = p.own_vertex(feature.index), to_goal = goal - from;
    double best = 0, best_square = 1;
    u32 along = Polytope::kNone;
    for_each_edge_from(p.shape(), feature.index, [&](u32 half) {
      const Vec3d edge = p.own_vertex(p.end_of(half)) - from;
      const double forward = dot(edge, to_goal), square = squared_length(edge);
      if (forward > 0 && forward * forward * best_square > best * best * square)
        best = forward, best_square = square, along = half;
      return true;
    });
    return along != Polytope::kNone && take(nearest_features(polytopes_, side, p.edge_feature(along), other));
  }
  if (feature.kind == FeatureKind::face) return false;
  const u32 half = feature.index;
  if (p.face_of(half) == Polytope::kNone) return false;
  const Vec3d to_goal = goal - p.own(now_.at[side]);
  const u32 halves[2] = {half, p.twin(half)};
  const double inward[2] = {dot(p.own_inward(halves[0]), to_goal), dot(p.own_inward(halves[1]), to_goal)};
  const int first = inward[0] >= inward[1] ? 0 : 1;
  for (int i : {first, 1 - first})
    if (inward[i] > 0 && take(nearest_features(polytopes_, side, p.face_feature(p.face_of(halves[i])), other)))
      return true;
  return false;
}

// Is the other's nearest point inside the polytope of this side? If not, the segment to the nearest point of this side
// enters through some face, whose nearest point is nearer.
bool VoronoiMarching::leave_inside(int side, bool& inside) {
  const PlacedPolytope& p = polytopes_[side];
  const Vec3d from = p.own(now_.at[1 - side]), to = p.own(now_.at[side]);
  if (p.shape().dimension() < 3) return false;
  double latest = -1;
  u32 entry = Polytope::kNone;
  for (u32 f = 0; f < p.faces().size(); ++f) {
    const double above = p.own_height(f, from);
    if (!(above > 0)) continue;
    const double t = above / (above - lesser(p.own_height(f, to), 0.0));
    if (t > latest) latest = t, entry = f;
  }
  inside = entry == Polytope::kNone;
  if (inside) return false;
  return take(nearest_features(polytopes_, side, p.face_feature(entry), now_.feature[1 - side]));
}

}  // namespace apart::convex
