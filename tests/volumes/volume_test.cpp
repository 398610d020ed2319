// What every volume promises, over random and degenerate contents: it holds its content, it never calls contents
// that meet disjoint, and its gap never exceeds the true distance.
#include <apart/base/random.hpp>
#include <apart/hierarchy/tree.hpp>
#include <apart/shapes/generate.hpp>
#include <apart/volumes/aabb.hpp>
#include <apart/volumes/obb.hpp>
#include <apart/volumes/sphere.hpp>

#include "tests/brute_force.hpp"
#include "tests/support.hpp"

namespace apart {
namespace {

template <class V>
class Volumes : public ::testing::Test {};
using Types = ::testing::Types<Sphere<float>, Sphere<double>, Aabb<float>, Aabb<double>, Obb<float>, Obb<double>>;
TYPED_TEST_SUITE(Volumes, Types);

// A mesh with its one volume, as a tree of one node would keep it.
template <class V>
struct Dressed {
  Mesh mesh;
  Frame frame;
  V volume;

  explicit Dressed(Mesh m) : mesh(std::move(m)), frame(frame_of(mesh)) {
    std::vector<Triangled> content;
    for (u32 i = 0; i < mesh.size(); ++i) {
      Triangled t = mesh.triangle(i);
      for (int k = 0; k < 3; ++k) t[k] -= frame.centre;
      content.push_back(t);
    }
    volume = fit<V>(std::span<const Triangled>(content));
  }
};

template <class V>
Placement<typename V::Scalar> seen(const Dressed<V>& a, const Posed& b_in_a, const Dressed<V>& b) {
  return placement<typename V::Scalar>(a.frame, b_in_a, b.frame);
}

Mesh few(Random& random, double scale, Vec3d at) {
  const Mesh soup = generate::soup(random, 1 + random.below(6), {.half = 0.3, .size = 0.5});
  const Vec3d stretch{random.chance(0.3) ? 0 : random.uniform(0.01, 1), random.uniform(0.01, 1), 1};
  const Mat3d turn = random.rotation();
  std::vector<Vec3d> vertices;
  for (Vec3d v : soup.vertices())
    vertices.push_back(at + scale * (turn * Vec3d{v.x * stretch.x, v.y * stretch.y, v.z * stretch.z}));
  return Mesh::make(std::move(vertices), {soup.faces().begin(), soup.faces().end()}).value();
}

TYPED_TEST(Volumes, HoldItsContent) {
  Random random(1);
  for (int k = 0; k < testing::cases(20000, 200000); ++k) {
    const double scale = std::pow(10, random.uniform(-8, 8));
    const Dressed<TypeParam> d(few(random, scale, scale * random.in_box(10)));
    for (u32 i = 0; i < d.mesh.size(); ++i)
      for (int c = 0; c < 3; ++c)
        ASSERT_TRUE(contains(d.volume, d.mesh.triangle(i)[c] - d.frame.centre)) << k << " scale " << scale;
  }
}

TYPED_TEST(Volumes, NeverCallsMeetingContentsDisjoint) {
  Random random(2);
  testing::Outcomes outcomes("contents that meet", 0.2);
  for (int k = 0; k < testing::cases(20000, 200000); ++k) {
    const double scale = std::pow(10, random.uniform(-6, 6));
    const Dressed<TypeParam> a(few(random, scale, scale * random.in_box(2)));
    const Dressed<TypeParam> b(few(random, scale, scale * random.in_box(2)));
    Posed at{random.rotation(), {}};
    // Half the time a corner of B is laid on a corner of A; else near.
    const u32 i = random.below(a.mesh.size()), j = random.below(b.mesh.size());
    const Vec3d target = a.mesh.triangle(i).a, source = at * b.mesh.triangle(j).b;
    at.translation = target - source;
    if (random.chance(0.5)) at.translation += scale * 0.3 * random.in_ball();
    const bool meet = !testing::touching_pairs(a.mesh, at, b.mesh).empty();
    const double truth = testing::smallest_distance(a.mesh, at, b.mesh);
    outcomes.saw(meet);
    const auto placed = seen(a, at, b);
    if (meet) {
      ASSERT_TRUE(overlap(a.volume, placed, b.volume)) << k;
    }
    ASSERT_LE(double(gap(a.volume, placed, b.volume)), truth) << k;
  }
}

TYPED_TEST(Volumes, TouchingFromFarAwayOrigins) {
  // Corners laid on each other, with both models far from their origins.
  Random random(3);
  for (int k = 0; k < testing::cases(20000, 200000); ++k) {
    const Dressed<TypeParam> a(few(random, 1, random.in_box(1e6)));
    const Dressed<TypeParam> b(few(random, 1, random.in_box(1e6)));
    Posed at{random.rotation(), {}};
    at.translation = a.mesh.triangle(0).c - at * b.mesh.triangle(0).c;
    ASSERT_TRUE(overlap(a.volume, seen(a, at, b), b.volume)) << k;
    ASSERT_LE(double(gap(a.volume, seen(a, at, b), b.volume)), testing::smallest_distance(a.mesh, at, b.mesh)) << k;
  }
}

TYPED_TEST(Volumes, SeesWhatIsClearlyApart) {
  Random random(4);
  for (int k = 0; k < 2000; ++k) {
    const double scale = std::pow(10, random.uniform(-6, 6));
    const Dressed<TypeParam> a(few(random, scale, {})), b(few(random, scale, {}));
    const Posed at{random.rotation(), scale * random.uniform(10, 100) * random.direction()};
    ASSERT_FALSE(overlap(a.volume, seen(a, at, b), b.volume));
    ASSERT_GT(double(gap(a.volume, seen(a, at, b), b.volume)), 0.5 * length(at.translation));
    // Exchanged, it is the same but for rounding.
    const double swapped = double(gap(b.volume, seen(b, inverse(at), a), a.volume));
    ASSERT_NEAR(double(gap(a.volume, seen(a, at, b), b.volume)), swapped, 1e-5 * length(at.translation));
  }
}

TEST(Obb, FifteenAxesSeparateCrossedEdges) {
  // Two bars crossing at an edge: only the product of two edge directions separates them.
  const Mesh bar = generate::box({10, 1, 1});
  const Dressed<Obb<float>> a(bar), b(bar);
  const double s = std::sqrt(0.5);
  const Mat3d tilt_a{{{1, 0, 0}, {0, s, -s}, {0, s, s}}};  // an edge up
  const Mat3d tilt_b = Mat3d{{{0, -1, 0}, {1, 0, 0}, {0, 0, 1}}} * tilt_a;
  const auto pose = [&](double height) {
    return Posed{transposed(tilt_a) * tilt_b, transposed_times(tilt_a, Vec3d{0, 0, height})};
  };
  const double touching = 2 * s;  // half diagonals of the two
  EXPECT_TRUE(overlap(a.volume, seen(a, pose(touching * 0.999), b), b.volume));
  EXPECT_FALSE(overlap(a.volume, seen(a, pose(touching * 1.001), b), b.volume));
}

TEST(Obb, ParallelEdgesAreNoReasonToSeparate) {
  // Stacked boxes that overlap by a hair, turned by nearly nothing, so that products of edges nearly vanish.
  Random random(5);
  const Dressed<Obb<float>> a(generate::box({1, 2, 3})), b(generate::box({1, 2, 3}));
  for (int k = 0; k < 20000; ++k) {
    const double w = 1e-9 * random.uniform(-1, 1);
    const Posed at = Posed::from_quaternion(1, w, -w, w, {1 - 1e-6, 0, 0}).value();
    ASSERT_TRUE(overlap(a.volume, seen(a, at, b), b.volume));
  }
}

TEST(Obb, FitsAlongTheContent) {
  Random random(6);
  for (int k = 0; k < 200; ++k) {
    const Posed at = random.pose(5);
    const Dressed<Obb<double>> d(placed(generate::box({1, 2, 4}), at));
    Vec3d half = d.volume.half;
    EXPECT_NEAR(half.x, 0.5, 1e-9);  // least spread first
    EXPECT_NEAR(half.y, 1, 1e-9);
    EXPECT_NEAR(half.z, 2, 1e-9);
  }
}

}  // namespace
}  // namespace apart
