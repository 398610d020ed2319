// GJK against all pairs of triangles, at every scale and far from the origin, and where simplices go flat.
#include <apart/base/random.hpp>
#include <apart/base/rigidity.hpp>
#include <apart/convex/gjk/gjk.hpp>
#include <samples/generate.hpp>
#include <vector>

#include "tests/brute_force.hpp"
#include "tests/support.hpp"

namespace apart {
namespace gjk_test {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

Mesh tetrahedron(Random& random, Vec3d size) {
  std::vector<Vec3d> v;
  for (int i = 0; i < 4; ++i) {
    const Vec3d p = random.in_box(0.7);
    v.push_back({p.x * size.x, p.y * size.y, p.z * size.z});
  }
  return Mesh::make(v, {{0, 1, 2}, {0, 1, 3}, {0, 2, 3}, {1, 2, 3}}).value();
}

// Tetrahedra, boxes and bars (some of no thickness): surfaces whose points are also their hulls' corners.
Mesh polytope(Random& random) {
  const Vec3d size{random.chance(0.2) ? 0 : random.uniform(0.01, 1), random.chance(0.1) ? 0 : random.uniform(0.1, 1),
                   1};
  if (random.chance(0.5)) return generate::box({larger(size.x, 1e-9), larger(size.y, 1e-9), 1});
  return tetrahedron(random, size);
}

// Clearly inside a tetrahedron or box, by the planes of its faces.
bool holds(const Mesh& mesh, Vec3d p) {
  const auto v = mesh.vertices();
  const Vec3d half = 0.5 * (v[v.size() - 1] - v[0]);
  const double clear = 4e-15 * largest(abs(half));
  Vec3d middle{};
  for (Vec3d q : v) middle += (q - v[0]) / double(v.size());
  for (u32 i = 0; i < mesh.size(); ++i) {
    const Triangle t = mesh.triangle(i);
    const Vec3d n = area_vector(t);
    const double to_p = dot(n, p - t.a) / length(n), to_middle = dot(n, (v[0] - t.a) + middle) / length(n);
    if (!(std::abs(to_p) > clear && std::abs(to_middle) > clear && (to_p > 0) == (to_middle > 0))) return false;
  }
  return true;
}

double true_distance(const Mesh& a, const Pose& at, const Mesh& b) {
  if (holds(a, at * b.vertices()[0]) || holds(b, inverse(at) * a.vertices()[0])) return 0;
  return testing::smallest_distance(a, at, b);
}

struct Asked {
  GjkResult result;
  double size;  // of the pair: what rounding is relative to
};
Asked ask(const Mesh& a, const Pose& at, const Mesh& b, const GjkOptions& options = {}) {
  const PointsSupport sa{a.vertices()};
  const PlacedSupport sb{at, PointsSupport{b.vertices()}};
  double size = 0;
  for (Vec3d p : a.vertices())
    for (Vec3d q : b.vertices()) size = larger(size, length(p - at * q));
  return {gjk(sa, sb, {}, options), size};
}

TEST(Gjk, AgreesWithAllPairsOfTriangles) {
  Random random(1);
  testing::Outcomes outcomes("polytopes that meet");
  int unfinished = 0, total = testing::cases(20000, 500000);
  for (int k = 0; k < total; ++k) {
    const double scale = std::pow(10, random.uniform(-9, 9));
    const Mesh a = scaled(polytope(random), scale), b = scaled(polytope(random), scale);
    Pose at{random.chance(0.2) ? Mat3d{} : random.rotation(), scale * random.uniform(0, 1.4) * random.direction()};
    if (random.chance(0.3)) {  // corner on corner, or nearly
      at.translation = a.vertices()[0] - at.rotation * b.vertices()[0];
      if (random.chance(0.5)) at.translation += scale * std::pow(10, random.uniform(-14, -1)) * random.direction();
    }
    const double truth = true_distance(a, at, b);
    outcomes.saw(truth == 0);
    const auto [r, size] = ask(a, at, b);
    const double noise = 1e-14 * size;
    ASSERT_LE(r.at_least, truth + noise) << k;
    ASSERT_GE(r.distance, truth - noise) << k;
    ASSERT_LE(r.distance, truth + 1e-7 * size) << k;
    ASSERT_LE(r.steps, 60) << k;
    if (r.status != Status::exact) {
      ++unfinished;
      continue;
    }
    ASSERT_NEAR(r.distance, truth, noise) << k << " size " << size << " steps " << r.steps;
    ASSERT_NEAR(length(r.on_a - r.on_b), r.distance, 2 * noise) << k;
    if (r.at_least > 0) {
      ASSERT_NEAR(length(r.normal), 1, 1e-12);
    }
  }
  EXPECT_LE(unfinished, total / 10000);
}

TEST(Gjk, SaysTheSameFarFromTheOrigin) {
  Random random(2);
  for (int k = 0; k < testing::cases(5000, 100000); ++k) {
    // Tetrahedra: moving rounds their vertices, and they stay the hulls of their faces.
    const Mesh a = tetrahedron(random, {random.uniform(0.01, 1), 1, 1}),
               b = placed(tetrahedron(random, {random.chance(0.3) ? 0 : 1.0, 1, 1}),
                          {random.rotation(), random.uniform(0, 1.5) * random.direction()});
    const Vec3d far{1e7, -2e6, 3e5};
    const Mesh a2 = placed(a, Pose::shift(far)), b2 = placed(b, Pose::shift(far));
    const double truth = true_distance(a2, {}, b2);
    const GjkResult r = gjk(PointsSupport{a2.vertices()}, PointsSupport{b2.vertices()});
    ASSERT_EQ(r.status, Status::exact) << k;
    ASSERT_NEAR(r.distance, truth, 1e-14) << k;
    ASSERT_LE(r.at_least, truth + 1e-14);
    if (truth > 1e-12) {
      ASSERT_FALSE(r.meet());
    }
    ASSERT_NEAR(length(r.on_a - r.on_b), r.distance, 1e-8);
  }
}

TEST(Gjk, AnswersAtTheEndsOfTheRange) {
  for (double s : {1e-300, 1e-200, 1e-100, 1e100, 1e200, 1e300}) {
    const Mesh box = scaled(generate::box({1, 1, 1}), s);
    const auto [r, size] = ask(box, Pose::shift({2 * s, 0.25 * s, 0}), box);
    EXPECT_EQ(r.status, Status::exact) << s;
    EXPECT_NEAR(r.distance / s, 1, 1e-14) << s;
    EXPECT_TRUE(ask(box, Pose::shift({0.5 * s, 0, 0}), box).result.meet()) << s;
  }
}

TEST(Gjk, FlatSimplices) {
  // Two skew edges: A − B is a parallelogram. The origin above it, on it, on its diagonal, outside of it.
  const auto edges = [](Vec3d origin) {
    const Vec3d a[] = {Vec3d{-1, 0, 0} - origin, Vec3d{1, 0, 0} - origin}, b[] = {{0, -1, 0}, {0, 1, 0}};
    return gjk(PointsSupport{a}, PointsSupport{b});
  };
  Random random(3);
  testing::Outcomes outcomes("above the parallelogram");
  for (int k = 0; k < 20000; ++k) {
    Vec3d p{random.uniform(-1.5, 1.5), random.uniform(-1.5, 1.5), random.chance(0.3) ? 0 : random.uniform(-1, 1)};
    if (random.chance(0.2)) p.y = p.x;
    if (random.chance(0.2)) p.y = 1;
    const Vec3d out{larger(std::abs(p.x) - 1, 0.0), larger(std::abs(p.y) - 1, 0.0), p.z};
    const GjkResult r = edges(p);
    outcomes.saw(out.x == 0 && out.y == 0);
    ASSERT_EQ(r.status, Status::exact);
    ASSERT_NEAR(r.distance, length(out), 1e-15) << k;
    ASSERT_LE(r.at_least, r.distance);
  }
  // All points in two planes and on a grid, many coinciding, in every pose.
  for (int k = 0; k < testing::cases(1000, 20000); ++k) {
    const Mat3d turn = random.chance(0.3) ? Mat3d{} : random.rotation();
    const double height = random.chance(0.3) ? 0 : 2;
    Vec3d a[5], b[5];
    for (int i = 0; i < 5; ++i) {
      a[i] = turn * Vec3d{std::floor(random.uniform(-2, 3)), std::floor(random.uniform(-2, 3)), 0};
      b[i] = turn * Vec3d{std::floor(random.uniform(-2, 3)), std::floor(random.uniform(0, 5)), height};
    }
    double truth = kInfinity;
    for (int i = 0; i < 125; ++i)
      for (int j = 0; j < 125; ++j)
        if (i / 25 >= i / 5 % 5 && i / 5 % 5 >= i % 5 && j / 25 >= j / 5 % 5 && j / 5 % 5 >= j % 5)
          truth = std::min(
              truth, distance(Triangle{a[i / 25], a[i / 5 % 5], a[i % 5]}, Triangle{b[j / 25], b[j / 5 % 5], b[j % 5]})
                         .squared);
    const GjkResult r = gjk(PointsSupport{a}, PointsSupport{b});
    ASSERT_NEAR(r.distance, std::sqrt(truth), 1e-14) << k;
    ASSERT_EQ(r.status, Status::exact) << k;
  }
}

TEST(Gjk, PointsAndCopies) {
  const Vec3d p[] = {{1, 2, 3}}, same[] = {{1, 2, 3}, {1, 2, 3}, {1, 2, 3}, {1, 2, 3}, {1, 2, 3}}, q[] = {{1, 2, 7}};
  EXPECT_EQ(gjk(PointsSupport{p}, PointsSupport{same}).distance, 0);
  EXPECT_TRUE(gjk(PointsSupport{p}, PointsSupport{same}).meet());
  const GjkResult r = gjk(PointsSupport{same}, PointsSupport{q});
  EXPECT_EQ(r.distance, 4);
  EXPECT_EQ(r.on_a, p[0]);
  EXPECT_EQ(r.on_b, q[0]);
  EXPECT_NEAR(r.normal.z, 1, 1e-15);
}

TEST(Gjk, SmoothSetsConverge) {
  // Ellipsoids have no corners: bounds close in step by step.
  Random random(4);
  testing::Outcomes outcomes("ellipsoids that meet", 0.1);
  for (int k = 0; k < 5000; ++k) {
    const Vec3d ra{random.uniform(0.1, 1), random.uniform(0.1, 1), 1}, rb{random.uniform(0.3, 1), 1, 1};
    const auto ellipsoid = [](Vec3d r) {
      return [r](Vec3d d) {
        const Vec3d s{r.x * d.x, r.y * d.y, r.z * d.z};
        const double l = length(s);
        return Vec3d{r.x * s.x / l, r.y * s.y / l, r.z * s.z / l};
      };
    };
    const auto a = ellipsoid(ra);
    const PlacedSupport b{Pose{random.rotation(), random.uniform(0.5, 3) * random.direction()}, ellipsoid(rb)};
    const GjkResult r = gjk(a, b, {}, {.tolerance = 1e-9});
    ASSERT_NE(r.status, Status::unfinished) << k << " " << r.distance << " " << r.at_least << " " << r.steps;
    if (!r.meet()) {
      ASSERT_LE(r.distance - r.at_least, 1e-9 * r.distance + 1e-14);
    }
    outcomes.saw(r.meet());
  }
}

TEST(Gjk, SavesWorkThatIsNotAskedFor) {
  Random random(5);
  testing::Outcomes outcomes("within reach");
  long all = 0, some = 0;
  for (int k = 0; k < 5000; ++k) {
    const Mesh a = polytope(random), b = polytope(random);
    const Pose at{random.rotation(), random.uniform(0, 2) * random.direction()};
    const auto full = ask(a, at, b).result;
    const double reach = random.chance(0.5) ? 0 : random.uniform(0, 1);
    if (std::abs(full.distance - reach) < 1e-12) continue;
    const auto r = ask(a, at, b, {.reach = reach, .enough = reach}).result;
    all += full.steps, some += r.steps;
    ASSERT_LE(r.steps, full.steps);
    ASSERT_EQ(r.at_least > reach, full.distance > reach) << k;
    if (full.distance <= reach) {
      ASSERT_LE(r.distance, larger(reach, full.distance));
    }
    outcomes.saw(full.distance <= reach);
  }
  EXPECT_LT(some, 0.9 * double(all));
}

// Corners of a cloud, a box, a segment, a triangle or a flat polygon.
std::vector<Vec3d> any_corners(Random& random, double scale, Vec3d at) {
  const int kinds[] = {1, 2, 3, 5, 8, 8, 20, 32};
  const int count = kinds[static_cast<int>(random.uniform(0, 7.999))];
  const bool box = count == 8 && random.chance(0.5), flat = random.chance(0.1);
  const double thin = random.chance(0.2) ? std::pow(10, random.uniform(-9, 0)) : 1;
  const Mat3d turn = random.chance(0.3) ? Mat3d{} : random.rotation();
  std::vector<Vec3d> out;
  for (int i = 0; i < count; ++i) {
    Vec3d p = box ? Vec3d{i & 1 ? 0.5 : -0.5, i & 2 ? 0.4 : -0.4, i & 4 ? 0.6 : -0.6} : random.in_box(0.7);
    p.z *= flat ? 0 : thin;
    out.push_back(scale * (turn * p + at));
  }
  return out;
}

// The quick steps against the careful ones, and all ways to start and to go on against each other.
TEST(Gjk, QuickCarefulAndAcceleratedAgree) {
  Random random(6);
  testing::Outcomes outcomes("sets that meet");
  long quick_steps = 0, careful_steps = 0;
  int unfinished = 0, total = testing::cases(20000, 500000);
  for (int k = 0; k < total; ++k) {
    const double scale = std::pow(10, random.uniform(-6, 6));
    const Vec3d far = random.chance(0.2) ? 1e6 * random.direction() : Vec3d{};
    const Vec3d off = random.uniform(0, 1.5) * random.direction();
    const auto a = any_corners(random, scale, far), b = any_corners(random, scale, far + off);
    const PointsSupport sa{a}, sb{b};
    double size = 0;
    for (Vec3d p : a)
      for (Vec3d q : b) size = larger(size, length(p - q));
    const double noise = 1e-14 * size;

    const GjkResult careful = gjk(sa, sb, off, {.careful = true});
    Gjk by_hand(sa, sb, off);
    int steps = 0;
    while (by_hand.step()) ++steps;
    const GjkResult quick = by_hand.result();
    ASSERT_EQ(quick.distance, gjk(sa, sb, off).distance) << k;
    ASSERT_GE(quick.steps, steps) << k;
    outcomes.saw(careful.meet());
    quick_steps += quick.steps, careful_steps += careful.steps;

    const GjkResult others[] = {quick,
                                gjk(sb, sa, -off),
                                gjk(sa, sb, random.direction()),
                                gjk(sa, sb, off, {.momentum = GjkMomentum::nesterov}),
                                gjk(sa, sb, off, {.momentum = GjkMomentum::polyak}),
                                Gjk(sa, sb, by_hand.simplex(), off).run(),
                                gjk(sa, sb, quick.normal)};
    for (const GjkResult& r : others) {
      ASSERT_LE(r.at_least, careful.distance + noise) << k;
      ASSERT_GE(r.distance, careful.at_least - noise) << k;
      ASSERT_LE(length(r.on_a - r.on_b), r.distance + noise + 1e-15 * scale * length(far)) << k;
      if (r.status != Status::exact || careful.status != Status::exact) {
        ++unfinished;
        continue;
      }
      ASSERT_NEAR(r.distance, careful.distance, noise) << k;
      if (r.at_least > 0) {
        ASSERT_NEAR(length(r.normal), 1, 1e-14) << k;
      }
    }
  }
  EXPECT_LE(unfinished, total / 1000);
  EXPECT_LE(double(quick_steps), 1.05 * double(careful_steps));
}

// Kept between queries: B moves on, the answer is that of a cold start, the steps are fewer, and nothing adds up.
TEST(Gjk, GoesOnFromTheLastSimplex) {
  Random random(7);
  testing::Outcomes outcomes("sets that meet");
  long warm_steps = 0, cold_steps = 0;
  for (int k = 0; k < testing::cases(200, 5000); ++k) {
    const auto a = any_corners(random, 1, {}), b = any_corners(random, 1, {});
    const PointsSupport sa{a};
    Pose at{random.rotation(), random.uniform(0, 1.2) * random.direction()};
    GjkSimplex memory;
    for (int step = 0; step < 50; ++step) {
      const double angle = 0.01;
      const Mat3d turn{{{1, -angle, 0}, {angle, 1, 0}, {0, 0, 1}}};
      at = {nearest_rotation(turn * at.rotation), at.translation + 0.01 * random.direction()};
      const PlacedSupport sb{at, PointsSupport{b}};
      const GjkResult cold = gjk(sa, sb, at.translation);
      Gjk warm(sa, sb, placed(memory, at), at.translation);
      const GjkResult r = warm.run();
      memory = kept(memory, warm.simplex(), at);
      for (int i = 0; i < memory.count; ++i) {
        double nearest = kInfinity;
        for (Vec3d q : b) nearest = std::min(nearest, length(q - memory.of_b[i]));
        ASSERT_LE(nearest, 2e-15) << k << " " << step;
      }
      outcomes.saw(cold.meet());
      warm_steps += r.steps, cold_steps += cold.steps;
      ASSERT_LE(r.at_least, cold.distance + 1e-14) << k;
      ASSERT_GE(r.distance, cold.at_least - 1e-14) << k;
      if (r.status == Status::exact && cold.status == Status::exact) {
        ASSERT_NEAR(r.distance, cold.distance, 1e-14) << k;
      }
    }
  }
  EXPECT_LT(double(warm_steps), 0.5 * double(cold_steps));
}

TEST(Gjk, BadSupportsEnd) {
  const auto broken = [](Vec3d) { return Vec3d{std::numeric_limits<double>::quiet_NaN(), 0, 0}; };
  const Vec3d p[] = {{1, 2, 3}};
  EXPECT_EQ(gjk(broken, PointsSupport{p}).status, Status::unfinished);
  int n = 0;
  const auto restless = [&](Vec3d) { return Vec3d{2 + 1.0 / ++n, 0, 0}; };  // never the same point twice
  EXPECT_LE(gjk(restless, PointsSupport{p}).steps, 256);
}

}  // namespace gjk_test
}  // namespace apart
