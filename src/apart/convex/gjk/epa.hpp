// Penetration depth and direction of two convex sets by the expanding polytope algorithm (van den Bergen): a polytope
// of corners of A − B around the origin, whose nearest face is expanded until it lies on the border. Each step has an
// upper bound (the overlap along a direction) and a lower one (the ball inside the polytope).
#pragma once
#include <apart/base/growing_array.hpp>
#include <apart/convex/gjk/gjk.hpp>

namespace apart::convex {

struct EpaOptions {
  double tolerance = 1e-12;  // of the depth; polytopes reach it in finitely many steps
  int limit = 256;           // of steps
};

// The distance is never positive: minus the depth, or 0 when the sets do not overlap.
struct EpaResult : ConvexGap {
  int steps = 0;
  u32 of_a = ~u32(0), of_b = ~u32(0);  // of polytopes: support vertices along the normal, where they are known

  double depth() const { return -distance; }          // moving B by depth · normal separates them, to rounding
  double depth_at_least() const { return -at_most; }  // no shorter translation does
};

// The search without the sets, as GjkSearch is.
class EpaSearch {
 public:
  // Any corners of A − B; best those with which GJK found that they meet. Of two equally short translations, as for a
  // flat A − B, the one along `towards_b`.
  explicit EpaSearch(const GjkSimplex& start = {}, Vec3d towards_b = {}, const EpaOptions& options = {});

  bool done() const { return stage_ == Stage::done; }
  Vec3d direction() const { return direction_; }  // unit vector, from A to B
  bool take(Vec3d of_a, Vec3d of_b);
  EpaResult result() const;

  u32 faces() const { return faces_.size(); }

 private:
  static constexpr u32 kNone = ~u32(0);
  // What the polytope still lacks; a face's distance is checked in the last but one.
  enum class Stage { axes, line, plane, grow, done };
  struct Corner {
    Vec3d w, of_a, of_b;  // w scaled by a power of two
  };
  struct Face {
    Vec3d normal;  // unit vector, outward
    u32 corner[3];
    u32 beside[3];  // across the edge from corner i to the next: that face · 4 + its edge index
    bool settled;   // it cannot be expanded
  };
  struct Rim {
    u32 beyond;    // an edge, of the face that remains
    u32 from, to;  // as traversed by the removed face
    Vec3d normal;  // of the new face
    double distance;
  };

  void begin(const GjkSimplex& start);
  u32 add(Vec3d of_a, Vec3d of_b);
  void rescale();
  bool look(Stage stage);
  bool take_for_start();
  bool finish(Status status);
  bool settled();
  bool is_corner(Vec3d w) const;
  void settle_for(u32 face);
  bool grow();
  bool raise(u32 first, u32 corner);
  bool stand(u32 a, u32 b, u32 c, u32 d);
  bool is_above(u32 face, Vec3d w) const;
  void walk_rim(u32 first, Vec3d w);
  double noise() const;
  u32 farthest_from_line(u32 first) const;

  EpaOptions options_;
  Vec3d towards_b_{};
  Stage stage_ = Stage::axes;
  Vec3d direction_{1, 0, 0};
  GrowingArray<Corner, 72> corners_;
  GrowingArray<Face, 144> faces_;
  GrowingArray<double, 144> distance_;  // of the planes of the faces, from the origin
  GrowingArray<unsigned char, 144> seen_;
  GrowingArray<Rim, 48> rim_;
  GrowingArray<u32, 64> above_, crossing_;
  double scale_ = 1, largest_ = 0;
  u32 start_[4] = {};  // corners of the line, triangle, … of the start so far
  u32 nearest_ = kNone;
  int asked_ = 0;        // directions of this stage
  u32 first_asked_ = 0;  // the first corner that this stage found
  Vec3d across_[2]{};
  double at_most_ = std::numeric_limits<double>::infinity(), at_least_ = 0;
  Vec3d best_{0, 0, 1};
  Status status_ = Status::unfinished;
  int steps_ = 0, again_ = 0;
};

// Both support functions are in the same frame.
template <Support A, Support B>
class Epa {
 public:
  Epa(const A& a, const B& b, const GjkSimplex& start = {}, Vec3d towards_b = {}, const EpaOptions& options = {})
      : a_(a), b_(b), search_(start, towards_b, options) {}

  bool step() {
    if (search_.done()) return false;
    const Vec3d direction = search_.direction();
    return search_.take(a_(direction), b_(-direction));
  }
  EpaResult run() {
    while (step()) {
    }
    return result();
  }
  EpaResult result() const { return search_.result(); }
  const EpaSearch& search() const { return search_; }

 private:
  const A& a_;
  const B& b_;
  EpaSearch search_;
};

template <Support A, Support B>
EpaResult epa(const A& a, const B& b, const GjkSimplex& start, Vec3d towards_b = {}, const EpaOptions& options = {}) {
  return Epa<A, B>(a, b, start, towards_b, options).run();
}

// From a first direction alone: GJK searches for corners around the origin.
template <Support A, Support B>
EpaResult epa(const A& a, const B& b, Vec3d towards_b = {}, const EpaOptions& options = {}) {
  Gjk<A, B> meet(a, b, towards_b, {.reach = 0});
  meet.run();
  return Epa<A, B>(a, b, meet.simplex(), towards_b, options).run();
}

}  // namespace apart::convex
