// The separating axis of two polytopes with the greatest separation or the least overlap. The candidates are face
// normals, and cross products of edges whose arcs on the Gauss maps cross: the faces of A − B.
#pragma once
#include <apart/convex/convex_gap.hpp>
#include <apart/convex/features/features.hpp>
#include <vector>

namespace apart::convex {

struct AxesOptions {
  bool any = false;    // early-out: the first separating axis suffices
  bool points = true;  // if they overlap, find the deepest points
  Vec3d first{};       // an axis from A to B to test first (warm start); of any length
};

// The distance is the greatest separation of all axes. Negative: minus the penetration depth, exactly, with witness
// points. Positive: a lower bound of the distance, not always tight, and the status is `at_least`. With `any`, a lower
// bound.
struct AxesResult : ConvexGap {
  double noise = 0;        // error bound of the distance
  FeaturePair features{};  // the support features along the axis
  int axes = 0;            // tested

  AxesResult() { distance = at_least; }
};

class SeparatingAxes {
 public:
  // B is at b_in_a in A's frame, and the result is in A's frame.
  SeparatingAxes(const Polytope& a, const Pose& b_in_a, const Polytope& b, const AxesOptions& options = {});

  // Tests one face, or one edge with all that it crosses; false if there is nothing left to do.
  bool step();
  AxesResult run();
  // The best so far.
  const AxesResult& result() const { return result_; }

 private:
  enum class Stage { first, faces, flat, edges, done };

  bool enough() const { return options_.any && !result_.meet(); }
  // The threshold that another axis must exceed.
  double wanted() const { return options_.any ? larger(result_.distance, 0.0) : result_.distance; }
  void take(double separation, Vec3d normal, FeaturePair features);
  void test(Vec3d normal);                                                   // a unit direction, with all vertices
  void test_both(Vec3d direction);                                           // of any length, and its opposite
  u32 measure(int side, Vec3d own_point, std::vector<double>& below) const;  // the face that it is least below
  void measure_faces();
  void measure_deepest(int side);
  void test_face(int side, u32 face);
  void test_flats();
  void test_edge(u32 half);
  void walk_arc(u32 half, Vec3d from, Vec3d to);
  void test_across(u32 half, u32 other, Vec3d like);
  bool next_face(int side);
  bool next_edge();
  bool finish();
  void find_points();

  PlacedPolytope polytopes_[2];
  AxesOptions options_;
  AxesResult result_;
  Stage stage_ = Stage::first;
  u32 next_[2] = {0, 0};     // face to test; then the first is an edge
  int walker_ = 0;           // whose edges' normals are followed over the other
  u32 support_[2] = {0, 0};  // the last support vertices: successive directions are similar
  // The depth of the other's centre below each face, and its deepest vertex along the best axis.
  std::vector<double> centre_below_[2], deepest_below_[2];
};

inline AxesResult separating_axes(const Polytope& a, const Pose& b_in_a, const Polytope& b,
                                  const AxesOptions& options = {}) {
  return SeparatingAxes(a, b_in_a, b, options).run();
}

}  // namespace apart::convex
