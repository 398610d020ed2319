// Capsules and lozenges: the gap is the distance of the cores less the radii, as computed for triangles; any two of
// sphere, capsule and lozenge can be tested; the fits are tight.
#include <apart/triangles/distance.hpp>
#include <apart/volumes/kinds/capsule.hpp>
#include <apart/volumes/kinds/lozenge.hpp>
#include <vector>

#include "tests/support.hpp"
#include "tests/volumes/fitted.hpp"

namespace apart {
namespace swept_test {

using Triangles = std::vector<Triangle>;

// The core as one or two triangles, in double.
template <class T>
Triangles triangles_of(const PointCore<T>& c) {
  const Vec3d p = cast<double>(c.centre);
  return {{p, p, p}};
}
template <class T>
Triangles triangles_of(const SegmentCore<T>& c) {
  const Vec3d m = cast<double>(c.centre), out = double(c.half) * cast<double>(c.axis);
  return {{m - out, m + out, m + out}};
}
template <class T>
Triangles triangles_of(const RectangleCore<T>& c) {
  const Vec3d m = cast<double>(c.centre), u = double(c.half[0]) * cast<double>(c.axes[0]),
              v = double(c.half[1]) * cast<double>(c.axes[1]);
  return {{m - u - v, m + u - v, m + u + v}, {m - u - v, m + u + v, m - u + v}};
}

double slow_distance(const Triangles& a, const Pose& at, const Triangles& b) {
  double best = std::numeric_limits<double>::infinity();
  for (const Triangle& s : a)
    for (const Triangle& t : b) best = std::min(best, distance(s, at * t).squared);
  return std::sqrt(best);
}

double slow_span(const Triangles& a, const Pose& at, const Triangles& b) {
  double most = 0;
  for (const Triangle& s : a)
    for (const Triangle& t : b)
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) most = std::max(most, length(s[i] - at * t[j]));
  return most;
}

// Half sizes of every kind: none, tiny, usual, long.
double some_size(Random& random, double scale) {
  const double kinds[] = {0, 1e-6, 0.01, 1, 1, 20};
  return scale * kinds[random.below(6)] * random.uniform(0.5, 1);
}

template <class T>
void make(Random& random, double scale, Sphere<T>& v) {
  v = {cast<T>(scale * random.in_box(1)), rounded<T>(some_size(random, scale))};
}
// Often along coordinate axes, so that cores are parallel, coplanar and touching.
Mat3d some_axes(Random& random) {
  if (random.chance(0.5)) return random.rotation();
  const Mat3d turns[] = {{}, {{{0, 1, 0}, {0, 0, 1}, {1, 0, 0}}}, {{{0, 1, 0}, {-1, 0, 0}, {0, 0, 1}}}};
  return turns[random.below(3)];
}
template <class T>
void make(Random& random, double scale, CapsuleVolume<T>& v) {
  v = {cast<T>(scale * random.in_box(1)), cast<T>(some_axes(random).rows[0]), rounded<T>(some_size(random, scale)),
       rounded<T>(random.chance(0.5) ? 0 : 0.2 * some_size(random, scale))};
}
template <class T>
void make(Random& random, double scale, Lozenge<T>& v) {
  const Mat3d axes = some_axes(random);
  v = {{cast<T>(axes.rows[0]), cast<T>(axes.rows[1])},
       cast<T>(scale * random.in_box(1)),
       {rounded<T>(some_size(random, scale)), rounded<T>(some_size(random, scale))},
       rounded<T>(random.chance(0.5) ? 0 : 0.2 * some_size(random, scale))};
}

// Placements as a query would make them: from frames that hold the volumes.
template <class A, class B>
void gap_is_exact(u64 seed) {
  using T = typename A::Scalar;
  Random random(seed);
  testing::Outcomes outcomes("swept volumes that meet");
  double worst = 0;
  for (int k = 0; k < testing::cases(20000, 200000); ++k) {
    const double scale = std::pow(10, random.uniform(-8, 8));
    A a;
    B b;
    make(random, scale, a), make(random, scale, b);
    Pose at{random.chance(0.5) ? random.rotation() : some_axes(random), scale * random.in_box(1)};
    if (random.chance(0.3)) at.translation = cast<double>(a.centre) - at.rotate(cast<double>(b.centre));
    if (random.chance(0.3)) at.translation[int(random.below(3))] += scale * random.uniform(0, 3);
    if (random.chance(0.2)) {  // nearly parallel
      const double w = std::pow(10, random.uniform(-12, -2));
      at.rotation = Pose::from_quaternion(1, w, -w, 0.5 * w, {}).value().rotation;
    }
    const Triangles ta = triangles_of(core(a)), tb = triangles_of(core(b));
    double size = length(at.translation);
    for (const Triangles* t : {&ta, &tb})
      for (const Triangle& s : *t)
        for (int i = 0; i < 3; ++i) size = std::max(size, length(s[i]));
    const auto seen = placement<T>({{}, size}, at, {{}, size});
    const double apart = slow_distance(ta, at, tb), radii = double(a.radius) + double(b.radius);
    const double truth = std::max(0.0, apart - radii), error = 400 * double(kUnit<T>) * (size + radii);
    outcomes.saw(truth == 0);
    if (truth == 0) {
      ASSERT_TRUE(overlap(a, seen, b)) << k;
    } else if (truth > error) {
      ASSERT_FALSE(overlap(a, seen, b)) << k << " " << truth / size;
    }
    ASSERT_LE(double(gap(a, seen, b)), truth) << k;
    ASSERT_GE(double(gap(a, seen, b)), truth - error) << k;
    const double exact = double(exact_gap(a, seen, b));
    worst = std::max(worst, std::abs(exact - truth) / (double(kUnit<T>) * (size + radii)));
    ASSERT_NEAR(exact, truth, error) << k;
    const double farthest = slow_span(ta, at, tb) + radii;
    ASSERT_GE(double(span(a, seen, b)), farthest) << k;
    ASSERT_LE(double(span(a, seen, b)), farthest + error) << k;
  }
  std::printf("[ saw      ] exact gap off by %.1f units of the sizes at most\n", worst);
}

template <class T>
class SweptVolumes : public ::testing::Test {};
using Numbers = ::testing::Types<float, double>;
TYPED_TEST_SUITE(SweptVolumes, Numbers);

TYPED_TEST(SweptVolumes, GapIsThatOfTheCores) {
  using S = Sphere<TypeParam>;
  using C = CapsuleVolume<TypeParam>;
  using L = Lozenge<TypeParam>;
  gap_is_exact<C, C>(1);
  gap_is_exact<L, L>(2);
  gap_is_exact<S, C>(3);
  gap_is_exact<C, S>(4);
  gap_is_exact<S, L>(5);
  gap_is_exact<L, S>(6);
  gap_is_exact<C, L>(7);
  gap_is_exact<L, C>(8);
}

TYPED_TEST(SweptVolumes, CapsulesOfCapsulesAreTight) {
  // Points on the surface of a known capsule, many enough to give its axis away.
  using T = TypeParam;
  Random random(9);
  for (int k = 0; k < 50; ++k) {
    const Pose at = random.pose(3);
    std::vector<Vec3d> points;
    for (int i = 0; i < 1000; ++i) {
      const double turn = i * 0.61803398875 * 6.283185307, h = -2 + 4 * (i % 100) / 99.0;
      points.push_back(at * Vec3d{h, 0.5 * std::cos(turn), 0.5 * std::sin(turn)});
    }
    points.push_back(at * Vec3d{2.5, 0, 0});
    points.push_back(at * Vec3d{-2.5, 0, 0});
    const CapsuleVolume<T> v = Fit<CapsuleVolume<T>>::of(points);
    ASSERT_LT(double(v.radius), 0.55);
    ASSERT_GT(double(v.radius), 0.4999);
    ASSERT_LT(double(v.half), 2.1);
    ASSERT_LT(double(size(v)), 1.2 * (3.14159265 * 0.25 * 4 + 4.18879 * 0.125));
    // The round caps are made use of: a cylinder about the same would be longer.
    ASSERT_LT(double(diameter(v)), 5.2);
  }
}

TYPED_TEST(SweptVolumes, LozengesOfPlatesAreFlat) {
  using T = TypeParam;
  Random random(10);
  const Mesh plate = generate::box({4, 2, 0.1});
  for (int k = 0; k < 50; ++k) {
    const Pose at = random.pose(3);
    std::vector<Vec3d> points;
    for (Vec3d p : plate.vertices()) points.push_back(at * p);
    const Lozenge<T> v = Fit<Lozenge<T>>::of(points);
    ASSERT_LT(double(v.radius), 0.0501);
    ASSERT_LT(double(v.half[0]), 2.001);
    ASSERT_LT(double(v.half[1]), 1.001);
    for (Vec3d& p : points) p = at * Vec3d{p.x, p.y, 0};  // flat: nothing but the rectangle
    const Lozenge<T> flat = Fit<Lozenge<T>>::of(points);
    ASSERT_LT(double(flat.radius), 1e-5);
  }
}

TYPED_TEST(SweptVolumes, DegenerateContentsGiveDegenerateCores) {
  using T = TypeParam;
  const Vec3d p{1, 2, 3}, way{0.3, -0.2, 0.9};
  const std::vector<Vec3d> point(4, p), line{p, p + way, p + 0.5 * way, p - way};
  for (const auto& v : {Fit<Lozenge<T>>::of(point), Fit<Lozenge<T>>::of(line)}) {
    EXPECT_LT(double(v.radius), 1e-6);
    EXPECT_LT(double(v.half[1]), 1e-6);
  }
  EXPECT_EQ(Fit<CapsuleVolume<T>>::of(point).half, 0);
  EXPECT_NEAR(double(Fit<CapsuleVolume<T>>::of(line).half), length(way), 1e-6);
  EXPECT_LT(double(Fit<CapsuleVolume<T>>::of(line).radius), 1e-6);
}

TYPED_TEST(SweptVolumes, RaysCrossCapsulesWhereTheyAreInside) {
  // Against a walk along the ray in small steps.
  using T = TypeParam;
  Random random(11);
  testing::Outcomes outcomes("rays through capsules");
  for (int k = 0; k < testing::cases(2000, 20000); ++k) {
    CapsuleVolume<T> v;
    make(random, 1, v);
    v.radius += T(random.uniform(0.05, 0.6));
    const double half = std::min(double(v.half), 2.0);
    v.half = T(half);
    const Vec3d from = 4 * random.direction(),
                way = cast<double>(v.centre) + 1.3 * (half + double(v.radius)) * random.in_ball() - from;
    const Stretch<T> s = crossing(v, VolumeRay<T>{cast<T>(from), cast<T>(way)});
    double first = std::numeric_limits<double>::infinity(), last = -first;
    for (int i = 0; i <= 2000; ++i)
      if (contains(v, from + 0.0015 * i * way)) first = std::min(first, 0.0015 * i), last = std::max(last, 0.0015 * i);
    outcomes.saw(first <= last);
    if (!(first <= last)) continue;
    ASSERT_NEAR(double(s.from), first, 0.0016) << k;
    if (last < 2.999) {
      ASSERT_NEAR(double(s.to), last, 0.0016) << k;
    }
  }
}

TYPED_TEST(SweptVolumes, SizesAddUp) {
  using T = TypeParam;
  // A lozenge without width is a capsule, and that without length a sphere.
  const CapsuleVolume<T> capsule{{}, {0, 0, 1}, 3, 2};
  const Lozenge<T> thin{{{0, 0, 1}, {1, 0, 0}}, {}, {3, 0}, 2}, wide{{{0, 0, 1}, {1, 0, 0}}, {}, {3, 4}, 0};
  EXPECT_NEAR(double(area(capsule)), double(area(thin)), 1e-3);
  EXPECT_NEAR(double(size(capsule)), double(size(thin)), 1e-3);
  EXPECT_NEAR(double(size(capsule)), 3.14159265 * (4 * 6 + 32.0 / 3), 1e-3);
  EXPECT_NEAR(double(area(CapsuleVolume<T>{{}, {0, 0, 1}, 0, 2})), double(area(Sphere<T>{{}, 2})), 1e-4);
  EXPECT_EQ(double(area(wide)), 2 * 6 * 8);
  EXPECT_EQ(double(size(wide)), 0);
}

}  // namespace swept_test
}  // namespace apart
