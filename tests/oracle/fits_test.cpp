// Do fitted volumes contain their points in exact arithmetic?
#include <apart/shapes/mesh/topology.hpp>
#include <apart/volumes/fits/fit_obb.hpp>
#include <apart/volumes/fits/fit_sphere.hpp>
#include <apart/volumes/fits/update_aabb.hpp>

#include "tests/oracle/exact.hpp"
#include "tests/support.hpp"
#include "tests/volumes/point_sets.hpp"

namespace apart {
namespace fits_test {

using oracle::Exact;
using oracle::exact;
using oracle::ExactVec;
using oracle::holds;

template <class T>
class Fits : public ::testing::Test {};
using Types = ::testing::Types<float, double>;
TYPED_TEST_SUITE(Fits, Types);

TYPED_TEST(Fits, OfBallsHoldTheirPoints) {
  using T = TypeParam;
  Random random(1);
  for (int k = 0; k < testing::cases(10000, 100000); ++k) {
    const std::vector<Vec3d> points = testing::any_points(random);
    for (const Sphere<T>& ball : {Fit<Sphere<T>>::of(points), ritter_sphere<T>(points), spread_sphere<T>(points),
                                  refined_sphere<T>(points), minimum_sphere<T>(points)})
      for (Vec3d p : points) ASSERT_TRUE(holds(ball, exact(p))) << k;
  }
}

TYPED_TEST(Fits, OfTurnedBoxesHoldTheirPoints) {
  using T = TypeParam;
  Random random(2);
  for (int k = 0; k < testing::cases(4000, 100000); ++k) {
    const std::vector<Vec3d> points = testing::any_points(random);
    for (const Obb<T>& box : {vertex_obb<T>(points), longest_axis_obb<T>(points), shortest_axis_obb<T>(points),
                              iterated_obb<T>(points), searched_obb<T>(points, {.strewn = 8, .rounds = 2, .close = 4})})
      for (Vec3d p : points) ASSERT_TRUE(holds(box, exact(p))) << k;
  }
}

// The points moved by the pose without any rounding.
TYPED_TEST(Fits, OfMovedAlignedBoxesHoldTheirPoints) {
  using T = TypeParam;
  Random random(3);
  testing::Outcomes climbed("sets with a hull to climb on");
  int unsure = 0;
  for (int k = 0; k < testing::cases(4000, 100000); ++k) {
    const std::vector<Vec3d> points = testing::any_points(random);
    double far = 0;
    for (Vec3d p : points) far = std::max(far, largest(abs(p)));
    const Pose pose = random.pose(far);
    const Mesh hull = k % 4 == 0 ? testing::small_hull(points) : Mesh();
    const Neighbours near = neighbours(hull);
    const std::vector<Aabb<T>> boxes{aabb_of<T>(points, pose), placed(Fit<Aabb<T>>::of(points), pose),
                                     aabb_of(placed(minimum_sphere<T>(points), pose))};
    if (k % 4 == 0) climbed.saw(!hull.empty());
    const auto moved = [&](Vec3d p) {
      const ExactVec e = exact(p);
      return ExactVec{dot(exact(pose.rotation.rows[0]), e) + Exact(pose.translation.x),
                      dot(exact(pose.rotation.rows[1]), e) + Exact(pose.translation.y),
                      dot(exact(pose.rotation.rows[2]), e) + Exact(pose.translation.z)};
    };
    for (std::size_t way = 0; way < boxes.size(); ++way)
      for (Vec3d p : points) ASSERT_TRUE(holds(boxes[way], moved(p))) << k << " way " << way;
    if (hull.empty()) continue;
    if (!MeshTopology::of(hull).solid()) {
      ++unsure;  // nearly flat, and the slow hull's tolerance cannot tell
      continue;
    }
    double size = 0;
    for (Vec3d p : points) size = std::max(size, length(p - points[0]));
    // The reference hull is convex to 1e-10 of its size, which is passed to the climber.
    const Aabb<T> box = AabbClimber(hull.vertices(), near, 1e-9 * size).template at<T>(pose);
    for (Vec3d p : hull.vertices()) ASSERT_TRUE(holds(box, moved(p))) << k;
  }
  EXPECT_LE(unsure, testing::cases(1, 25));
}

}  // namespace fits_test
}  // namespace apart
