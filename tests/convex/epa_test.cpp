// EPA against every direction that a face of A − B can have, at every scale and far from the origin; flat, thin,
// straight and touching sets; and that what is said to part two sets does.
#include <apart/base/random.hpp>
#include <apart/convex/gjk/epa.hpp>
#include <vector>

#include "tests/support.hpp"

namespace apart {
namespace epa_test {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
using Points = std::vector<Vec3d>;

double along(const Points& points, Vec3d from, Vec3d n) {
  double most = -kInfinity;
  for (Vec3d p : points) most = std::max(most, dot(n, p - from));
  return most;
}

// Faces of A − B are faces of A, faces of B, or spanned by an edge of each: the depth is the least way past each other
// over the normals of all of them, and of more that are none. Negative when the sets are apart.
double true_depth(const Points& a, const Points& b) {
  double least = kInfinity;
  const auto look = [&](Vec3d e, Vec3d f) {
    const Vec3d n = cross(e, f);
    const double size = length(n);
    if (!(size > 1e-9 * length(e) * length(f))) return;
    for (Vec3d d : {n / size, -n / size}) least = std::min(least, along(a, b[0], d) + along(b, b[0], -d));
  };
  for (const Points* s : {&a, &b})
    for (std::size_t i = 0; i < s->size(); ++i)
      for (std::size_t j = i + 1; j < s->size(); ++j)
        for (std::size_t k = j + 1; k < s->size(); ++k) look((*s)[j] - (*s)[i], (*s)[k] - (*s)[i]);
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = i + 1; j < a.size(); ++j)
      for (std::size_t k = 0; k < b.size(); ++k)
        for (std::size_t l = k + 1; l < b.size(); ++l) look(a[j] - a[i], b[l] - b[k]);
  return least;
}

double size_of(const Points& a, const Points& b) {
  double size = 0;
  for (Vec3d p : a)
    for (Vec3d q : b) size = larger(size, length(p - q));
  return size;
}

Points box(Vec3d half) {
  Points out;
  for (int i = 0; i < 8; ++i)
    out.push_back({i & 1 ? half.x : -half.x, i & 2 ? half.y : -half.y, i & 4 ? half.z : -half.z});
  return out;
}

Points moved(const Points& points, const Pose& by) {
  Points out;
  for (Vec3d p : points) out.push_back(by * p);
  return out;
}

// Boxes, points on a grid, polygons, segments, and clouds, some of them flat or thin.
Points any_points(Random& random) {
  const double kind = random.uniform(0, 1);
  Points out;
  if (kind < 0.3) return box({random.uniform(0.01, 1), random.uniform(0.1, 1), random.uniform(0.5, 1)});
  if (kind < 0.4) return box({1, 1, 1});
  if (kind < 0.5) {
    for (int i = 0; i < 6; ++i)
      out.push_back(
          {std::floor(random.uniform(-2, 3)), std::floor(random.uniform(-2, 3)), std::floor(random.uniform(-2, 3))});
  } else if (kind < 0.6) {
    for (int i = 0; i < 5; ++i) out.push_back({random.uniform(-1, 1), random.uniform(-1, 1), 0});
  } else if (kind < 0.65) {
    for (int i = 0; i < 2; ++i) out.push_back(random.in_box(1));
  } else {
    const double flat = random.chance(0.3) ? std::pow(10, random.uniform(-12, 0)) : 1;
    const double thin = random.chance(0.3) ? std::pow(10, random.uniform(-6, 0)) : 1;
    for (int i = 0, n = 4 + static_cast<int>(random.uniform(0, 5)); i < n; ++i) {
      const Vec3d p = random.in_box(1);
      out.push_back({p.x, p.y * thin, p.z * flat});
    }
  }
  return out;
}

struct Asked {
  GjkResult gjk;
  EpaResult epa;
};
Asked ask(const Points& a, const Points& b, Vec3d towards_b = {}) {
  const PointsSupport sa{a}, sb{b};
  Gjk gjk(sa, sb, towards_b);
  Asked out{gjk.run(), {}};
  out.epa = epa(sa, sb, gjk.simplex(), towards_b);
  return out;
}

bool meet(const Points& a, const Points& b) { return gjk(PointsSupport{a}, PointsSupport{b}).meet(); }

TEST(Epa, AgreesWithEveryDirection) {
  Random random(1);
  testing::Outcomes outcomes("pairs that overlap");
  int unfinished = 0, total = testing::cases(6000, 300000);
  for (int k = 0; k < total; ++k) {
    const double scale = std::pow(10, random.uniform(-6, 6));
    Points a = any_points(random), b = any_points(random);
    Pose at{random.chance(0.4) ? Mat3d{} : random.rotation(), random.uniform(0, 1) * random.direction()};
    if (random.chance(0.2)) at.translation = {0, 0, random.uniform(0, 2)};
    if (random.chance(0.1)) at.translation = {};
    if (random.chance(0.2)) at.translation = a[0] - at.rotation * b[0];
    const Pose all{random.chance(0.5) ? Mat3d{} : random.rotation(),
                   random.chance(0.2) ? 1e6 * random.direction() : Vec3d{}};
    a = moved(a, all), b = moved(b, all * at);
    for (Vec3d& p : a) p *= scale;
    for (Vec3d& p : b) p *= scale;

    const EpaResult r = ask(a, b, at.translation).epa;
    // Normals of thin sets are only as good as their corners: one that parts them sooner counts too.
    const double way = along(a, b[0], r.normal) + along(b, b[0], -r.normal);
    const double size = size_of(a, b), noise = 1e-14 * size, truth = larger(std::min(true_depth(a, b), way), 0.0);
    outcomes.saw(truth > 1e-9 * size);
    ASSERT_GE(r.depth(), larger(way - noise, 0.0)) << k;
    ASSERT_LE(r.depth(), larger(way + noise, 0.0)) << k;
    ASSERT_LE(r.depth_at_least(), truth + noise) << k;
    ASSERT_LE(r.depth_at_least(), r.depth()) << k;
    ASSERT_GE(r.depth_at_least(), 0) << k;
    ASSERT_NEAR(length(r.normal), 1, 1e-14) << k;
    ASSERT_LE(length(r.on_a - r.on_b - r.depth() * r.normal), noise + 1e-15 * scale * length(all.translation)) << k;
    ASSERT_LE(r.steps, 80) << k;
    if (r.status != Status::exact) {
      ++unfinished;
      ASSERT_LE(r.depth(), truth + 1e-9 * size) << k;
      continue;
    }
    ASSERT_LE(r.depth(), truth + noise + 1.1e-12 * truth) << k;
  }
  EXPECT_LE(unfinished, 1 + total / 2000);
}

TEST(Epa, PartsWhatOverlaps) {
  Random random(2);
  testing::Outcomes outcomes("pairs with a depth");
  for (int k = 0; k < testing::cases(4000, 100000); ++k) {
    const Points a = moved(any_points(random), {random.rotation(), {}});
    const Points b = moved(any_points(random), {random.rotation(), random.uniform(0, 1.2) * random.direction()});
    const double size = size_of(a, b);
    const auto [apart_by, r] = ask(a, b);
    const bool deep = r.depth() > 1e-9 * size;
    outcomes.saw(deep);
    if (!deep) continue;
    ASSERT_EQ(apart_by.distance, 0) << k;
    ASSERT_FALSE(meet(a, moved(b, Pose::shift(1.01 * r.depth() * r.normal)))) << k;
    ASSERT_TRUE(meet(a, moved(b, Pose::shift(0.99 * r.depth() * r.normal)))) << k;
    // No other way out is shorter.
    for (int i = 0; i < 20; ++i)
      ASSERT_TRUE(meet(a, moved(b, Pose::shift(0.99 * r.depth() * random.direction())))) << k;
    // The witnesses: as deep in the other as can be, and on their own border.
    ASSERT_NEAR(dot(r.normal, r.on_a - b[0]), along(a, b[0], r.normal), 1e-12 * size) << k;
    ASSERT_NEAR(dot(r.normal, r.on_b - b[0]), -along(b, b[0], -r.normal), 1e-12 * size) << k;
    const Vec3d on_a[] = {r.on_a}, on_b[] = {r.on_b};
    ASSERT_LE(gjk(PointsSupport{a}, PointsSupport{on_a}).distance, 1e-12 * size) << k;
    ASSERT_LE(gjk(PointsSupport{b}, PointsSupport{on_b}).distance, 1e-12 * size) << k;
    // Exchanged, the answer is mirrored.
    const EpaResult mirrored = ask(b, a).epa;
    ASSERT_NEAR(mirrored.depth(), r.depth(), 1e-14 * size + 1.1e-12 * r.depth()) << k;
  }
}

TEST(Epa, ManyCorners) {
  Random random(8);
  for (int k = 0; k < testing::cases(30, 500); ++k) {
    Points a, b;
    const Vec3d radii{1, random.uniform(0.3, 1), random.uniform(0.1, 1)};
    const Vec3d off = random.uniform(0, 1) * random.direction();
    for (int i = 0; i < 20; ++i) {
      const Vec3d p = random.direction();
      a.push_back({p.x * radii.x, p.y * radii.y, p.z * radii.z}), b.push_back(random.direction() + off);
    }
    const EpaResult r = ask(a, b, off).epa;
    ASSERT_EQ(r.status, Status::exact) << k;
    ASSERT_NEAR(r.depth(), larger(true_depth(a, b), 0.0), 1e-13) << k;
  }
}

TEST(Epa, WitnessesOfBoxesAreOnThem) {
  Random random(9);
  testing::Outcomes outcomes("boxes that overlap");
  const auto outside = [](const BoxSupport& box, Vec3d p) {
    const Vec3d out = abs(box.axes * (p - box.centre)) - box.half;
    return largest(out);
  };
  for (int k = 0; k < testing::cases(50000, 1000000); ++k) {
    const auto half = [&] { return Vec3d{random.uniform(0.1, 1), random.uniform(0.1, 1), random.uniform(0.1, 1)}; };
    const BoxSupport a{{}, {}, half()};
    // About the same place there are two ways out, or six.
    const Vec3d off = random.chance(0.05) ? Vec3d{} : random.uniform(0, 2) * random.direction();
    const BoxSupport b{off, random.chance(0.5) ? random.rotation() : Mat3d{}, half()};
    Gjk search(a, b, off);
    const bool overlap = search.run().meet();
    outcomes.saw(overlap);
    if (!overlap) continue;
    const EpaResult r = epa(a, b, search.simplex(), off);
    ASSERT_EQ(r.status, Status::exact) << k;
    ASSERT_NEAR(outside(a, r.on_a), 0, 1e-13) << k;
    ASSERT_NEAR(outside(b, r.on_b), 0, 1e-13) << k;
  }
}

TEST(Epa, StacksOfBoxes) {
  Random random(3);
  for (double side : {.01, .25, .5, 10., 1000.})
    for (double gap : {0., 1e-16, -1e-16, 2.5e-16, -2.5e-16, 1e-15, -1e-15})
      for (int k = 0; k < 20; ++k) {
        const double by = gap * larger(1.0, side);
        const Mat3d turn = k == 0 ? Mat3d{} : random.rotation();
        const Pose tilted{turn, {}}, on_top{turn, turn * Vec3d{0, 0, side + by}};
        const Points a = moved(box({side / 2, side / 2, side / 2}), tilted),
                     b = moved(box({side / 2, side / 2, side / 2}), on_top);
        const auto [apart_by, r] = ask(a, b, on_top.translation);
        ASSERT_EQ(r.status, Status::exact);
        ASSERT_NEAR(apart_by.distance - r.depth(), by, 2e-14 * side) << side << " " << gap;
        ASSERT_GE(dot(r.normal, turn * Vec3d{0, 0, 1}), -1e-9);
      }
  // Cubes of side 2, one 1.9 above the other.
  const EpaResult r = ask(box({1, 1, 1}), moved(box({1, 1, 1}), Pose::shift({0, 0, 1.9}))).epa;
  EXPECT_NEAR(r.depth(), 0.1, 1e-15);
  EXPECT_NEAR(r.normal.z, 1, 1e-15);
  // In each other's middle: any of six ways.
  const EpaResult same = ask(box({1, 2, 3}), box({1, 2, 3})).epa;
  EXPECT_NEAR(same.depth(), 2, 1e-15);
  EXPECT_NEAR(std::abs(same.normal.x), 1, 1e-15);
}

// Nine corners of A − B on each side of it, in a plane and on lines but for rounding.
TEST(Epa, EqualCubesFarAway) {
  Random random(10);
  for (int k = 0; k < testing::cases(2000, 100000); ++k) {
    const Mat3d turn = random.rotation();
    const Vec3d off = std::pow(10, random.uniform(-6, 0)) * random.in_box(1), far = 1e6 * random.direction();
    const Points a = moved(box({1, 1, 1}), {turn, far}), b = moved(box({1, 1, 1}), {turn, turn * off + far});
    const EpaResult r = ask(a, b, turn * off).epa;
    ASSERT_EQ(r.status, Status::exact) << k;
    ASSERT_NEAR(r.depth(), 2 - largest(abs(off)), 1e-8) << k;
    ASSERT_LE(r.steps, 60) << k;
  }
}

// A − B without thickness: depth 0, and the way out is across.
TEST(Epa, FlatDifferences) {
  Random random(4);
  for (int k = 0; k < testing::cases(500, 20000); ++k) {
    const double scale = std::pow(10, random.uniform(-6, 6));
    const Pose pose{k % 4 ? random.rotation() : Mat3d{}, {}};
    const Vec3d normal = pose.rotate({0, 0, 1});
    Points a, b;
    if (k % 2)  // two segments that cross
      a = {{-1, -0.3, 0}, {1, 0.2, 0}}, b = {{0.1, -1, 0}, {-0.2, 1, 0}};
    else  // two polygons in a plane
      for (int i = 0; i < 5; ++i)
        a.push_back({random.uniform(-1, 1), random.uniform(-1, 1), 0}),
            b.push_back({random.uniform(-1, 1), random.uniform(-1, 1), 0});
    a = moved(a, pose), b = moved(b, pose);
    for (Vec3d& p : a) p *= scale;
    for (Vec3d& p : b) p *= scale;
    const auto [apart_by, r] = ask(a, b, normal);
    if (!apart_by.meet()) continue;
    ASSERT_EQ(r.status, Status::exact) << k;
    ASSERT_LE(r.depth(), 1e-14 * scale) << k;
    if (apart_by.distance > 0) continue;
    if (k % 2) {
      ASSERT_NEAR(dot(r.normal, normal), 1, 1e-12) << k;
    }
    ASSERT_LE(length(r.on_a - r.on_b), 1e-14 * scale) << k;
  }
  // On a line: across it. One point on the other: any way.
  const EpaResult line = ask({{-1, 0, 0}, {1, 0, 0}}, {{0, 0, 0}, {3, 0, 0}}).epa;
  EXPECT_EQ(line.status, Status::exact);
  EXPECT_EQ(line.depth(), 0);
  EXPECT_NEAR(line.normal.x, 0, 1e-15);
  const EpaResult points = ask({{1, 2, 3}}, {{1, 2, 3}}).epa;
  EXPECT_EQ(points.status, Status::exact);
  EXPECT_EQ(points.depth(), 0);
  EXPECT_NEAR(length(points.normal), 1, 1e-15);
  EXPECT_EQ(points.on_a, (Vec3d{1, 2, 3}));
}

TEST(Epa, StartsFromAnything) {
  Random random(5);
  for (int k = 0; k < testing::cases(2000, 50000); ++k) {
    const Points a = any_points(random), b = moved(any_points(random), {random.rotation(), 0.5 * random.direction()});
    const PointsSupport sa{a}, sb{b};
    const double size = size_of(a, b);
    const EpaResult from_gjk = epa(sa, sb), from_nothing = Epa(sa, sb).run();
    GjkSimplex some;
    some.count = 1 + k % 4;
    for (int i = 0; i < some.count; ++i)
      some.of_a[i] = a[static_cast<std::size_t>(random.uniform(0, 0.999) * double(a.size()))],
      some.of_b[i] = b[static_cast<std::size_t>(random.uniform(0, 0.999) * double(b.size()))];
    Epa by_hand(sa, sb, some);
    int steps = 0;
    while (by_hand.step()) {
      ++steps;
      ASSERT_LE(by_hand.result().depth_at_least(), by_hand.result().depth());
    }
    const EpaResult from_some = by_hand.result(), run = epa(sa, sb, some);
    ASSERT_EQ(run.depth(), from_some.depth());
    ASSERT_EQ(run.normal, from_some.normal);
    ASSERT_EQ(run.steps, from_some.steps);
    ASSERT_GE(from_some.steps, steps);
    for (const EpaResult& r : {from_nothing, from_some}) {
      if (r.status != Status::exact || from_gjk.status != Status::exact) continue;
      ASSERT_NEAR(r.depth(), from_gjk.depth(), 2e-14 * size + 2e-12 * from_gjk.depth()) << k;
    }
  }
}

TEST(Epa, SmoothSetsConverge) {
  const auto ball = [](Vec3d centre, Vec3d r) {
    return [centre, r](Vec3d d) {
      const Vec3d s{r.x * d.x, r.y * d.y, r.z * d.z};
      const double l = length(s);
      return centre + Vec3d{r.x * s.x / l, r.y * s.y / l, r.z * s.z / l};
    };
  };
  Random random(6);
  for (int k = 0; k < testing::cases(300, 5000); ++k) {
    const double apart_by = random.uniform(0.2, 1.9);
    const auto a = ball({}, {1, 1, 1}), b = ball(apart_by * random.direction(), {1, 1, 1});
    const EpaResult r = epa(a, b, Vec3d{}, {.tolerance = 1e-2});
    ASSERT_NE(r.status, Status::unfinished) << k << " " << r.steps;
    ASSERT_LE(r.depth_at_least(), 2 - apart_by + 1e-14);
    ASSERT_GE(r.depth(), 2 - apart_by - 1e-14);
    ASSERT_LE(r.depth() - r.depth_at_least(), 1e-2 * r.depth());
    // Cut short, the bounds are right all the same.
    const EpaResult cut = epa(a, b, Vec3d{}, {.limit = 12});
    ASSERT_EQ(cut.status, Status::unfinished);
    ASSERT_LE(cut.depth_at_least(), 2 - apart_by + 1e-14);
    ASSERT_GE(cut.depth(), 2 - apart_by - 1e-14);
    ASSERT_TRUE(is_finite(cut.on_a) && is_finite(cut.on_b));
    ASSERT_EQ(cut.steps, 12);
  }
}

TEST(Epa, AnswersAtTheEndsOfTheRange) {
  for (double s : {1e-300, 1e-200, 1e-100, 1e100, 1e200, 1e300}) {
    const Points a = box({s, s, s}), b = moved(a, Pose::shift({0.25 * s, 0, 1.9 * s}));
    const EpaResult r = ask(a, b).epa;
    EXPECT_EQ(r.status, Status::exact) << s;
    EXPECT_NEAR(r.depth() / s, 0.1, 1e-14) << s;
    EXPECT_NEAR(r.normal.z, 1, 1e-14) << s;
    EXPECT_NEAR((r.on_a.z - r.on_b.z) / s, 0.1, 1e-14) << s;
  }
}

TEST(Epa, BadSupportsEnd) {
  const auto broken = [](Vec3d) { return Vec3d{std::numeric_limits<double>::quiet_NaN(), 0, 0}; };
  const Points p = {{1, 2, 3}};
  EXPECT_EQ(epa(broken, PointsSupport{p}).status, Status::unfinished);
  Random random(7);
  const auto restless = [&](Vec3d) { return random.in_box(1); };  // not convex, never the same
  for (int k = 0; k < 200; ++k) {
    const EpaResult r = epa(restless, PointsSupport{p});
    ASSERT_LE(r.steps, 256);
    ASSERT_GE(r.depth(), 0);
    ASSERT_TRUE(is_finite(r.normal));
  }
}

}  // namespace epa_test
}  // namespace apart
