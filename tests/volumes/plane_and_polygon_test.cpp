// Volumes against planes and polygons: never missed where the content is, exact where the volume is simple.
#include <apart/volumes/plane_and_polygon.hpp>

#include "tests/support.hpp"
#include "tests/volumes/fitted.hpp"

namespace apart {
namespace plane_and_polygon_test {

using testing::few;
using testing::Fitted;

template <class V>
class PlanesAndPolygons : public ::testing::Test {};
using Types = ::testing::Types<Sphere<float>, Aabb<double>, Obb<float>, Kdop<float, 18>, CapsuleVolume<float>,
                               Lozenge<double>, CylinderVolume<float>, EllipsoidVolume<double>, HullVolume<float>>;
TYPED_TEST_SUITE(PlanesAndPolygons, Types);

TYPED_TEST(PlanesAndPolygons, AreNeverMissed) {
  Random random(1);
  testing::Outcomes across("planes that the volume meets"), met("polygons that it meets", 0.1);
  for (int k = 0; k < testing::cases(2000, 50000); ++k) {
    const double scale = std::pow(10, random.uniform(-5, 5));
    const Fitted<TypeParam> content(few(random, scale, {}));
    const Vec3d normal = random.direction();
    const double offset = scale * random.uniform(-1, 1);
    // Its points lie between both heights.
    const Heights found = heights(content.volume, normal, offset);
    for (Vec3d p : content.points) {
      ASSERT_GE(dot(normal, p) - offset, found.low) << k;
      ASSERT_LE(dot(normal, p) - offset, found.high) << k;
    }
    ASSERT_LE(found.high - found.low, 4 * double(diameter(content.volume)) + 1e-12 * scale) << k;
    across.saw(found.meets());
    // A polygon with a corner, or a point of an edge, at a point of the content; or anywhere.
    std::vector<Vec3d> polygon;
    for (int i = 0; i < 4; ++i) polygon.push_back(scale * random.in_box(1));
    polygon[3] = polygon[0] + 0.5 * (polygon[2] - polygon[1]);  // in the plane of the others
    if (random.chance(0.5)) {
      const Vec3d to = content.points[random.below(static_cast<u32>(content.points.size()))];
      const Vec3d by = to - (random.chance(0.5) ? polygon[1] : 0.3 * polygon[1] + 0.7 * polygon[2]);
      for (Vec3d& p : polygon) p += by;
      ASSERT_TRUE(meets(content.volume, polygon)) << k;
    }
    met.saw(meets(content.volume, polygon));
    // Clearly on one side of the plane of the polygon: then apart.
    const Vec3d up = cross(polygon[1] - polygon[0], polygon[2] - polygon[0]);
    if (!(length(up) > 1e-6 * scale * scale)) continue;
    const Heights side = heights(content.volume, up / length(up), dot(up / length(up), polygon[0]));
    if (side.low > 1e-6 * scale || side.high < -1e-6 * scale) {
      ASSERT_FALSE(meets(content.volume, polygon)) << k;
    }
  }
}

TEST(Plane, HeightsOfSimpleVolumes) {
  const Sphere<double> ball{{1, 2, 3}, 0.5};
  EXPECT_NEAR(heights(ball, {0, 0, 1}, 1).low, 1.5, 1e-12);
  EXPECT_NEAR(heights(ball, {0, 0, 1}, 1).high, 2.5, 1e-12);
  EXPECT_TRUE(heights(ball, {0, 0, 1}, 3.2).meets());
  const Obb<double> box{Mat3d{}, {0, 0, 0}, {1, 2, 3}};
  const Vec3d across = Vec3d{1, 1, 1} / std::sqrt(3.0);
  EXPECT_NEAR(heights(box, across, 0).high, 6 / std::sqrt(3.0), 1e-12);
  EXPECT_GE(heights(box, across, 0).high, 6 / std::sqrt(3.0));
  EXPECT_FALSE(heights(Sphere<double>::nothing(), across, 0).meets());
  const Vec3d square[] = {{2, -1, -1}, {2, 1, -1}, {2, 1, 1}, {2, -1, 1}};
  EXPECT_FALSE(meets(box, square));
  const Vec3d touching[] = {{1, -1, -1}, {1, 1, -1}, {1, 1, 1}, {1, -1, 1}};
  EXPECT_TRUE(meets(box, touching));
}

}  // namespace plane_and_polygon_test
}  // namespace apart
