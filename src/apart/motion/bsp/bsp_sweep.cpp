#include <apart/base/usable_pose.hpp>
#include <apart/convex/core_support.hpp>
#include <apart/motion/bsp/bsp_arrays.hpp>
#include <apart/motion/bsp/bsp_build.hpp>
#include <apart/motion/bsp/bsp_sweep.hpp>
#include <apart/motion/impact.hpp>
#include <apart/queries/distance.hpp>
#include <apart/queries/in_range.hpp>
#include <apart/shapes/each_piece.hpp>
#include <unordered_set>

namespace apart {
namespace motion {
namespace {

// A convex piece that moves: its reference point, relative to the middle of the level, and how far it reaches from
// there along a direction: equations 25.8, and for a cylinder 25.9 and 25.10, by its support function.
struct Mover {
  const Core& core;
  double radius;
  Pose pose;
  Vec3d reference{};  // in the piece's frame
  Vec3d from{}, by{};
  double slack = 0;

  double reach(Vec3d direction) const {
    const Vec3d local = transposed_times(pose.rotation, direction);
    return dot(local, farthest(core, local) - reference) + radius;
  }
};

// The part of the motion that is tested against a subtree.
struct Part {
  BspRef ref;
  double begin, end;
  HalfSpace entered{};  // the plane that was crossed at `begin`, its normal out of the solid
  double least = 0;     // at time 0: how deep it is behind the planes so far
};

class Sweep {
 public:
  Sweep(const BspArrays& tree, const Mover& mover) : tree_(tree), mover_(mover) {}

  // at_leaf(part) for all leaves that are not empty and that the mover reaches, but for what skip(part) leaves out.
  // Earlier ones first, mostly.
  template <class Skip, class AtLeaf>
  void run(Skip skip, AtLeaf at_leaf) const {
    std::vector<Part> open{{tree_.root, 0, 1, {}, Bounds::kInfinity}};
    while (!open.empty()) {
      const Part part = open.back();
      open.pop_back();
      if (part.ref == BspRef::empty || skip(part)) continue;
      if (!is_node(part.ref)) {
        at_leaf(part);
        continue;
      }
      const BspNode& node = tree_.nodes[static_cast<u32>(part.ref)];
      Part inside = part, outside = part;
      inside.ref = node.children[0], outside.ref = node.children[1];
      // Shifted out on one side and in on the other: the two parts overlap.
      const bool in = inside.ref != BspRef::empty && clip(inside, node.plane);
      const bool out = outside.ref != BspRef::empty && clip(outside, {-node.plane.normal, -node.plane.offset});
      const bool inside_first = inside.begin <= outside.begin;
      if (out && inside_first) open.push_back(outside);
      if (in) open.push_back(inside);
      if (out && !inside_first) open.push_back(outside);
    }
  }

  // The part in which the reference point is inside of the shifted plane; false if there is none.
  bool clip(Part& part, const HalfSpace& plane) const {
    const double shift = mover_.reach(-plane.normal) + mover_.slack;
    // Positive while the shape is in front of the plane.
    const double above = dot(plane.normal, mover_.from) - plane.offset - shift, speed = dot(plane.normal, mover_.by);
    if (part.begin == 0 && above <= 0 && -above < part.least) part.least = -above, part.entered = plane;
    if (above > 0) {
      if (!(above + speed <= 0)) return false;
      const double enter = above / -speed * (1 - 0x1p-50);
      if (enter > part.begin) part.begin = enter, part.entered = plane, part.least = 0;
    } else if (above + speed > 0) {
      part.end = lesser(part.end, -above / speed * (1 + 0x1p-50));
    }
    return part.begin <= part.end;
  }

 private:
  const BspArrays& tree_;
  const Mover& mover_;
};

// By planes alone. Keeps what was found before if that is earlier.
class PlaneSweep {
 public:
  PlaneSweep(const BspArrays& tree, const Mover& mover, u32 number, BspHit& best, double& depth)
      : tree_(tree), mover_(mover), sweep_(tree, mover), number_(number), best_(best), depth_(depth) {}

  void run() {
    sweep_.run([&](const Part& part) { return is_later(part); },
               [&](const Part& part) {
                 if (is_solid(part.ref)) return take(part);
                 const u32 leaf = leaf_of(part.ref);
                 for (u32 s = tree_.leaf_sheets[leaf]; s < tree_.leaf_sheets[leaf + 1]; ++s) {
                   Part sheet = part;
                   bool meets = true;
                   for (u32 k = tree_.sheets[s]; meets && k < tree_.sheets[s + 1]; ++k)
                     meets = sweep_.clip(sheet, tree_.sheet_planes[k]);
                   if (meets) take(sheet);
                 }
               });
  }

 private:
  bool is_later(const Part& part) const {
    return best_.hit && (part.begin > best_.time || (part.begin == best_.time && !(part.least > depth_)));
  }

  void take(const Part& part) {
    if (is_later(part)) return;
    best_.hit = true;
    best_.time = part.begin;
    depth_ = part.least;
    best_.start_in_solid = part.begin == 0 && part.least > 2 * mover_.slack;
    const Vec3d n = part.entered.normal, local = transposed_times(mover_.pose.rotation, -n);
    best_.plane = {n, part.entered.offset + dot(n, tree_.middle)};
    best_.point = mover_.pose * farthest(mover_.core, local) - mover_.radius * n + part.begin * mover_.by;
    best_.shape.piece = number_;
  }

