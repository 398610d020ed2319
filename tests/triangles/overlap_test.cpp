// Exact signs, overlap and intersection of triangles.
#include <apart/triangles/exact/exact_grid.hpp>
#include <apart/triangles/exact/orient.hpp>
#include <apart/triangles/meeting.hpp>
#include <apart/triangles/overlap.hpp>

#include "tests/support.hpp"
#include "tests/triangles/families.hpp"
#include "tests/triangles/true_distance.hpp"

namespace apart {
namespace overlap_test {

using testing::Family;
using testing::TrianglePair;
using Kind = Meeting::Kind;

constexpr int orders[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {2, 1, 0}, {1, 0, 2}};

Triangle ordered(const Triangle& t, const int (&order)[3]) { return {t[order[0]], t[order[1]], t[order[2]]}; }

double reach(const TrianglePair& pair) {
  double most = 0;
  for (const Vec3d p : {pair.s.a, pair.s.b, pair.s.c, pair.t.a, pair.t.b, pair.t.c})
    most = std::max(most, largest(abs(p)));
  return most;
}

TEST(Orient, SaysWhichSide) {
  const Vec3d a{0, 0, 0}, b{1, 0, 0}, c{0, 1, 0};
  EXPECT_EQ(orient3d(a, b, c, {0, 0, 1}), 1);
  EXPECT_EQ(orient3d(a, b, c, {0, 0, -1}), -1);
  EXPECT_EQ(orient3d(a, b, c, {5, 7, 0}), 0);
  EXPECT_EQ(orient2d(a, b, c, 2), 1);
  EXPECT_EQ(orient2d(a, c, b, 2), -1);
  EXPECT_EQ(orient2d(a, b, c, 0), 0);
  // Each axis with its own turn: x seen by y and z, y by z and x.
  EXPECT_EQ(orient2d({}, {0, 1, 0}, {0, 0, 1}, 0), 1);
  EXPECT_EQ(orient2d({}, {0, 0, 1}, {1, 0, 0}, 1), 1);
  EXPECT_TRUE(collinear({0, 0, 0}, {1, 1, 1}, {3, 3, 3}));
  EXPECT_FALSE(collinear({0, 0, 0}, {1, 1, 1}, {3, 3, std::nextafter(3.0, 4.0)}));
}

TEST(Orient, SeesTheLeastOfDoublesBesideTheLargest) {
  const double big = std::numeric_limits<double>::max(), small = std::numeric_limits<double>::denorm_min();
  const Vec3d a{-big, -big, 0}, b{big, -big, 0}, c{0, big, 0};
  EXPECT_EQ(orient3d(a, b, c, {0, 0, small}), 1);
  EXPECT_EQ(orient3d(a, b, c, {0, 0, -small}), -1);
  EXPECT_EQ(orient3d(a, b, c, {big, big, 0}), 0);
  EXPECT_EQ(orient3d(Vec3d{}, {small, 0, 0}, {0, small, 0}, {0, 0, small}), 1);
  EXPECT_EQ(orient3d(Vec3d{1, 1, 1}, {1 + 0x1p-52, 1, 1}, {1, 1 + 0x1p-52, 1}, {1e300, -1e300, 1 + 0x1p-52}), 1);
  EXPECT_FALSE(collinear({-big, 0, 0}, {big, 0, 0}, {0, small, 0}));
  EXPECT_TRUE(collinear({-big, 0, 0}, {big, 0, 0}, {small, 0, 0}));
}

// The filter may only ever agree with the exact sign.
TEST(Orient, IsItsExactTwin) {
  Random random(41);
  testing::Outcomes outcomes("orient3d, zero or not");
  for (const Family& family : testing::families)
    for (int i = 0; i < 1000; ++i) {
      const auto [s, t] = family.make(random);
      const int side = orient3d(s.a, s.b, s.c, t.a);
      outcomes.saw(side == 0);
      ASSERT_EQ(side, exact_sign::orient3d(s.a, s.b, s.c, t.a));
      ASSERT_EQ(side, -orient3d(s.b, s.a, s.c, t.a));
      ASSERT_EQ(side, -orient3d(t.a, s.b, s.c, s.a));
      ASSERT_EQ(side, orient3d(s.b, s.c, s.a, t.a));
      for (int axis = 0; axis < 3; ++axis)
        ASSERT_EQ(orient2d(s.a, s.b, t.a, axis), exact_sign::orient2d(s.a, s.b, t.a, axis));
    }
}

// Coordinates of few bits, or nearly equal ones, have a faster way to their exact sign.
TEST(Orient, IsTheSignOfIntegers) {
  Random random(43);
  testing::Outcomes zero("orient3d, zero or not");
  for (int i = 0; i < testing::cases(20'000, 1'000'000); ++i) {
    const double step = std::pow(2, random.uniform(-60, 0) * int(random.chance(0.8))),
                 far = random.chance(0.5) ? 1 : 1e3;
    const Vec3d origin = far * random.in_box(1);
    const u32 most = random.chance(0.5) ? 3 : 1 << random.below(31);
    const auto some = [&] {
      const auto along = [&] { return step * (double(random.below(2 * most)) - most); };
      return origin + Vec3d{along(), along(), along()};
    };
    const Vec3d a = some(), b = some(), c = some();
    Vec3d d = some();
    if (random.chance(0.3)) d = a + 2.0 * (b - a) + (c - a);  // on their plane, or a rounding beside it
    const Grid grid(a, b, c, d);
    const int wanted = with_limbs(grid.width(), [&](auto n) {
      constexpr int N = n;
      return sign(dot(cross(grid.difference<N>(b, a), grid.difference<N>(c, a)), grid.difference<N>(d, a)));
    });
    zero.saw(wanted == 0);
    ASSERT_EQ(exact_sign::orient3d(a, b, c, d), wanted);
    ASSERT_EQ(orient3d(a, b, c, d), wanted);
  }
}

TEST(Overlap, NamesEveryKindOfMeeting) {
  const Triangle s{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}};
  const struct {
    Triangle t;
    Kind kind;
    Vec3d p, q;
  } zoo[] = {
      {{{1, 1, -1}, {1, 1, 1}, {9, 9, 0}}, Kind::segment, {1, 1, 0}, {2, 2, 0}},    // through the face
      {{{1, 1, 0}, {1, 1, 5}, {2, 1, 5}}, Kind::point, {1, 1, 0}, {1, 1, 0}},       // a vertex on the face
      {{{2, 0, 0}, {2, -1, 5}, {2, -1, -5}}, Kind::point, {2, 0, 0}, {2, 0, 0}},    // a vertex on an edge
      {{{0, 0, 0}, {-1, -1, 3}, {-1, -1, -3}}, Kind::point, {0, 0, 0}, {0, 0, 0}},  // a vertex on a vertex
      {{{2, -1, -1}, {2, -1, 3}, {2, 3, -1}}, Kind::segment, {2, 0, 0}, {2, 2, 0}},
      {{{1, 0, 0}, {9, 0, 0}, {3, -2, 7}}, Kind::segment, {1, 0, 0}, {4, 0, 0}},  // along an edge
      {{{0, 0, 0}, {4, 0, 0}, {0, 0, 4}}, Kind::segment, {0, 0, 0}, {4, 0, 0}},   // a shared edge
      {{{0, 0, 0}, {4, 0, 0}, {0, -4, 0}}, Kind::segment, {0, 0, 0}, {4, 0, 0}},  // a shared edge in one plane
      {{{4, 0, 0}, {5, 0, 0}, {4, -4, 0}}, Kind::point, {4, 0, 0}, {4, 0, 0}},    // a shared vertex in one plane
      {{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}, Kind::area, {4, 0, 0}, {0, 4, 0}},      // the same
      {{{1, 1, 0}, {2, 1, 0}, {1, 2, 0}}, Kind::area, {2, 1, 0}, {1, 2, 0}},      // inside
      {{{-1, 1, 0}, {9, 1, 0}, {-1, 2, 0}}, Kind::area, {0, 1.9, 0}, {3, 1, 0}},  // across
      {{{5, 0, 0}, {9, 0, 0}, {5, -1, 0}}, Kind::none, {}, {}},
      {{{0, 0, 1}, {4, 0, 1}, {0, 4, 1}}, Kind::none, {}, {}},
      {{{1, 1, 0}, {1, 1, 0}, {1, 1, 0}}, Kind::point, {1, 1, 0}, {1, 1, 0}},  // a point on the face
      {{{4, 0, 0}, {4, 0, 0}, {4, 0, 0}}, Kind::point, {4, 0, 0}, {4, 0, 0}},
      {{{4, 4, 0}, {4, 4, 0}, {4, 4, 0}}, Kind::none, {}, {}},
      {{{1, 1, 1}, {1, 1, -1}, {1, 1, 0.5}}, Kind::point, {1, 1, 0}, {1, 1, 0}},  // a segment through
      {{{1, -1, 0}, {1, 9, 0}, {1, 0, 0}}, Kind::segment, {1, 0, 0}, {1, 3, 0}},  // a segment in the plane
      {{{-1, 0, 0}, {9, 0, 0}, {2, 0, 0}}, Kind::segment, {0, 0, 0}, {4, 0, 0}},  // along an edge
      {{{3, 3, 0}, {3, 3, 0}, {9, 9, 0}}, Kind::none, {}, {}},
  };
  for (const auto& [t, kind, p, q] : zoo)
    for (const auto& i : orders)
      for (const auto& j : orders)
        for (const bool swapped : {false, true}) {
          const Triangle x = ordered(swapped ? t : s, i), y = ordered(swapped ? s : t, j);
          EXPECT_EQ(overlap(x, y), kind != Kind::none);
          const Meeting found = meeting(x, y);
          ASSERT_EQ(found.kind, kind);
          const double one_way = length(found.p - p) + length(found.q - q);
          EXPECT_LE(std::min(one_way, length(found.p - q) + length(found.q - p)), 1e-15);
        }
}

TEST(Overlap, OfPointsAndSegments) {
  const auto point = [](Vec3d p) { return Triangle{p, p, p}; };
  const auto segment = [](Vec3d p, Vec3d q) { return Triangle{p, q, p}; };
  EXPECT_EQ(meeting(point({1, 2, 3}), point({1, 2, 3})).kind, Kind::point);
  EXPECT_EQ(meeting(point({1, 2, 3}), point({1, 2, 4})).kind, Kind::none);
  EXPECT_EQ(meeting(point({1, 1, 1}), segment({0, 0, 0}, {3, 3, 3})).kind, Kind::point);
  EXPECT_EQ(meeting(point({4, 4, 4}), segment({0, 0, 0}, {3, 3, 3})).kind, Kind::none);
  EXPECT_EQ(meeting(segment({0, 0, 0}, {3, 3, 3}), segment({1, 1, 1}, {5, 5, 5})).kind, Kind::segment);
  EXPECT_EQ(meeting(segment({0, 0, 0}, {3, 3, 3}), segment({3, 3, 3}, {5, 5, 5})).kind, Kind::point);
  EXPECT_EQ(meeting(segment({0, 0, 0}, {3, 3, 3}), segment({4, 4, 4}, {5, 5, 5})).kind, Kind::none);
  EXPECT_EQ(meeting(segment({0, 0, 0}, {2, 2, 2}), segment({2, 0, 1}, {0, 2, 1})).kind, Kind::point);
  EXPECT_EQ(meeting(segment({0, 0, 0}, {2, 2, 2}), segment({2, 0, 1}, {0, 2, 1.5})).kind, Kind::none);
  EXPECT_EQ(meeting(segment({0, 0, 0}, {2, 0, 0}), segment({0, 1, 0}, {2, 1, 0})).kind, Kind::none);
  EXPECT_EQ(meeting(segment({0, 0, 0}, {0, 0, 9}), segment({0, -1, 4}, {0, 1, 4})).kind, Kind::point);
}

// Neither the order of vertices nor of triangles matters, nor a power of two, nor a mirror.
TEST(Overlap, StaysTheSame) {
  Random random(42);
  testing::Outcomes outcomes("overlap, all families");
  for (const Family& family : testing::families)
    for (int i = 0; i < testing::cases(400, 20'000); ++i) {
      const TrianglePair pair = family.make(random);
      const auto& [s, t] = pair;
      const bool truth = overlap(s, t);
      outcomes.saw(truth);
      const Meeting found = meeting(s, t);
      ASSERT_EQ(found.kind != Kind::none, truth);
      ASSERT_EQ(overlap(t, s), truth);
      ASSERT_EQ(meeting(t, s).kind, found.kind);
      const Triangle x = testing::shuffled(random, s), y = testing::shuffled(random, t);
      ASSERT_EQ(overlap(x, y), truth);
      ASSERT_EQ(meeting(x, y).kind, found.kind);
      const Vec3d mirror{-1, 1, 1};
      ASSERT_EQ(overlap(testing::each_axis_scaled(s, mirror), testing::each_axis_scaled(t, mirror)), truth);
      if (reach(pair) > 0x1p900 || reach(pair) < 0x1p-900) continue;
      for (const double by : {0x1p-60, 0x1p60}) {
        const Vec3d all{by, by, by};
        const TrianglePair scaled{testing::each_axis_scaled(s, all), testing::each_axis_scaled(t, all)};
        if (testing::each_axis_scaled(scaled.s, {1 / by, 1 / by, 1 / by}) != s) continue;  // lost subnormal bits
        if (testing::each_axis_scaled(scaled.t, {1 / by, 1 / by, 1 / by}) != t) continue;
        ASSERT_EQ(overlap(scaled.s, scaled.t), truth);
        // Where a step along an edge is subnormal, it rounds otherwise.
        const Meeting again = meeting(scaled.s, scaled.t);
        ASSERT_EQ(again.kind, found.kind);
        if (testing::ordinary(family)) {
          ASSERT_EQ(again.p, by * found.p);
        }
      }
    }
}

TEST(Meeting, LiesOnBoth) {
  Random random(43);
  testing::Outcomes outcomes("meeting, all families");
  for (const Family& family : testing::families)
    for (int i = 0; i < testing::cases(1000, 50'000); ++i) {
      const TrianglePair pair = family.make(random);
      const Meeting found = meeting(pair.s, pair.t);
      outcomes.saw(found.kind != Kind::none);
      if (found.kind == Kind::none) continue;
      for (const Vec3d p : {found.p, found.q})
        for (const Triangle& t : {pair.s, pair.t}) {
          ASSERT_TRUE(is_finite(p));
          // One rounding of each coordinate, √3 · 2⁻⁵³; measured at a size whose squares are doubles.
          const double by = std::ldexp(1.0, -std::clamp(std::ilogb(reach(pair)), -1000, 1000));
          const Triangle near{by * t.a, by * t.b, by * t.c};
          ASSERT_LE(testing::true_distance(by * p, near),
                    by * (2e-16 * reach(pair) + 4 * std::numeric_limits<double>::denorm_min()))
              << family.name;
        }
    }
}

}  // namespace overlap_test
}  // namespace apart
