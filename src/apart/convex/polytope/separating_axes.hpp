// Along which direction are two polytopes farthest apart, or do they overlap least? The directions that matter are few:
// across faces, and across an edge of each where their Gauss maps cross; they are the faces of A − B.
#pragma once
#include <apart/convex/convex_gap.hpp>
#include <apart/convex/features/features.hpp>
#include <vector>

namespace apart::convex {

struct AxesOptions {
  bool any = false;    // whether they meet is all that is asked: the first axis that parts them will do
  bool points = true;  // where they overlap, find the two points that are deepest
  Vec3d first{};       // an axis from A to B to look at before all others, as last time's; of any length
};

// The distance is the greatest separation of all axes. Negative: minus the depth, exactly, with witness points.
// Positive: a plane lies between them with this much room about it, so they are at least this far apart, though not
// always just so far, and the status is `at_least`. With `any`, a bound from below.
struct AxesResult : ConvexGap {
  double noise = 0;        // what rounding may have done to the distance
  FeaturePair features{};  // what lies farthest along the axis
  int axes = 0;            // tested

  AxesResult() { distance = at_least; }
};

class SeparatingAxes {
 public:
  // B stands at b_in_a in A's frame, and so does the answer.
  SeparatingAxes(const Polytope& a, const Pose& b_in_a, const Polytope& b, const AxesOptions& options = {});

  // One face, or one edge with all that it crosses; false when there is nothing left to do.
  bool step();
  AxesResult run();
  // The best so far.
  const AxesResult& result() const { return result_; }

 private:
  enum class Stage { first, faces, flat, edges, done };

  bool enough() const { return options_.any && !result_.meet(); }
  // What another axis must be better than.
  double wanted() const { return options_.any ? larger(result_.distance, 0.0) : result_.distance; }
  void take(double separation, Vec3d normal, FeaturePair features);
  void look(Vec3d normal);          // a direction of length 1, with all vertices
  void look_both(Vec3d direction);  // of any length, and its opposite
  u32 measure(int side, Vec3d own_point, std::vector<double>& below) const;  // the face it is least below
  void measure_faces();
  void measure_deepest(int side);
  void look_at_face(int side, u32 face);
  void look_at_flats();
  void look_at_edge(u32 half);
  void walk_arc(u32 half, Vec3d from, Vec3d to);
  void look_across(u32 half, u32 other, Vec3d like);
  bool next_face(int side);
  bool next_edge();
  bool finish();
  void find_points();

  PlacedPolytope polytopes_[2];
  AxesOptions options_;
  AxesResult result_;
  Stage stage_ = Stage::first;
  u32 next_[2] = {0, 0};     // face to look at; then the first is an edge
  int walker_ = 0;           // whose edges' normals are followed over the other
  u32 support_[2] = {0, 0};  // the last farthest vertices: directions that follow each other are like each other
  // How far below each face the other's centre lies, and the vertex that is its deepest along the best axis.
  std::vector<double> centre_below_[2], deepest_below_[2];
};

inline AxesResult separating_axes(const Polytope& a, const Pose& b_in_a, const Polytope& b,
                                  const AxesOptions& options = {}) {
  return SeparatingAxes(a, b_in_a, b, options).run();
}

}  // namespace apart::convex
