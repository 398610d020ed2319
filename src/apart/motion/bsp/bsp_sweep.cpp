#include <apart/base/usable_pose.hpp>
#include <apart/convex/core_support.hpp>
#include <apart/motion/bsp/bsp_arrays.hpp>
#include <apart/motion/bsp/bsp_sweep.hpp>
#include <apart/queries/in_range.hpp>
#include <apart/shapes/each_piece.hpp>

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

  // Keeps what was found before if that is earlier.
  void run(BspHit& best, double& depth, u32 number) {
    std::vector<Part> open{{tree_.root, 0, 1, {}, Bounds::kInfinity}};
    while (!open.empty()) {
      const Part part = open.back();
      open.pop_back();
      if (best.hit && (part.begin > best.time || (part.begin == best.time && !(part.least > depth)))) continue;
      if (part.ref == BspRef::solid) {
        take(part, number, best, depth);
      } else if (is_node(part.ref)) {
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
      } else if (has_sheets(part.ref)) {
        const u32 leaf = static_cast<u32>(part.ref) & ~kSheetsBit;
        for (u32 s = tree_.leaf_sheets[leaf]; s < tree_.leaf_sheets[leaf + 1]; ++s) {
          Part sheet = part;
          bool meets = true;
          for (u32 k = tree_.sheets[s]; meets && k < tree_.sheets[s + 1]; ++k)
            meets = clip(sheet, tree_.sheet_planes[k]);
          if (meets) take(sheet, number, best, depth);
        }
      }
    }
  }

 private:
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

  void take(const Part& part, u32 number, BspHit& best, double& depth) const {
    if (best.hit && (part.begin > best.time || (part.begin == best.time && !(part.least > depth)))) return;
    best.hit = true;
    best.time = part.begin;
    depth = part.least;
    best.start_in_solid = part.begin == 0 && part.least > 2 * mover_.slack;
    const Vec3d n = part.entered.normal, local = transposed_times(mover_.pose.rotation, -n);
    best.plane = {n, part.entered.offset + dot(n, tree_.middle)};
    best.point = mover_.pose * farthest(mover_.core, local) - mover_.radius * n + part.begin * mover_.by;
    best.shape.piece = number;
  }

  const BspArrays& tree_;
  const Mover& mover_;
};

}  // namespace
}  // namespace motion

BspHit sweep(const BspTree& level, const Shape& shape, const Pose& from, Vec3d by) {
  BspHit best;
  const std::optional<Pose> usable = usable_pose(from);
  if (!usable || !queries::in_range(by)) {
    best.hit = best.start_in_solid = true;
    best.time = 0;
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
    motion::Sweep(tree, mover).run(best, depth, number++);
  });
  return best;
}

}  // namespace apart
