#include <apart/base/lane_width.hpp>
#include <apart/motion/convex_impact.hpp>
#include <apart/motion/impact_search.hpp>

#define APART_LANES_OF_MACHINE any_machine
#include <apart/motion/convex_advance.hpp>
#undef APART_LANES_OF_MACHINE

namespace apart::motion {

extern const ConvexSearches kPolytopeSearchesAvx2;

namespace {

const ConvexSearches& searches_of(const ConvexPair& pair) {
  const Polytope *const of_a = std::get_if<Polytope>(&pair.a), *const of_b = std::get_if<Polytope>(&pair.b);
  const double sizes = pair.ball_a.radius + pair.ball_b.radius;
  if (!of_a || !of_b || vertices_in_lanes(*of_a).size() > kMostEights ||
      vertices_in_lanes(*of_b).size() > kMostEights || !(sizes > 1e-30 && sizes < 1e30))
    return kConvexSearches<CoreSupports, CoreSupports>;
  constexpr PerLaneWidth<const ConvexSearches*> searches{&kPolytopeSearches<1>, &kPolytopeSearches<2>,
                                                         APART_AVX2(&kPolytopeSearchesAvx2)};
  return *searches.of_machine();
}

bool is_straight(const MotionPiece& piece) { return !piece.turning() && piece.path.size() <= 2; }
Pose straight_pose(const MotionPiece& piece, double time) { return time == piece.begin ? piece.first : piece.at(time); }
Vec3d straight_velocity(const MotionPiece& piece) {
  return piece.path.size() > 1 ? piece.path[1] / (piece.end - piece.begin) : Vec3d{};
}

// One of the two as it moves.
struct Mover {
  const Shape& shape;
  CoreBall ball;                             // around its core
  double size;                               // of the ball, with the radius of the shape
  double reach;                              // from the pivot to the farthest point
  double far, speed, spin, pivot, rounding;  // of the motion

  template <class Piece>  // a MotionPiece or a StraightPiece
  Mover(const Shape& s, const Piece& piece)
      : shape(s),
        ball(ball_around(s.core())),
        size(ball.radius + s.radius()),
        reach(length(ball.centre - piece.pivot) + size),
        far(piece.far),
        speed(piece.speed),
        spin(piece.spin),
        pivot(length(piece.pivot)),
        rounding(piece.rounding(reach)) {}
};

// Over a span of time.
APART_INLINE ConvexPair pair_of(const Mover& a, const Mover& b, double begin, double end, const Pose& b_in_a,
                                Vec3d velocity, const ImpactOptions& options, Impact& out) {
  const double far = a.far + b.far + a.reach + b.reach + length(a.ball.centre) + length(b.ball.centre);
  // As of the walk (impact_walk.cpp). The rotations of motions are so to 2⁻⁴⁶, their products to 2⁻⁴⁴.
  const double rounding = a.rounding + b.rounding + 0x1p-48 * (a.far + b.far + a.pivot + b.pivot + a.reach + b.reach);
  const double speed = a.speed + b.speed + a.spin * a.reach + b.spin * b.reach;
  const Tolerance tolerance = tolerance_of(options, speed, a.size, b.size, rounding + 0x1p-44 * far);
  if (tolerance.raised) out.status = Status::within_error;  // of a contact
  return {.a = a.shape.core(),
          .b = b.shape.core(),
          .begin = begin,
          .end = end,
          .usable = a.size + b.size > 1e-40 && far < 1e40,
          .segment = nullptr,
          .b_in_a = b_in_a,
          .velocity = velocity,
          .ball_a = a.ball,
          .ball_b = b.ball,
          .radius_a = a.shape.radius(),
          .radius_b = b.shape.radius(),
          .within = options.within,
          .tolerance = tolerance.value,
          .errors = {rounding + 0x1p-45 * far + 0x1p-43 * b.size, 0x1p-46 * speed}};
}

ConvexFound search_straight(ConvexPair&& pair, Impact& out) {
  return pair.usable ? searches_of(pair).straight(pair, pair.begin, out) : ConvexFound::nothing;
}

ConvexFound search(const Shape& a, const Shape& b, const MotionSegment& segment, const ImpactOptions& options,
                   Impact& out) {
  const MotionPiece &of_a = segment.a(), &of_b = segment.b();
  const double begin = segment.begin(), end = segment.end();
  if (is_straight(of_a) && is_straight(of_b)) {
    const Pose at = straight_pose(of_a, begin);
    const Vec3d velocity = transposed_times(at.rotation, straight_velocity(of_b) - straight_velocity(of_a));
    return search_straight(
        pair_of({a, of_a}, {b, of_b}, begin, end, relative(at, straight_pose(of_b, begin)), velocity, options, out),
        out);
  }
  ConvexPair pair = pair_of({a, of_a}, {b, of_b}, begin, end, {}, {}, options, out);
  pair.segment = &segment;
  return pair.usable ? searches_of(pair).turning(pair, begin, out) : ConvexFound::nothing;
}

// Of two motions that are straight from the beginning to the end, which need no pieces.
ConvexFound search(const Shape& a, const Stretch& of_a, const Shape& b, const Stretch& of_b,
                   const ImpactOptions& options, Impact& out) {
  const Mover mover_a(a, StraightPiece(of_a)), mover_b(b, StraightPiece(of_b));
  if (of_a.first == Pose{} && of_a.by == Vec3d{})
    return search_straight(pair_of(mover_a, mover_b, 0, 1, of_b.first, of_b.by, options, out), out);
  const Vec3d velocity = transposed_times(of_a.first.rotation, of_b.by - of_a.by);
  return search_straight(pair_of(mover_a, mover_b, 0, 1, relative(of_a.first, of_b.first), velocity, options, out),
                         out);
}

ConvexFound search_all(const Shape& a, const RigidMotion& motion_a, const Shape& b, const RigidMotion& motion_b,
                       const ImpactOptions& options, Impact& out) {
  const Stretch *const of_a = motion_a.stretch(), *const of_b = motion_b.stretch();
  if (of_a && of_b && of_a->turns == 0 && of_b->turns == 0) return search(a, *of_a, b, *of_b, options, out);
  const MotionPieces pieces_a(motion_a), pieces_b(motion_b);
  if (pieces_a.all().size() == 1 && pieces_b.all().size() == 1)
    return search(a, b, {pieces_a.all()[0], pieces_b.all()[0], 0, 1}, options, out);
  for (const MotionSegment& segment : segments(pieces_a, pieces_b))
    if (const ConvexFound found = search(a, b, segment, options, out); found != ConvexFound::free) return found;
  return ConvexFound::free;
}

}  // namespace

bool convex_impact(const Shape& a, const RigidMotion& motion_a, const Shape& b, const RigidMotion& motion_b,
                   const ImpactOptions& options, Impact& out) {
  out.clearance_at_least = options.within;
  if (search_all(a, motion_a, b, motion_b, options, out) == ConvexFound::nothing) return false;
  if (out.hit)
    out.clearance_at_least = lesser(options.within, out.least_clearance);
  else
    out.status = Status::exact;
  return true;
}

}  // namespace apart::motion
