#include <apart/base/lane_width.hpp>
#include <apart/motion/convex_impact.hpp>
#include <apart/motion/impact_search.hpp>

#define APART_LANES_OF_MACHINE any_machine
#include <apart/motion/convex_advance.hpp>
#undef APART_LANES_OF_MACHINE

namespace apart::motion {

extern const ConvexSearches kPolytopeSearchesAvx2;

namespace {

const ConvexSearches& searches_of(const Core& a, const Core& b, double sizes) {
  const Polytope *const of_a = std::get_if<Polytope>(&a), *const of_b = std::get_if<Polytope>(&b);
  if (!of_a || !of_b || vertices_in_lanes(*of_a).size() > kMostEights ||
      vertices_in_lanes(*of_b).size() > kMostEights || !(sizes > 1e-30 && sizes < 1e30))
    return kConvexSearches<CoreSupports, CoreSupports>;
  constexpr PerLaneWidth<const ConvexSearches*> searches{&kPolytopeSearches<1>, &kPolytopeSearches<2>,
                                                         APART_AVX2(&kPolytopeSearchesAvx2)};
  return *searches.of_machine();
}

bool is_straight(const MotionPiece& piece) { return !piece.turning() && piece.path.size() <= 2; }
const Pose& straight_pose(const MotionPiece& piece, double time, Pose& space) {
  return time == piece.begin ? piece.first : space = piece.at(time);
}
Vec3d straight_velocity(const MotionPiece& piece) {
  return piece.path.size() > 1 ? piece.path[1] / (piece.end - piece.begin) : Vec3d{};
}

class ConvexImpact {
 public:
  ConvexImpact(const Shape& a, const Shape& b, const ImpactOptions& options)
      : a_(a),
        b_(b),
        options_(options),
        ball_a_(ball_around(a.core())),
        ball_b_(ball_around(b.core())),
        searches_(searches_of(a.core(), b.core(), ball_a_.radius + ball_b_.radius)) {}

  ConvexFound over(const MotionSegment& segment, Impact& out) const {
    const double size_a = ball_a_.radius + a_.radius(), size_b = ball_b_.radius + b_.radius(), sizes = size_a + size_b;
    const double far_a = length(ball_a_.centre - segment.a().pivot) + size_a,
                 far_b = length(ball_b_.centre - segment.b().pivot) + size_b;
    const double far =
        segment.a().far + segment.b().far + far_a + far_b + length(ball_a_.centre) + length(ball_b_.centre);
    if (!(sizes > 1e-40 && far < 1e40)) return ConvexFound::nothing;
    // As of the walk (impact_walk.cpp). The rotations of motions are so to 2⁻⁴⁶, their products to 2⁻⁴⁴.
    const double rounding = segment.rounding(far_a, far_b);
    const double speeds = segment.a().speed + segment.b().speed + segment.a().spin * far_a + segment.b().spin * far_b;
    const Tolerance tolerance = tolerance_of(options_, segment, size_a, size_b, far_a, far_b, rounding + 0x1p-44 * far);
    if (tolerance.raised) out.status = Status::within_error;  // of a contact
    ConvexPair pair{.a = a_.core(),
                    .b = b_.core(),
                    .segment = segment,
                    .b_in_a = {},
                    .velocity = {},
                    .ball_a = ball_a_,
                    .ball_b = ball_b_,
                    .radius_a = a_.radius(),
                    .radius_b = b_.radius(),
                    .within = options_.within,
                    .tolerance = tolerance.value,
                    .errors = {rounding + 0x1p-45 * far + 0x1p-43 * size_b, 0x1p-46 * speeds}};
    if (!is_straight(segment.a()) || !is_straight(segment.b())) return searches_.turning(pair, segment.begin(), out);
    Pose space_a, space_b;
    const Pose& of_a = straight_pose(segment.a(), segment.begin(), space_a);
    pair.b_in_a = relative(of_a, straight_pose(segment.b(), segment.begin(), space_b));
    pair.velocity = transposed_times(of_a.rotation, straight_velocity(segment.b()) - straight_velocity(segment.a()));
    return searches_.straight(pair, segment.begin(), out);
  }

 private:
  const Shape &a_, &b_;
  const ImpactOptions& options_;
  CoreBall ball_a_, ball_b_;
  const ConvexSearches& searches_;
};

}  // namespace

bool convex_impact(const Shape& a, const RigidMotion& motion_a, const Shape& b, const RigidMotion& motion_b,
                   const ImpactOptions& options, Impact& out) {
  const ConvexImpact search(a, b, options);
  out.clearance_at_least = options.within;
  ConvexFound found = ConvexFound::free;
  if (motion_a.pieces().size() == 1 && motion_b.pieces().size() == 1) {
    found = search.over({motion_a.pieces()[0], motion_b.pieces()[0], 0, 1}, out);
  } else {
    for (const MotionSegment& segment : segments(motion_a, motion_b))
      if (found = search.over(segment, out); found != ConvexFound::free) break;
  }
  if (found == ConvexFound::nothing) return false;
  if (out.hit)
    out.clearance_at_least = lesser(options.within, out.least_clearance);
  else
    out.status = Status::exact;
  return true;
}

}  // namespace apart::motion
