// The filters in floats: what they exclude is excluded, and what they measure is so to their error bounds.
#include <apart/base/random.hpp>
#include <apart/base/rigidity.hpp>
#include <apart/gpu/build_trees.hpp>
#include <apart/gpu/pose_record.hpp>
#include <apart/gpu/triangle_filters.hpp>
#include <apart/triangles/distance.hpp>
#include <apart/triangles/overlap.hpp>

#include "tests/support.hpp"

namespace apart::gpu {
namespace filters_test {

using apart::testing::cases;
using apart::testing::Outcomes;

// A random triangle: mostly ordinary, sometimes a needle, a segment or a point, or so small that floats beside the
// other see one.
Triangle random_triangle(Random& random, double size) {
  const Vec3d at = random.in_box(1), along = size * random.direction();
  switch (random.below(10)) {
    case 0:
      return {at, at + along, at + 0.3 * along + 1e-9 * random.in_box(size)};
    case 1:
      return {at, at + along, at + along};
    case 2:
      return {at, at, at};
    case 3: {
      const double tiny = size * std::pow(10, -random.uniform(1, 12));
      return {at, at + tiny * random.direction(), at + tiny * random.direction()};
    }
    case 4:
      return {at, at + along, at + along + size * std::pow(10, -random.uniform(1, 12)) * random.direction()};
    default:
      return {at, at + along, at + size * random.direction()};
  }
}

// A pair of single triangles, as it is uploaded.
struct TwoTriangles {
  Model models[2];
  HostTrees trees;
  PairRoots roots;
  Pose at;
  Float4 record[kRecord];

  TwoTriangles(const Triangle& s, const Triangle& t, const Pose& pose)
      : models{model(s), model(t)}, trees(build_trees(models, 1).value()), roots(trees.roots.pair(0, 1)), at(pose) {
    active = write_record(at, roots, 0, record);
  }
  static Model model(const Triangle& t) {
    return Model::make(Mesh::make({t.a, t.b, t.c}, {Face{0, 1, 2}}).value()).value();
  }
  bool active;
  float slack() const { return record[3].x; }
  NearPair near() const {
    return {near_triangle(trees.near.data(), 0), near_triangle(trees.near.data(), 1), motion_of(record, 0)};
  }
  Box box(int which) const { return box_at(trees.nodes.data(), which == 0 ? roots.node_a : roots.node_b); }
  Triangle exact(int which) const { return which == 0 ? trees.exact[0] : at * trees.exact[1]; }
};

Pose random_pose(Random& random, double scale) {
  return {random.rotation(), scale * random.in_box(random.chance(0.5) ? 0.5 : 2)};
}

TEST(GpuFilters, WhatIsExcludedDoesNotMeet) {
  Random random(1);
  Outcomes planes("parted by planes", 0.05), edges("parted by edges", 0.05), boxes("parted boxes", 0.05);
  for (int k = 0; k < cases(6000, 600000); ++k) {
    const double scale = random.chance(0.2) ? 1e-9 : random.chance(0.2) ? 1e12 : 1;
    Triangle s = random_triangle(random, 1), t = random_triangle(random, 1);
    for (Triangle* x : {&s, &t}) *x = {scale * x->a, scale * x->b, scale * x->c};
    Pose at = random_pose(random, scale);
    if (random.chance(0.3)) {  // a corner on a corner, or nearly
      at.translation = s.a - at.rotation * t.b;
      if (random.chance(0.5)) at.translation += 1e-7 * scale * random.in_box(1);
    }
    const TwoTriangles two(s, t, at);
    if (!two.active) continue;
    const bool meet = triangles::overlap(two.exact(0), two.exact(1));
    const NearPair near = two.near();
    const bool by_planes = parted_by_planes(near, two.slack()), by_edges = parted_by_edges(near, two.slack());
    const bool by_boxes = boxes_apart(two.box(0), two.box(1), motion_of(two.record, 0), two.slack());
    planes.saw(by_planes), edges.saw(by_edges), boxes.saw(by_boxes);
    ASSERT_FALSE(meet && (by_planes || by_edges || by_boxes)) << k;
    ASSERT_FALSE(meet && boxes_apart(two.box(1), two.box(0), motion_of(two.record, 1), two.slack())) << k;
  }
}

TEST(GpuFilters, DistancesAreWithinTheirErrors) {
  Random random(2);
  Outcomes crossing("crossing", 0.005), along_line("bound along the centroids above 0");
  int loose = 0, all = 0;
  for (int k = 0; k < cases(6000, 600000); ++k) {
    const Triangle s = random_triangle(random, random.chance(0.5) ? 1 : 0.1), t = random_triangle(random, 1);
    Pose at = random_pose(random, 1);
    if (random.chance(0.6))  // close together
      at.translation = (s.a + s.b + s.c) / 3 - at.rotation * ((t.a + t.b + t.c) / 3) + random.in_box(0.3);
    if (random.chance(0.2)) {  // edges nearly parallel
      at.rotation = {};
      at.rotation.rows[0].y = 1e-7 * random.uniform(-1, 1);
    }
    const TwoTriangles two(s, t, at);
    if (!two.active) continue;
    const double scale = two.roots.scale;
    const double gap = scale * std::sqrt(triangles::distance(two.exact(0), two.exact(1)).squared);
    const NearPair near = two.near();
    const NearGap found = near_gap(near, two.slack());
    const float bound = gap_along_centroids(near, two.slack());
    along_line.saw(bound > 0);
    ASSERT_LE(double(bound), gap) << k;
    ASSERT_GE(double(found.high), gap) << k;  // always the distance of two points
    const bool cross = bound <= 0 && may_cross(near, two.slack());
    crossing.saw(gap == 0);
    ++all, loose += double(found.high) - double(found.low) > 20 * double(two.slack()) + 1e-5 * gap;
    if (!cross) {
      ASSERT_LE(double(found.low), gap) << k;
    }
    // Boxes, from both sides.
    ASSERT_LE(double(box_gap(two.box(0), two.box(1), motion_of(two.record, 0), two.slack())), gap) << k;
    ASSERT_LE(double(box_gap(two.box(1), two.box(0), motion_of(two.record, 1), two.slack())), gap) << k;
  }
  EXPECT_LT(loose, 0.01 * all);
}

TEST(GpuFilters, BoxesOfLeastAreaAreNotLarger) {
  Random random(3);
  double before = 0, after = 0;
  for (int k = 0; k < 200; ++k) {
    std::vector<Vec3d> points;
    const Mat3d turn = random.rotation();
    for (u32 i = 0; i < 4 + random.below(80); ++i) {
      const Vec3d p = random.in_box(1);
      points.push_back(turn * Vec3d{3 * p.x, p.y, 0.2 * p.z});
    }
    const auto area = [&](const Mat3d& axes) {
      Vec3d low = axes * points[0], high = low;
      for (Vec3d p : points) low = lesser(low, axes * p), high = larger(high, axes * p);
      const Vec3d s = high - low;
      return s.x * s.y + s.y * s.z + s.z * s.x;
    };
    const Mat3d start = random.rotation(), found = least_area_axes(points, start);
    EXPECT_LT(orthogonality_error(found), 1e-12);
    before += area(start), after += area(found);
  }
  EXPECT_LT(after, 0.8 * before);
}

}  // namespace filters_test
}  // namespace apart::gpu
