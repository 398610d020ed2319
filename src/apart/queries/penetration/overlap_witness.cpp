#include <apart/base/normalized.hpp>
#include <apart/base/rigidity.hpp>
#include <apart/queries/penetration/overlap_witness.hpp>

namespace apart::queries {

OverlapWitness::OverlapWitness(const Model& a, const Pose& b_in_a, const Model& b, double slack)
    : a_(a), b_(b), features_a_(contact_features(a)), features_b_(contact_features(b)), b_in_a_(b_in_a) {
  const double rigid = 4 * rigidity_error(b_in_a.rotation);
  slack_ = slack + rigid * b.tree().frame.radius;
  shrink_ = 1 - rigid;
}

PointDepth OverlapWitness::depth_in_b(Vec3d point, Vec3d t) {
  const Vec3d centre = b_.tree().frame.centre;
  const Vec3d own = centre + transposed_times(b_in_a_.rotation, (point - t) - b_in_a_ * centre);
  PointDepth out = depth_of(b_, features_b_, own);
  out.inward = b_in_a_.rotate(out.inward);
  out.depth = out.depth > 0 ? out.depth * shrink_ : out.depth / shrink_;
  ++tests_;
  return out;
}

OverlapWitness::Sample OverlapWitness::at(Vec3d point, Vec3d t) {
  Sample out{.point = point};
  out.a = depth_of(a_, features_a_, point);
  out.b = depth_in_b(point, t);
  out.margin = out.a.depth + out.b.depth - slack_;
  ++tests_;
  return out;
}

// The margin rises along the sum of both inward directions. On a ridge, where the nearest features change, a step along
// it fails: then the average with the direction beyond the ridge is tried.
OverlapWitness::Sample OverlapWitness::climb(Sample best, Vec3d t, double enough) {
  constexpr int kMostSteps = 14, kMostBelow = 30;  // the second while nothing is proven
  Vec3d way = best.a.inward + best.b.inward;
  double step = larger(0.7 * larger(std::abs(best.a.depth), std::abs(best.b.depth)),
                       0.02 * lesser(a_.tree().frame.radius, b_.tree().frame.radius));
  for (int k = 0; k < (best.margin > 0 ? kMostSteps : kMostBelow) && best.margin < enough; ++k) {
    const Normalized along = normalized(way);
    if (along.length < 0.02) break;  // between opposite faces: it is their depth
    const Sample next = at(best.point + step * along.unit, t);
    const Vec3d beyond = next.a.inward + next.b.inward;
    if (next.margin > best.margin) {
      const bool little = next.margin - best.margin < 0.01 * next.margin;
      best = next, way = beyond, step *= 1.5;
      if (little && best.margin > 0) break;
    } else {
      way = 0.5 * (way + beyond), step *= 0.5;
    }
  }
  return best;
}

template <class DepthAt>
OverlapWitness::Grown OverlapWitness::grow(double radius, DepthAt depth_at) {
  Grown best{radius, 0};
  double by = std::abs(radius);
  for (int k = 0; k < 12 && by > 0; ++k, by *= 2) {
    const double reached = depth_at(by);
    if (reached < radius + 0.999 * by) break;
    best = {reached, by};
  }
  return best;
}

OverlapBall OverlapWitness::ball(const Sample& s, Vec3d t) {
  const Grown in_a = grow(s.a.depth, [&](double by) {
    ++tests_;
    return depth_of(a_, features_a_, s.point + by * s.a.inward).depth;
  });
  const Grown in_b = grow(s.b.depth, [&](double by) { return depth_in_b(s.point + by * s.b.inward, t).depth; });
  return {t + in_a.moved * s.a.inward - in_b.moved * s.b.inward, in_a.radius + in_b.radius - slack_};
}

}  // namespace apart::queries
