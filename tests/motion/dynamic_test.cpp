// Dynamic intersection tests in closed form, against the general way: impact() of the same shapes.
#include <apart/motion/dynamic/shaft.hpp>
#include <apart/motion/dynamic/solid_mesh.hpp>
#include <apart/motion/dynamic/sphere_plane.hpp>
#include <apart/motion/dynamic/sphere_tapered.hpp>
#include <apart/motion/impact.hpp>
#include <samples/generate.hpp>

#include "tests/support.hpp"

namespace apart::motion {
namespace dynamic_test {

const ImpactOptions kClose{.tolerance = 1e-10, .clearance = false};

// The same answer up to what a grazing contact makes of the tolerance.
void expect_same(const std::optional<double>& closed, const Impact& general, double size, testing::Outcomes& outcomes) {
  outcomes.saw(closed.has_value());
  if (closed.has_value() == general.hit) {
    EXPECT_TRUE(!closed || std::abs(*closed - general.free_until) < 2e-5 * size)
        << *closed << " " << general.free_until;
  } else {
    EXPECT_FALSE(closed.has_value()) << "missed by the general way";
  }
}
std::optional<double> enter(const MaybeTimes& times) { return times ? std::optional(times->enter) : std::nullopt; }
RigidMotion straight(Vec3d from, Vec3d by) { return RigidMotion::line(Pose::shift(from), by); }

TEST(Dynamic, SpherePlane) {
  Random random(1);
  testing::Outcomes outcomes("spheres and planes");
  for (int i = 0; i < 2000; ++i) {
    const Vec3d n = random.direction(), from = random.in_box(3), by = random.in_box(4);
    const double offset = random.uniform(-1, 1), radius = random.uniform(0, 1), height = dot(n, from) - offset;
    const MaybeTimes times = sphere_plane(from, by, radius, n, offset);
    // A plane is where both half-spaces are: enters the one on whose other side it is.
    const Shape wall = height > 0 ? HalfSpace{n, offset} : HalfSpace{-n, -offset};
    expect_same(enter(times), impact(wall, Ball{radius}, straight(from, by), kClose), 1, outcomes);
    if (!times) continue;
    for (const double t : {times->enter, times->leave})
      EXPECT_TRUE(t == 0 || t == 1 || std::abs(std::abs(dot(n, from + t * by) - offset) - radius) < 1e-12);
  }
}

TEST(Dynamic, SphereSphereBothRootsStably) {
  Random random(2);
  testing::Outcomes outcomes("spheres and spheres");
  for (int i = 0; i < 2000; ++i) {
    const Vec3d from = random.in_box(3), by = 1.5 * (random.in_box(1.2) - from);
    const double ra = random.uniform(0, 1), rb = random.uniform(0, 1);
    const MaybeTimes times = sphere_sphere(from, by, ra + rb);
    expect_same(enter(times), impact(Ball{ra}, Ball{rb}, straight(from, by), kClose), 1, outcomes);
  }
  // A root that cancels: touching at once, after 1e8 radii of motion.
  const MaybeTimes far = sphere_sphere({1 + 1e-9, 0, 0}, {-1e8, 0, 0}, 1);
  ASSERT_TRUE(far);
  EXPECT_NEAR(far->enter, 1e-17, 1e-24);
  EXPECT_NEAR(far->leave, 2e-8, 1e-15);
}

TEST(Dynamic, GrowingSpheres) {
  Random random(3);
  testing::Outcomes outcomes("growing spheres");
  for (int i = 0; i < 5000; ++i) {
    const Vec3d from = random.in_box(2), by = random.in_box(2);
    const double radii = random.uniform(0.1, 1), growth = random.uniform(-radii, 4);
    const MaybeTimes times = growing_spheres(from, by, radii, growth);
    outcomes.saw(times.has_value());
    for (int k = 0; k <= 50; ++k) {
      const double t = k / 50.0, gap = length(from + t * by) - (radii + t * growth);
      if (std::abs(gap) < 1e-9) continue;
      EXPECT_EQ(gap < 0, times && times->enter <= t && t <= times->leave) << t << " " << gap;
    }
  }
}

TEST(Dynamic, SpherePolygonConvexAndConcave) {
  Random random(4);
  testing::Outcomes outcomes("spheres and polygons");
  for (int i = 0; i < 3000; ++i) {
    // An L, or its convex corner alone, somewhere in space; the L as two rectangles.
    const Pose at = random.pose(1);
    const bool concave = i % 2 == 0;
    std::vector<Vec3d> corners{{0, 0, 0}, {2, 0, 0}, {2, 1, 0}, {1, 1, 0}, {1, 2, 0}, {0, 2, 0}};
    if (!concave) corners = {{0, 0, 0}, {2, 0, 0}, {2, 1, 0}, {0, 1.5, 0}};
    const Mesh mesh = concave
                          ? Mesh::make({{0, 0, 0}, {2, 0, 0}, {2, 1, 0}, {0, 1, 0}, {1, 1, 0}, {1, 2, 0}, {0, 2, 0}},
                                       {{0, 1, 2}, {0, 2, 3}, {3, 4, 5}, {3, 5, 6}})
                                .value()
                          : Mesh::make({{0, 0, 0}, {2, 0, 0}, {2, 1, 0}, {0, 1.5, 0}}, {{0, 1, 2}, {0, 2, 3}}).value();
    std::vector<Vec3d> placed_corners;
    for (const Vec3d& c : corners) placed_corners.push_back(at * c);
    const Vec3d from = random.in_box(4), by = 1.5 * (at * random.in_box(1.5) - from);
    const double radius = random.uniform(0, 0.5);
    const auto closed = sphere_polygon_enter(from, by, radius, placed_corners, at.rotate({0, 0, 1}));
    const Impact general = impact(Model::make(placed(mesh, at)).value(), Ball{radius}, straight(from, by), kClose);
    expect_same(closed, general, 1, outcomes);
  }
}

TEST(Dynamic, SphereTaperedCapsule) {
  Random random(5);
  testing::Outcomes outcomes("spheres and tapered capsules");
  for (int i = 0; i < 3000; ++i) {
    const double ra = random.uniform(0, 0.8), rb = random.uniform(0, 0.8), size = random.uniform(0.1, 2);
    const Vec3d from = random.in_box(4), by = random.in_box(2) - from;
    const double radius = random.uniform(0, 0.5);
    const auto closed = sphere_tapered_enter(from, by, radius, {0, 0, -size / 2}, ra, {0, 0, size / 2}, rb);
    const Impact general = impact(Shape(TaperedCapsule{ra, rb, size}), Ball{radius}, straight(from, by), kClose);
    expect_same(closed, general, 1, outcomes);
  }
}

TEST(Dynamic, TriangleTriangleByMovingAxes) {
  Random random(6);
  testing::Outcomes outcomes("moving triangles");
  for (int i = 0; i < 3000; ++i) {
    const bool flat = i % 5 == 0;  // in one plane
    const auto point = [&](double size) {
      Vec3d p = random.in_box(size);
      return flat ? Vec3d{p.x, p.y, 0} : p;
    };
    const Triangle a{point(1), point(1), point(1)};
    const Vec3d from = point(3), by = 1.5 * (point(1) - from);
    const Triangle b{from + point(1), from + point(1), from + point(1)};
    const MaybeTimes times = moving_triangles(a, b, by);
    const Model of_a = Model::make(Mesh::make({a.a, a.b, a.c}, {{0, 1, 2}}).value()).value();
    const Model of_b = Model::make(Mesh::make({b.a, b.b, b.c}, {{0, 1, 2}}).value()).value();
    expect_same(enter(times), impact(of_a, of_b, straight({}, by), kClose), 1, outcomes);
    if (!times) continue;
    // The time of leaving is that of entering, backwards.
    const MaybeTimes back = moving_triangles(a, Triangle{b.a + by, b.b + by, b.c + by}, -by);
    ASSERT_TRUE(back);
    EXPECT_NEAR(1 - back->enter, times->leave, 1e-9);
  }
}

TEST(Dynamic, BallCapsuleAndHullAgainstAMesh) {
  Random random(7);
  testing::Outcomes outcomes("solids and meshes");
  const Mesh mesh = generate::torus(1, 0.3, 16, 8);
  const Model model = Model::make(mesh).value();
  for (int i = 0; i < 600; ++i) {
    const Vec3d from = random.uniform(1.5, 3) * random.direction(), by = random.in_box(1.5) - from;
    const double radius = random.uniform(0.01, 0.4);
    std::optional<MeshHit> hit;
    Shape solid;
    if (i % 3 == 0) {
      hit = ball_mesh(mesh, from, by, radius);
      solid = Ball{radius};
    } else if (i % 3 == 1) {
      const Vec3d half = random.in_box(0.5);
      hit = capsule_mesh(mesh, from - half, from + half, by, radius);
      solid = Shape(Segment{-half, half}, radius);
    } else {
      // A box: three normals, three edges.
      const Vec3d size{radius, 2 * radius, 0.5 * radius};
      std::vector<Vec3d> corners;
      for (int k = 0; k < 8; ++k)
        corners.push_back(from + Vec3d{k & 1 ? size.x : -size.x, k & 2 ? size.y : -size.y, k & 4 ? size.z : -size.z});
      const std::vector<Vec3d> axes{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
      hit = hull_mesh(mesh, {corners, axes, axes}, by);
      solid = Box{2.0 * size};
    }
    const Impact general = impact(model, solid, straight(from, by), kClose);
    expect_same(hit ? std::optional(hit->time) : std::nullopt, general, 1, outcomes);
  }
}

TEST(Dynamic, ShaftsHoldAllThatABoxSweeps) {
  Random random(8);
  testing::Outcomes outcomes("boxes that a shaft meets");
  int needless = 0;
  for (int i = 0; i < 5000; ++i) {
    const Vec3d a = random.in_box(2), b = random.in_box(2), size = random.in_box(0.5);
    const Vec3d half{std::abs(size.x), std::abs(size.y), std::abs(size.z)};
    const Vec3d c = a + random.uniform() * (b - a) + random.in_box(1), other{0.2, 0.3, 0.1};
    const Shaft shaft({a - half, a + half}, {b - half, b + half});
    const bool meets = shaft.may_meet({c - other, c + other});
    const bool swept =
        !is_free(Box{2.0 * other}, RigidMotion::still(Pose::shift(c)), Box{2.0 * half}, straight(a, b - a), kClose);
    outcomes.saw(meets);
    EXPECT_TRUE(meets || !swept) << "culled what is hit";
    needless += meets && !swept;
  }
  EXPECT_LT(needless, 10);  // of boxes it is the hull itself, to rounding
}

}  // namespace dynamic_test
}  // namespace apart::motion
