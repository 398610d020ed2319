// Every overlap test of two oriented boxes, compared with each other and with the truth; and their distance.
#include <apart/shapes/hull.hpp>
#include <apart/triangles/distance.hpp>
#include <apart/volumes/kinds/aabb.hpp>
#include <apart/volumes/obb_overlap.hpp>
#include <apart/volumes/obb_overlap_published.hpp>

#include "tests/brute_force.hpp"
#include "tests/support.hpp"
#include "tests/volumes/fitted.hpp"

namespace apart {
namespace obb_overlap_test {

// A box about the origin with the volume that holds it, flat and line-like and pointlike ones among them.
template <class T>
struct Boxed {
  Vec3d half;
  Pose at;
  std::vector<Vec3d> points;
  Frame frame;
  Obb<T> volume;

  Boxed(Random& random, double scale) {
    for (int i = 0; i < 3; ++i)
      half[i] = random.chance(0.15) ? 0 : scale * std::pow(10, random.uniform(random.chance(0.2) ? -6 : -1, 0));
    at = {random.chance(0.3) ? Mat3d{} : random.rotation(), scale * random.in_box(0.1)};
    for (int i = 0; i < 8; ++i)
      points.push_back(at * Vec3d{i & 1 ? half.x : -half.x, i & 2 ? half.y : -half.y, i & 4 ? half.z : -half.z});
    for (Vec3d p : points) frame.radius = larger(frame.radius, length(p));
    volume = by_extent(obb_along<T>(transposed(at.rotation), points));
  }
};

template <class T>
void all_ways_agree() {
  Random random(1);
  testing::Outcomes outcomes("boxes that meet");
  long apart_by[10] = {}, clearly = 0;
  constexpr int order[15] = {14, 3, 0, 9, 2, 5, 11, 1, 6, 13, 4, 7, 12, 8, 10};
  for (int k = 0; k < testing::cases(100000, 2000000); ++k) {
    const double scale = std::pow(10, random.uniform(-6, 6));
    const Boxed<T> a(random, scale), b(random, scale);
    Pose at{random.chance(0.3) ? Mat3d{} : random.rotation(), scale * random.uniform(0, 1.5) * random.direction()};
    if (random.chance(0.3)) {  // corner on corner, or nearly
      at.translation = a.points[random.below(8)] - at.rotation * b.points[random.below(8)];
      if (random.chance(0.6)) at.translation += scale * std::pow(10, random.uniform(-9, -1)) * random.direction();
    }
    const GjkResult truth = gjk(PointsSupport{a.points}, PlacedSupport{at, PointsSupport{b.points}}, at.translation);
    ASSERT_EQ(truth.status, Status::exact);
    const double reach = a.frame.radius + b.frame.radius + length(at.translation);
    const bool meet = truth.distance <= 1e-15 * reach;
    outcomes.saw(meet);
    const auto place = placement<T>(a.frame, at, b.frame);
    const bool by[10] = {
        overlap_by_axes(a.volume, place, b.volume),    overlap_by_faces(a.volume, place, b.volume),
        overlap_by_five(a.volume, place, b.volume),    overlap_by_axes_that_matter(a.volume, place, b.volume),
        overlap_by_gjk(a.volume, place, b.volume),     overlap_by_linear_program(a.volume, place, b.volume),
        overlap_by_views(a.volume, place, b.volume),   overlap_by_edges_and_faces(a.volume, place, b.volume),
        overlap_row_by_row(a.volume, place, b.volume), first_separating_axis(a.volume, place, b.volume, order) == 15};
    if (meet) {
      for (int i = 0; i < 10; ++i) ASSERT_TRUE(by[i]) << "way " << i << " case " << k;
    }
    // The approximate tests separate no more than the exact one.
    if (!by[1] || !by[2]) {
      ASSERT_FALSE(by[0]) << k;
    }
    ASSERT_EQ(by[0], by[3]) << k;
    ASSERT_EQ(by[0], by[9]) << k;
    const double margin = (sizeof(T) == 4 ? 1e-4 : 1e-12) * reach;
    if (truth.distance > margin) {
      ++clearly;
      for (int i = 0; i < 10; ++i) apart_by[i] += !by[i];
      ASSERT_FALSE(by[0]) << k;
      ASSERT_FALSE(by[4]) << k;
      ASSERT_FALSE(by[6]) << k;
      ASSERT_FALSE(by[8]) << k;
    }
  }
  for (int i : {1, 2}) EXPECT_GT(double(apart_by[i]), 0.5 * double(clearly)) << "way " << i;
  // The linear program is ill-conditioned for small gaps, and flat boxes are many nearly equal planes: it may miss a
  // few, of floats (where only wide gaps count as clear) 2 of a million.
  EXPECT_GE(double(apart_by[5]), (sizeof(T) == 4 ? 0.99999 : 0.98) * double(clearly));
  // An edge that is nearly parallel to a face may seem to cross it.
  EXPECT_GE(double(apart_by[7]), 0.98 * double(clearly));
  std::printf("[ saw      ] clearly apart %ld: faces %ld, five %ld, linear program %ld, edges and faces %ld\n", clearly,
              apart_by[1], apart_by[2], apart_by[5], apart_by[7]);
}

TEST(ObbOverlap, AllWaysAgreeInFloat) { all_ways_agree<float>(); }
TEST(ObbOverlap, AllWaysAgreeInDouble) { all_ways_agree<double>(); }

TEST(ObbOverlap, OfUprightBoxesFiveAxesDoAsMuchAsFifteen) {
  Random random(7);
  testing::Outcomes outcomes("upright boxes that meet"), others("other boxes that meet");
  const auto about_z = [&] {
    const Vec3d d = random.direction();
    const double wide = std::hypot(d.x, d.y), c = d.x / wide, s = d.y / wide;
    return Mat3d{{{c, -s, 0}, {s, c, 0}, {0, 0, 1}}};
  };
  for (int k = 0; k < 20000; ++k) {
    const auto box = [&](const Mat3d& axes) {
      return Obb<double>{axes, random.in_box(0.3), Vec3d{0.6, 0.6, 0.6} + random.in_box(0.5)};
    };
    const auto at = [&](const Mat3d& turn) {
      return placement<double>({{}, 3}, Pose{turn, 2 * random.in_ball()}, {{}, 3});
    };
    const Obb<double> a = box(about_z()), b = box(about_z());
    const auto upright = at(about_z());
    ASSERT_EQ(overlap_of_upright(a, upright, b), overlap_by_axes(a, upright, b)) << k;
    outcomes.saw(overlap_by_axes(a, upright, b));
    const Obb<double> c = box(random.rotation());
    const auto any = at(random.rotation());
    if (overlap_by_axes(a, any, c)) {
      ASSERT_TRUE(overlap_of_upright(a, any, c)) << k;
    }
    others.saw(overlap_by_axes(a, any, c));
  }
}

// The Minkowski difference of two boxes has 30 faces, 60 edges and 32 corners, and its faces are perpendicular to the
// fifteen axes (Gottschalk 2000, section 4.2): so no other axis is needed.
TEST(ObbOverlap, TheDifferenceOfTwoBoxesHasThirtyFaces) {
  Random random(3);
  for (int k = 0; k < 50; ++k) {
    const Mat3d turn = random.rotation();
    const Vec3d half_a = Vec3d{1, 1, 1} + random.in_box(0.5), half_b = Vec3d{1, 1, 1} + random.in_box(0.5);
    std::vector<Vec3d> points;
    const auto corner = [](Vec3d half, int i) {
      return Vec3d{i & 1 ? half.x : -half.x, i & 2 ? half.y : -half.y, i & 4 ? half.z : -half.z};
    };
    for (int i = 0; i < 8; ++i)
      for (int j = 0; j < 8; ++j) points.push_back(corner(half_a, i) - turn * corner(half_b, j));
    std::vector<Vec3d> axes;
    for (int i = 0; i < 3; ++i) {
      Vec3d e{};
      e[i] = 1;
      axes.insert(axes.end(), {e, turn.column(i)});
      for (int j = 0; j < 3; ++j) axes.push_back(cross(e, turn.column(j)) / length(cross(e, turn.column(j))));
    }
    const Hull hull = convex_hull(points);
    EXPECT_EQ(hull.corners.size(), 32u);
    std::vector<int> seen(30, 0);
    for (const Face& f : hull.faces) {
      const Vec3d n = cross(hull.vertices[f[1]] - hull.vertices[f[0]], hull.vertices[f[2]] - hull.vertices[f[0]]);
      int found = -1;
      for (int i = 0; i < 15; ++i)
        if (length(cross(n, axes[std::size_t(i)])) < 1e-9 * length(n))
          found = 2 * i + (dot(n, axes[std::size_t(i)]) > 0);
      ASSERT_GE(found, 0);
      seen[std::size_t(found)] = 1;
    }
    const long number = std::count(seen.begin(), seen.end(), 1);
    EXPECT_EQ(number, 30);
    EXPECT_EQ(long(hull.corners.size()) + number - 2, 60);  // edges, by Euler's formula
  }
}

TEST(ObbOverlap, InfiniteExtents) {
  // A beam along z of half width 1 and a box, turned about z, then turned freely.
  const float all = kEverything<float>;
  const Obb<float> beam{{}, {}, {1, 1, all}}, slab{{}, {}, {all, all, 1}}, cube{{}, {}, {1, 1, 1}};
  const auto at = [](const Pose& pose) { return placement<float>({{}, 2}, pose, {{}, 2}); };
  Random random(2);
  testing::Outcomes outcomes("beams that are met");
  for (int k = 0; k < 20000; ++k) {
    const Pose pose{random.rotation(), random.uniform(1, 5) * random.direction() + Vec3d{0, 0, random.uniform(-9, 9)}};
    // Seen along the beam: the cube's shadow and the unit square, by their edges' directions.
    double widest = -1;
    for (int i = -2; i < 3; ++i) {
      const Vec3d side =
          i < 0 ? Vec3d{i == -2 ? 1.0 : 0, i == -1 ? 1.0 : 0, 0} : cross(Vec3d{0, 0, 1}, pose.rotation.column(i));
      const Vec3d n = side / length(side);
      double reach = std::abs(n.x) + std::abs(n.y);
      for (int j = 0; j < 3; ++j) reach += std::abs(dot(n, pose.rotation.column(j)));
      widest = std::max(widest, std::abs(dot(n, pose.translation)) - reach);
    }
    if (std::abs(widest) < 1e-4) continue;
    outcomes.saw(widest < 0);
    ASSERT_EQ(overlap_by_axes_that_matter(beam, at(pose), cube), widest < 0) << k;
    ASSERT_EQ(overlap_by_axes_that_matter(cube, at(inverse(pose)), beam), widest < 0) << k;
    double height = 0;
    for (int j = 0; j < 3; ++j) height += std::abs(pose.rotation(2, j));
    if (const double above = std::abs(pose.translation.z) - 1 - height; std::abs(above) > 1e-4) {
      ASSERT_EQ(overlap_by_axes_that_matter(slab, at(pose), cube), above < 0) << k;
    }
  }
  // Along its axes a beam can be passed by another, if they stand exactly so.
  EXPECT_FALSE(overlap_by_axes_that_matter(beam, at(Pose::shift({2.5, 0, 0})), beam));
  EXPECT_TRUE(overlap_by_axes_that_matter(beam, at(Pose::shift({1.5, 0, 7})), beam));
  EXPECT_FALSE(overlap_by_axes_that_matter(slab, at(Pose::shift({0, 9, 2.5})), slab));
  // Two slabs that lean meet somewhere.
  EXPECT_TRUE(overlap_by_axes_that_matter(slab, at({random.rotation(), {0, 9, 100}}), slab));
  EXPECT_FALSE(overlap_by_axes_that_matter(slab, at({}), Obb<float>::nothing()));
}

Mesh mesh_of(const BoxSupport& box) {
  return placed(generate::box(2.0 * box.half), {transposed(box.axes), box.centre});
}

template <class V>
void exact_gap_is_exact() {
  using T = typename V::Scalar;
  Random random(3);
  testing::Outcomes outcomes("boxes whose surfaces meet", 0.1);
  for (int k = 0; k < testing::cases(10000, 200000); ++k) {
    const double scale = std::pow(10, random.uniform(-6, 6));
    const testing::Fitted<V> a(testing::few(random, scale, {})), b(testing::few(random, scale, {}));
    const Pose at{random.chance(0.2) ? Mat3d{} : random.rotation(),
                  scale * random.uniform(0, 1.5) * random.direction()};
    const auto place = testing::seen(a, at, b);
    // The placement as T has it, so that only exact_gap itself is judged.
    const Mesh ma = mesh_of(support(a.volume)), mb = mesh_of(support(b.volume));
    const Pose there{cast<double>(place.rotation), cast<double>(place.translation)};
    const double surfaces = testing::smallest_distance(ma, there, mb);
    const double got = double(exact_gap(a.volume, place, b.volume));
    const double noise = 64 * double(kUnit<T>) * scale;
    outcomes.saw(surfaces == 0);
    if (got > noise) {
      ASSERT_NEAR(got, surfaces, noise) << k;
    } else if (surfaces > noise) {  // then one lies inside the other
      ASSERT_TRUE(contains(a.volume, there * mb.vertices()[0]) || contains(b.volume, inverse(there) * ma.vertices()[0]))
          << k;
    }
    ASSERT_LE(double(gap(a.volume, place, b.volume)), got + noise) << k;
  }
  const testing::Fitted<V> box(generate::box({1, 2, 3}));
  EXPECT_GT(exact_gap(box.volume, testing::seen(box, {}, box), V::nothing()), T(1e18));
}

TEST(ExactGap, OfAabbs) {
  exact_gap_is_exact<Aabb<float>>();
  exact_gap_is_exact<Aabb<double>>();
}
TEST(ExactGap, OfObbs) {
  exact_gap_is_exact<Obb<float>>();
  exact_gap_is_exact<Obb<double>>();
}

}  // namespace obb_overlap_test
}  // namespace apart
