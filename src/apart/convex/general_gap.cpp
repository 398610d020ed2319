#include <apart/base/normalized.hpp>
#include <apart/convex/core_corners.hpp>
#include <apart/convex/core_support.hpp>
#include <apart/convex/general_gap.hpp>
#include <apart/convex/gjk/epa.hpp>
#include <apart/convex/polytope/mpr.hpp>
#include <apart/convex/polytope/polytope_epa.hpp>
#include <apart/convex/polytope/polytope_gjk.hpp>
#include <apart/convex/polytope/separating_axes.hpp>
#include <optional>

namespace apart::convex {
namespace {

// Bent surfaces are approached step by step; this is near enough to be called exact.
constexpr double kCurvedTolerance = 1e-11, kFlatTolerance = 1e-14;

// Two cores in A's frame, with what is known of them beforehand.
struct Placed {
  CoreSupport a;
  PlacedCore b;
  ShapeCache* memory;
  Vec3d centre_a, towards;  // the middle of A; from there to the middle of B
  double radii;             // of the balls around them
  double inner = 0;         // of the balls inside, as far as they are known
  double size;              // of the coordinates that go into the sum: rounding is relative to it
  bool curved;
  const Polytope *polytope_a, *polytope_b;  // if they are

  Placed(const Core& core_a, const Pose& b_in_a, const Core& core_b, ShapeCache* kept)
      : a{&core_a},
        b{b_in_a, {&core_b}},
        memory(kept),
        curved(is_curved(static_cast<CoreKind>(core_a.index())) || is_curved(static_cast<CoreKind>(core_b.index()))) {
    const CoreBall around_a = ball_around(core_a), around_b = ball_around(core_b);
    const Vec3d middle = b_in_a * around_b.centre;
    centre_a = around_a.centre, towards = middle - around_a.centre;
    radii = around_a.radius + around_b.radius;
    size = radii + largest(abs(centre_a)) + largest(abs(middle));
    radii += rounding_of(size);
    polytope_a = std::get_if<Polytope>(&core_a), polytope_b = std::get_if<Polytope>(&core_b);
    if (polytope_a && polytope_b) inner = polytope_a->inscribed() + polytope_b->inscribed();
  }

  // Do the balls tell?
  bool beyond(double reach) const {
    const double far = reach + radii;
    return squared_length(towards) > far * far * (1 + 1e-15);
  }

  bool meet_plainly() const {
    const double room = inner - noise();
    return room > 0 && squared_length(towards) < room * room * (1 - 1e-15);
  }

  // Within both balls.
  Vec3d common_point() const { return centre_a + (polytope_a->inscribed() / inner) * towards; }

  bool are_polytopes() const { return polytope_a && polytope_b; }
  PolytopePair hulls() const { return {*polytope_a, *polytope_b, b.pose, -towards, radii, noise()}; }

  // Do signs tell?
  MprResult portal() const {
    if (!are_polytopes()) return {};
    const MprResult found = mpr(hulls());
    if (memory && found.verdict == Verdict::apart) memory->axis = normalized(found.direction).unit;
    if (memory && found.verdict == Verdict::meet) {
      GjkSimplex& corners = memory->corners;
      corners.of_a[3] = polytope_a->centre(), corners.of_b[3] = polytope_b->centre(), corners.count = 4;
      memory->vertices.count = 0;
      for (int i = 0; i < 3; ++i) {
        corners.of_a[i] = polytope_a->vertices()[found.of_a[i]];
        corners.of_b[i] = polytope_b->vertices()[found.of_b[i]];
      }
      memory->core_a = a.core, memory->core_b = b.shape.core;
    }
    return found;
  }
  double noise() const { return 2 * rounding_of(size); }  // of a point

  // Are the remembered corners still around the origin?
  bool still_meet() const {
    if (!remembers() || memory->corners.count != 4) return false;
    const GjkSimplex& corners = memory->corners;
    Vec3d w[4];
    for (int i = 0; i < 4; ++i) w[i] = corners.of_a[i] - b.pose * corners.of_b[i];
    return TetrahedronParts(w[0], w[1], w[2], w[3]).around_origin(noise(), radii);
  }

  Vec3d axis() const { return memory && memory->axis != Vec3d{} ? memory->axis : towards; }
  bool remembers() const { return memory && memory->core_a == a.core && memory->core_b == b.shape.core; }