  const BspArrays& tree_;
  const Mover& mover_;
  Sweep sweep_;
  u32 number_;
  BspHit& best_;
  double& depth_;
};

// With the faces in the leaves that are reached. The first contact t of a convex piece that starts outside of the solid
// is with a point of the surface. A leaf lists that point's face, and at t the piece reaches over all planes of the
// leaf, shifted outward by the slack: so t is in the leaf's part. The leaf is left out only if that part begins after
// a contact that is known; so the face is tested, and impact() gives a time until which it is free, before t. The
// earliest of these times is before t, and none of the faces that were tested is touched before it; those that were not
// are touched later.
class ExactSweep {
 public:
  ExactSweep(const BspArrays& tree, const Mover& mover, u32 number, const BspSweepOptions& options, BspHit& best,
             double& depth)
      : tree_(tree),
        mover_(mover),
        sweep_(tree, mover),
        number_(number),
        options_({.tolerance = options.tolerance, .clearance = false}),
        shape_(mover.core, mover.radius),
        motion_(RigidMotion::line(mover.pose, mover.by)),
        best_(best),
        depth_(depth) {}

  void run() {
    bool in_solid_leaf = false;
    sweep_.run([&](const Part& part) { return part.begin > best_.contact_by; },
               [&](const Part& part) {
                 in_solid_leaf = in_solid_leaf || (part.begin == 0 && is_solid(part.ref));
                 if (!has_faces(part.ref)) return;
                 const u32 leaf = leaf_of(part.ref);
                 for (u32 k = tree_.leaf_faces[leaf]; k < tree_.leaf_faces[leaf + 1]; ++k)
                   if (tested_.insert(tree_.faces[k]).second) test(tree_.faces[k]);
               });
    // One that touches no face at first is in the solid if its reference point is, which is then in a solid leaf.
    if (best_.start_in_solid || !in_solid_leaf || !is_solid_at(tree_, mover_.from)) return;
    if (!(best_.contact_by == 0)) {
      best_ = {};
      best_.hit = true, best_.time = best_.contact_by = 0;
      best_.point = mover_.from + tree_.middle;
      best_.shape.piece = number_;
    }
    best_.start_in_solid = best_.touching = true;
  }

 private:
  void test(u32 face) {
    const Shape triangle = tree_.level.triangle(face);
    const Impact found = impact(triangle, shape_, motion_, options_);
    best_.status = larger(best_.status, found.status);
    if (!found.hit) return;
    best_.time = lesser(best_.time, found.free_until);
    Distance overlap;
    double depth = 0;  // of those that are touched at first the deepest is reported
    if (found.contact_by == 0 && found.touching) {
      overlap = signed_distance(triangle, mover_.pose, shape_);
      depth = -overlap.distance;
    }
    if (best_.hit && (found.contact_by > best_.contact_by || (found.contact_by == best_.contact_by && depth <= depth_)))
      return;
    const bool deep = depth > 2 * mover_.slack;
    const Vec3d normal = (deep ? overlap.normal : found.normal) + Vec3d{};  // no −0
    depth_ = depth;
    best_.hit = true, best_.contact_by = found.contact_by, best_.touching = found.touching;
    best_.start_in_solid = deep;
    best_.point = deep ? overlap.on_b : found.on_b;
    best_.plane = {normal, dot(normal, deep ? overlap.on_a : found.on_a)};
    best_.triangle = face;
    best_.shape.piece = number_;
  }

  const BspArrays& tree_;
  const Mover& mover_;
  Sweep sweep_;
  u32 number_;
  ImpactOptions options_;
  Shape shape_;
  RigidMotion motion_;
  BspHit& best_;
  double& depth_;
  std::unordered_set<u32> tested_;
};

}  // namespace
}  // namespace motion

BspHit sweep(const BspTree& level, const Shape& shape, const Pose& from, Vec3d by, const BspSweepOptions& options) {
  BspHit best;
  const std::optional<Pose> usable = usable_pose(from);
  if (!usable || !queries::in_range(by)) {
    best.hit = best.start_in_solid = true;
    best.time = best.contact_by = 0;
    best.status = Status::invalid;
    return best;
  }
  const motion::BspArrays& tree = level.arrays();
  double depth = 0;
  u32 number = 0;
  for_each_piece(shape, *usable, [&](const Shape& piece, const Pose& pose, double radius) {
    APART_ASSERT(piece.kind() != CoreKind::half_space, "a half-space cannot be swept: it has no farthest point");
    const convex::CoreBall ball = convex::ball_around(piece.core());
    motion::Mover mover{piece.core(), piece.radius() + radius, pose, ball.centre, {}, by, 0};
    mover.from = pose * ball.centre - tree.middle;
    mover.slack = level.slack() + 0x1p-48 * (length(mover.from) + length(by) + ball.radius + length(ball.centre) +
                                             mover.radius + length(pose.translation) + length(tree.middle));
    if (options.exact)
      motion::ExactSweep(tree, mover, number++, options, best, depth).run();
    else
      motion::PlaneSweep(tree, mover, number++, best, depth).run();
  });
  return best;
}

}  // namespace apart
