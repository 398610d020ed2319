// Fits of oriented boxes: they contain their points, none is below the minimum, and neither is anything found by a
// dense search.
#include <apart/base/rigidity.hpp>
#include <apart/shapes/mesh/topology.hpp>
#include <apart/volumes/fits/box_measure.hpp>
#include <apart/volumes/fits/calipers.hpp>
#include <apart/volumes/fits/fit_obb.hpp>
#include <samples/generate.hpp>

#include "tests/support.hpp"
#include "tests/volumes/point_sets.hpp"

namespace apart {
namespace fit_obb_test {

// The least rectangle by turning to the line of every two points.
double slow_rectangle(std::span<const Point2> points) {
  double best = std::numeric_limits<double>::infinity();
  for (Point2 p : points)
    for (Point2 q : points) {
      const double l = std::hypot(q.x - p.x, q.y - p.y);
      if (!(l > 0)) continue;
      const Point2 u{(q.x - p.x) / l, (q.y - p.y) / l};
      double a0 = 0, a1 = 0, b0 = 0, b1 = 0;
      for (Point2 r : points) {
        const double a = (r.x - p.x) * u.x + (r.y - p.y) * u.y, b = (r.y - p.y) * u.x - (r.x - p.x) * u.y;
        a0 = std::min(a0, a), a1 = std::max(a1, a), b0 = std::min(b0, b), b1 = std::max(b1, b);
      }
      best = std::min(best, (a1 - a0) * (b1 - b0));
    }
  return std::isfinite(best) ? best : 0;
}

TEST(Calipers, LeastRectangle) {
  Random random(1);
  testing::Outcomes grids("points on a grid");
  for (int k = 0; k < testing::cases(20000, 200000); ++k) {
    std::vector<Point2> points;
    const u32 n = 1 + random.below(15);
    const bool grid = random.chance(0.5);
    grids.saw(grid);
    for (u32 i = 0; i < n; ++i)
      points.push_back(grid ? Point2{double(random.below(4)), double(random.below(4))}
                            : Point2{random.uniform(-1, 1), random.uniform(-1, 1)});
    const auto hull = convex_hull(points);
    for (std::size_t i = 0; hull.size() > 2 && i < hull.size(); ++i) {
      const Point2 a = hull[i], b = hull[(i + 1) % hull.size()];
      for (Point2 p : points) ASSERT_GE((b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x), -1e-14) << k;
    }
    const Rectangle2 r = minimum_rectangle(hull);
    ASSERT_NEAR(r.area(), slow_rectangle(points), 1e-13) << k;
    ASSERT_NEAR(std::hypot(r.along.x, r.along.y), 1, 1e-15);
  }
}

struct Named {
  const char* name;
  Obb<double> box;
};

std::vector<Named> all_fits(const Mesh& hull, std::span<const Vec3d> points) {
  return {{"vertices", vertex_obb<double>(points)},
          {"corners", corner_obb<double>(hull, points)},
          {"surface", surface_obb<double>(hull, points)},
          {"inertia", obb_along<double>(inertia_axes(hull), points)},
          {"longest", longest_axis_obb<double>(points)},
          {"shortest", shortest_axis_obb<double>(points)},
          {"iterated", iterated_obb<double>(points)},
          {"searched", searched_obb<double>(points, {.strewn = 64, .rounds = 10, .close = 8})},
          {"minimum", minimum_obb<double>(hull, points)}};
}

TEST(FitObb, EveryFitHoldsItsPointsAndNoneIsBelowTheLeast) {
  Random random(2);
  testing::Outcomes solid("sets with a hull of some volume");
  int unsure = 0;
  for (int k = 0; k < testing::cases(1500, 30000); ++k) {
    const std::vector<Vec3d> points = testing::any_points(random, 10);
    const Mesh hull = testing::small_hull(points);
    solid.saw(!hull.empty());
    if (!hull.empty() && !MeshTopology::of(hull).solid()) {
      ++unsure;  // nearly flat, within the tolerance of the reference hull
      continue;
    }
    const auto fits = all_fits(hull, points);
    double far = 0, size = 0;
    for (Vec3d p : points) far = std::max(far, largest(abs(p))), size = std::max(size, length(p - points[0]));
    // Along which sizes are measured in double from coordinates this large.
    const double error = 64 * std::numeric_limits<double>::epsilon() * far;
    const auto volume = [&](const Obb<double>& b) { return BoxMeasure(points)(2.0 * b.half); };
    const Vec3d least = 2.0 * fits.back().box.half;
    const double room = error * (least.x * least.y + least.y * least.z + least.z * least.x) + error * error * size * 3;
    for (const Named& fit : fits) {
      for (Vec3d p : points) ASSERT_TRUE(contains(fit.box, p)) << k << " " << fit.name;
      ASSERT_LE(rigidity_error(determinant(fit.box.axes) < 0
                                   ? Mat3d{{-fit.box.axes.rows[0], fit.box.axes.rows[1], fit.box.axes.rows[2]}}
                                   : fit.box.axes),
                1e-14)
          << k << " " << fit.name;
      ASSERT_GE(volume(fit.box), volume(fits.back().box) * (1 - 1e-9) - room) << k << " " << fit.name;
    }
    const Obb<float> narrow = minimum_obb<float>(hull, points);
    for (Vec3d p : points) ASSERT_TRUE(contains(narrow, p)) << k;
  }
  EXPECT_LE(unsure, testing::cases(1, 30));
}

// No turn of a dense search, refined, has a smaller box.
TEST(FitObb, LeastIsLeast) {
  Random random(3);
  double nearest = 2;
  for (int k = 0; k < testing::cases(40, 1000); ++k) {
    std::vector<Vec3d> points;
    const u32 n = 4 + random.below(9);
    const Vec3d stretch{random.uniform(0.1, 1), random.uniform(0.1, 1), 1};
    for (u32 i = 0; i < n; ++i) {
      const Vec3d p = random.in_box(1);
      points.push_back({p.x * stretch.x, p.y * stretch.y, p.z});
    }
    const double least = BoxMeasure(points)(minimum_axes(testing::small_hull(points)));
    double found = std::numeric_limits<double>::infinity();
    for (u64 seed = 1; seed < 6; ++seed)
      found = std::min(
          found, BoxMeasure(points)(searched_axes(points, {.strewn = 4000, .rounds = 60, .close = 100, .seed = seed})));
    ASSERT_GE(found, least * (1 - 1e-12)) << k << ": " << found / least;
    nearest = std::min(nearest, found / least);
  }
  // And the dense search comes close: the least is not below what there is.
  EXPECT_LT(nearest, 1 + 1e-6);
}

// The regular tetrahedron's least box is the cube it is cut from: each side on an edge and none on a facet, so a search
// over facets alone does not find it.
TEST(FitObb, LeastBoxOfTheTetrahedronIsACube) {
  const std::vector<Vec3d> corners{{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}};
  Random random(4);
  for (int k = 0; k < 20; ++k) {
    const Mat3d turn = random.rotation();
    std::vector<Vec3d> points;
    for (Vec3d p : corners) points.push_back(turn * p);
    const Mesh hull = testing::small_hull(points);
    ASSERT_EQ(hull.size(), 4u);
    const Obb<double> box = minimum_obb<double>(hull, points);
    EXPECT_NEAR(size(box), 8, 1e-12);
    for (int i = 0; i < 3; ++i) EXPECT_NEAR(box.half[i], 1, 1e-7);
    double facets = std::numeric_limits<double>::infinity();
    for (u32 f = 0; f < 4; ++f)
      facets = std::min(facets, BoxMeasure(points)(axes_about(area_vector(hull.triangle(f)), points)));
    EXPECT_GT(facets, 8.5);
  }
}

TEST(FitObb, LeastBoxOfABoxIsThatBox) {
  Random random(5);
  for (int k = 0; k < 50; ++k) {
    const Vec3d size{random.uniform(0.1, 3), random.uniform(0.1, 3), random.uniform(0.1, 3)};
    const Mesh box = placed(generate::box(size), random.pose(2));
    for (const Mat3d& axes : {minimum_axes(box), iterated_axes(box.vertices())}) {
      const Obb<double> fit = obb_along<double>(axes, box.vertices());
      EXPECT_NEAR(apart::size(fit), size.x * size.y * size.z, 1e-12 * size.x * size.y * size.z + 1e-13) << k;
    }
  }
}

TEST(FitObb, FlatSetsLieAlongTheirPlaneAndLinesAlongTheirLine) {
  Random random(6);
  for (int k = 0; k < 500; ++k) {
    const Mat3d turn = random.rotation();
    const double scale = std::pow(10, random.uniform(-8, 8));
    std::vector<Vec3d> line, plane, point(3 + random.below(3), scale * random.in_box(1));
    std::vector<Point2> flat;
    const u32 n = 3 + random.below(8);
    for (u32 i = 0; i < n; ++i) {
      flat.push_back({random.uniform(-1, 1), random.uniform(-1, 1)});
      plane.push_back(scale * (turn * Vec3d{flat[i].x, flat[i].y, 0}));
      line.push_back(scale * (turn * Vec3d{flat[i].x, 0, 0}));
    }
    const Mesh no_hull = Mesh::make(plane, {}).value();
    for (const Mat3d& axes : {shortest_axes(plane), iterated_axes(plane), minimum_axes(no_hull)}) {
      Vec3d half = obb_along<double>(axes, plane).half / scale;
      std::sort(&half.x, &half.x + 3);
      ASSERT_LE(half.x, 1e-14) << k;
      ASSERT_NEAR(4 * half.y * half.z, slow_rectangle(flat), 1e-12) << k;
    }
    for (const Mat3d& axes : {vertex_axes(line), longest_axes(line), shortest_axes(line), iterated_axes(line),
                              searched_axes(line), minimum_axes(Mesh::make(line, {}).value())}) {
      Vec3d half = obb_along<double>(axes, line).half / scale;
      std::sort(&half.x, &half.x + 3);
      ASSERT_LE(half.y, 1e-14) << k;
    }
    for (const Named& fit : all_fits(Mesh::make(point, {}).value(), point))
      for (int i = 0; i < 3; ++i) ASSERT_LE(fit.box.half[i], 1e-14 * scale) << fit.name;
  }
  EXPECT_TRUE(is_empty(iterated_obb<float>({})));
  EXPECT_TRUE(is_empty(searched_obb<float>({})));
  EXPECT_TRUE(is_empty(minimum_obb<float>(Mesh(), {})));
}

// What each kind of covariance is blind to (Gottschalk, section 3.3).
TEST(FitObb, InnerPointsMisleadVerticesAndNotTheHull) {
  Random random(7);
  const Mesh hull = generate::box({4, 2, 1});
  std::vector<Vec3d> points(hull.vertices().begin(), hull.vertices().end());
  for (int i = 0; i < 1000; ++i) {
    const double t = random.uniform(-1, 1);
    points.push_back({t, 0.9 * t, 0.4 * t});
  }
  EXPECT_GT(size(vertex_obb<double>(points)), 1.5 * 8);
  EXPECT_NEAR(size(corner_obb<double>(hull, points)), 8, 1e-12);
  EXPECT_NEAR(size(surface_obb<double>(hull, points)), 8, 1e-12);
  EXPECT_NEAR(size(inertia_obb<double>(hull)), 8, 1e-12);
}

TEST(FitObb, SearchExitsEarlyAndFindsTheSameAsWithout) {
  Random random(8);
  std::vector<Vec3d> points;
  for (int i = 0; i < 2000; ++i) {
    const Vec3d p = random.in_ball();
    points.push_back({p.x, 0.6 * p.y, 0.3 * p.z});
  }
  ObbSearchCount count;
  const Mat3d axes = searched_axes(points, {}, &count);
  const double share = double(count.given_up) / double(count.turns);
  std::printf("[ saw      ] %.1f %% of turns given up early, %.1f points a turn of %zu\n", 100 * share,
              double(count.points) / double(count.turns), points.size());
  EXPECT_GT(share, 0.9);
  EXPECT_LT(double(count.points) / double(count.turns), 200);
  // The same draws, each measured in full.
  const ObbSearch how;
  Random draws(how.seed);
  const BoxMeasure measure(points);
  Mat3d best = vertex_axes(points);
  const auto consider = [&](const Mat3d& turned) {
    if (measure(turned) < measure(best)) best = turned;
  };
  for (u32 k = 0; k < how.strewn; ++k) consider(draws.rotation());
  double angle = 0.5;
  for (u32 k = 0; k < how.rounds; ++k, angle *= 0.6)
    for (u32 i = 0; i < how.close; ++i) {
      const Vec3d q = angle * draws.in_ball();
      consider(nearest_rotation(Pose::from_quaternion(1, q.x, q.y, q.z, {}).value().rotation * best));
    }
  EXPECT_EQ(axes, best);
  EXPECT_LT(measure(axes), measure(vertex_axes(points)));
}

}  // namespace fit_obb_test
}  // namespace apart
