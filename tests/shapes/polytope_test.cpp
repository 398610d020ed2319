// Polytopes contain their points and keep their invariants, whatever the points; the support vertex is the farthest.
#include <apart/base/lane_width.hpp>
#include <apart/base/random.hpp>
#include <apart/shapes/polytope.hpp>
#include <apart/shapes/polytope/eight_points.hpp>
#include <apart/shapes/support.hpp>
#include <samples/generate.hpp>

#include "tests/support.hpp"

namespace apart {
namespace polytope_test {

enum class Set { random, flat, straight, needle, cospherical, grid, prism, cluster, count };

std::vector<Vec3d> points_of(Set set, u32 n, Random& random) {
  std::vector<Vec3d> out;
  const double thin = std::pow(10, random.uniform(-10, -2));
  for (u32 i = 0; i < n; ++i) {
    Vec3d p = random.in_box(1);
    if (set == Set::flat) p.z = 0;
    if (set == Set::straight) p.y = p.z = 0;
    if (set == Set::needle) p.y *= thin, p.z *= random.chance(0.5) ? thin : thin * thin;
    if (set == Set::cospherical) p = random.direction();
    if (set == Set::grid) p = {std::floor(2 * p.x), std::floor(2 * p.y), std::floor(2 * p.z)};
    if (set == Set::prism) {
      const double angle = 6.283185307179586 * (i / 2) / ((n + 1) / 2);
      p = {std::cos(angle), std::sin(angle), i % 2 ? 1.0 : -1.0};
    }
    if (set == Set::cluster && i > 3) p = out[i % 4] + 1e-9 * p;
    out.push_back(p);
  }
  return out;
}

// The farthest of all, of equals the first, by heights from the middle.
u32 by_looking(const Polytope& p, Vec3d d) {
  u32 best = 0;
  for (u32 v = 1; v < p.vertices().size(); ++v)
    if (dot(d, p.vertices()[v] - p.middle()) > dot(d, p.vertices()[best] - p.middle())) best = v;
  return best;
}

Vec3d some_direction(const Polytope& p, Random& random) {
  if (p.faces().empty() || random.chance(0.6)) return std::pow(10, random.uniform(-3, 3)) * random.direction();
  return p.faces()[random.below(static_cast<u32>(p.faces().size()))].plane.normal;  // level ground
}

TEST(Polytope, KeepsItsPromises) {
  Random random(7);
  int seen[4] = {};
  double worst = 0;
  for (int k = 0; k < testing::cases(1500, 60000); ++k) {
    const Set set = static_cast<Set>(random.below(static_cast<u32>(Set::count)));
    const double scale = std::pow(10, random.uniform(-6, 6));
    const Mat3d turn = random.chance(0.3) ? Mat3d{} : random.rotation();
    const Vec3d at = random.chance(0.5) ? Vec3d{} : std::pow(10, random.uniform(0, 4)) * random.direction();
    std::vector<Vec3d> points = points_of(set, 1 + static_cast<u32>(k) % 100, random);
    for (Vec3d& p : points) p = scale * (at + turn * p);
    const Polytope p = Polytope::make(points).value();
    const std::string wrong = problem(p);
    ASSERT_EQ(wrong, "") << "case " << k << " set " << static_cast<int>(set);
    ++seen[p.dimension()];
    const double size = scale * (1 + length(at));
    ASSERT_LE(p.slack(), 1e-11 * size) << "case " << k << " set " << static_cast<int>(set);
    worst = std::max(worst, p.slack() / size);
    for (const Polytope::Face& side : p.faces())
      for (Vec3d q : points)
        ASSERT_LE(dot(side.plane.normal, q) - side.plane.offset, 4 * p.slack() + 1e-13 * size) << "case " << k;
    for (int i = 0; i < 10; ++i) {
      const Vec3d d = some_direction(p, random);
      const u32 v = p.farthest_vertex(d);
      ASSERT_EQ(v, by_looking(p, d)) << "case " << k;
      ASSERT_EQ(v, p.farthest_vertex(d, random.below(static_cast<u32>(p.vertices().size())))) << "case " << k;
      for (Vec3d q : points)
        ASSERT_LE(dot(d, q - p.vertices()[v]), length(d) * (p.slack() + 1e-13 * size)) << "case " << k;
    }
  }
  std::printf("[ saw      ] %d points, %d segments, %d polygons, %d solids; thickness up to %.2g of the size\n",
              seen[0], seen[1], seen[2], seen[3], worst);
  for (int n : seen) EXPECT_GE(n, 10);
}

TEST(Polytope, FlatSidesAreOneFace) {
  Random random(3);
  for (int k = 0; k < 200; ++k) {
    const Mat3d turn = k == 0 ? Mat3d{} : random.rotation();
    const Vec3d at = k % 2 ? random.in_box(1000) : Vec3d{};
    const double scale = std::pow(10, random.uniform(-6, 6));
    std::vector<Vec3d> grid, flat, prism;
    for (int i = 0; i < 125; ++i)
      grid.push_back(scale * (at + turn * Vec3d{i % 5 + 0.1, i / 5 % 5 + 0.2, i / 25 + 0.3}));
    for (int i = 0; i < 25; ++i) flat.push_back(scale * (at + turn * Vec3d{i % 5 + 0.1, i / 5 + 0.2, 0}));
    for (int i = 0; i < 48; ++i)
      prism.push_back(scale * (at + turn * Vec3d{std::cos(i / 2 * 6.283185307179586 / 24),
                                                 std::sin(i / 2 * 6.283185307179586 / 24), i % 2 * 2.0}));
    const Polytope cube = Polytope::make(grid).value();
    ASSERT_EQ(cube.vertices().size(), 8u) << k;
    ASSERT_EQ(cube.faces().size(), 6u) << k;
    ASSERT_EQ(cube.half_edges().size(), 24u) << k;
    ASSERT_NEAR(cube.inscribed(), 2 * scale, 1e-9 * scale) << k;
    ASSERT_NEAR(cube.radius(), 2 * std::sqrt(3) * scale, 1e-9 * scale) << k;
    const Polytope square = Polytope::make(flat).value();
    if (square.dimension() == 2) {  // rounding makes solids of squares that are far away
      ASSERT_EQ(square.vertices().size(), 4u) << k;
    }
    ASSERT_TRUE(k % 2 || square.dimension() == 2);
    const Polytope round = Polytope::make(prism).value();
    ASSERT_EQ(round.vertices().size(), 48u) << k;
    ASSERT_EQ(round.faces().size(), 26u) << k;
  }
}

TEST(Polytope, LargeOnesClimb) {
  Random random(5);
  for (u32 n : {129u, 2000u}) {
    for (Set set : {Set::cospherical, Set::prism, Set::random, Set::needle}) {
      const std::vector<Vec3d> points = points_of(set, n, random);
      const Polytope p = Polytope::make(points).value();
      ASSERT_EQ(problem(p), "");
      for (int i = 0; i < 300; ++i) {
        const Vec3d d = some_direction(p, random);
        const u32 v = by_looking(p, d);
        ASSERT_EQ(p.farthest_vertex(d), v);
        ASSERT_EQ(p.farthest_vertex(d, random.below(static_cast<u32>(p.vertices().size()))), v);
      }
      for (Vec3d odd : {Vec3d{}, Vec3d{1e308, 1e308, -1e308}, Vec3d{5e-324, 0, 0}, Vec3d{std::nan(""), 1, 0}})
        ASSERT_LT(p.farthest_vertex(odd), p.vertices().size());
    }
  }
}

TEST(Polytope, TheSameVertexWithEveryLaneWidth) {
  Random random(11);
  std::vector<LaneWidth> widths;
  for (LaneWidth w : kLaneWidths)
    if (has_lanes(w)) widths.push_back(w);
  for (u32 n = 1; n < 300; n += 1 + n / 8) {
    const std::vector<Vec3d> points = points_of(n % 3 ? Set::cospherical : Set::grid, n, random);
    std::vector<EightPoints<double>> lanes;
    append_eights<double>(points, lanes);
    for (int i = 0; i < 50; ++i) {
      const Vec3d d = i % 4 ? random.direction() : Vec3d{0, 0, i % 8 ? 1.0 : 0.0};
      u32 best = 0;
      for (u32 v = 1; v < n; ++v)
        if (dot(d, points[v]) > dot(d, points[best])) best = v;
      for (LaneWidth w : widths) {
        use_lanes(w);
        ASSERT_EQ(farthest_of(lanes, d), best) << n;
      }
    }
  }
  use_lanes({});
}

TEST(Polytope, FarthestPointsOfSeveralScans) {
  Random random(12);
  for (LaneWidth w : kLaneWidths) {
    if (!has_lanes(w)) continue;
    use_lanes(w);
    for (int k = 0; k < 200; ++k) {
      std::vector<EightPoints<float>> lanes[9];
      PointScan<float> scans[9];
      const u32 count = 1 + random.below(9);
      for (u32 i = 0; i < count; ++i) {
        std::vector<Vec3f> points(1 + random.below(90));
        for (Vec3f& p : points) p = cast<float>(random.in_box(1));
        append_eights<float>(points, lanes[i]);
        scans[i] = {lanes[i].data(), static_cast<u32>(lanes[i].size()), cast<float>(random.direction())};
      }
      Vec3f found[9];
      point_search<float>().farthest_points(scans, count, found);
      for (u32 i = 0; i < count; ++i) {
        const u32 at = farthest_of(lanes[i], scans[i].direction);
        ASSERT_EQ(found[i], lanes[i][at / 8].point(at % 8));
        for (u32 p = 0; p < 8 * lanes[i].size(); ++p)
          ASSERT_LE(dot(scans[i].direction, lanes[i][p / 8].point(p % 8)), dot(scans[i].direction, found[i]));
        std::vector<Vec3f> directions(random.below(20));
        for (Vec3f& d : directions) d = cast<float>(random.direction());
        u32 places[20];
        point_search<float>().farthest_in_each(lanes[i].data(), scans[i].eights, directions, places);
        for (std::size_t d = 0; d < directions.size(); ++d) ASSERT_EQ(places[d], farthest_of(lanes[i], directions[d]));
        if (directions.empty()) continue;
        std::vector<u32> best(8 * lanes[i].size());
        std::vector<float> heights(best.size());
        point_search<float>().best_directions(lanes[i].data(), scans[i].eights, directions, best.data(),
                                              heights.data());
        for (u32 p = 0; p < best.size(); ++p)
          for (std::size_t d = 0; d < directions.size(); ++d) {
            const float height = dot(directions[d], lanes[i][p / 8].point(p % 8));
            ASSERT_LE(height, heights[p]);
            ASSERT_EQ(height == heights[p], d == best[p] || (d > best[p] && height == heights[p]));
          }
      }
    }
  }
  use_lanes({});
}

TEST(Polytope, Scaled) {
  Random random(2);
  for (int k = 0; k < testing::cases(400, 4000); ++k) {
    const Set set = k % 2 ? Set::grid : Set::random;
    const Polytope p = Polytope::make(points_of(set, 4 + random.below(40), random)).value();
    Vec3d factors = 3 * random.in_box(1);
    if (random.chance(0.3)) factors[static_cast<int>(random.below(3))] = 0;
    const Polytope q = scaled(p, factors);
    ASSERT_EQ(problem(q), "") << k;
    if (factors.x * factors.y * factors.z != 0) {
      ASSERT_EQ(q.vertices().size(), p.vertices().size());
      ASSERT_EQ(q.faces().size(), p.faces().size());
    } else {
      ASSERT_LT(q.dimension(), 3);
    }
    for (int i = 0; i < 5; ++i) {
      const Vec3d d = random.direction();
      const Vec3d by_hand = farthest(p, {factors.x * d.x, factors.y * d.y, factors.z * d.z});
      const double reach = factors.x * d.x * by_hand.x + factors.y * d.y * by_hand.y + factors.z * d.z * by_hand.z;
      ASSERT_NEAR(dot(d, farthest(q, d)), reach, 1e-12);
    }
  }
}

TEST(Polytope, SmallAndWrongOnes) {
  EXPECT_EQ(problem(Polytope()), "");
  EXPECT_EQ(Polytope().vertices()[0], Vec3d{});
  EXPECT_EQ(Polytope().farthest_vertex({1, 2, 3}), 0u);
  EXPECT_FALSE(Polytope::make({}).ok());
  const Vec3d bad[] = {{0, 0, 0}, {1, std::nan(""), 0}};
  ASSERT_FALSE(Polytope::make(bad).ok());
  EXPECT_EQ(Polytope::make(bad).error(), "point 1 is not finite");
  const Vec3d line[] = {{0, 0, 0}, {1, 1, 1}, {3, 3, 3}, {2, 2, 2}};
  const Polytope segment = Polytope::make(line).value();
  EXPECT_EQ(segment.dimension(), 1);
  EXPECT_EQ(farthest(segment, {1, 0, 0}), (Vec3d{3, 3, 3}));
  EXPECT_EQ(problem(segment), "");
  // Mirrored, a mesh keeps its outside.
  const Mesh box = generate::box({1, 2, 3});
  const Mesh other = scaled(box, {-1, 2, 1});
  const Polytope hull = Polytope::make(other.vertices()).value();
  for (u32 i = 0; i < other.size(); ++i) {
    const Triangle t = other.triangle(i);
    EXPECT_GT(dot(cross(t.b - t.a, t.c - t.a), t.a - hull.centre()), 0);
  }
}

}  // namespace polytope_test
}  // namespace apart