  Gjk<CoreSupport, PlacedCore> search(const GjkOptions& options) const {
    if (!remembers()) return {a, b, axis(), options};
    return {a, b, placed(memory->corners, b.pose), axis(), options};
  }
  void remember(const GjkSimplex& simplex, const GjkResult& found) const {
    const GjkSimplex before = remembers() ? memory->corners : GjkSimplex{};
    memory->corners = kept(before, simplex, b.pose);
    memory->core_a = a.core, memory->core_b = b.shape.core;
    memory->vertices.count = 0;
    if (found.direction != Vec3d{}) memory->axis = found.direction;
  }
  void remember(const PolytopeGjk& quick) const {
    if (!memory) return;
    memory->corners = corners_of(quick.corners, *polytope_a, *polytope_b);
    memory->vertices = quick.corners;
    memory->core_a = a.core, memory->core_b = b.shape.core;
    if (quick.result.direction != Vec3d{}) memory->axis = quick.result.direction;
  }
  GjkSimplex corners(const PolytopeGjk& quick) const {
    return placed(corners_of(quick.corners, *polytope_a, *polytope_b), b.pose);
  }
};

// Points as far apart as the distance says, along the normal: what rounding left between them is shared.
void straighten(ConvexGap& gap) {
  const Vec3d half = 0.5 * ((gap.on_b - gap.on_a) - gap.distance * gap.normal);
  gap.on_a += half, gap.on_b -= half;
}

// EPA's faces are flat, and long and thin on what is bent: its depth is right, but where the sets touch when they are
// moved apart, GJK tells better. At the shortest way out, the way from one to the other is the motion's own direction;
// any other turns towards it, faster the less they are apart.
void touch(ConvexGap& gap, const Placed& pair) {
  constexpr double kAside = 1.01, kTouchTolerance = 1e-11, kTurned = 1e-8;
  constexpr int kTouches = 12;
  const auto overlap = [&](Vec3d n) { return dot(n, pair.a(n) - pair.b(-n)); };
  double before = 1;
  for (int round = 0; round < kTouches; ++round) {
    const double depth = -gap.distance;
    const Vec3d motion = (kAside * depth + 1e-7 * pair.size) * gap.normal;
    PlacedCore moved = pair.b;
    moved.pose.translation += motion;
    const GjkResult apart = gjk(pair.a, moved, gap.normal, {.tolerance = kTouchTolerance});
    const Vec3d normal = normalized(apart.on_b - apart.on_a).unit;
    if (apart.meet() || normal == Vec3d{}) break;
    const double turned = length(normal - gap.normal), next = larger(overlap(normal), 0.0);
    gap.on_a = apart.on_a, gap.on_b = apart.on_b - motion;
    if (!(next <= depth + rounding_of(pair.size)) || !(turned < before)) break;
    gap.normal = normal, gap.distance = gap.at_least = -next;
    if (turned < kTurned) break;
    before = turned;
  }
  gap.at_most = larger(gap.at_most, gap.distance);
}

Polytope as_polytope(const Core& core) {
  if (const Polytope* polytope = std::get_if<Polytope>(&core)) return *polytope;
  return Polytope::make(CoreCorners(core).all).value();
}

// All axes, where GJK or EPA did not come to an end. The best of them is measured by supports once more: a plane across
// it proves what it proves, whoever named it. Nothing for bent cores.
std::optional<ConvexGap> all_axes(const Placed& pair) {
  if (pair.curved) return {};
  const AxesResult axes = separating_axes(as_polytope(*pair.a.core), pair.b.pose, as_polytope(*pair.b.shape.core));
  if (axes.normal == Vec3d{}) return {};
  const double gap = dot(axes.normal, pair.b(-axes.normal) - pair.a(axes.normal)), noise = rounding_of(pair.size);
  return ConvexGap{gap, gap - noise, gap + noise, axes.on_a, axes.on_b, axes.normal, axes.status};
}

EpaResult overlap_of(const Placed& pair, const GjkSimplex& simplex) {
  const double tolerance = pair.curved ? kCurvedTolerance : kFlatTolerance;
  return epa(pair.a, pair.b, simplex, pair.towards, {.tolerance = tolerance, .limit = 1024});
}

// What EPA found.
ConvexGap overlapping(const Placed& pair, const EpaResult& found) {
  ConvexGap out{-found.depth, -found.depth, -found.at_least, found.on_a, found.on_b, found.normal, found.status};
  if (found.status != Status::exact)
    if (const auto axes = all_axes(pair); axes && axes->distance >= out.distance && axes->at_least <= 0) out = *axes;
  if (pair.curved) touch(out, pair);
  straighten(out);
  if (out.at_most - out.distance <= 1e-9 * larger(-out.distance, pair.size * 1e-6)) out.status = Status::exact;
  return out;
}

// Of cores that overlap, if no more is wanted than that.
ConvexGap meeting_at(Vec3d point, const Placed& pair) {
  const Vec3d normal = normalized(pair.towards).unit;
  return {0, 0, 0, point, point, normal == Vec3d{} ? Vec3d{1, 0, 0} : normal, Status::exact};
}

// What GJK found, without depth.
ConvexGap concluded(const GjkResult& found, const Placed& pair) {
  if (found.meet()) return meeting_at(found.on_a, pair);
  ConvexGap out{found.distance, found.at_least, found.distance, found.on_a, found.on_b, found.direction, found.status};
  if (found.status == Status::at_least) return out;
  // Of points that are far apart the way from one to the other is better than the proving plane's, which is only as
  // good as the tolerance; of near ones the plane's, since they differ by rounding.
  if (found.distance > (pair.curved ? 1e-5 : 1e-3) * pair.size) out.normal = normalized(found.on_b - found.on_a).unit;
  straighten(out);
  if (out.status == Status::unfinished && out.distance - out.at_least <= 1e-9 * out.distance)
    out.status = Status::exact;
  return out;
}

}  // namespace

ConvexGap general_gap(const Core& a, const Pose& b_in_a, const Core& b, const CoreGapOptions& options) {
  const Placed pair(a, b_in_a, b, options.memory);
  if (pair.beyond(options.reach)) {
    const auto [unit, far] = normalized(pair.towards);
    const double bound = far - pair.radii;
    return {bound, bound, far, pair.centre_a, pair.centre_a + bound * unit, unit, Status::at_least};
  }
  if (!options.depth && pair.meet_plainly()) return meeting_at(pair.common_point(), pair);
  if (pair.are_polytopes() && (!pair.remembers() || options.memory->vertices.count > 0)) {
    const PolytopePair hulls = pair.hulls();
    const PolytopeGjk quick =
        polytope_gjk(hulls, options.reach, pair.remembers() ? options.memory->vertices : PolytopeSimplex{});
    if (quick.sure()) {
      pair.remember(quick);
      if (!quick.result.meet() || !options.depth) return concluded(quick.result, pair);
      const EpaResult overlap = polytope_epa(hulls, quick.corners);
      return overlapping(pair, overlap.status == Status::exact ? overlap : overlap_of(pair, pair.corners(quick)));
    }
  }
  Gjk<CoreSupport, PlacedCore> search =
      pair.search({.reach = options.reach,
                   .enough = options.enough,
                   .tolerance = larger(options.tolerance, pair.curved ? kCurvedTolerance : kFlatTolerance)});
  const GjkResult found = search.run();
  if (options.memory) pair.remember(search.simplex(), found);
  if (found.meet() && found.status == Status::unfinished)
    if (const auto axes = all_axes(pair); axes && axes->at_least > 0) {
      ConvexGap out{found.distance, axes->at_least, found.distance,      found.on_a,
                    found.on_b,     axes->normal,   Status::within_error};
      straighten(out);
      return out;
    }
  if (found.meet() && options.depth) return overlapping(pair, overlap_of(pair, search.simplex()));
  return concluded(found, pair);
}

bool general_within(const Core& a, const Pose& b_in_a, const Core& b, double reach, ShapeCache* memory) {
  const Placed pair(a, b_in_a, b, memory);
  if (pair.beyond(reach)) return false;
  if (pair.meet_plainly()) return true;
  if (memory && memory->axis != Vec3d{}) {
    const Vec3d w = pair.b(-memory->axis) - pair.a(memory->axis);
    if (dot(memory->axis, w) > reach + rounding_of(largest(abs(w)) + reach)) return false;
  }
  if (pair.still_meet()) return true;
  if (reach == 0)
    if (const Verdict found = pair.portal().verdict; found != Verdict::unsure) return found == Verdict::meet;
  Gjk<CoreSupport, PlacedCore> search = pair.search({.reach = reach, .enough = reach});
  const GjkResult found = search.run();
  if (memory) pair.remember(search.simplex(), found);
  if (found.status == Status::unfinished && !(found.at_least > reach))
    if (const auto axes = all_axes(pair)) return !(axes->at_least > reach);
  return !(found.at_least > reach);
}

}  // namespace apart::convex
